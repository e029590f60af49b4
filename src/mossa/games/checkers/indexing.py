"""The index of endgame tables: positions with few pieces, numbered without gaps.

A *block* holds the positions with given numbers of men and kings of the mover and of the opponent. Inside it a
position is written in a mixed base, one digit for each kind of piece, and each digit counts the ways to put that
kind on the squares that the kinds before it have left free:

    mover's men        on rows 0 to 6, split by how many stand on row 0 (where no man of the opponent can be)
    opponent's men     on rows 1 to 7
    mover's kings      anywhere
    opponent's kings   anywhere

A set of k squares among n has a number too: the sum of C(place of the i-th square, i), the combinatorial number
system. There are as many numbers as positions, so a table has no holes.

A *slice* is a block together with the block of exchanged sides, since moves lead from one to the other and back.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import comb

from mossa import bit_count, highest_bit, lowest_bit, parallel_extract, u64
from mossa.kernel.constant_table import ConstantTable, last_at_most
from mossa.kernel.memory import Ints

from .rules import BOARD, NEXT, State, jumpers, reverse

MOST = 6
"""The numbering covers up to this many pieces."""
FIRST_ROW, MIDDLE = 0xF, 0x0FFFFFF0
THEIR_ROWS = 0xFFFFFFF0
NO_INDEX = -1

Block = tuple[int, int, int, int]
"""Men and kings of the mover, men and kings of the opponent."""


def block_size(my_men: int, my_kings: int, their_men: int, their_kings: int) -> int:
    """How many positions have these pieces."""
    men = sum(men_ways(my_men, their_men, low) for low in range(min(4, my_men) + 1))
    free = 32 - my_men - their_men
    return men * comb(free, my_kings) * comb(free - my_kings, their_kings)


def men_ways(my_men: int, their_men: int, low: int) -> int:
    """How many ways there are to place the men, `low` of the mover's on row 0."""
    high = my_men - low
    return comb(4, low) * comb(24, high) * comb(28 - high, their_men)


def blocks(pieces: int) -> Iterator[Block]:
    """The blocks with this many pieces, ordered so that a move leads to an earlier block or one of the same slice.

    A capture leads to fewer pieces, a crowning to fewer men; every other move to the block with the sides exchanged.
    """
    for men in range(pieces + 1):
        for mine in range(pieces - 1, 0, -1):
            for my_men in range(men + 1):
                one = (my_men, mine - my_men, men - my_men, pieces - mine - men + my_men)
                if min(one) >= 0 and not weaker(one):
                    yield one
                    if one != exchanged(one):
                        yield exchanged(one)


def exchanged(block: Block) -> Block:
    return block[2], block[3], block[0], block[1]


def weaker(block: Block) -> bool:
    """Does the mover have fewer pieces, or as many with fewer kings? A slice is named after the other block."""
    a, b, c, d = block
    return (a + b, b) < (c + d, d)


def letters(men: int, kings: int) -> str:
    return "K" * kings + "M" * men


def slices(pieces: int) -> Iterator[tuple[str, int]]:
    """Name and size of each slice with 2 to `pieces` (and MOST) pieces: `KK-K`, `KM-K` …"""
    for count in range(2, min(pieces, MOST) + 1):
        for block in blocks(count):
            if not weaker(block):
                name = f"{letters(*block[:2])}-{letters(*block[2:])}"
                yield name, block_size(*block) * (1 if block == exchanged(block) else 2)


@lru_cache(maxsize=1)
def layout() -> list[tuple[int, Block]]:
    """Every block with the number of its first position, and where the last one ends."""
    found, at = [], 0
    for count in range(2, MOST + 1):
        for block in blocks(count):
            found.append((at, block))
            at += block_size(*block)
    return [*found, (at, (0, 0, 0, 0))]


def name_of(my_men: int, my_kings: int, their_men: int, their_kings: int) -> int:
    """The four numbers in one, three bits each."""
    return my_men << 9 | my_kings << 6 | their_men << 3 | their_kings


def first_numbers() -> list[int]:
    first = [NO_INDEX] * 4096
    for at, block in layout()[:-1]:
        first[name_of(*block)] = at
    return first


def first_with() -> list[int]:
    """Number of pieces → the index of the first position with that number."""
    starts = {sum(block): at for at, block in reversed(layout()[:-1])}
    return [starts.get(pieces, 0) for pieces in range(MOST + 1)] + [layout()[-1][0]]


def men_offsets() -> list[int]:
    """(my_men, their_men, low) → how many ways to place the men have fewer than `low` of the mover's on row 0."""
    offsets = [0] * 512
    for my_men in range(MOST):
        for their_men in range(MOST):
            for low in range(1, min(4, my_men) + 1):
                before = offsets[my_men << 6 | their_men << 3 | low - 1]
                offsets[my_men << 6 | their_men << 3 | low] = before + men_ways(my_men, their_men, low - 1)
    return offsets


