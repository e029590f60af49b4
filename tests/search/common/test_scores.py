"""Scores: mates in the table, windows of children, bounds, what cannot be scored."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa import MossaError
from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.search.alphabeta.solver import solve
from mossa.search.common.scores import (
    INFINITE,
    POINT,
    bounds_decide,
    child_alpha,
    child_beta,
    from_table,
    is_proven,
    known_bounds,
    require_scores,
    score_at_least,
    score_at_most,
    terminal_score,
    to_table,
    turn_sign,
    value_of,
    win_score,
)

TICTACTOE, OTHELLO = mossa.game("tictactoe"), mossa.game("othello")
LINE = mossa.game("connect4:columns=4,rows=4")


def plain(function: Any, game: Game = TICTACTOE) -> Any:
    return kernel_for(function, game, compiled=False)


def test_a_mate_in_the_table_is_counted_from_its_node() -> None:
    win = win_score(TICTACTOE)
    for score in (win - 5, 5 - win, 0, 17, -300):
        for ply in range(4):
            stored = plain(to_table)(score, ply)
            assert plain(from_table)(stored, ply) == score
            assert (abs(stored) - abs(score) == ply) == (plain(is_proven)(score) or ply == 0)
    assert plain(to_table, OTHELLO)(300, 7) == 300  # discs do not depend on the ply


def test_shorter_wins_and_longer_losses_score_more() -> None:
    won = TICTACTOE.after("a1 b1 a2 b2 a3").state  # the mover has lost
    scores = [plain(terminal_score)(won, ply) for ply in range(5)]
    assert scores == sorted(scores)
    assert all(value_of(TICTACTOE, score) == -1.0 for score in scores)


def test_the_window_of_a_child_is_the_window_of_its_mover() -> None:
    for alpha, beta in ((-5, 9), (0, 1), (-INFINITE, INFINITE)):
        assert (child_alpha(-1, alpha, beta), child_beta(-1, alpha, beta)) == (-beta, -alpha)
        assert (child_alpha(1, alpha, beta), child_beta(1, alpha, beta)) == (alpha, beta)
    start = OTHELLO.start()
    child = start.play(start.legal[0])
    assert plain(turn_sign, OTHELLO)(start.state, child.state) == -1


def test_bounds_decide_what_a_search_could() -> None:
    """All windows and bounds of a small scale, by the definition: every score within the bounds gives one answer."""
    for least in range(-3, 4):
        for most in range(least, 4):
            for alpha in range(-3, 3):
                for beta in range(alpha + 1, 4):
                    clipped = {max(alpha, min(beta, score)) for score in range(least, most + 1)}
                    decided = len(clipped) == 1 and (least == most or clipped <= {alpha, beta})
                    assert bounds_decide(least, most, alpha, beta) == decided


def test_bounds_of_the_game_hold() -> None:
    bounds = plain(known_bounds, LINE)
    at = LINE.start()
    while not at.is_over:
        least, most = bounds(at.state, 3)
        exact = solve(LINE, at.state, compiled=False).score
        assert least <= exact * POINT <= most
        at = at.play(at.legal[-1])
    assert plain(known_bounds)(TICTACTOE.rules.start(), 0) == (-INFINITE, INFINITE)


def test_an_outcome_at_least_and_at_most() -> None:
    for outcome in (-1, 0, 1):
        least, most = plain(score_at_least)(outcome, 2), plain(score_at_most)(outcome, 2)
        assert least <= most
        assert value_of(TICTACTOE, least) == value_of(TICTACTOE, most) == outcome


@pytest.mark.parametrize(
    ("name", "why"), [("trio", "has 3 players"), ("rps", "hides information"), ("backgammon", "has chance")]
)
def test_games_that_cannot_be_scored(name: str, why: str) -> None:
    with pytest.raises(MossaError, match=why):
        require_scores(mossa.game(name))
