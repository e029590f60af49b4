"""A player for games with hidden information: an equilibrium in mixed strategies."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .information_set_player import InformationSetPlayer
from .player import PlayerKind, RandomizedPlayer, stricter_limits
from .player_settings import LIMITS, SEED, one_of

if TYPE_CHECKING:
    from mossa.search.equilibrium.policy import Policy

__all__ = ["POLICY", "PolicyPlayer", "mixed_strategy", "refuses_perfect_information"]

PATIENCE = 20.0
"""Seconds for solving a game before it begins."""
HISTORIES = 400_000
"""A game of more histories is not unfolded, unless the spec names a method."""


def mixed_strategy(policy: Policy, state: State) -> SearchResult:
    """The strategy of a policy in the mover's information state; `move` is its most probable move.

    The values are the mover's expected values over the states of the information set. Where the other players' policies
    never reach the information set, they are the value of the whole game for him.
    """
    form, player = policy.form, policy.form.rules.mover(state)
    shares = policy.probabilities(state)
    information_state = form.rules.information_state
    assert information_state is not None
    side = form.sides[player]
    number = side.index[information_state(state, player)]
    plans = form.plans(policy.profile)
    worth, value = side.values(form.worth(player, plans), policy.profile[player])
    came = form.chance.copy()
    for other, plan in enumerate(plans):
        if other != player:
            came *= plan[form.sequence[:, other]]
    reaches = side.values(_summed_by_place(form.sequence[:, player], came, side.sequences), policy.profile[player])[1]
    reach = float(reaches[number])
    known = reach > 1e-12

    def mean(total: float) -> float:
        average = float(total) / reach if known else policy.values[player]
        return round(average, 12) + 0.0  # without the rounding errors of the solver; + 0.0 turns -0.0 into 0.0

    first = int(side.first[number])
    worths = {move: mean(worth[first + i]) for i, move in enumerate(shares)}
    likeliest = max(shares, key=shares.__getitem__)
    return SearchResult(
        likeliest,
        mean(value[number]),
        tuple(move for move, share in shares.items() if share > 0),
        pv=(likeliest,),
        candidates=tuple(sorted(worths.items(), key=lambda item: -item[1])),
        exact=policy.exact,
        exploitability=0.0 if policy.exact else policy.exploitability,
        probabilities=tuple(shares.items()),
    )


def _summed_by_place(places: Any, weights: Any, size: int) -> Any:
    import numpy as np

    return np.bincount(places, weights, size)


class PolicyPlayer(RandomizedPlayer):
    """Solves the whole game once, then draws its moves from the solution."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._policy: Policy | None = None
        self._spare: InformationSetPlayer | None = None
        """Plays where the game cannot be solved as a whole."""

    def prepare(self, limits: Limits) -> None:
        """Solve the game, if it is small enough."""
        self._solved(replace(limits, time=min(limits.time or PATIENCE, PATIENCE)))

    def begin(self, seed: int) -> None:
        """Draw from this seed."""
        super().begin(seed)
        if self._spare is not None:
            self._spare.begin(seed)

    def _solved(self, limits: Limits) -> Policy | None:
        """The solution; None if the game cannot be solved as a whole. That is found out once."""
        from mossa.search.equilibrium.extensive_form import CannotUnfold

        if self._spare is None:
            try:
                return self.policy(limits)
            except CannotUnfold:
                if "method" in self.settings:
                    raise
                seed = {"seed": self.settings["seed"]} if "seed" in self.settings else {}
                self._spare = InformationSetPlayer(self.game, self.spec, seed)
                self._spare.begin(self._seed)
        return None

    def policy(self, limits: Limits, *, patient: bool = False) -> Policy:
        """The solution, computed within the limits at the first call; `patient`: exactly, wherever that is possible."""
        if self._policy is None:
            from mossa.search.equilibrium.extensive_form import MOST_HISTORIES
            from mossa.search.equilibrium.policy import solve_policy

            limits = stricter_limits(limits, self.settings)
            method = self.settings.get("method", "auto")
            most = MOST_HISTORIES if patient or "method" in self.settings else HISTORIES
            self._policy = solve_policy(self.game.rules, limits, method=method, patient=patient, most=most)
        return self._policy

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A move drawn with the probabilities of the solution, or of a search where there is none."""
        began = time.perf_counter()
        policy = self._solved(limits)
        if policy is None:
            assert self._spare is not None
            return self._spare.choose(position, stricter_limits(limits, self.settings))
        move = policy.choose(position.state, u64(self.move_seeds()()))
        found = mixed_strategy(policy, position.state)
        nodes = sum(policy.form.histories)
        return replace(found, move=move, pv=(move,), nodes=nodes, seconds=time.perf_counter() - began)


def refuses_perfect_information(game: Game) -> str:
    """Why players for hidden information cannot play a game, or an empty text."""
    return "is for games with hidden information" if game.facts.perfect else ""


POLICY = PlayerKind(
    "policy",
    "mixed strategies in equilibrium, by linear programming or regret minimisation",
    PolicyPlayer,
    {
        "method": one_of("how the game is solved", ("auto", "linear", "table", "cfr", "cfr+")),
        "time": replace(LIMITS["time"], about="seconds for solving the game"),
        "seed": SEED,
    },
    refuses_perfect_information,
)
