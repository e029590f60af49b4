"""The recipe that solves an opening, on a board small enough to solve everything again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import mossa
from mossa.core.protocol import State
from mossa.learn.recipes.solutions import OpeningSolutions, main
from mossa.search.alphabeta.solver import Solver

GAME = mossa.game("connect4:columns=5,rows=4")
SOLVER = Solver(GAME, memory_mib=1)
PLIES = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("opening")
    assert main(["--game", GAME.name, "--plies", str(PLIES), "--memory", "1", "--out", str(out)]) == 0
    return out


def score(state: State) -> int:
    found = SOLVER.score(state).score
    assert found is not None
    return found


def test_every_state_is_solved_and_what_comes_before_follows(folder: Path) -> None:
    opening = OpeningSolutions(GAME, PLIES, folder / "solved.txt")
    assert opening.unknown() == []
    for layer in opening.layers:
        for key, state in layer.items():
            assert opening.scores[key] == score(state)


def test_a_line_cut_short_is_solved_again(folder: Path, tmp_path: Path) -> None:
    notes = tmp_path / "solved.txt"
    text = (folder / "solved.txt").read_text()
    notes.write_text(text[:-1])
    assert len(OpeningSolutions(GAME, PLIES, notes).unknown()) == 1
    assert main(["--game", GAME.name, "--plies", str(PLIES), "--memory", "1", "--out", str(tmp_path)]) == 0
    assert sorted(notes.read_text().splitlines()) == sorted(text.splitlines())


def lines(state: State, side: int, plies: int) -> Iterator[State]:
    """The states after this many plies in which `side` makes only best moves, found by solving."""
    rules = GAME.rules
    if plies == 0:
        yield state
        return
    worth = {move: -score(rules.play(state, move)) for move in rules.legal(state)}
    for move in worth:
        if rules.mover(state) != side or worth[move] == max(worth.values()):
            yield from lines(rules.play(state, move), side, plies - 1)


def test_what_a_perfect_player_has_to_know(folder: Path) -> None:
    rules = GAME.rules
    opening = OpeningSolutions(GAME, PLIES, folder / "solved.txt")
    side = (PLIES - 1) % 2
    before = list(lines(rules.start(), side, PLIES - 1))
    after = {int(rules.key(rules.play(state, move))) for state in before for move in rules.legal(state)}
    assert opening.asked() == after
    assert len(after) < len(opening.layers[-1])
