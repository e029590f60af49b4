"""Averaging over clairvoyance as a player: sample the hidden cards many times, solve each deal with all cards open."""

from __future__ import annotations

from typing import Any

from mossa.core.position import Position
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import PlayerKind, RandomizedPlayer, stricter_limits
from .player_settings import LIMITS, SEED, whole_number
from .policy_player import refuses_perfect_information
from .textbook_player import LimitedRules, LimitReached

__all__ = ["CLAIRVOYANCE", "ClairvoyancePlayer"]

SAMPLES = 100
"""Deals, unless the spec says otherwise."""


class ClairvoyancePlayer(RandomizedPlayer):
    """Plays the move that is best on average over sampled deals that agree with what it knows.

    It suffers from strategy fusion, as every player of this kind: see `mossa.search.textbook.clairvoyance`.
    """

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The best move on average over as many deals as the limits allow."""
        from mossa.search.textbook.clairvoyance import averaged

        limits = stricter_limits(limits, self.settings)
        rules, player = self.game.rules, position.mover
        assert rules.redeal is not None
        seeds, watch = self.move_seeds(), LimitedRules(rules, limits)
        totals = dict.fromkeys(position.legal, 0.0)
        solved: dict[Any, dict[int, float]] = {}
        deals = 0
        try:
            for deal in range(self.settings.get("samples", SAMPLES)):
                world = rules.redeal(position.state, player, u64(seeds(deal)))
                if world not in solved:
                    worths = averaged(watch.rules, [(world, 1.0)], player)
                    solved[world] = {move: vector[0] for move, vector in worths.items()}
                for move, worth in solved[world].items():
                    totals[move] += worth
                deals += 1
        except LimitReached:
            pass
        means = {move: total / max(1, deals) for move, total in totals.items()}
        ranked = sorted(means.items(), key=lambda item: -item[1])
        move, value = ranked[0]
        good = tuple(m for m in position.legal if means[m] >= value - 1e-9)
        return SearchResult(
            move,
            value,
            good,
            nodes=watch.nodes,
            seconds=watch.seconds,
            pv=(move,),
            candidates=tuple(ranked[:multipv]) if multipv > 1 else (),
        )


CLAIRVOYANCE = PlayerKind(
    "clairvoyance",
    "averaging over deals solved with all cards open (perfect-information Monte Carlo)",
    ClairvoyancePlayer,
    {"samples": whole_number("deals", 1, 10**6), "time": LIMITS["time"], "nodes": LIMITS["nodes"], "seed": SEED},
    refuses_perfect_information,
)
