"""A proof in one call of machine code: the windows between which a value lies, until they meet or it takes too long."""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.search.common.scores import POINT

from .memory import Memory
from .root import search_root

__all__ = ["BEST", "BOUNDS", "CERTAIN", "LEAST", "MOST", "NO_SPAN", "STOPPED", "next_window", "prove"]

game: KernelRules = slot("game")

LEAST, MOST, BEST = 0, 1, 2
"""Places in the bounds that `prove` narrows: at least, at most, and a move that is worth the lower bound, or NONE."""
STOPPED, CERTAIN = 3, 4
"""Behind them `prove` says whether it was stopped, and whether nothing depended on a limit of depth."""
BOUNDS = 5
"""The length of all that."""
NO_SPAN = 1 << 60
"""The greatest score of a game without a scale of its own: none of its bounds is far out."""


def next_window(least: int, most: int, span: int) -> int:
    """Where to put the next null window: is the score more than this? `span` is the greatest score of the game.

    A bound beyond half the span is probed before anything else is asked, that on the farther side before the other: a
    quick win is then proven by the plies up to it, where the question whether the game is won at all takes a search of
    all that follows. Next comes 0. Once the winner is known, a bound beyond two fifths of the span is probed likewise;
    else the windows go away from 0 in doubled steps; and once these lead too far, to the middle. Where proofs are
    expensive, scores near 0 are common, and windows far from the score are cheap.
    """
    lost = most <= 0
    if lost:  # as the other side sees it
        least, most = -most, -least
    window = 0
    if least > 0:
        window = min(2 * least - 1, (least + most) // 2, most - 1)
        if 5 * most > 2 * span and 3 * most // 4 >= 2 * least - 1:
            window = 3 * most // 4
    elif most >= -least and 2 * most > span:
        window = 3 * most // 4
    elif most < -least and -2 * least > span:
        window = -1 - 3 * -least // 4
    return -1 - window if lost else window


def prove(
    state: Any, depth: int, span: int, limit: int, memory: Memory, moves: Ints, scores: Ints, bounds: Ints
) -> int:
    """Narrow the bounds of a state's score by null windows, until they meet or the memory has `limit` nodes.

    Returns the number of moves that were looked at, which stand in `moves`; the best of them is first, if it is known.
    The signal to stop is not set afterwards.
    """
    unit = 1
    if game.HAS_SCORE:
        unit = POINT
        if game.HAS_BOUNDS:
            low, high = game.bounds(state)
            bounds[LEAST], bounds[MOST] = max(bounds[LEAST], low * POINT), min(bounds[MOST], high * POINT)
    n = game.sufficient(state, moves, 0)
    for i in range(1, n):  # in the order of the game's own move ordering
        move: int = moves[i]
        order, j = game.order(state, move), i
        while j > 0 and game.order(state, moves[j - 1]) < order:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move
    before: int = memory.limit
    memory.limit = min(before, limit)
    while n > 0 and bounds[LEAST] < bounds[MOST] and memory.signal.stop == 0:
        middle = unit * next_window(bounds[LEAST] // unit, bounds[MOST] // unit, span)
        score = search_root(state, depth, middle, middle + 1, memory, moves, scores, 0, n)
        if memory.signal.stop == 0:
            if score <= middle:
                bounds[MOST] = score
            else:
                bounds[LEAST], bounds[BEST] = score, moves[0]
    bounds[STOPPED] = memory.signal.stop
    bounds[CERTAIN] = 1 if memory.horizon == 0 else 0
    memory.limit, memory.horizon, memory.signal.stop = before, 0, 0
    return n
