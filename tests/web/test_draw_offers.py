"""When an engine takes a draw: level or behind, but not ahead."""

import pytest

import mossa
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.web.draw_offers import accepts_draw, is_early


@pytest.mark.parametrize(("value", "accepts"), [(1.0, True), (0.0, True), (-0.05, True), (-0.3, False), (-1.0, False)])
def test_by_the_value_for_the_one_who_offers(value: float, accepts: bool) -> None:
    at = mossa.game("tictactoe").start()
    assert accepts_draw(at, SearchResult(0, value, (0,))) == accepts


def test_by_the_score_of_the_engine() -> None:
    at = mossa.game("chess").position("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1")
    offered = mossa.play.player("alphabeta:depth=2", at.game).choose(at, Limits(depth=2))
    assert offered.score is not None
    assert not accepts_draw(at, offered)  # White is two queens ahead


def test_not_before_the_game_is_far_enough() -> None:
    chess, small = mossa.game("chess"), mossa.game("tictactoe")
    shuffle = "g1f3 g8f6 f3g1 f6g8"
    assert is_early(chess.after(" ".join([shuffle] * 9)))
    assert not is_early(chess.after(" ".join([shuffle] * 10)))
    assert is_early(small.after("a1 a2 a3"))
    assert not is_early(small.after("a1 a2 a3 b2"))
    assert not is_early(chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))  # begun as an endgame
