"""Fixtures: small user-defined games in rules files, and an empty data folder for each test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mossa import Game, game

PUZZLE = '''"""Pick a number: one player, chance says what it is worth."""
from typing import NamedTuple
from mossa import CHANCE, Facts
FACTS = Facts(players=1, chance=True, zero_sum=False, utility=(0, 9), widest=10, longest=2)
class State(NamedTuple):
    pick: int
    drawn: int
def start(): return State(-1, -1)
def mover(state): return 0 if state.pick < 0 else CHANCE
def moves(state):
    for i in range(10):
        yield i
def play(state, move): return State(move, -1) if state.pick < 0 else State(state.pick, move)
def is_over(state): return state.drawn >= 0
def probability(state, move): return 0.1
def utility(state, player): return 9 - abs(state.pick - state.drawn)
'''

TAKE = '''"""Take one or two matches; the last one wins."""
from typing import NamedTuple
from mossa import Facts, parameter
MATCHES = parameter("matches", 7, "matches", least=1, most=60)
FACTS = Facts(players=2, utility=(-1, 1), widest=2, longest=MATCHES)
class State(NamedTuple):
    left: int
    turn: int
def start(): return State(MATCHES, 0)
def mover(state): return state.turn
def moves(state):
    for taken in range(1, min(2, state.left) + 1):
        yield taken
def play(state, move): return State(state.left - move, 1 - state.turn)
def is_over(state): return state.left == 0
def utility(state, player): return -1 if player == state.turn else 1
'''


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Game]:
    """The game in a rules file with this text."""

    def write(text: str) -> Game:
        path = tmp_path / f"rules{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        return game(str(path))

    return write


@pytest.fixture
def take(written: Callable[[str], Game]) -> Game:
    return written(TAKE)


@pytest.fixture
def puzzle(written: Callable[[str], Game]) -> Game:
    return written(PUZZLE)


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path / "data"))
