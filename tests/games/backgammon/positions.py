"""Positions with dice, and random positions, for the tests of backgammon."""

from __future__ import annotations

import random

from mossa.games.backgammon.notation import (
    on_board,
)
from mossa.games.backgammon.rules import PLAY, State


def thrown(state: State, dice: tuple[int, int]) -> State:
    return state._replace(stage=PLAY, dice=8 * max(dice) + min(dice))


def scattered(random_: random.Random) -> State:
    """A position with its checkers anywhere, or all at home, or some off."""
    own, other = [0] * 25, [0] * 25
    reach = random_.choice((6, 6, 9, 24, 25))
    for mine, theirs in ((own, other), (other, own)):
        for _ in range(random_.randint(1, 15)):
            point = random_.randrange(reach)
            if point == 24 or theirs[23 - point] == 0:
                mine[point] += 1
    return on_board([*other[:-1], other[-1] + (sum(other) == 0)], [*own[:-1], own[-1] + (sum(own) == 0)])
