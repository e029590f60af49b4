"""Exact solver of the last plies, with special cases as in every strong program: `near_end` and `solve_end`.

With few empty squares, move lists and the transposition table cost more than they save: the squares are arguments, and
tried in the order of *parity*. The board is cut into four quadrants; a player who moves into a quadrant with an odd
number of empty squares tends to make the last move there, so those squares come first.

Scores are final differences of discs from the mover's side, fail-soft: exact between alpha and beta, otherwise a bound.
Every position counts as a node, down to those with a single empty square.
"""

from mossa import bit_count, lowest_bit, parallel_extract, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes, Ints, Words

from .rules import SQUARES, State, flips, margin, mobility
from .stability import stable

LAST_EMPTIES = 7  # empty squares that the solver takes over at
STABLE = 0  # stable discs of the opponent are counted if alpha is at least this: then the cut pays
NONE = -128  # below every score: a disc on this square flips nothing
QUADRANTS = (u64(0x000000000F0F0F0F), u64(0x00000000F0F0F0F0), u64(0x0F0F0F0F00000000), u64(0xF0F0F0F000000000))


def near_end(state: State) -> bool:
    return bit_count(state.mine | state.theirs) >= SQUARES - LAST_EMPTIES


def plies_left(state: State) -> int:
    """The number of empty squares (a forced pass offers no choice)."""
    return SQUARES - bit_count(state.mine | state.theirs)


def solve_end(state: State, alpha: int, beta: int) -> tuple[int, int]:
    """(score, nodes), also of a finished game."""
    return solve_few(state.mine, state.theirs, alpha, beta)


def solve_few(mine: u64, theirs: u64, alpha: int, beta: int) -> tuple[int, int]:
    """(score, nodes) with up to LAST_EMPTIES empty squares."""
    empty = ~(mine | theirs)
    odd = odd_quadrants(empty)
    if bit_count(empty) <= 4:
        return solve_last(mine, theirs, odd, empty & ~odd, alpha, beta)
    if alpha >= STABLE and 2 * bit_count(theirs) >= 64 - alpha:
        most = 64 - 2 * bit_count(stable(theirs, mine))
        if most <= alpha:
            return most, 0
    legal = mobility(mine, theirs)
    if legal == 0:
        if mobility(theirs, mine) == 0:
            return margin(mine, theirs), 0
        score, nodes = solve_few(theirs, mine, -beta, -alpha)
        return -score, nodes + 1
    best, nodes = NONE, 0
    squares = legal & odd if legal & odd != 0 else legal
    while legal != 0 and best < beta:
        square = lowest_bit(squares)
        squares &= squares - 1
        legal &= ~(u64(1) << square)
        if squares == 0:
            squares = legal
        turned = flips(mine, theirs, square)
        score, more = solve_few(theirs ^ turned, mine ^ turned ^ u64(1) << square, -beta, -max(alpha, best))
        best, nodes = max(best, -score), nodes + more + 1
    return best, nodes


def odd_quadrants(empty: u64) -> u64:
    """The empty squares of the quadrants that have an odd number of them."""
    odd = u64(0)
    for quadrant in QUADRANTS:
        if bit_count(empty & quadrant) & 1 != 0:
            odd |= empty & quadrant
    return odd


def solve_last(mine: u64, theirs: u64, odd: u64, even: u64, alpha: int, beta: int) -> tuple[int, int]:
    """The outcome with at most four empty squares, those of odd quadrants first."""
    count = bit_count(odd | even)
    if count == 0:
        return margin(mine, theirs), 0
    w = lowest_bit(odd if odd != 0 else even)
    odd, even = odd & ~(u64(1) << w), even & ~(u64(1) << w)
    if count == 1:
        return solve_1(mine, theirs, w), 0
    x = lowest_bit(odd if odd != 0 else even)
    odd, even = odd & ~(u64(1) << x), even & ~(u64(1) << x)
    if count == 2:
        return solve_2(mine, theirs, w, x, alpha, beta)
    y = lowest_bit(odd if odd != 0 else even)
    odd, even = odd & ~(u64(1) << y), even & ~(u64(1) << y)
    if count == 3:
        return solve_3(mine, theirs, w, x, y, alpha, beta)
    return solve_4(mine, theirs, w, x, y, lowest_bit(odd | even), alpha, beta)


def solve_4(mine: u64, theirs: u64, w: int, x: int, y: int, z: int, alpha: int, beta: int) -> tuple[int, int]:
    """The outcome with four empty squares, tried in this order."""
    best, nodes = after_4(mine, theirs, w, x, y, z, alpha, beta)
    if best < beta:
        score, more = after_4(mine, theirs, x, w, y, z, max(alpha, best), beta)
        best, nodes = max(best, score), nodes + more
    if best < beta:
        score, more = after_4(mine, theirs, y, w, x, z, max(alpha, best), beta)
        best, nodes = max(best, score), nodes + more
    if best < beta:
        score, more = after_4(mine, theirs, z, w, x, y, max(alpha, best), beta)
        best, nodes = max(best, score), nodes + more
    if best == NONE:
        if mobility(theirs, mine) == 0:
            return margin(mine, theirs), 0
        score, nodes = solve_4(theirs, mine, w, x, y, z, -beta, -alpha)
        return -score, nodes + 1
    return best, nodes


