"""Running commands of mossa in tests, inside this process or in a real one."""

import json
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mossa.cli import cli

FUNDS = ",up,stable,down\nfund1,40,45,5\nfund2,70,30,-20\nshares,55,40,-10\n"


TREE = "((3 12 8) (2 4 6) (14 5 2))"


BUGGY = '''"""A game with a bug: it divides by nothing in its third move."""
from typing import NamedTuple
from mossa import Facts
FACTS = Facts(players=2, widest=2, longest=5)
class State(NamedTuple):
    n: int
def start(): return State(0)
def mover(state): return state.n % 2
def moves(state):
    yield 0
    yield 1
def play(state, move):
    return State(state.n + 1 + 0 // (2 - state.n))
def is_over(state): return state.n == 5
def utility(state, player): return 0
'''


def run(*words: str, says: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=says, catch_exceptions=False)


def json_of(*words: str, says: str = "") -> dict[str, Any]:
    """The one JSON object on stdout of a command that ends well."""
    result = run(*words, "--json", says=says)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout, parse_constant=pytest.fail)
    assert isinstance(answer, dict)
    return answer


def refusal(*words: str, says: str = "") -> str:
    """The one sentence on stderr of a command that ends with status 2 and says nothing else."""
    result = run(*words, says=says)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("mossa: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("mossa: ").strip()


def shell(*words: str, says: str = "") -> "subprocess.CompletedProcess[str]":
    """A real process."""
    return subprocess.run(
        [sys.executable, "-m", "mossa", *words], input=says, capture_output=True, text=True, check=False, timeout=120
    )
