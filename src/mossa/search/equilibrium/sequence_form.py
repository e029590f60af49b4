"""The exact solution of a zero-sum game of two with hidden information: a linear program over sequences.

The normal form of such a game has a row for every way to act at all information sets at once: exponentially many. The
*sequence form* has one for every sequence, no more than the tree has moves [KollerMegiddoStengel94, vonStengel96].
Player 0 wants the plan x that gets the most against a best response. Let A[s, t] be the utility of the ends with his
sequence s and the other's sequence t, times their chance probability. Against a fixed x the other goes through his sets
from the last to the first and takes the sequence worst for x; q[i] is what x gets from his set i on, q[root] in all:

    maximise q[root]
    where x is a plan:            x[0] = 1,  and at every set the moves' x add up to the x of the sequence before it
    and for each sequence t of the other, with its set i (the root for t = 0):
        q[i] ≤ Σ_s x[s]·A[s, t] + Σ q[j] over the sets j that he comes to right after t

A game may have many optimal plans, some of which throw away what a careless opponent offers. A second program selects
the optimal plan that gains the most against an opponent who moves at random.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits

from .extensive_form import Extensive, Floats, Profile, Side

__all__ = ["Solution", "move_values", "solve", "too_big"]

MOST_SEQUENCES = 10_000
"""Of both players together; the program has about as many variables and conditions, and takes seconds."""


@dataclass(frozen=True)
class Solution:
    """An equilibrium of a zero-sum game of two."""

    value: float
    """For player 0."""
    profile: Profile
    """An optimal strategy for each player."""


def too_big(form: Extensive, most: int) -> bool:
    """Have the players together more sequences than this?"""
    return sum(side.sequences for side in form.sides) > most


def solve(form: Extensive, limits: Limits | None = None) -> Solution:
    """The value, exact to the tolerance of the linear solver (about 1e-9), and optimal strategies of both players.

    `limits.time` holds for each linear program; `limits.stop` is checked between them.

    >>> import mossa
    >>> from mossa.search.equilibrium.extensive_form import unfold
    >>> round(solve(unfold(mossa.game("kuhn").rules)).value * 18, 6)
    -1.0
    """
    _check(form)
    limits = limits or Limits()
    programs = [_Program(form, player) for player in (0, 1)]
    value, _ = programs[0].optimal(limits)
    plans = [programs[player].best_against_random(value if player == 0 else -value, limits) for player in (0, 1)]
    sides = form.sides
    return Solution(value, tuple(_complete(form, player, plans, sides[player]) for player in (0, 1)))


def move_values(form: Extensive, player: int, known: Hashable, limits: Limits | None = None) -> dict[int, float]:
    """By move: what the game is worth to a player if he has to make it at the information set `known`.

    All other choices stay free. At a player's first information set the values compare his moves.
    """
    _check(form)
    side = form.sides[player]
    if known not in side.index:
        raise MossaError(f"{form.rules.player_names[player]} is never to move knowing {known!r}")
    number = side.index[known]
    first = int(side.first[number])
    found = {}
    for offset, move in enumerate(side.moves[number]):
        program = _Program(form, player)
        program.barred = [first + other for other in range(len(side.moves[number])) if other != offset]
        found[move] = program.optimal(limits or Limits())[0]
    return found


def _check(form: Extensive) -> None:
    if form.players != 2 or not form.rules.facts.zero_sum:
        raise MossaError(
            "the sequence form is solved for zero-sum games of two players; regret minimisation takes any game"
        )
    if too_big(form, MOST_SEQUENCES):
        count = sum(side.sequences for side in form.sides)
        raise MossaError(
            f"this game has {count:,} sequences: the linear program takes at most {MOST_SEQUENCES:,}; "
            "regret minimisation is the method for it"
        )


def _complete(form: Extensive, player: int, plans: list[Floats], side: Side) -> Floats:
    """The strategy of a plan; at sets that the plan never reaches, the best response to the other's plan."""
    strategy = side.strategy(plans[player])
    _, answer = side.best(form.worth(player, plans))
    reached = np.concatenate([[True], plans[player][side.parent[1:]] > 1e-9])
    return np.where(reached, strategy, answer)


