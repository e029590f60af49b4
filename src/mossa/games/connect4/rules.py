"""The rules of Connect Four.

Each column takes ROWS + 1 bits, its bottom cell lowest; the spare bit on top keeps lines from running over
the edge, and makes `mask + bottom row` mark the lowest empty cell of every column (7 × 6 shown):

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, MossaError, bit_count, mix, parameter, u64

COLUMNS = parameter("columns", 7, "columns of the board", least=1, most=31)
ROWS = parameter("rows", 6, "rows of the board", least=1, most=29)

CELLS = COLUMNS * ROWS
HEIGHT = ROWS + 1
if COLUMNS * HEIGHT > 63:
    raise MossaError(f"{COLUMNS} columns of {ROWS} rows are too many: columns × (rows + 1) is at most 63, as in 9 × 6")
BOTTOM = sum(1 << HEIGHT * column for column in range(COLUMNS))
BOARD = BOTTOM * ((1 << ROWS) - 1)

MIRRORED = 12
"""Stones up to which a state and its mirror image have one key."""

FACTS = Facts(
    players=2,
    utility=(-1, 1),
    score=(-(CELLS // 2), CELLS // 2),
    widest=COLUMNS,
    longest=CELLS,
    features=(5, ROWS, COLUMNS),
    actions=COLUMNS,
)


class State(NamedTuple):
    mine: int  # stones of the player to move
    mask: int  # stones of both


def start() -> State:
    return State(0, 0)


def mover(state: State) -> int:
    return bit_count(state.mask) & 1


def moves(state: State) -> Iterator[int]:
    for column in range(COLUMNS):
        if not state.mask >> (column * HEIGHT + ROWS - 1) & 1:
            yield column


def play(state: State, move: int) -> State:
    return State(state.mine ^ state.mask, state.mask | (state.mask + (1 << move * HEIGHT)))


def has_four(stones: int) -> bool:
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def is_over(state: State) -> bool:
    return has_four(state.mine ^ state.mask) or state.mask == BOARD


def utility(state: State, player: int) -> int:
    if not has_four(state.mine ^ state.mask):
        return 0
    return -1 if player == mover(state) else 1


def score(state: State, player: int) -> int:
    """Pons's scale: 0 a draw; n a win with n − 1 own stones left over; −n the same for a loss."""
    return utility(state, player) * ((CELLS + 2 - bit_count(state.mask)) // 2)


def mirror(word: int) -> int:
    """The columns in reverse order."""
    turned = 0
    for column in range(COLUMNS):
        turned |= (word >> column * HEIGHT & ((1 << HEIGHT) - 1)) << (COLUMNS - 1 - column) * HEIGHT
    return turned


def key(state: State) -> u64:
    """The key of a state; while there are few stones, its mirror image, whose value is equal, has the same key."""
    # With one more bit on top of each column, the heights are known, so this word alone tells states apart.
    word = state.mine + state.mask + BOTTOM
    # Later in a game, a mirror image hardly ever occurs in the same search.
    return mix(min(word, mirror(word)) if bit_count(state.mask) <= MIRRORED else word)
