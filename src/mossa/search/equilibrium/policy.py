"""A policy for a game with hidden information or simultaneous moves: the probabilities of the moves at every
information set.

`solve_policy` takes the method that fits the game:

- two players, zero-sum, small enough: the linear program of `sequence_form` (a one-shot table is its simplest
  case). Exact.
- one round of simultaneous choices, other payoffs or more players: an equilibrium of `normal_form`, a pure one if there
  is any. Exact, though there may be other equilibria, and the players cannot know which to expect.
- anything else that can be unfolded: CFR+ for two players with opposite interests, which approaches an equilibrium the
  longer it runs; plain CFR for the rest, where it guarantees less: `exploitability` measures the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from mossa.core.protocol import State
from mossa.core.rules import Rules
from mossa.kernel.errors import MossaError
from mossa.kernel.random_numbers import draw
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits

from . import normal_form as matrix
from . import sequence_form as sequence
from .cfr import Regrets
from .exploitability import expected, exploitability
from .extensive_form import MOST_HISTORIES, Extensive, Profile, unfold

__all__ = ["METHODS", "Policy", "solve_policy"]

METHODS = ("auto", "linear", "table", "cfr", "cfr+")

QUICK_SEQUENCES = 500
"""With a limit of time, the linear program is used up to this number of sequences: it has no answer before it ends."""
PROGRAMS = 6
"""A solution takes three linear programs: each has this part of the time, so that half of it is left if one fails."""
TARGET = 1e-3
"""Regret minimisation runs until this exploitability, as a share of the range of the utilities, …"""
MOST_ITERATIONS = 20_000
"""… and makes no more iterations than this: where it converges to no equilibrium, it would never end."""
NEGLIGIBLE = 1e-9
"""Probabilities below this are left out of an answer: they are the solver's rounding."""


@dataclass(frozen=True, eq=False)
class Policy:
    """Strategies of all players, and what they are worth."""

    form: Extensive
    profile: Profile
    values: tuple[float, ...]
    """The utility of every player on average."""
    method: str
    """One of METHODS."""
    exact: bool
    """The strategies are an equilibrium, except for rounding."""
    exploitability: float
    """What a player could gain by deviating from them, on average over the players."""
    curve: tuple[tuple[int, float], ...] = ()
    """Exploitability by iteration, where iterations were made."""

    @property
    def value(self) -> float:
        """The utility of player 0 (MAX) on average."""
        return self.values[0]

    def probabilities(self, state: State) -> dict[int, float]:
        """The moves of the player to move, each with its probability; moves never made have 0.

        Only what the player knows of the state counts.
        """
        rules = self.form.rules
        player = rules.mover(state)
        if rules.is_over(state) or not 0 <= player < self.form.players:
            raise MossaError("no player is to move here: the game is over, or chance decides")
        assert rules.information_state is not None
        side = self.form.sides[player]
        number = side.index.get(rules.information_state(state, player))
        if number is None:
            raise MossaError(f"{rules.write_position(state)} does not arise in the game as it was solved")
        shares = self.profile[player][side.first[number] : side.first[number + 1]]
        shares = np.where(shares < NEGLIGIBLE, 0.0, shares)
        return dict(zip(side.moves[number], (shares / shares.sum()).tolist(), strict=True))

    def choose(self, state: State, seed: u64) -> int:
        """A move drawn by these probabilities: the same for the same seed."""
        left = (draw(seed) >> 11) / 2**53
        chosen = -1
        for move, share in self.probabilities(state).items():
            if share > 0:
                chosen, left = move, left - share
                if left < 0:
                    break
        return chosen


def solve_policy(
    rules: Rules,
    limits: Limits | None = None,
    *,
    method: str = "auto",
    patient: bool = False,
    most: int = MOST_HISTORIES,
    progress: Callable[[int, float], None] | None = None,
) -> Policy:
    """A policy for the whole game, by the method that fits it or the one that is named.

    `limits` stop regret minimisation early, with the best policy so far. So with a limit of time larger games are
    solved by it rather than by the linear program; unless `patient`, when the linear program has the first half of the
    time. A game of more than `most` histories is refused. `progress` gets iteration and exploitability.

    >>> import mossa
    >>> rps = mossa.game("rps").rules
    >>> policy = solve_policy(rps)
    >>> policy.value, {move: round(share, 6) for move, share in policy.probabilities(rps.start()).items()}
    (0.0, {0: 0.333333, 1: 0.333333, 2: 0.333333})
    """
    if method not in METHODS:
        raise MossaError(f"there is no method {method!r}; methods: {', '.join(METHODS)}")
    limits = limits or Limits()
    begun = time.monotonic()
    form = unfold(rules, limits, most)
    if limits.time is not None:
        limits = replace(limits, time=max(limits.time - (time.monotonic() - begun), 1e-3))
    opposed = form.players == 2 and rules.facts.zero_sum
    most = sequence.MOST_SEQUENCES if limits.time is None or patient else QUICK_SEQUENCES
    if method == "linear" or (method == "auto" and opposed and not sequence.too_big(form, most)):
        found = _linear(form, limits, must=method == "linear", patient=patient)
        if found is not None:
            return found
        if limits.time is not None:
            limits = replace(limits, time=max(limits.time - (time.monotonic() - begun), 1e-3))
    if method == "table" or (method == "auto" and not opposed):
        profile = _table_profile(form)
        if profile is not None:
            gap = exploitability(form, profile)
            return Policy(form, profile, expected(form, profile), "table", True, gap)
        if method == "table":
            raise MossaError(
                "the method 'table' takes games in which each player chooses once, knowing nothing, and in which an "
                "equilibrium is found"
            )
    regrets = Regrets(form, plus=method == "cfr+" or (method == "auto" and opposed))
    low, high = rules.facts.utility
    curve = regrets.run(MOST_ITERATIONS, target=TARGET * (high - low), limits=limits, progress=progress)
    profile = regrets.average
    name = "cfr+" if regrets.plus else "cfr"
    return Policy(form, profile, expected(form, profile), name, False, curve[-1][1], tuple(curve))


def _linear(form: Extensive, limits: Limits, *, must: bool, patient: bool) -> Policy | None:
    """The solution of the linear program; None if it was not solved in half the time, and need not be."""
    within = limits if must else Limits(stop=limits.stop)
    if patient and not must and limits.time is not None:
        within = replace(limits, time=limits.time / PROGRAMS)
    try:
        solution = sequence.solve(form, within)
    except MossaError:
        if must or not patient or limits.stop.is_set():
            raise
        return None
    value = solution.value
    gap = exploitability(form, solution.profile)
    return Policy(form, solution.profile, (value, 0.0 - value), "linear", True, gap)


def _table_profile(form: Extensive) -> Profile | None:
    """An equilibrium of a one-shot game: the pure one with the greatest sum, else a mixed one, if one is found."""
    if any(side.sets != 1 for side in form.sides):
        return None
    table = matrix.normal_form(form)
    pure = matrix.pure_equilibria(table)
    if pure:
        chosen = max(pure, key=lambda cell: sum(float(payoff[cell]) for payoff in table.payoffs))
        return tuple(
            np.r_[1.0, np.eye(size)[choice]] for size, choice in zip(table.payoffs.shape[1:], chosen, strict=True)
        )
    if form.players != 2:
        return None
    try:
        mixed = matrix.equilibria(table)
    except MossaError:  # too many supports
        return None
    return (np.r_[1.0, mixed[0].row], np.r_[1.0, mixed[0].column]) if mixed else None
