"""The evaluation explained: what each kind of pattern contributes, for Black."""

from __future__ import annotations

from mossa import bit_count
from mossa.core.explanation import Explanation, Feature

from .evaluation import evaluate
from .patterns import FIRST, SIZE, features, instances, stage
from .rules import State
from .weights import weights

__all__ = ["explain"]

KINDS = (
    ("edge", "an edge and the squares diagonal to its corners"),
    ("corner", "a corner, three squares by three"),
    ("corner_5", "a corner, five squares by two"),
    ("line_2", "the lines next to the edges"),
    ("line_3", "the third lines"),
    ("line_4", "the fourth lines"),
    ("diagonal_8", "the long diagonals"),
    ("diagonal_7", "diagonals of seven squares"),
    ("diagonal_6", "diagonals of six"),
    ("diagonal_5", "diagonals of five"),
    ("diagonal_4", "diagonals of four"),
)
"""Name and meaning of each of `patterns.PATTERNS`."""
TABLES = (
    ("moves", "how many moves the mover has"),
    ("replies", "how many moves the opponent has"),
    ("discs", "how far the game has come"),
)


def explain(state: State) -> Explanation:
    """The features of a position and what each contributes.

    >>> import mossa
    >>> explanation = explain(mossa.game("othello").after("f5 d6 c3 d3").state)
    >>> explanation.score == round(sum(feature.balance for feature in explanation.features))
    True
    """
    known, sign = weights(), -1 if state.turn else 1
    at = SIZE * stage(bit_count(state.mine | state.theirs))
    sums = dict.fromkeys([*TABLES, *KINDS], 0)
    kinds = {one.first: KINDS[one.pattern] for one in instances()}
    starts = sorted(kinds)
    for number, place in enumerate(features(state)):
        inside = place - at
        kind = TABLES[number] if inside < FIRST else kinds[max(start for start in starts if start <= inside)]
        sums[kind] += int(known[place])
    found = [Feature(name, about, sign * float(value)) for (name, about), value in sums.items()]
    return Explanation.of(sign * evaluate(state), found, "Black", "discs")