class _Program:
    """The linear program of one player; variables are his plan x, then q of the other's sets, q[root] last."""

    def __init__(self, form: Extensive, player: int) -> None:
        from scipy import sparse

        self.form, self.player = form, player
        self.mine, self.theirs = form.sides[player], form.sides[1 - player]
        self.barred: list[int] = []
        utility = form.utility[:, player] * form.chance
        # The solver's tolerances are absolute, so let the greatest utility be 1.
        self.scale = float(np.abs(form.utility).max()) or 1.0
        gain = sparse.coo_array(
            (utility / self.scale, (form.sequence[:, 1 - player], form.sequence[:, player])),
            shape=(self.theirs.sequences, self.mine.sequences),
        )
        # q[set of t] − Σ q[sets right after t] − Σ_s A[s, t]·x[s] ≤ 0
        self.conditions = sparse.hstack([-gain, _incidence(self.theirs).T], format="csr")
        plans = _incidence(self.mine)
        self.plans = sparse.hstack([plans, sparse.coo_array((plans.shape[0], self.theirs.sets + 1))], format="csr")
        self.gain = gain.tocsr()

    def optimal(self, limits: Limits) -> tuple[float, Floats]:
        """The value to this player and a plan that gets it against everyone."""
        goal = np.zeros(self.conditions.shape[1])
        goal[-1] = 1
        best = self._maximise(goal, None, limits)
        return float(best[-1]) * self.scale + 0.0, best[: self.mine.sequences]

    def best_against_random(self, value: float, limits: Limits) -> Floats:
        """The optimal plan that gains the most against an opponent who moves at random."""
        careless = self.theirs.plan(self.theirs.uniform())
        goal = np.zeros(self.conditions.shape[1])
        goal[: self.mine.sequences] = careless @ self.gain
        return self._maximise(goal, value / self.scale, limits)[: self.mine.sequences]

    def _maximise(self, goal: Floats, least: float | None, limits: Limits) -> Floats:
        from scipy.optimize import linprog

        if limits.stop.is_set():
            raise MossaError("stopped before the linear program was solved")
        one = np.zeros(self.plans.shape[0])
        one[-1] = 1
        bounds: list[tuple[float | None, float | None]] = [(0, 1)] * self.mine.sequences
        for sequence in self.barred:
            bounds[sequence] = (0, 0)
        bounds += [(None, None)] * self.theirs.sets + [(least, None)]
        found: Any = linprog(
            -goal,
            A_ub=self.conditions,
            b_ub=np.zeros(self.conditions.shape[0]),
            A_eq=self.plans,
            b_eq=one,
            bounds=bounds,
            method="highs",
            options={} if limits.time is None else {"time_limit": limits.time},
        )
        if found.status != 0:
            raise MossaError(f"the linear program was not solved: {found.message}")
        x: Floats = np.maximum(found.x[: self.mine.sequences], 0)
        return np.concatenate([x, found.x[self.mine.sequences :]])


def _incidence(side: Side) -> Any:
    """[sets + 1, sequences]: +1 for the moves of a set, −1 for the sequence before it; last the row x[0]."""
    from scipy import sparse

    sets, widths = np.arange(side.sets), np.diff(side.first)
    rows = np.concatenate([np.repeat(sets, widths), sets, [side.sets]])
    columns = np.concatenate([np.arange(1, side.sequences), side.before, [0]])
    signs = np.concatenate([np.ones(side.sequences - 1), -np.ones(side.sets), [1.0]])
    return sparse.coo_array((signs, (rows, columns)), shape=(side.sets + 1, side.sequences)).tocsr()
