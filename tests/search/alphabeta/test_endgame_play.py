"""Perfect play from endgame tables: every move of the line is as good as the tables say, down to the end."""

from __future__ import annotations

import pytest

import mossa
from mossa.search.alphabeta.endgame_play import SHOWN, perfect_line, perfect_result

CHESS = mossa.game("chess")


@pytest.mark.parametrize("text", ["8/8/8/4k3/8/8/8/K6R w - - 0 1", "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1"])
def test_a_line_of_perfect_play_takes_as_long_as_the_tables_say(text: str) -> None:
    at, plies_to_end = CHESS.position(text), CHESS.rules.plies_to_end
    assert plies_to_end is not None
    plies = plies_to_end(at.state)
    assert plies > 10
    line = list(perfect_line(CHESS, at.state))
    assert len(line) == plies
    assert list(perfect_line(CHESS, at.state, 7)) == line[:7]
    for left, move in zip(range(plies - 1, -1, -1), line, strict=True):
        at = at.play(move)
        assert at.is_over == (left == 0)
        if left:
            assert plies_to_end(at.state) == left


def test_all_optimal_moves_and_no_others() -> None:
    at, rules = CHESS.position("8/8/8/4k3/8/8/8/K6R w - - 0 1"), CHESS.rules
    found = perfect_result(CHESS, at.state)
    assert found is not None
    assert rules.bounds is not None
    assert rules.plies_to_end is not None
    assert (found.value, found.exact, len(found.pv)) == (1.0, True, SHOWN)
    fastest = rules.plies_to_end(at.state) - 1
    for move in at.legal:
        child = at.play(move).state
        best = rules.bounds(child) == (-1, -1) and rules.plies_to_end(child) == fastest
        assert (move in found.moves) == best


def test_without_tables_there_is_none() -> None:
    assert perfect_result(CHESS, CHESS.rules.start()) is None
    tictactoe = mossa.game("tictactoe")
    assert perfect_result(tictactoe, tictactoe.rules.start()) is None
    assert list(perfect_line(tictactoe, tictactoe.rules.start())) == []
