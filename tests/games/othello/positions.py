"""States of random games for the tests of Othello."""

import random

import mossa
from mossa.games.othello.rules import State

OTHELLO = mossa.game("othello")

RULES = OTHELLO.rules


def some_states(count: int, seed: int) -> list[State]:
    """States of random games, from all stages."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        at = RULES.start()
        while not RULES.is_over(at):
            at = RULES.play(at, chooser.choice(RULES.legal(at)))
            if chooser.random() < 0.1:
                found.append(at)
    return found[:count]
