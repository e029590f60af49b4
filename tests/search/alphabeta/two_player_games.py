"""The registered games that the engines of two players play, and positions of them."""

from __future__ import annotations

import random

import mossa
from mossa import Game, MossaError
from mossa.core.protocol import State
from mossa.search.common.scores import require_scores

__all__ = ["TWO_PLAYER_GAMES", "later_states", "plays", "random_tree"]


SMALLER = {"gomoku": "gomoku:size=5", "hex": "hex:size=4"}
"""Boards that are too big for the interpreted engine, and the same games on smaller ones."""


def plays(name: str) -> bool:
    """Does alpha-beta play this game?"""
    try:
        require_scores(mossa.game(name))
    except MossaError:
        return False
    return True


TWO_PLAYER_GAMES = [SMALLER.get(name, name) for name in mossa.names() if plays(name)]
"""Names of all games that alpha-beta accepts."""


def later_states(game: Game, count: int, seed: str) -> list[State]:
    """States met in random games, none of them an end, each further on than the one before."""
    found = []
    for number in range(count):
        chooser = random.Random(f"{game.name} {seed} {number}")
        at, path = game.start(), []
        while not at.is_over:
            path.append(at.state)
            at = at.play(chooser.choice(at.legal))
        found.append(path[len(path) * number // count])
    return found


def random_tree(chooser: random.Random, depth: int = 4) -> str:
    """A tree as text: whole leaves from −5 to 5, some players moving twice in a row, some lines shorter."""

    def node(depth: int) -> str:
        if depth == 0 or chooser.random() < 0.2:
            return str(chooser.randint(-5, 5))
        children = " ".join(node(depth - 1) for _ in range(chooser.randint(1, 3)))
        return f"{chooser.choice(('', '', 'max', 'min'))}({children})"

    return f"({' '.join(node(depth - 1) for _ in range(3))})"
