"""The path: the principal variation can be played."""

from __future__ import annotations

import mossa
from mossa.search.alphabeta.deepening import search
from mossa.search.common.limits import Limits


def test_the_line_can_be_played() -> None:
    game = mossa.game("connect4")
    found = search(game, game.rules.start(), Limits(depth=8))
    at = game.start()
    assert found.pv[0] == found.move
    assert 1 < len(found.pv) <= 12  # extensions may go beyond the depth
    for move in found.pv:
        at = at.play(move)
