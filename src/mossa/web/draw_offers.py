"""Does an engine accept the draw that a person offers? By its own judgement, and when the game is far enough."""

from __future__ import annotations

from mossa.core.position import Position
from mossa.play.alphabeta_player import refuses_alphabeta
from mossa.play.score_text import expected_utility
from mossa.search.common.results import SearchResult

__all__ = ["accepts_draw", "is_early"]

LEVEL = 0.1
"""Within this share of the greatest utility the sides stand equal: in chess a tenth of a pawn."""
EARLIEST = 40
"""Before this many plies every offer is declined; in a short game, before half of its longest course."""


def is_early(at: Position) -> bool:
    """Is it too early in the game for a draw? Never in a game that began from another position than the usual one."""
    game, longest = at.game, at.game.facts.longest
    if at.line[0].state != game.rules.start():
        return False
    return len(at.history) < (EARLIEST if longest is None else min(EARLIEST, longest // 2))


def accepts_draw(at: Position, found: SearchResult) -> bool:
    """Would the other player take a draw, when its search from the side of the mover, who offers it, found this?"""
    value = found.value
    if found.score is not None and not refuses_alphabeta(at.game):
        value = expected_utility(at.game, found.score, found.exact)
    return value >= -LEVEL * max(map(abs, at.game.facts.utility))
