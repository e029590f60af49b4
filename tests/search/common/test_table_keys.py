"""Keys of states in tables: the count of reversible moves is part of them once it matters."""

from __future__ import annotations

import mossa
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits


def test_a_draw_after_many_quiet_moves_is_none_after_few() -> None:
    """The same board comes to one searcher with two counts: what its table knows of one does not hold for the other."""
    game = mossa.game("chess")
    searcher = Searcher(game)
    late, early = (game.position(f"8/8/8/3k4/8/7p/1R5P/R5K1 w - - {count} 90").state for count in (98, 0))
    drawn = searcher.search(late, Limits(depth=6))
    assert (drawn.score, drawn.exact) == (0, True)
    won = searcher.search(early, Limits(depth=6))
    assert won.score is not None
    assert won.score > 500
    assert not won.exact
    again = searcher.search(late, Limits(depth=6))
    assert (again.score, again.exact) == (0, True)