def after_4(mine: u64, theirs: u64, w: int, x: int, y: int, z: int, alpha: int, beta: int) -> tuple[int, int]:
    """The outcome after a disc on w, or NONE if it turns nothing."""
    turned = flips(mine, theirs, w)
    if turned == 0:
        return NONE, 0
    score, nodes = solve_3(theirs ^ turned, mine ^ turned ^ u64(1) << w, x, y, z, -beta, -alpha)
    return -score, nodes + 1


def solve_3(mine: u64, theirs: u64, x: int, y: int, z: int, alpha: int, beta: int) -> tuple[int, int]:
    """The outcome with three empty squares, tried in this order."""
    best, nodes = after_3(mine, theirs, x, y, z, alpha, beta)
    if best < beta:
        score, more = after_3(mine, theirs, y, x, z, max(alpha, best), beta)
        best, nodes = max(best, score), nodes + more
    if best < beta:
        score, more = after_3(mine, theirs, z, x, y, max(alpha, best), beta)
        best, nodes = max(best, score), nodes + more
    if best == NONE:
        if mobility(theirs, mine) == 0:
            return margin(mine, theirs), 0
        score, nodes = solve_3(theirs, mine, x, y, z, -beta, -alpha)
        return -score, nodes + 1
    return best, nodes


def after_3(mine: u64, theirs: u64, x: int, y: int, z: int, alpha: int, beta: int) -> tuple[int, int]:
    """The outcome after a disc on x, or NONE."""
    turned = flips(mine, theirs, x)
    if turned == 0:
        return NONE, 0
    score, nodes = solve_2(theirs ^ turned, mine ^ turned ^ u64(1) << x, y, z, -beta, -alpha)
    return -score, nodes + 1


def solve_2(mine: u64, theirs: u64, x: int, y: int, alpha: int, beta: int) -> tuple[int, int]:
    """The outcome with two empty squares."""
    best, nodes = NONE, 0
    turned = flips(mine, theirs, x)
    if turned != 0:
        best, nodes = -solve_1(theirs ^ turned, mine ^ turned ^ u64(1) << x, y), 1
    if best < beta:
        turned = flips(mine, theirs, y)
        if turned != 0:
            best, nodes = max(best, -solve_1(theirs ^ turned, mine ^ turned ^ u64(1) << y, x)), nodes + 1
    if best == NONE:
        if mobility(theirs, mine) == 0:
            return margin(mine, theirs), 0
        score, nodes = solve_2(theirs, mine, x, y, -beta, -alpha)
        return -score, nodes + 1
    return best, nodes


def solve_1(mine: u64, theirs: u64, x: int) -> int:
    """The outcome with one empty square: the mover takes it, or else the opponent if he can."""
    turned = last_flips(mine, x)
    if turned != 0:
        return 2 * (bit_count(mine) + turned) - 62
    turned = last_flips(theirs, x)
    if turned != 0:
        return 62 - 2 * (bit_count(theirs) + turned)
    return margin(mine, theirs)


# ----------------------------------------------------------------------------------- counting flips of the last disc


def lines() -> list[int]:
    """square → the four lines through it: row, column and the two diagonals"""
    masks = []
    for square in range(SQUARES):
        column, row = square % 8, square // 8
        squares = [(s, s % 8, s // 8) for s in range(SQUARES)]
        masks.append(sum(1 << s for s, _, r in squares if r == row))
        masks.append(sum(1 << s for s, c, _ in squares if c == column))
        masks.append(sum(1 << s for s, c, r in squares if c - r == column - row))
        masks.append(sum(1 << s for s, c, r in squares if c + r == column + row))
    return masks


def places() -> list[int]:
    """(square, line) → the place of the square in the line, times 256"""
    return [256 * bit_count(mask & (1 << i // 4) - 1) for i, mask in enumerate(lines())]


def counts() -> list[int]:
    """(place in a line, own discs of the line) → flips of a disc there, all other squares being the opponent's"""
    found = []
    for place in range(8):
        for own in range(256):
            below = [s for s in range(place) if own >> s & 1]
            above = [s for s in range(place + 1, 8) if own >> s & 1]
            found.append((place - below[-1] - 1 if below else 0) + (above[0] - place - 1 if above else 0))
    return found


LINES = ConstantTable(lines, Words)
PLACES = ConstantTable(places, Ints)
COUNTS = ConstantTable(counts, Bytes)


def last_flips(mine: u64, square: int) -> int:
    """How many discs a disc on the only empty square turns."""
    at = 4 * square
    count: int = (
        COUNTS[PLACES[at] + parallel_extract(mine, LINES[at])]
        + COUNTS[PLACES[at + 1] + parallel_extract(mine, LINES[at + 1])]
        + COUNTS[PLACES[at + 2] + parallel_extract(mine, LINES[at + 2])]
        + COUNTS[PLACES[at + 3] + parallel_extract(mine, LINES[at + 3])]
    )
    return count
