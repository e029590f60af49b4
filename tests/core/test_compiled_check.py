"""What only the comparison of compiled with interpreted rules shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.user_files import added, changed

import mossa
from mossa.core.compiled_check import CompiledCheck, compare
from mossa.core.conformance import check
from mossa.kernel.traps import CheckError

UTILITY = "return -1 if player"
PLAY = "    return State(state.matches - move, 1 - state.turn)\n"
LIST = "    return iter([take for take in range(LEAST, 4) if take <= state.matches])\n"
LOOP = "    for take in range(LEAST, 4):\n        if take <= state.matches:\n            yield take\n"
BIG = "big = (3 + state.matches << 62) >> 62\n    return -(big // 3) if player"
COUNT = "def evaluate(state):\n    n = 0\n    for move in moves(state):\n        n += 1\n    return n"

COMPILED = {
    "a number that outgrows 64 bits": (
        added("def evaluate(state):\n    return (state.matches << 62) // 2**61 % 100"),
        "mygame.py, line 25: `state.matches << 62` is 10 << 62, which does not fit into 64 bits, after []",
    ),
    "a utility that does, where the game ends without moves": (
        changed((UTILITY, BIG), ("else 1", "else big // 3")),
        "mygame.py, line 35: `3 + state.matches << 62` is 3 << 62, which does not fit into 64 bits, after [",
    ),
    "a way of Python that cannot be compiled": (
        changed((PLAY, "    return State(sum([state.matches, -move]), 1 - state.turn)\n")),
        "mygame.py, line 31, column 22: a list is outside the compiled subset: use a tuple, or a vector that is",
    ),
    "moves as a list": (
        changed((LOOP, LIST)),
        "mygame.py, line 24: moves has no `yield`: write `yield move` for each of its moves",
    ),
    "an exception where no other test looks": (
        added("def noisy(state):\n    return 1 // (state.matches - 10) > 0"),
        "mygame.py, line 25: ZeroDivisionError: integer division or modulo by zero",
    ),
    "a loop over a generator": (
        added(COUNT),
        "mygame.py, line 26, column 17: moves is a generator: it can only be passed on, `yield from moves(…)`",
    ),
}


@pytest.mark.parametrize("name", COMPILED)
def test_what_only_compilation_shows(name: str, tmp_path: Path) -> None:
    text, sentence = COMPILED[name]
    path = tmp_path / "mygame.py"
    path.write_text(text)
    game = mossa.game(str(path))
    assert check(game, games=10, compiled=False).faults == []
    (found,) = check(game, games=10).faults
    assert found.startswith(f"compiled rules equal interpreted ones: {sentence}")
    assert found.count("\n") in (0, 2)  # the line of source and its mark


def test_the_first_difference_is_reported_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_text(COMPILED["a number that outgrows 64 bits"][0])
    game = mossa.game(str(path))
    asked: list[str] = []

    def path_of(name: str) -> str:
        asked.append(name)
        return name

    states = [game.start().state, game.after("1").state, game.after("2").state]
    paths = [lambda: path_of("first"), lambda: path_of("second"), lambda: path_of("third")]
    with pytest.raises(CheckError, match=r"`state\.matches << 62` is 9 << 62"):
        CompiledCheck(game).difference(states[1])
    found = compare(game, zip(states, paths, strict=True))
    assert found is not None
    assert found.endswith(", which does not fit into 64 bits, after [first]")
    assert asked == ["first"]  # a path is only asked for where there is a difference
    assert compare(mossa.game("nim"), [(mossa.game("nim").start().state, paths[0])]) is None
