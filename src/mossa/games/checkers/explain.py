"""The evaluation explained: what each kind of pattern contributes, for Black."""

from __future__ import annotations

from mossa import bit_count
from mossa.core.explanation import Explanation, Feature

from .evaluation import ALL_PIECES, evaluate
from .patterns import CONTENTS, KING_STEPS, KINGS, MEN, MEN_STEPS, MY_KING, RUN, STUCK, THE_MOVE, features
from .rules import State
from .weights import UNIT, weights

__all__ = ["explain"]

KINDS = (
    (0, "rows", "how the men stand in neighbouring rows"),
    (7 * CONTENTS, "blocks", "how the men stand in blocks of four rows"),
    (MEN, "men", "how many men there are"),
    (KINGS, "kings", "how many kings there are"),
    (MY_KING, "king_squares", "where the kings stand"),
    (MEN_STEPS, "men_steps", "how much the men can move"),
    (KING_STEPS, "king_steps", "how much the kings can move"),
    (STUCK, "stuck_kings", "kings that cannot move"),
    (RUN, "runners", "men with a free way to the king row"),
    (THE_MOVE, "opposition", "who has the opposition"),
)
"""Where each table of `patterns` begins, its name and its meaning."""


def explain(state: State) -> Explanation:
    """The features of a position and what each contributes.

    >>> import mossa
    >>> explanation = explain(mossa.game("checkers").after("11-15 23-19").state)
    >>> abs(explanation.score - sum(feature.balance for feature in explanation.features)) < 1
    True
    """
    known, sign, pieces = weights(), -1 if state.turn else 1, bit_count(state.pieces)
    sums = dict.fromkeys(KINDS, 0)
    for place in features(state):
        packed = int(known[place])
        on_empty = (packed + 32768 & 65535) - 32768
        on_full = packed - on_empty >> 16
        kind = max((one for one in KINDS if one[0] <= place), key=lambda one: one[0])
        sums[kind] += on_full * pieces + on_empty * (ALL_PIECES - pieces)
    found = [Feature(name, about, sign * value / (ALL_PIECES * UNIT)) for (_, name, about), value in sums.items()]
    return Explanation.of(sign * evaluate(state), found, "Black", "men")
