"""`mossa bench`: nodes per second of the engine on its games, with a node signature.

The signature is the number of nodes of fixed-depth searches. It changes when the search changes, so it shows that a
commit without a functional change has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mossa.core.game import Game
from mossa.search.common.limits import Limits

from .deepening import Searcher

__all__ = ["DEPTHS", "run"]

DEPTHS = {"tictactoe": 9, "connect4": 18, "nim": 12, "grundy": 12}
"""Game → depth of its search from the start; a game not listed is searched to DEFAULT_DEPTH."""
DEFAULT_DEPTH = 6


def run(games: Iterable[Game], report: Callable[[str], None]) -> dict[str, Any]:
    """Search each game from its start, one thread, fresh memory."""
    figures: dict[str, Any] = {}
    nodes, seconds = 0, 0.0
    for game in games:
        report(game.name)
        searcher = Searcher(game, memory_mib=16)
        searcher.prepare()
        found = searcher.search(game.rules.start(), Limits(depth=DEPTHS.get(game.name, DEFAULT_DEPTH)))
        figures[game.name] = {"depth": found.depth, "nodes": found.nodes, "seconds": round(found.seconds, 3)}
        nodes, seconds = nodes + found.nodes, seconds + found.seconds
    figures["nodes_per_second"] = round(nodes / max(seconds, 1e-9))
    return {"name": "engine", "figures": figures, "ratios": {}, "signature": nodes}
