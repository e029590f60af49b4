"""Cards: averaging over clairvoyance, and the better answer beside it.

A player who does not see the whole state knows only a list of *worlds* that it may be, each with its probability.
Averaging over clairvoyance ([RussellNorvig], section 5.6) solves each world as if all cards lay open, and takes the
move that is best on the average. It is wrong, since the player will not see the cards later either: in each world the
average assumes the continuation that is best there, as if he could play different strategies in worlds that he cannot
tell apart. [FrankBasin98] call this strategy fusion.

`best_defence` gives the exact answer against an opponent who sees everything and knows our strategy: the player
chooses one move for all the worlds that look alike to him; the opponent may reply differently in each world.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from mossa.core import CHANCE, Rules
from mossa.kernel.errors import MossaError
from mossa.kernel.words import u64

from .events import Spot
from .gametree import GameTree, Node
from .trace import Trace
from .values import mean

__all__ = ["Worlds", "averaged", "averaging_over_clairvoyance", "best_defence", "information_set_minimax", "worlds_of"]

Worlds = Sequence[tuple[Any, float]]
"""States that a player cannot tell apart, each with its probability."""

Vector = tuple[float, ...]
"""What a strategy is worth in each world."""

MOST_DEALS = 1000
"""So many outcomes of a deal are listed."""
SEEDS = 1000
"""How many deals are drawn where the worlds cannot be listed."""


def worlds_of(rules: Rules, state: Any, player: int | None = None) -> tuple[list[tuple[Any, float]], int]:
    """The worlds that a state may be, and the player who cannot tell them apart (by default the one to move).

    Below a chance node (the deal), all its outcomes with their probabilities; just after the deal those that look alike
    to the player; otherwise what `redeal` draws from SEEDS seeds, each world as likely as it was drawn.
    """
    rules = rules.enumerated
    if rules.is_over(state):
        raise MossaError("the game is over: there is nothing to guess")
    if rules.is_chance(state):
        worlds = list(_dealt(rules, state, 1.0))
        player = rules.mover(worlds[0][0]) if player is None else player
        if (
            rules.information_state is not None
            and len({rules.information_state(world, player) for world, _ in worlds}) > 1
        ):
            raise MossaError(f"the deal shows player {player + 1} something: give a position after it")
    elif rules.redeal is not None:
        player = rules.mover(state) if player is None else player
        if (listed := _just_dealt(rules, state, player)) is not None:
            return listed, player
        drawn: dict[Any, int] = {}
        for seed in range(SEEDS):
            world = rules.redeal(state, player, u64(seed))
            drawn[world] = drawn.get(world, 0) + 1
        worlds = [(world, count / SEEDS) for world, count in drawn.items()]
    else:
        raise MossaError("this game hides nothing: clairvoyance is for games with hidden information")
    return worlds, player


def _dealt(rules: Rules, state: Any, chance: float) -> Iterator[tuple[Any, float]]:
    """The states in which a player moves next, each with its probability; a deal may take several chance nodes."""
    if not rules.is_chance(state):
        yield state, chance
        return
    assert rules.probability is not None
    for move in rules.moves(state):
        yield from _dealt(rules, rules.play(state, move), chance * rules.probability(state, move))


def _just_dealt(rules: Rules, state: Any, player: int) -> list[tuple[Any, float]] | None:
    """The deals that a player cannot tell from this one, with their probabilities.

    None if somebody has moved since the deal, or there are too many deals to list.
    """
    start = rules.start()
    if rules.estimated or rules.information_state is None or not rules.is_chance(start):
        return None
    deals = list(islice(_dealt(rules, start, 1.0), MOST_DEALS + 1))
    if len(deals) > MOST_DEALS or all(dealt != state for dealt, _ in deals):
        return None
    seen = rules.information_state(state, player)
    alike = [(dealt, p) for dealt, p in deals if rules.information_state(dealt, player) == seen]
    total = math.fsum(p for _, p in alike)
    return [(dealt, p / total) for dealt, p in alike]


def averaged(rules: Rules, worlds: Worlds, player: int, trace: Trace | None = None) -> dict[int, Vector]:
    """By move: what it is worth to the player in each world if afterwards all cards lie open.

    The trace, if there is one, counts the states that were solved.
    """
    rules = rules.enumerated
    _check(rules, worlds, player)
    known: dict[Any, float] = {}
    value = _solver(rules, player, known)
    moves = list(rules.moves(worlds[0][0]))
    found = {move: tuple(value(rules.play(state, move)) for state, _ in worlds) for move in moves}
    if trace is not None:
        trace.nodes += len(known)
        trace.hold(len(known))
    return found


def best_defence(rules: Rules, worlds: Worlds, player: int, trace: Trace | None = None) -> dict[int, Vector]:
    """By move: what it is worth to the player in each world if he continues as well as possible without seeing more.

    His strategy is a pure one: a move for everything he may come to know. The opponents know it, and the world. Of the
    strategies that begin with the move, the one with the best mean counts; its value in each world is exact.
    """
    _check(rules, worlds, player)
    weights = [p for _, p in worlds]
    fronts = _ParetoFronts(rules.enumerated, player)
    states = [state for state, _ in worlds]
    found = {}
    for move in rules.moves(states[0]):
        vectors = fronts.of([rules.play(state, move) for state in states])
        found[move] = max(vectors, key=lambda vector: mean(weights, vector))
    if trace is not None:
        trace.nodes += sum(map(len, fronts.known))
        trace.hold(sum(map(len, fronts.known)))
    return found


def _check(rules: Rules, worlds: Worlds, player: int) -> None:
    """Refuse worlds in which the player is not to move, or that he can tell apart."""
    if not worlds:
        raise MossaError("there is no world to choose in")
    if rules.information_state is None:
        raise MossaError("this game hides nothing: clairvoyance is for games with hidden information")
    if any(rules.is_over(state) or rules.mover(state) != player for state, _ in worlds):
        raise MossaError(f"player {player + 1} is not to move in every world")
    if len({rules.information_state(state, player) for state, _ in worlds}) > 1:
        raise MossaError(f"player {player + 1} can tell these worlds apart: give those that look alike to him")
    if not math.isclose(math.fsum(p for _, p in worlds), 1, abs_tol=1e-9):
        raise MossaError("the probabilities of the worlds do not add up to 1")


def _solver(rules: Rules, player: int, known: dict[Any, float]) -> Callable[[Any], float]:
    """Expectiminimax for one player against all others, all cards open, each state once."""

    def value(state: Any) -> float:
        if state not in known:
            known[state] = solve(state)
        return known[state]

    def solve(state: Any) -> float:
        if rules.is_over(state):
            return rules.utility(state, player)
        mover = rules.mover(state)
        below = [value(rules.play(state, move)) for move in rules.moves(state)]
        if mover == CHANCE:
            assert rules.probability is not None
            return mean((rules.probability(state, move) for move in rules.moves(state)), tuple(below))
        return max(below) if mover == player else min(below)

    return value


class _ParetoFronts:
    """What the player can reach in several worlds at once.

    A strategy gives him a vector, its value in each world. `of(worlds)` is the set of vectors of all his strategies,
    without those that another one equals or beats in every world.
    """

    def __init__(self, rules: Rules, player: int) -> None:
        self.rules = rules
        self.player = player
        self.known: dict[tuple[Any, ...], tuple[Vector, ...]] = {}
        """By worlds that look alike to him."""

    def of(self, worlds: Sequence[Any]) -> tuple[Vector, ...]:
        """For worlds that he may or may not be able to tell apart: he has a strategy for each he can."""
        assert self.rules.information_state is not None
        alike: dict[Any, list[int]] = {}
        for i, state in enumerate(worlds):
            alike.setdefault(self.rules.information_state(state, self.player), []).append(i)
        groups = list(alike.values())
        fronts = [self._alike(tuple(worlds[i] for i in group)) for group in groups]
        vectors = []
        for combination in product(*fronts):  # a strategy for each group
            vector = [0.0] * len(worlds)
            for group, part in zip(groups, combination, strict=True):
                for i, v in zip(group, part, strict=True):
                    vector[i] = v
            vectors.append(tuple(vector))
        return _undominated(vectors)

    def _alike(self, worlds: tuple[Any, ...]) -> tuple[Vector, ...]:
        if worlds not in self.known:
            self.known[worlds] = self._expand(worlds)
        return self.known[worlds]

    def _expand(self, worlds: tuple[Any, ...]) -> tuple[Vector, ...]:
        rules = self.rules
        if any(map(rules.is_over, worlds)):  # he knows that the game is over, so it is so in all of them
            return (tuple(rules.utility(state, self.player) for state in worlds),)
        if rules.mover(worlds[0]) == self.player:
            moves = rules.moves(worlds[0])
            return _undominated(
                [vector for move in moves for vector in self.of([rules.play(state, move) for state in worlds])]
            )
        # Another player or chance moves, independently in each world; the player's strategy depends on what he sees of
        # it.
        moves_in = [list(rules.moves(state)) for state in worlds]
        below = [rules.play(state, move) for state, moves in zip(worlds, moves_in, strict=True) for move in moves]
        vectors = []
        for vector in self.of(below):
            parts = iter(vector)
            vectors.append(
                tuple(
                    self._reply(state, [next(parts) for _ in moves])
                    for state, moves in zip(worlds, moves_in, strict=True)
                )
            )
        return _undominated(vectors)

    def _reply(self, state: Any, values: list[float]) -> float:
        """What an opponent or chance makes of the values of its moves."""
        if not self.rules.is_chance(state):
            return min(values)
        assert self.rules.probability is not None
        return mean((self.rules.probability(state, move) for move in self.rules.moves(state)), tuple(values))


def _undominated(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """The vectors that no other one equals or beats in every place."""
    kept: list[Vector] = []
    for vector in sorted(set(vectors), reverse=True):  # a vector comes after all that dominate it
        if not any(all(a >= b for a, b in zip(other, vector, strict=True)) for other in kept):
            kept.append(vector)
    return tuple(kept)


def averaging_over_clairvoyance(tree: GameTree) -> Trace:
    """The move that is best on the average of the worlds, each solved with all cards open."""
    return _decide(tree, averaged)


def information_set_minimax(tree: GameTree) -> Trace:
    """The move that is best if the player has to make the same moves in all worlds that look alike to him."""
    return _decide(tree, best_defence)


def _decide(tree: GameTree, values: Callable[[Rules, Worlds, int, Trace], dict[int, Vector]]) -> Trace:
    """A tree of two plies: the player's move, then chance tells the world, whose value is the leaf."""
    rules, trace = tree.rules, tree.trace
    worlds, player = worlds_of(rules, tree.root.state)
    tree.root = Node(worlds[0][0])  # the state as the player sees it
    trace.spots[()] = Spot("max" if tree.is_max(tree.root) else "min")
    trace.enter(())
    sign = 1 if tree.is_max(tree.root) else -1
    means = []
    for place, (move, vector) in enumerate(values(rules, worlds, player, trace).items()):
        trace.spots[(place,)] = Spot("chance", rules.write_move(worlds[0][0], move))
        trace.enter((place,))
        for i, (v, (_, p)) in enumerate(zip(vector, worlds, strict=True)):
            trace.spots[(place, i)] = Spot("leaf", f"world {i + 1}", p)
            trace.leaf((place, i), sign * v)
        means.append(trace.back((place,), sign * mean((p for _, p in worlds), vector)))
    value = max(means) if sign > 0 else min(means)
    return tree.decide(trace.back((), value), exact=True)
