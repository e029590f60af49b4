"""The extensive form: a game with chance and hidden information, unfolded once into a few flat arrays.

What a player can do is described by his *information sets* (all that he can know when he is to move) and his
*sequences*: a move at an information set, which with perfect recall stands for all his moves up to it [vonStengel96].
How he plays has two forms, both arrays over his sequences:

- a **strategy** holds the probability of each move at its information set;
- a **plan** holds the probability that the player makes all moves of the sequence: the strategy's product along it.

With plans everything is linear: an end of the game is reached with probability chance × the product of all players'
plans for it. So the expected utility, best responses (`exploitability`), counterfactual regrets (`cfr`) and the linear
program (`sequence_form`) all come from the same two steps: weight the ends (`Extensive.worth`), then sum from the last
information sets of a player to the first (`Side.values`, `Side.best`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mossa.core.facts import CHANCE
from mossa.core.protocol import State
from mossa.core.rules import Rules
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits

__all__ = ["CannotUnfold", "Extensive", "Floats", "Profile", "Side", "unfold"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Profile = tuple[Floats, ...]
"""A strategy for each player."""

MOST_HISTORIES = 1_000_000
"""Larger games are refused: unfolded in Python they would take minutes and gigabytes."""


@dataclass(frozen=True, eq=False)
class Side:
    """One player's information sets and sequences.

    Sequence 0 is the empty one; the moves of set i are the sequences first[i] … first[i+1]−1. Sets are sorted by the
    number of the player's own moves before them, so the sequence `before` a set belongs to an earlier set.
    """

    known: tuple[Hashable, ...]
    """`information_state(state, player)` of each set."""
    moves: tuple[tuple[int, ...], ...]
    """The legal moves of each set."""
    example: tuple[State, ...]
    """A state of each set."""
    first: Ints
    """[sets + 1] where the sequences of a set begin."""
    before: Ints
    """[sets] the player's sequence that leads to the set."""
    levels: tuple[slice, ...]
    """The sets after 0, 1, 2 … moves of the player."""

    @property
    def sets(self) -> int:
        """The number of information sets."""
        return len(self.known)

    @property
    def sequences(self) -> int:
        """The number of sequences, including the empty one."""
        return int(self.first[-1])

    @cached_property
    def index(self) -> dict[Hashable, int]:
        """The number of the set in which the player knows this."""
        return {known: number for number, known in enumerate(self.known)}

    @cached_property
    def parent(self) -> Ints:
        """[sequences] the sequence without its last move; 0 for the empty one."""
        widths = np.diff(self.first)
        return np.concatenate([np.zeros(1, np.int64), np.repeat(self.before, widths)])

    def span(self, sets: slice) -> slice:
        """The sequences of some neighbouring sets."""
        return slice(int(self.first[sets.start]), int(self.first[sets.stop]))

    def normalised(self, weights: Floats) -> Floats:
        """The strategy that makes the moves of each set in proportion to their weights; uniform where all are 0."""
        widths = np.diff(self.first)
        sums = np.add.reduceat(weights, self.first[:-1]) if self.sets else np.zeros(0)
        some = np.repeat(sums > 0, widths)
        strategy = np.ones(self.sequences)
        share = weights[1:] / np.repeat(np.where(sums > 0, sums, 1.0), widths)
        strategy[1:] = np.where(some, share, np.repeat(1 / widths, widths))
        return strategy

    def uniform(self) -> Floats:
        """The strategy that makes all moves of a set with equal probability."""
        return self.normalised(np.zeros(self.sequences))

    def plan(self, strategy: Floats) -> Floats:
        """The plan of a strategy: its products along the sequences."""
        plan = strategy.copy()
        for sets in self.levels:
            here = self.span(sets)
            plan[here] *= plan[self.parent[here]]
        return plan

    def strategy(self, plan: Floats) -> Floats:
        """The strategy of a plan: uniform in sets that the plan never reaches."""
        return self.normalised(plan)

    def values(self, worth: Floats, strategy: Floats) -> tuple[Floats, Floats]:
        """What each sequence and each set is worth if the player continues with this strategy.

        `worth` [sequences] is what ends right after a sequence adds (`Extensive.worth`). The values are
        counterfactual: weighted by the probability that the others and chance lead here, not by the player's own.
        """
        worth, value = worth.copy(), np.empty(self.sets)
        for sets in reversed(self.levels):
            here = self.span(sets)
            value[sets] = np.add.reduceat(strategy[here] * worth[here], self.first[sets] - here.start)
            np.add.at(worth, self.before[sets], value[sets])
        return worth, value

    def best(self, worth: Floats) -> tuple[float, Floats]:
        """The most the player can get, and a strategy that gets it: the first of the best moves at every set."""
        worth, strategy = worth.copy(), np.zeros(self.sequences)
        strategy[0] = 1
        for sets in reversed(self.levels):
            here = self.span(sets)
            begin = self.first[sets] - here.start
            value = np.maximum.reduceat(worth[here], begin)
            owner = np.repeat(np.arange(len(begin)), np.diff(self.first)[sets])
            best = worth[here] == value[owner]
            count = np.cumsum(best)  # of the best moves up to here; a set's first one is one more than before the set
            strategy[here] = best & (count == (count[begin] - best[begin])[owner] + 1)
            np.add.at(worth, self.before[sets], value)
        return float(worth[0]), strategy


