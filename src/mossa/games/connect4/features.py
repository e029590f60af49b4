"""The named features of Connect Four and what each is worth: with these weights they are its evaluation."""

from mossa import bit_count

from .evaluation import CENTRE, INNER, MIDDLE, PLACE, THREAT
from .evaluation import threats as threats_of
from .rules import State

__all__ = ["FEATURES", "FEATURE_WEIGHTS"]


def threats(state: State) -> int:
    """empty cells that would complete four"""
    theirs = state.mine ^ state.mask
    return bit_count(threats_of(state.mine, state.mask)) - bit_count(threats_of(theirs, state.mask))


def middle(state: State) -> int:
    """stones in the middle columns"""
    return bit_count(state.mine & CENTRE) - bit_count((state.mine ^ state.mask) & CENTRE)


def inner(state: State) -> int:
    """stones off the outer columns"""
    return bit_count(state.mine & INNER) - bit_count((state.mine ^ state.mask) & INNER)


FEATURES = {"threats": threats, "middle": middle, "inner": inner}
FEATURE_WEIGHTS = {"threats": THREAT, "middle": MIDDLE, "inner": PLACE}
