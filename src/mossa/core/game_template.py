"""What `mossa new` writes: the rules of a whole small game to change into one's own, and its test."""

from __future__ import annotations

import keyword
from pathlib import Path

from mossa.kernel.errors import MossaError

from .files import write_text

__all__ = ["write_template"]

NAME = "mygame"
"""The name in the templates that the file's own name replaces."""

RULES = '''"""Last stone: take one, two or three stones from a heap; whoever takes the last one wins.

A whole game of mossa to change into your own. Ask often whether it still holds: mossa check ./mygame.py
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, parameter

STONES = parameter("stones", 15, "stones in the heap at first", least=1, most=1000)  # ./mygame.py:stones=20
MOST = 3

# The kind of game: players, chance, hidden information; the bounds of the result, of the moves in a state, of a game.
FACTS = Facts(players=2, utility=(-1, 1), widest=MOST, longest=STONES)

player_names = ("First", "Second")


class State(NamedTuple):
    """All that the rest of the game depends on: whole numbers, or tuples of them of a fixed length."""

    stones: int
    turn: int


def start() -> State:
    """The first state."""
    return State(STONES, 0)


def mover(state: State) -> int:
    """Whose move it is."""
    return state.turn


def moves(state: State) -> Iterator[int]:
    """Each legal move is a number. Where there is none, the game is over."""
    for count in range(1, min(MOST, state.stones) + 1):
        yield count


def play(state: State, move: int) -> State:
    """The state after a move. States are never changed: this is a new one."""
    return State(state.stones - move, 1 - state.turn)


def utility(state: State, player: int) -> int:
    """What the end is worth to a player: who would have to move has not taken the last stone."""
    return -1 if player == state.turn else 1


# From here on nothing is required.


def evaluate(state: State) -> int:
    """How good a state that is not the end looks for the mover: here it is known, so one ply of search is enough."""
    return -100 if state.stones % (MOST + 1) == 0 else 100


def write_move(state: State, move: int) -> str:
    """A move as people write it; it is read the same way."""
    return f"take {move}"
'''

TEST = '''"""Tests of mygame.py: run them with `pytest test_mygame.py`."""

from pathlib import Path

import pytest

import mossa
from mossa.core.conformance import check

RULES = str(Path(__file__).with_name("mygame.py"))


def test_the_rules_keep_their_promises() -> None:
    report = check(mossa.game(RULES), games=5)
    assert report.ok, report.faults


@pytest.mark.parametrize(("stones", "value"), [(1, 1), (3, 1), (4, -1), (7, 1), (8, -1)])
def test_whoever_meets_a_multiple_of_four_loses(stones: int, value: int) -> None:
    assert mossa.game(f"{RULES}:stones={stones}").start().best(player="minimax").value == value


def test_a_move_is_written_as_people_write_it() -> None:
    assert mossa.game(RULES).start().moves == ("take 1", "take 2", "take 3")
'''


def write_template(path: Path) -> tuple[Path, Path]:
    """Write the rules to this file and their test beside it; neither may be there already."""
    name = path.stem
    if path.suffix != ".py" or not name.isidentifier() or keyword.iskeyword(name) or name.startswith("test_"):
        raise MossaError(f"a rules file is named like a Python module, as in {NAME}.py, not {path.name!r}")
    if name == "mossa":
        raise MossaError("a file mossa.py would hide the package mossa from what is beside it: choose another name")
    if not path.parent.is_dir():
        raise MossaError(f"there is no folder {path.parent}")
    test = path.with_name(f"test_{name}.py")
    for one in (path, test):
        if one.exists():
            raise MossaError(f"{one} is there already: nothing is written")
    write_text(path, RULES.replace(NAME, name))
    write_text(test, TEST.replace(NAME, name))
    return path, test