BINOMIAL = ConstantTable(lambda: [comb(n, k) for n in range(33) for k in range(8)])
FIRST = ConstantTable(first_numbers)
MEN_OFFSETS = ConstantTable(men_offsets)
STARTS = ConstantTable(lambda: [at for at, _ in layout()], Ints)
NAMES = ConstantTable(lambda: [name_of(*block) for _, block in layout()], Ints)


def binomial(n: int, k: int) -> int:
    ways: int = BINOMIAL[8 * n + k]
    return ways


def rank(chosen: u64) -> int:
    """The number of a set of places among all sets of its size."""
    number, size = 0, 0
    while chosen:
        size += 1
        number += BINOMIAL[8 * lowest_bit(chosen) + size]
        chosen &= chosen - 1
    return number


def unrank(number: int, size: int, squares: u64) -> u64:
    """The set of `size` of these squares that has this number."""
    chosen = u64(0)
    place = bit_count(squares)
    while size > 0:
        # The last square stands at the highest place with at most `number` sets below it.
        place -= 1
        square = u64(1) << highest_bit(squares)
        squares ^= square
        if BINOMIAL[8 * place + size] <= number:
            number -= BINOMIAL[8 * place + size]
            chosen |= square
            size -= 1
    return chosen


def index(state: State) -> int:
    """The number of a position; −1 for one that has none, which is one where the mover has no pieces."""
    mine, theirs = state.pieces & BOARD, state.pieces >> 32
    my_kings, their_kings = state.kings & BOARD, state.kings >> 32
    my_men, their_men = mine ^ my_kings, theirs ^ their_kings
    a, b, c, d = bit_count(my_men), bit_count(my_kings), bit_count(their_men), bit_count(their_kings)
    first: int = FIRST[name_of(a, b, c, d)]
    if first < 0:
        return NO_INDEX
    low = bit_count(my_men & FIRST_ROW)
    high = a - low
    number = rank(my_men & FIRST_ROW) * binomial(24, high) + rank((my_men & MIDDLE) >> 4)
    number = number * binomial(28 - high, c) + rank(parallel_extract(their_men, THEIR_ROWS & ~my_men))
    number += MEN_OFFSETS[a << 6 | c << 3 | low]
    free = BOARD & ~(my_men | their_men)
    number = number * binomial(32 - a - c, b) + rank(parallel_extract(my_kings, free))
    number = number * binomial(32 - a - c - b, d) + rank(parallel_extract(their_kings, free & ~my_kings))
    return first + int(number)


def state_at(index: int) -> State:
    """The position that has this number, Black to move: the inverse of `index`."""
    block = last_at_most(STARTS, index)
    name, number = NAMES[block], index - STARTS[block]
    a, b, c, d = name >> 9, name >> 6 & 7, name >> 3 & 7, name & 7
    ways = binomial(32 - a - c - b, d)
    number, their_king_number = number // ways, number % ways
    ways = binomial(32 - a - c, b)
    number, my_king_number = number // ways, number % ways
    on_first_row = min(a, 4)
    while MEN_OFFSETS[a << 6 | c << 3 | on_first_row] > number:
        on_first_row -= 1
    number -= MEN_OFFSETS[a << 6 | c << 3 | on_first_row]
    rest = a - on_first_row
    ways = binomial(28 - rest, c)
    number, their_men_number = number // ways, number % ways
    ways = binomial(24, rest)
    my_men = unrank(number // ways, on_first_row, u64(FIRST_ROW)) | unrank(number % ways, rest, u64(MIDDLE))
    their_men = unrank(their_men_number, c, THEIR_ROWS & ~my_men)
    free = BOARD & ~(my_men | their_men)
    my_kings = unrank(my_king_number, b, free)
    their_kings = unrank(their_king_number, d, free & ~my_kings)
    kings = my_kings | their_kings << 32
    return State(my_men | their_men << 32 | kings, kings, 0, 0)


def retract(state: State) -> Iterator[int]:
    """The numbers of the positions from which a step inside the slice leads here.

    From the side of the player who made the step: a king came from any direction, a man from behind, and no capture was
    possible.
    """
    pieces, kings = reverse(state.pieces), reverse(state.kings)
    empty = BOARD & ~(pieces | pieces >> 32)
    own = pieces & BOARD
    while own:
        square = lowest_bit(own)
        own &= own - 1
        here = u64(1) << square
        king = (kings & here) != 0
        for direction in range(4 if king else 2):
            origin = NEXT[4 * square + 3 - direction] & empty
            if origin:
                before = pieces ^ here ^ origin
                kings_before = kings ^ here ^ origin if king else kings
                if not jumpers(before & BOARD, kings_before, before >> 32, BOARD & ~(before | before >> 32)):
                    yield index(State(before, kings_before, 0, 0))
