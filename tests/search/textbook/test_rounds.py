"""Simultaneous moves in the textbook: the matrix of the round, the strategies, the value."""

from pathlib import Path

import pytest

import mossa
from mossa.kernel.errors import MossaError
from mossa.play import solve
from mossa.search.textbook import run
from mossa.search.textbook.trace import Trace

GOOFSPIEL = str(Path(__file__).resolve().parents[3] / "docs" / "examples" / "goofspiel.py")


def test_the_matrix_of_rock_paper_scissors():
    trace = run("rounds", mossa.game("rps").rules)
    assert trace.value == 0
    assert trace.stage["payoffs"] == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert trace.stage["row_mix"] == pytest.approx([1 / 3] * 3)
    assert "the round is a matrix game with the columns rock paper scissors" in trace.message


def test_goofspiel_has_the_value_of_the_solution_and_its_strategy():
    game = mossa.game(f"{GOOFSPIEL}:cards=3")
    for moves in ("1", "2", "3", "3 1 2 1"):
        at = game.after(moves)
        trace, solution = run("rounds", game.rules, at.state), solve(at)
        assert trace.value == pytest.approx(solution.value, abs=1e-9)
        assert dict(zip(trace.stage["rows"], trace.stage["row_mix"], strict=True)) == pytest.approx(
            solution.probabilities, abs=1e-6
        )
    assert Trace.from_dict(trace.as_dict()).stage == trace.stage


def test_it_is_for_two_who_move_at_once():
    with pytest.raises(MossaError, match="rounds is for players who move at once, and here they move in turn"):
        run("rounds", mossa.game("tictactoe").rules)
    with pytest.raises(MossaError, match="minimax is for players who move in turn"):
        run("minimax", mossa.game("rps").rules)
