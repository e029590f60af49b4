"""Does a player see only what he knows? What he is shown is compared in pairs of states that he cannot tell apart.

Beside a random game run, for each player, some *twins*: other courses of the game that are the same to him. One begins
where a move was hidden from him (a card dealt to somebody else), with another move in its place, and goes on with the
same moves as long as nothing that he learns differs. Beside twins, states that `redeal` draws are compared.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from mossa.kernel.layout import flatten
from mossa.kernel.words import u64

from .position import Position
from .protocol import State

__all__ = ["SecretsCheck", "View"]

View = Callable[[Position, int], Any]
"""What a player is shown of a position: any value that can be compared."""

TWINS = 4
"""The most twins that a player has."""
ALTERNATIVES = 40
"""The most moves that are tried in place of a hidden one."""
REDEALS = 40
"""States drawn from each of two states, to compare what is drawn."""
COMPARISONS = 12
"""Pairs of states whose redeals are compared: each pair takes REDEALS of them."""


def board(at: Position, viewer: int) -> Any:
    """The cells of the board and its notes."""
    return at.scene(viewer)


def own_moves(at: Position, viewer: int) -> Any:
    """The moves that he may choose from, as text."""
    return at.moves if not at.is_over and at.mover == viewer else ()


VIEWS: Mapping[str, View] = {"board": board, "list of moves": own_moves}
"""What every program shows; others bring their own."""


class SecretsCheck:
    """A test of a state, for `mossa check`, that remembers the twins of the game it goes along."""

    def __init__(self, views: Mapping[str, View]) -> None:
        self.views = {**VIEWS, **views}
        self._twins: dict[int, tuple[Position, list[list[Position]]]] = {}
        self._compared = 0

    def __call__(self, at: Position) -> Iterator[str]:
        """The faults of a position."""
        rules, facts = at.game.rules, at.game.facts
        if facts.perfect or rules.information_state is None or rules.redeal is None or at.is_over:
            return
        for player, twins in enumerate(self.twins(at)):
            for twin in twins:
                yield from self._differences(at, twin, player)
                yield from self._redealt_alike(at, twin, player)
            alone = Position(at.game, at.state)
            other = rules.redeal(at.state, player, u64(1))
            if other != at.state:
                yield from self._differences(alone, Position(at.game, other), player)

    def twins(self, at: Position) -> list[list[Position]]:
        """For each player the twins of a position."""
        if at.parent is None:
            self._twins.clear()
        todo, one = list[Position](), at
        while id(one) not in self._twins and one.parent is not None:
            todo.append(one)
            one = one.parent
        known = self._twins[id(one)][1] if id(one) in self._twins else [[] for _ in range(at.game.facts.players)]
        for one in reversed(todo):
            known = [_next_twins(one, twins, player) for player, twins in enumerate(known)]
            self._twins[id(one)] = (one, known)  # with the position itself, so that its id stays its own
        return known

    def _differences(self, at: Position, twin: Position, player: int) -> Iterator[str]:
        for name, view in self.views.items():
            shown, other = view(at, player), view(twin, player)
            if shown != other:
                yield (
                    f"the {name} shows player {player} what he cannot know: {_difference(shown, other)}, "
                    f"in {tuple(at.state)} and in {tuple(twin.state)}"
                )

    def _redealt_alike(self, at: Position, twin: Position, player: int) -> Iterator[str]:
        """Players think about the states that `redeal` draws; so these must not depend on what is hidden."""
        self._compared += 1
        redeal = at.game.rules.redeal
        if self._compared > COMPARISONS or redeal is None:
            return
        drawn = [_columns([redeal(one.state, player, u64(seed)) for seed in range(REDEALS)]) for one in (at, twin)]
        if any(map(_differ, *drawn)):
            yield (
                f"redeal draws other states for player {player} from {tuple(at.state)} than from "
                f"{tuple(twin.state)}, which he cannot tell apart"
            )


def _next_twins(at: Position, twins: list[Position], player: int) -> list[Position]:
    """Courses of the game that are the same to a player as the one to `at`; `twins` are those of the one before."""
    rules, before = at.game.rules, at.parent
    information_state = rules.information_state
    assert before is not None
    assert information_state is not None
    if at.is_over:
        return []
    known, found = information_state(at.state, player), dict[Any, Position]()
    for origin in (*twins, before):
        others = [move for move in islice(origin.legal, ALTERNATIVES) if move != at.last]
        for move in others if origin is before else [at.last, *others]:
            if move is None or move not in origin.legal or len(found) == TWINS:
                continue
            state = rules.play(origin.state, move)
            if state != at.state and not rules.is_over(state) and information_state(state, player) == known:
                found.setdefault(state, Position(at.game, state, origin, move))
                if origin is not before:
                    break
    return list(found.values())


def _columns(states: list[State]) -> list[Counter[int]]:
    """For each number of a state, how often it had each value."""
    return [Counter(map(int, column)) for column in zip(*map(flatten, states), strict=True)]


def _differ(one: Counter[int], other: Counter[int]) -> bool:
    """Are two samples of one size from different distributions, without reasonable doubt (a test of homogeneity)?"""
    values = one.keys() | other.keys()
    statistic = sum((one[value] - other[value]) ** 2 / (one[value] + other[value]) for value in values)
    freedom = len(values) - 1
    return statistic > freedom + 12 * math.sqrt(2 * freedom) + 20


def _difference(shown: Any, other: Any) -> str:
    """The first place where two values differ."""
    if hasattr(shown, "text") and callable(shown.text):
        shown, other = (shown.text(), other.text()) if shown.text() != other.text() else (shown.svg(), other.svg())
    lines = [str(one).splitlines() for one in (shown, other)]
    pairs = ((a, b) for a, b in zip(*lines, strict=False) if a != b)
    first, second = next(pairs, (str(shown), str(other)))
    start = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    first, second = (" ".join(one[max(0, start - 20) : start + 20].split()) for one in (first, second))
    return f"{first!r} or {second!r}"
