"""Stable discs are never turned."""

import random

import mossa
from mossa import bit_count
from mossa.games.othello.stability import stable

OTHELLO = mossa.game("othello")

RULES = OTHELLO.rules


def test_stable_discs_are_never_turned():
    chooser, counted = random.Random(6), 0
    for _ in range(25):
        at, seen = RULES.start(), []
        while not RULES.is_over(at):
            seen.append((at.turn, stable(at.mine, at.theirs), stable(at.theirs, at.mine)))
            at = RULES.play(at, chooser.choice(RULES.legal(at)))
        for turn, mine, theirs in seen:
            mine, theirs = (mine, theirs) if turn == at.turn else (theirs, mine)
            assert mine & ~at.mine == 0
            assert theirs & ~at.theirs == 0
            counted += bit_count(mine | theirs)
    assert counted > 25 * 100
