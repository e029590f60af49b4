"""Random trees as games, made fast: thousands of them in a second; and what a trace of one says."""

import random
from collections.abc import Callable
from typing import NamedTuple

from mossa import CHANCE, Facts
from mossa.core import Rules
from mossa.search.textbook import Trace

TREES = 10_000
"""Random trees of each kind that the tests go through."""


class State(NamedTuple):
    node: int


def as_rules(nested: object, players: int = 2, bounds: tuple[float, float] = (-9, 9), zero_sum: bool = True) -> Rules:
    """A game from nested Python: a leaf is a number or a tuple of utilities, a list is a decision `[mover, child, …]`,
    a dictionary chance `{child's place: (probability, child)}`."""
    children: list[list[int]] = []
    movers: list[int] = []
    leaves: list[tuple[float, ...]] = []
    chances: list[float] = []

    def add(node: object, chance: float) -> int:
        index = len(movers)
        children.append([])
        movers.append(0)
        leaves.append(())
        chances.append(chance)
        if isinstance(node, list):
            movers[index] = node[0]
            children[index] = [add(child, 1.0) for child in node[1:]]
        elif isinstance(node, dict):
            movers[index] = CHANCE
            children[index] = [add(child, p) for p, child in node.values()]
        elif isinstance(node, tuple):
            leaves[index] = node
        else:
            leaves[index] = (node, -node)
        return index

    add(nested, 1.0)
    return Rules(
        Facts(
            players=players,
            chance=CHANCE in movers,
            zero_sum=zero_sum,
            utility=bounds,
            widest=max(1, *map(len, children)),
            longest=50,
        ),
        start=lambda: State(0),
        mover=lambda state: movers[state.node],
        moves=lambda state: iter(range(len(children[state.node]))),
        play=lambda state, move: State(children[state.node][move]),
        utility=lambda state, player: leaves[state.node][player],
        is_over=lambda state: not children[state.node],
        key=hash,
        probability=lambda state, move: chances[children[state.node][move]],
    )


def random_tree(
    seed: int,
    *,
    players: int = 2,
    chance: bool = False,
    leaf: Callable[[random.Random], object] | None = None,
    deep: int = 4,
    strict: bool = False,
) -> object:
    """A random nested tree, small values so that there are ties; players mostly take turns, or always if `strict`."""
    rng = random.Random(seed)
    leaf = leaf or (lambda rng: rng.randint(-3, 3))

    def grow(ply: int, mover: int) -> object:
        if ply == deep or (ply > 1 and rng.random() < 0.25):
            return leaf(rng)
        if not strict and rng.random() < 0.1:
            mover = rng.randrange(players)
        if chance and rng.random() < 0.4:
            weights = [rng.randint(1, 5) for _ in range(rng.randint(1, 3))]
            return {i: (w / sum(weights), grow(ply + 1, mover)) for i, w in enumerate(weights)}
        return [mover, *(grow(ply + 1, (mover + 1) % players) for _ in range(rng.randint(1, 3)))]

    return grow(0, 0)


def zero_sum_triple(rng: random.Random) -> tuple[int, int, int]:
    """Utilities of three players that add up to 0."""
    a, b = rng.randint(-3, 3), rng.randint(-3, 3)
    return (a, b, -a - b)


def unseen(trace: Trace) -> list[object]:
    """The leaves that were never looked at."""
    seen = {event.path for event in trace.events if event.kind == "leaf"}
    return [spot.worth for path, spot in trace.spots.items() if spot.kind == "leaf" and path not in seen]


def reasons(trace: Trace) -> list[str]:
    """Why each cut was made."""
    return [event.reason for event in trace.events if event.kind == "cut"]
