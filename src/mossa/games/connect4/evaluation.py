"""What a player of Connect Four sees without searching: threats.

A *threat* is an empty cell that would complete four. With all threats of both sides known, most of the game's
tactics need no search: a win in one, a forced block, a cell that must not be opened. This is the knowledge of
Pons's solver [Pons15], said through the protocol: `bounds`, `sufficient`, `order`.
"""

from collections.abc import Iterator

from mossa import bit_count

from .rules import BOARD, BOTTOM, CELLS, COLUMNS, HEIGHT, ROWS, State, has_four

COLUMN = (1 << ROWS) - 1
UPPER = BOARD & sum(BOTTOM << row for row in range(ROWS - 1, -1, -2))
LOWER = BOARD & ~UPPER
CENTRE = COLUMN << HEIGHT * (COLUMNS // 2) | COLUMN << HEIGHT * ((COLUMNS - 1) // 2)
INNER = BOARD & ~(COLUMN | COLUMN << HEIGHT * (COLUMNS - 1))


def threats(mine: int, mask: int) -> int:
    """The empty cells where `mine` would complete four."""
    # Three below a cell; then along a row and both diagonals the four ways to leave one of four out:
    #     X X X _      X X _ X      X _ X X      _ X X X
    found = mine << 1 & mine << 2 & mine << 3
    for step in (HEIGHT - 1, HEIGHT, HEIGHT + 1):
        two_before = mine << step & mine << 2 * step
        two_after = mine >> step & mine >> 2 * step
        found |= two_before & (mine << 3 * step | mine >> step)
        found |= two_after & (mine >> 3 * step | mine << step)
    return found & BOARD & ~mask


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
    return cells & ~(danger >> 1)  # do not open a cell where the opponent wins


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
    # Otherwise nobody wins with the next two stones.
    most = stones_left(played + 3) if played + 3 <= CELLS else 0
    least = -stones_left(played + 4) if played + 4 <= CELLS else 0
    # Follow-up: who answers every move in the same column gets the upper cell of every pair of empty cells. With all
    # columns even the opponent can do that; with one odd column the mover can, after playing there.
    theirs, empty = state.mine ^ state.mask, BOARD & ~state.mask
    odd = playable(state.mask) & UPPER
    if odd == 0:
        if not has_four(state.mine | empty & LOWER):
            most = min(most, -1 if has_four(theirs | empty & UPPER) else 0)
    elif odd & (odd - 1) == 0:
        if not has_four(theirs | empty & LOWER):
            least = max(least, 1 if has_four(state.mine | empty & UPPER) else 0)
    return least, most


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


def evaluate(state: State) -> int:
    """Threats and the middle of the board, below a point: a hint for searches that cannot reach the end."""
    theirs = state.mine ^ state.mask
    return 6 * (bit_count(threats(state.mine, state.mask)) - bit_count(threats(theirs, state.mask))) + (
        2 * (bit_count(state.mine & CENTRE) - bit_count(theirs & CENTRE))
        + bit_count(state.mine & INNER)
        - bit_count(theirs & INNER)
    )
