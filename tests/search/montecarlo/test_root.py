"""The order of the moves at the root, and the line of play."""

from __future__ import annotations

import mossa
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.root import RootChild, best_children, line_from, root_children
from mossa.search.montecarlo.uct import MonteCarlo


def child(
    move: int, visits: int, low: int = -1, high: int = 1, plies: int = 0, mean: float = 0.0, prior: float = 0.0
) -> RootChild:
    """A child of the root."""
    return RootChild(5 * move + 5, move, visits, low, high, plies, mean, prior)


def order(*found: RootChild) -> tuple[list[int], int]:
    """The moves in order, and how many are equally good."""
    ranked, equal = best_children(list(found))
    return [one.move for one in ranked], equal


def test_visits_decide_and_proofs_before_them() -> None:
    assert order(child(0, 5), child(1, 9), child(2, 5, mean=0.5)) == ([1, 2, 0], 1)
    assert order(child(0, 90), child(1, 2, 1, 1, 5)) == ([1, 0], 1)  # a win
    assert order(child(0, 1), child(1, 90, -1, -1, 5, -1.0)) == ([0, 1], 1)  # a loss
    assert order(child(0, 3), child(1, 90, 0, 0, 5)) == ([1, 0], 1)  # a draw is still one of the candidates
    assert order(child(0, 90, -1, 0), child(1, 3, 0, 0, 5), child(2, 2, -1, 0)) == ([1, 0, 2], 1)  # nothing beats it


def test_priors_decide_where_nothing_was_visited() -> None:
    assert order(child(0, 0, prior=0.2), child(1, 0, prior=0.5), child(2, 0, prior=0.3)) == ([1, 2, 0], 1)
    assert order(child(0, 1, prior=0.2), child(1, 0, prior=0.5)) == ([0, 1], 1)


def test_the_shortest_win_and_the_longest_defence() -> None:
    assert order(child(0, 9, 1, 1, 7), child(1, 1, 1, 1, 3), child(2, 3, 1, 1, 3)) == ([1, 2, 0], 2)
    assert order(child(0, 9, -1, -1, 2), child(1, 1, -1, -1, 8)) == ([1, 0], 1)


def test_the_line_is_legal_and_ends_with_the_game() -> None:
    game = mossa.game("tictactoe")
    engine = MonteCarlo(game, memory_mib=1)
    assert root_children(engine.pool, 0, 0) == []
    found = engine.search(game.rules.start(), Limits(nodes=50_000))
    line = line_from(engine.pool, game.rules, game.rules.start())
    assert line == found.pv
    at = game.start()
    for move in line:
        at = at.play(move)
    assert at.is_over
    assert at.result == (0, 0)
