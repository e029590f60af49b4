"""Information-set Monte Carlo tree search as a player."""

from __future__ import annotations

from dataclasses import replace

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import PlayerKind, RandomizedPlayer, stricter_limits
from .player_settings import LIMITS, SEED, whole_number
from .seeded_random import draw_move

__all__ = ["INFORMATION_SETS", "InformationSetPlayer"]


class InformationSetPlayer(RandomizedPlayer):
    """Searches with hidden cards dealt anew in every simulation, and draws from the average strategy that it finds."""

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A move drawn from the strategy at the root. `nodes` are simulations."""
        from mossa.search.montecarlo.information_sets import InformationSetSearch

        limits, seeds = stricter_limits(limits, self.settings), self.move_seeds()
        found = InformationSetSearch(self.game).search(position.state, limits, seed=seeds(1))
        move = draw_move(found.probabilities, seeds(2))
        return replace(found, move=move, pv=(move,))


def _refuses(game: Game) -> str:
    from mossa.search.montecarlo.information_sets import refuses_information_sets

    return refuses_information_sets(game)


INFORMATION_SETS = PlayerKind(
    "is-mcts",
    "information-set Monte Carlo tree search: mixed strategies by regret matching over sampled deals",
    InformationSetPlayer,
    {"time": LIMITS["time"], "nodes": whole_number("simulations a move", 1, 10**9), "seed": SEED},
    _refuses,
)
