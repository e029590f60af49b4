"""Random games whose states are reached in several ways, for tables; and minimax on them, as naive as can be."""

import random
from typing import NamedTuple

from mossa import Facts
from mossa.core import Rules

GRAPHS = 2000
"""Random games of each kind that the tests go through."""


class State(NamedTuple):
    layer: int
    place: int


def random_graph(seed: int, *, layers: int = 4, width: int = 3, circles: bool = False) -> Rules:
    """A game in layers of a few states each, so that many lines meet; with `circles`, some moves go back up."""
    rng = random.Random(seed)
    below: dict[State, list[State]] = {}
    worth: dict[State, int] = {}
    looks: dict[State, int] = {}
    for layer in range(layers):
        for place in range(width):
            state = State(layer, place)
            below[state] = [State(layer + 1, rng.randrange(width)) for _ in range(rng.randint(1, 3))]
            if circles and layer > 1 and rng.random() < 0.4:
                below[state].append(State(layer - 1, rng.randrange(width)))
            looks[state] = rng.randint(-900, 900)
    for place in range(width):
        worth[State(layers, place)] = rng.randint(-3, 3)
    return Rules(
        Facts(players=2, utility=(-3, 3), widest=4, longest=None),
        start=lambda: State(0, 0),
        mover=lambda state: state.layer % 2,
        moves=lambda state: iter(range(len(below[state]))),
        play=lambda state, move: below[state][move],
        utility=lambda state, player: worth[state] if player == 0 else -worth[state],
        is_over=lambda state: state.layer == layers,
        evaluate=lambda state: looks[state],
        key=hash,
    )
