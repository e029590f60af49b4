"""Does an engine accept the draw that a person offers? By its own judgement of the position."""

from __future__ import annotations

from mossa.core.position import Position
from mossa.play.alphabeta_player import refuses_alphabeta
from mossa.play.score_text import expected_utility
from mossa.search.common.results import SearchResult

__all__ = ["accepts_draw"]

DECLINE_MARGIN = 0.1
"""An engine that is ahead by this share of the greatest utility declines a draw."""


def accepts_draw(at: Position, found: SearchResult) -> bool:
    """Would the other player take a draw, when a search from the side of the mover, who offers it, found this?"""
    value = found.value
    if found.score is not None and not refuses_alphabeta(at.game):
        value = expected_utility(at.game, found.score, found.exact)
    return value >= -DECLINE_MARGIN * max(map(abs, at.game.facts.utility))
