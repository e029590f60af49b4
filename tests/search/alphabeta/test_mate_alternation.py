"""The mate search beside alpha-beta: a forced win is found with a share of the nodes."""

from __future__ import annotations

import mossa
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits
from mossa.search.mate.mate_search import plies_to_mate

MATE_IN_FIVE = "8/8/7p/7P/1p1N1pK1/1P1PbP1R/pp2N3/rk6 w - - 0 1"
"""The usual search does not find it with three million nodes."""


def test_a_forced_win_is_found_beside_the_best_move() -> None:
    game = mossa.game("chess")
    state, nodes = game.position(MATE_IN_FIVE).state, 600_000
    plain = Searcher(game).search(state, Limits(nodes=nodes))
    found = Searcher(game).search(state, Limits(nodes=nodes, analysis=True))
    assert not plain.exact
    assert found.exact
    assert found.score is not None
    assert plies_to_mate(game, found.score) == 9
    assert found.nodes < nodes


def test_a_forced_win_is_the_first_of_several_lines() -> None:
    game = mossa.game("chess")
    state = game.position(MATE_IN_FIVE).state
    found = Searcher(game).search(state, Limits(nodes=1_500_000, analysis=True), multipv=3)
    assert found.nodes >= 1_500_000  # the others are looked at all the same
    scores, moves = [score for score, _ in found.lines], [line[0] for _, line in found.lines]
    assert plies_to_mate(game, scores[0]) == 9
    assert moves[0] == found.move
    assert len(set(moves)) == 3
    assert scores == sorted(scores, reverse=True)
    assert [move for move, _ in found.candidates] == moves


def test_a_limit_of_depth_leaves_no_time_for_a_mate_search() -> None:
    game = mossa.game("chess")
    state = game.position(MATE_IN_FIVE).state
    plain, found = (Searcher(game).search(state, Limits(depth=12, analysis=study)) for study in (False, True))
    assert (found.nodes, found.score, found.pv) == (plain.nodes, plain.score, plain.pv)
