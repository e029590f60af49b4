"""Exact solutions of games of every kind."""

import pytest

import mossa
from mossa import MossaError
from mossa.play.advice import solve

TICTACTOE = mossa.game("tictactoe")


def test_tic_tac_toe_is_a_draw_with_every_first_move() -> None:
    answer = solve(TICTACTOE.start())
    assert (answer.score, answer.value, len(answer.moves)) == (0, 0, 9)


def test_kuhn_is_worth_minus_an_eighteenth() -> None:
    answer = solve(mossa.game("kuhn").start())
    assert answer.value == pytest.approx(-1 / 18)
    assert (answer.move, answer.moves) == (None, ())
    assert answer.as_dict()["move"] is None


@pytest.mark.parametrize(
    ("spec", "move", "value"),
    [
        ("tree:tree=((3 12.5 8) (2 4 6) (14 5 2))", "a1", 3),
        ("tree:tree=(0.3 (-0.5 (1 2)))", "a1", 0.3),
        ("tree:tree=({0.9:(2) 0.1:(3)} {0.9:(1) 0.1:(4)})", "a1", 2.1),
        ("tree:tree=({0.9:(20) 0.1:(30)} {0.9:(1) 0.1:(400)})", "a2", 40.9),
        ("tree:tree=((([1 2 6] [4 2 3]) ([6 1 2] [7 4 1])) (([5 1 1] [1 5 2]) ([7 7 1] [5 4 5])))", "a1", 1),
    ],
)
def test_trees_of_every_kind_are_solved(spec: str, move: str, value: float) -> None:
    answer = solve(mossa.game(spec).start())
    assert (answer.move, answer.value) == (move, pytest.approx(value))
    assert answer.found.exact


def test_what_is_too_big_is_refused_in_one_sentence() -> None:
    """Of a size that no other test solves: what is solved once in a process is known there."""
    with pytest.raises(MossaError, match=r"trio:size=6 is too big to solve .* nodes in .* were not enough"):
        solve(mossa.game("trio:size=6").start(), time=0.05)
