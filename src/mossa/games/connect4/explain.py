"""The evaluation explained: threats and places, for Red."""

from mossa import bit_count
from mossa.core.explanation import Explanation, Feature

from .evaluation import CENTRE, INNER, MIDDLE, PLACE, THREAT, evaluate, threats
from .rules import State, mover

__all__ = ["explain"]


def explain(state: State) -> Explanation:
    """The features of a position and what each contributes.

    >>> import mossa
    >>> explain(mossa.game("connect4").after("4 1 4 1").state).lines()[-1]
    '+0.06 points for Red'
    """
    sign = -1 if mover(state) else 1
    mine, theirs = state.mine, state.mine ^ state.mask
    red, yellow = (mine, theirs) if sign > 0 else (theirs, mine)

    def feature(name: str, about: str, weight: int, first: int, second: int) -> Feature:
        sides = (float(weight * bit_count(first)), float(weight * bit_count(second)))
        return Feature(name, about, sides[0] - sides[1], sides)

    found = (
        feature(
            "threats",
            "empty cells that would complete four",
            THREAT,
            threats(red, state.mask),
            threats(yellow, state.mask),
        ),
        feature("middle", "stones in the middle columns", MIDDLE, red & CENTRE, yellow & CENTRE),
        feature("inner", "stones off the outer columns", PLACE, red & INNER, yellow & INNER),
    )
    return Explanation.of(sign * evaluate(state), found, "Red", "points")