@dataclass(frozen=True, eq=False)
class Extensive:
    """A whole game: every player's sets, and every end with its utilities, chance and sequences."""

    rules: Rules
    sides: tuple[Side, ...]
    chance: Floats
    """[ends] the product of the chance probabilities on the way to each end."""
    utility: Floats
    """[ends, players]"""
    sequence: Ints
    """[ends, players] the last sequence of each player."""
    histories: tuple[int, int, int]
    """How many histories are at chance, at a decision, at an end."""

    @property
    def players(self) -> int:
        """How many players."""
        return len(self.sides)

    @property
    def sets(self) -> int:
        """How many information sets all players have together."""
        return sum(side.sets for side in self.sides)

    def uniform(self) -> Profile:
        """Every player makes all moves with equal probability."""
        return tuple(side.uniform() for side in self.sides)

    def plans(self, profile: Profile) -> Profile:
        """The plans of all players' strategies."""
        return tuple(side.plan(strategy) for side, strategy in zip(self.sides, profile, strict=True))

    def worth(self, player: int, plans: Iterable[Floats]) -> Floats:
        """What the ends right after each sequence of a player add to his utility, given the plans of the others.

        The player's own plan is left out: the weight of an end is chance × the others' plans.
        """
        weight = self.chance * self.utility[:, player]
        for other, plan in enumerate(plans):
            if other != player:
                weight = weight * plan[self.sequence[:, other]]
        total: Floats = np.bincount(self.sequence[:, player], weight, self.sides[player].sequences)  # type: ignore[assignment]
        return total

    @cached_property
    def mark(self) -> str:
        """A fingerprint of the game: equal for equal sequences, chances and utilities."""
        digest = hashlib.sha256()
        for array in (self.chance, self.utility, self.sequence, *(side.parent for side in self.sides)):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()


class CannotUnfold(MossaError):
    """The game is too big for the limits, or players forget what they did: it is not solved as a whole."""


@dataclass
class _Gathering:
    """One player's sets and sequences, in the order in which they are met."""

    known: dict[Hashable, int] = field(default_factory=dict)
    moves: list[tuple[int, ...]] = field(default_factory=list)
    example: list[State] = field(default_factory=list)
    first: list[int] = field(default_factory=lambda: [1])
    before: list[int] = field(default_factory=list)
    level: list[int] = field(default_factory=list)
    owner: list[int] = field(default_factory=lambda: [-1])

    def meet(self, known: Hashable, state: State, moves: tuple[int, ...], before: int, who: str) -> int:
        """The first sequence of the set where the player knows this; the set is added if it is new."""
        number = self.known.setdefault(known, len(self.known))
        if number == len(self.before):
            self.moves.append(moves)
            self.example.append(state)
            self.before.append(before)
            self.level.append(self.level[self.owner[before]] + 1 if before else 0)
            self.owner += [number] * len(moves)
            self.first.append(self.first[-1] + len(moves))
        elif moves != self.moves[number]:
            raise MossaError(
                f"{who} has different moves in two states of one information state, {known!r}: "
                "`information_state` tells too little"
            )
        elif before != self.before[number]:
            raise CannotUnfold(
                f"{who} forgets what he did: {known!r} may follow different moves of his; "
                "`information_state` tells too little"
            )
        return self.first[number]

    def sorted(self) -> tuple[Side, Ints]:
        """The side with its sets sorted by level, and the new number of every sequence."""
        order = np.argsort(np.array(self.level, np.int64), kind="stable")
        place = np.argsort(order)
        old_first = np.array(self.first, np.int64)
        first = np.concatenate([np.ones(1, np.int64), 1 + np.cumsum(np.diff(old_first)[order])])
        owner = np.array(self.owner[1:], np.int64)
        new = np.zeros(len(self.owner), np.int64)
        new[1:] = first[place[owner]] + np.arange(1, len(self.owner)) - old_first[owner]
        known = list(self.known)
        bounds = np.searchsorted(np.array(self.level, np.int64)[order], range(max(self.level, default=-1) + 2)).tolist()
        side = Side(
            tuple(known[i] for i in order),
            tuple(self.moves[i] for i in order),
            tuple(self.example[i] for i in order),
            first,
            new[np.array(self.before, np.int64)[order]],
            tuple(map(slice, bounds[:-1], bounds[1:])),
        )
        return side, new


