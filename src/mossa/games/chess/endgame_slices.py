"""Blocks and slices of endgame tables: which endings there are, the size of each, and where its numbers begin.

A *block* holds the positions with given pieces of the mover and of the opponent. A *slice* is a block together with
that of exchanged sides: `KRKP` is rook against pawn, either side to move. Bare kings and a single knight or bishop are
left out, since nothing can be won there. How a block numbers its positions: `indexing.py`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Ints

MOST = 5
"""The numbering covers up to this many pieces."""
NO_INDEX = -1

# The kinds of pieces in the order in which they are written: the opponent's pawns, the mover's, the mover's pieces, the
# opponent's pieces.
THEIR_PAWN, MY_PAWN, MY_PIECES, THEIR_PIECES = 0, 1, 2, 6
KINDS = 10
"""The number of kinds; as a digit it means no piece."""
LETTERS = "QRBN"
ALL_EMPTY = (KINDS + 1) ** (MOST - 2) - 1
"""The kinds of a block without pieces; see `kinds_of`."""
PLAIN_LEADS, ALL_LEADS = 24, 28

Block = tuple[str, str]
"""The letters of the mover's and of the opponent's pieces, kings left out: ("R", "P")."""


def king_pairs() -> list[tuple[int, int]]:
    """Pairs of kings: the mover's in the triangle a1-d1-d4, the other not adjacent, and below the diagonal if the first
    stands on it."""
    found = []
    for mine in range(64):
        file, rank = mine % 8, mine // 8
        if file < 4 and rank <= file:
            for theirs in range(64):
                near = abs(theirs % 8 - file) <= 1 and abs(theirs // 8 - rank) <= 1
                if not near and (rank < file or theirs // 8 <= theirs % 8):
                    found.append((mine, theirs))
    return found


def pair_numbers() -> list[int]:
    numbers = [NO_INDEX] * 4096
    for number, (mine, theirs) in enumerate(king_pairs()):
        numbers[64 * mine + theirs] = number
    return numbers


def blocks_with(pieces: int) -> list[Block]:
    """The blocks with this many pieces, ordered so that a move leads to an earlier block or to the other of its slice.

    A capture leads to fewer pieces, a promotion to fewer pawns; every other move exchanges the sides.
    """
    found = []
    for mine in range(pieces - 2, -1, -1):
        for one in combinations_with_replacement(LETTERS + "P", mine):
            for other in combinations_with_replacement(LETTERS + "P", pieces - 2 - mine):
                block = "".join(one), "".join(other)
                if not weaker(block) and sorted(block) not in (["", "B"], ["", "N"], ["", ""]):
                    found.append(block)
    found.sort(key=lambda block: (block[0] + block[1]).count("P"))
    return [side for block in found for side in ([block] if block[0] == block[1] else [block, block[::-1]])]


def weaker(block: Block) -> bool:
    """Is the slice named after the other block?"""
    return _worth(block[0]) < _worth(block[1])


def _worth(letters: str) -> tuple[int, list[int]]:
    return len(letters), [-(LETTERS + "P").index(letter) for letter in letters]


def block_size(block: Block) -> int:
    """How many numbers a block has, holes included."""
    pawns, pieces = (block[0] + block[1]).count("P"), len(block[0] + block[1])
    if pawns == 0:
        return len(king_pairs()) * int(64**pieces)
    leads = ALL_LEADS if "P" in block[0] and "P" in block[1] else PLAIN_LEADS
    return int(leads * 48 ** (pawns - 1) * 64 ** (2 + pieces - pawns))


def slices(pieces: int) -> Iterator[tuple[str, int]]:
    """Name and size of each slice with up to `pieces` (and MOST) pieces: `KQK`, `KRK`, `KPK`, `KQQK` …"""
    for count in range(3, min(pieces, MOST) + 1):
        for block in blocks_with(count):
            if not weaker(block):
                yield f"K{block[0]}K{block[1]}", block_size(block) * (1 if block[0] == block[1] else 2)


def below(name: str) -> set[str]:
    """The slices that the moves of a slice can lead to directly.

    >>> sorted(below("KPK")), sorted(below("KRKN"))
    (['KQK', 'KRK'], ['KRK'])
    """
    strong, weak = name[1:].split("K")
    found = set()
    for mine, theirs in ((strong, weak), (weak, strong)):
        taken = [theirs, *(theirs.replace(letter, "", 1) for letter in set(theirs))]
        grown = [mine, *(mine.replace("P", letter, 1) for letter in LETTERS if "P" in mine)]
        found |= {slice_name(one, other) for one in grown for other in taken}
    return (found & slice_names()) - {name}


@lru_cache(maxsize=1)
def slice_names() -> set[str]:
    """The names of all slices."""
    return {name for name, _ in slices(MOST)}


def slice_name(one: str, other: str) -> str:
    """The name of the slice in which these pieces stand against those."""
    order = (LETTERS + "P").index
    one, other = "".join(sorted(one, key=order)), "".join(sorted(other, key=order))
    return f"K{other}K{one}" if weaker((one, other)) else f"K{one}K{other}"


def kinds_of(block: Block) -> int:
    """The kinds of a block's pieces in one number, base KINDS + 1, the first kind last; see `gathered`."""
    mine, theirs = block
    kinds = [THEIR_PAWN] * theirs.count("P") + [MY_PAWN] * mine.count("P")
    kinds += [MY_PIECES + LETTERS.index(letter) for letter in mine if letter != "P"]
    kinds += [THEIR_PIECES + LETTERS.index(letter) for letter in theirs if letter != "P"]
    number = 0
    for kind in reversed(kinds + [KINDS] * (MOST - 2 - len(kinds))):
        number = number * (KINDS + 1) + kind
    return number


@lru_cache(maxsize=1)
def layout() -> list[tuple[int, Block]]:
    """Every block with the number of its first position, and where the last one ends."""
    found, at = [], 0
    for count in range(3, MOST + 1):
        for block in blocks_with(count):
            found.append((at, block))
            at += block_size(block)
    return [*found, (at, ("", ""))]


def first_numbers() -> list[int]:
    first = [NO_INDEX] * (KINDS + 1) ** (MOST - 2)
    for at, block in layout()[:-1]:
        first[kinds_of(block)] = at
    return first


PAIR = ConstantTable(pair_numbers, Ints)
PAIR_KINGS = ConstantTable(lambda: [64 * mine + theirs for mine, theirs in king_pairs()], Ints)
FIRST = ConstantTable(first_numbers, Ints)
STARTS = ConstantTable(lambda: [at for at, _ in layout()], Ints)
BLOCKS = ConstantTable(lambda: [kinds_of(block) for _, block in layout()], Ints)
