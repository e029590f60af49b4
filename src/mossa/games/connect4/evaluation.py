"""Knowledge of Connect Four: threats, and what they prove without a search.

A *threat* is an empty cell that would complete four. Once all threats of both sides are known, most tactics need no
search: a win in one, a forced block, a cell that must not be made playable. This is the knowledge of Pons's solver
[Pons], as functions of the protocol: `bounds`, `sufficient`, `order`.
"""

from collections.abc import Iterator

from mossa import bit_count, lowest_bit, u64

from .rules import BOARD, BOTTOM, CELLS, COLUMNS, HEIGHT, ROWS, State, has_four

COLUMN = (1 << ROWS) - 1
UPPER = BOARD & sum(BOTTOM << row for row in range(ROWS - 1, -1, -2))
LOWER = BOARD & ~UPPER
CENTRE = COLUMN << HEIGHT * (COLUMNS // 2) | COLUMN << HEIGHT * ((COLUMNS - 1) // 2)
INNER = BOARD & ~(COLUMN | COLUMN << HEIGHT * (COLUMNS - 1))

# Values of a threat, of a stone in the middle and of one off the edge, in hundredths of a point.
THREAT, MIDDLE, PLACE = 6, 2, 1

PROVING = {
    "history_weight": 64,
    "killers": 0,
    "counters": 0,
    "lookahead_ply": CELLS,
    "lookahead_depth": 11,
    "foretold": 0,
}


def threats(mine: int, mask: int) -> int:
    """The empty cells where `mine` would complete four."""
    # Three below a cell; then along a row and both diagonals the four ways to leave one of four out:
    #     X X X _      X X _ X      X _ X X      _ X X X
    stones = u64(mine)  # shifted up, some leave the 64 bits
    found = stones << 1 & stones << 2 & stones << 3
    for step in (HEIGHT - 1, HEIGHT, HEIGHT + 1):
        two_before = stones << step & stones << 2 * step
        two_after = stones >> step & stones >> 2 * step
        found |= two_before & (stones << 3 * step | stones >> step)
        found |= two_after & (stones >> 3 * step | stones << step)
    return int(found & BOARD & ~mask)


def playable(mask: int) -> int:
    """The lowest empty cell of each column."""
    return mask + BOTTOM & BOARD


def safe(state: State) -> int:
    """The playable cells after which the opponent cannot win at once, if the mover cannot win now."""
    cells = playable(state.mask)
    danger = threats(state.mine ^ state.mask, state.mask)
    forced = cells & danger
    if forced:
        if forced & (forced - 1):
            return 0  # two cells to block
        cells = forced
    return cells & ~(danger >> 1)  # do not make a cell playable where the opponent wins


def stones_left(played: int) -> int:
    """The score of a win with the stone number `played` (Pons's scale)."""
    return (CELLS + 2 - played) // 2


def bounds(state: State) -> tuple[int, int]:
    played = bit_count(state.mask)
    if threats(state.mine, state.mask) & playable(state.mask):
        win = stones_left(played + 1)
        return win, win
    if safe(state) == 0 and played + 2 <= CELLS:
        loss = -stones_left(played + 2)
        return loss, loss
    # Otherwise neither side wins with the next two stones.
    most = stones_left(played + 3) if played + 3 <= CELLS else 0
    least = -stones_left(played + 4) if played + 4 <= CELLS else 0
    theirs = state.mine ^ state.mask
    odd = playable(state.mask) & UPPER
    if bit_count(odd) & 1:
        least = max(least, follow_up_bound(state.mine, theirs, odd))
        most = min(most, -waiting_bound(theirs, state.mine, odd))
    else:
        least = max(least, waiting_bound(state.mine, theirs, odd))
        most = min(most, -follow_up_bound(theirs, state.mine, odd))
    return least, most


# The endgame of Connect Four is decided by zugzwang: columns fill up, and a player without a safe move loses.
# Pair the empty cells of each column from the top, an upper cell U with the lower cell L under it:
#
#     U  U  U
#     L  L  L     Where their number is odd, a single U lies on the stones: the column's *base* (here (U)).
#     U  U (U)    One side, call it S, *answers* every move of the other: a lower cell by the upper one above it, a
#     L  L  x     base by another base. That works if an even number of bases is left whenever the other side is to
#     U (U) o     move; if S is to move, it first takes one of an odd number. So S gets every upper cell that is no
#     L  x  x     base, and the other side nothing but lower cells and bases.
#
# [Allis88] calls such answers follow-up (claimeven) and baseinverse.


def follow_up_bound(own: int, other: int, odd: int) -> int:
    """The least score of a side that can answer every move, with stones `own`; −CELLS if that proves nothing.

    `odd` holds the bases.
    """
    empty = BOARD & ~(own | other)
    shared = odd if odd & (odd - 1) else 0  # a single base is taken first
    if has_four(other | empty & LOWER | shared):
        return -CELLS
    return 1 if has_four(own | empty & UPPER & ~shared) else 0


def waiting_bound(own: int, other: int, odd: int) -> int:
    """The least score of a side with the threat on a lower cell above a base; −CELLS if that proves nothing.

    It answers every move, but never plays the cell under the threat. That is one base less, so a side that otherwise
    could not answer every move now can. In the end the other side has to play under the threat.
    """
    mask = own | other
    empty = BOARD & ~mask
    left = threats(own, mask) & LOWER if odd else 0
    while left:
        threat = left & -left
        left ^= threat
        row = lowest_bit(threat) % HEIGHT
        column = COLUMN << lowest_bit(threat) - row
        base = odd & column
        if base and base < threat:
            others = odd ^ base
            shared = others if others & (others - 1) else 0
            if not has_four(other | empty & (LOWER & ~column | UPPER & column & threat - 1) | shared):
                return stones_left(CELLS - (ROWS - 1 - row))
    return -CELLS


def sufficient(state: State) -> Iterator[int]:
    cells = safe(state)
    for column in range(COLUMNS):
        if cells >> column * HEIGHT & COLUMN:
            yield column


def order(state: State, move: int) -> int:
    """More threats first, then the centre."""
    cell = playable(state.mask) & COLUMN << move * HEIGHT
    made = threats(state.mine | cell, state.mask)
    from_centre = 2 * move - (COLUMNS - 1)
    return 64 * bit_count(made) + 32 - (from_centre if from_centre > 0 else -from_centre)


def plies_left(state: State) -> int:
    return CELLS - bit_count(state.mask)


def history_index(state: State, move: int) -> int:
    """Index of the history heuristic: the cell of the stone."""
    return lowest_bit(playable(state.mask) & COLUMN << move * HEIGHT)


def evaluate(state: State) -> int:
    """Threats and the middle of the board, below a point: a hint for searches that cannot reach the end."""
    theirs = state.mine ^ state.mask
    return (
        THREAT * (bit_count(threats(state.mine, state.mask)) - bit_count(threats(theirs, state.mask)))
        + MIDDLE * (bit_count(state.mine & CENTRE) - bit_count(theirs & CENTRE))
        + PLACE * (bit_count(state.mine & INNER) - bit_count(theirs & INNER))
    )


def features(state: State) -> Iterator[int]:
    """What a network sees: own stones, the opponent's, own threats, the opponent's, the cells that can be played; each
    a plane of rows from the bottom."""
    theirs = state.mine ^ state.mask
    own, other = threats(state.mine, state.mask), threats(theirs, state.mask)
    for plane in (state.mine, theirs, own, other, playable(state.mask)):
        for row in range(ROWS):
            for column in range(COLUMNS):
                yield plane >> (column * HEIGHT + row) & 1
