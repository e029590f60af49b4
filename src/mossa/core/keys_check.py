"""Does a key mix states that are worth different things? Pairs of states with one key are compared by a small search.

The search of a state gives limits of its value: proven outcomes count as they are, and what lies beyond the horizon may
be anything between the declared bounds. Where the limits of two states do not overlap, no value is right for both.
"""

from __future__ import annotations

from collections.abc import Iterator

from .facts import CHANCE
from .position import Position
from .protocol import State
from .rules import Rules

__all__ = ["KeysCheck"]

BUDGET = 40_000
"""Nodes of all searches together."""
NODES = 150
"""Nodes of the searches of one state: enough near the end, and few elsewhere."""
DEEPEST = 8
CHILDREN = 40
"""The most children of a state that are compared with others."""
ROUNDING = 1e-9

Limits = tuple[float, float]
"""Limits of a value: at least, at most."""


class KeysCheck:
    """A test of a state, for `mossa check`, that remembers the states it has met."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._met: dict[int, State] = {}
        self._nodes = budget

    def __call__(self, at: Position) -> Iterator[str]:
        """The faults of a position."""
        rules, facts = at.game.rules, at.game.facts
        if not facts.perfect or facts.players > 2 or (facts.players == 2 and not facts.zero_sum):
            return
        step = 1 + len(at.legal) // CHILDREN
        for state in (at.state, *(rules.play(at.state, move) for move in at.legal[::step])):
            other = self._met.setdefault(rules.key(state), state)
            if other != state and self._nodes > 0:
                yield from self._compare(rules, other, state)

    def _compare(self, rules: Rules, one: State, other: State) -> Iterator[str]:
        searches = [_Search(rules, state) for state in (one, other)]
        for depth in range(DEEPEST + 1):
            left = sum(search.left for search in searches)
            first, second = (search.worth(depth) for search in searches)
            self._nodes -= left - sum(search.left for search in searches)
            if first is None or second is None:  # too many nodes
                return
            if first[0] > second[1] + ROUNDING or second[0] > first[1] + ROUNDING:
                yield (
                    f"{tuple(one)} and {tuple(other)} have the key {int(rules.key(one))}, but the first is worth "
                    f"{_shown(first)} and the second {_shown(second)}"
                )
                return
            if first[0] == first[1] and second[0] == second[1]:
                return


class _Search:
    """Searches of one state, deeper and deeper, with a limit of nodes for all of them."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state, self.left = rules, state, NODES
        mover = rules.mover(state)
        self.player = max(0, mover)
        """Whose value it is: the mover's; where chance moves, that of the first player."""

    def worth(self, depth: int) -> Limits | None:
        """The limits of the value; None if it takes too many nodes."""
        try:
            return self._limits(self.state, depth)
        except _TooBig:
            return None

    def _limits(self, state: State, depth: int) -> Limits:
        rules, facts = self.rules, self.rules.facts
        self.left -= 1
        if self.left < 0:
            raise _TooBig
        if rules.is_over(state):
            value = float((rules.score or rules.utility)(state, self.player))
            return value, value
        if depth == 0 or rules.is_sampled(state):
            low, high = facts.score if rules.score is not None and facts.score is not None else facts.utility
            return float(low), float(high)
        mover, moves = rules.mover(state), list(rules.moves(state))
        found = [self._limits(rules.play(state, move), depth - 1) for move in moves]
        if mover == CHANCE and rules.probability is not None:
            shares = [rules.probability(state, move) for move in moves]
            low, high = (sum(share * one[i] for share, one in zip(shares, found, strict=True)) for i in (0, 1))
            return low, high
        choose = max if mover == self.player else min
        return choose(low for low, _ in found), choose(high for _, high in found)


class _TooBig(Exception):
    """The search takes too many nodes."""


def _shown(limits: Limits) -> str:
    low, high = limits
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