def unfold(rules: Rules, limits: Limits | None = None, most: int = MOST_HISTORIES) -> Extensive:
    """The extensive form of a game, from its start.

    Refuses a game of more than `most` histories, one without `information_state`, and one whose players forget.
    """
    information_state, players = rules.information_state, rules.facts.players
    if information_state is None:
        raise MossaError(
            "this game hides nothing (it has no `information_state`): minimax and alpha-beta are the methods for it"
        )
    if rules.sampled:
        raise CannotUnfold("this game draws the outcomes of chance and does not list them: it cannot be unfolded")
    limits = limits or Limits()
    deadline = time.monotonic() + limits.time if limits.time else None
    gathered = tuple(_Gathering() for _ in range(players))
    chances: list[float] = []
    utilities: list[tuple[float, ...]] = []
    ends: list[tuple[int, ...]] = []
    at_chance = at_decision = 0
    stack: list[tuple[State, float, tuple[int, ...]]] = [(rules.start(), 1.0, (0,) * players)]
    while stack:
        state, chance, sequences = stack.pop()
        met = at_chance + at_decision + len(ends) + 1
        if met > most:
            raise CannotUnfold(f"this game has more than {most:,} histories: too many to unfold")
        if met % 1024 == 0 and (limits.stop.is_set() or (deadline and time.monotonic() > deadline)):
            raise CannotUnfold(f"stopped after {met:,} histories, before the game was unfolded")
        if rules.is_over(state):
            chances.append(chance)
            utilities.append(rules.utilities(state))
            ends.append(sequences)
            continue
        moves = tuple(rules.moves(state))
        player = rules.mover(state)
        if player == CHANCE:
            at_chance += 1
            stack += [(rules.play(state, m), chance * p, sequences) for m, p in _outcomes(rules, state, moves)]
        else:
            at_decision += 1
            side = gathered[player]
            first = side.meet(
                information_state(state, player), state, moves, sequences[player], rules.player_names[player]
            )
            for offset in reversed(range(len(moves))):
                after = (*sequences[:player], first + offset, *sequences[player + 1 :])
                stack.append((rules.play(state, moves[offset]), chance, after))
    utility = np.array(utilities, np.float64).reshape(len(ends), players)
    if not np.isfinite(utility).all():
        raise MossaError("an end of this game has a utility that is not a finite number")
    sides, renumbered = zip(*(side.sorted() for side in gathered), strict=True)
    sequence = np.array(ends, np.int64).reshape(len(ends), players)
    for player, new in enumerate(renumbered):
        sequence[:, player] = new[sequence[:, player]]
    return Extensive(rules, sides, np.array(chances), utility, sequence, (at_chance, at_decision, len(ends)))


def _outcomes(rules: Rules, state: State, moves: tuple[int, ...]) -> list[tuple[int, float]]:
    """The outcomes of chance with their probabilities, the last first (for a stack)."""
    assert rules.probability is not None
    outcomes = [(move, float(rules.probability(state, move))) for move in reversed(moves)]
    if abs(sum(p for _, p in outcomes) - 1) > 1e-9 or any(p < 0 for _, p in outcomes):
        raise MossaError(f"the probabilities of chance do not add up to 1 in {rules.write_position(state)}")
    return outcomes
