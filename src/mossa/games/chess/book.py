"""Opening books in the Polyglot format, read and written.

A book is a file of entries of 16 bytes, all numbers with the greatest byte first, in the order of their keys:

    key, 8 bytes | move, 2 bytes | weight, 2 bytes | learn, 4 bytes

The key is the xor of published words for every piece, castling right, file en passant and for White's turn; they are
in `data/polyglot.txt`. A move is to + 64·from + 4096·(what a pawn becomes: 1 knight … 4 queen); castling is the king's
step to the rook, as we write it. A book move is drawn with probability proportional to its weight; weight 0 is never
played. `learn` belongs to programs that store results there: it is read and written back unchanged.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mossa import MossaError, below, lowest_bit, u64
from mossa.core.files import write_bytes

from .board import State, en_passant, mover, piece_at
from .move_generation import PROMOTION, TO, moves

__all__ = ["OWN", "Book", "BookMove", "Entry", "book_key", "book_move", "open_book", "pack", "write_book"]

DATA = Path(__file__).parent / "data"
OWN = DATA / "book.bin"
"""The package's own book."""
ENTRY = struct.Struct(">QHHI")
CASTLING, PASSING, TURN, WORDS = 768, 772, 780, 781
"""Where the words for castling rights, en passant files and White's turn begin."""
MOST_WEIGHT = 0xFFFF


class Entry(NamedTuple):
    """One line of a book file."""

    key: int
    move: int
    """In the encoding of the format: see `pack`."""
    weight: int
    learn: int = 0


@dataclass(frozen=True)
class BookMove:
    """A move that a book knows in a position."""

    move: int
    weight: int
    learn: int = 0


@lru_cache(maxsize=1)
def key_words() -> tuple[int, ...]:
    """The published random words of the keys."""
    words = tuple(int(word, 16) for word in (DATA / "polyglot.txt").read_text(encoding="ascii").split())
    assert len(words) == WORDS
    return words


def book_key(state: State) -> int:
    """The key of a position in the Polyglot format.

    The en passant file counts where a capture is legal; programs that also count captures that a pin forbids have
    another key there.

    >>> from .rules import start
    >>> f"{book_key(start()):016x}"
    '463b96181691fc9c'
    """
    words, key = key_words(), 0
    occupied = state.white | state.black
    while occupied:
        square = lowest_bit(occupied)
        occupied &= occupied - 1
        kind = 2 * (piece_at(state, square) - 1) + int(state.white >> square & 1)
        key ^= words[64 * kind + square]
    for side, own in enumerate((state.white, state.black)):
        king, rooks = lowest_bit(state.kings & own), state.castles & own
        while rooks:
            key ^= words[CASTLING + 2 * side + (lowest_bit(rooks) < king)]
            rooks &= rooks - 1
    if en_passant(state):
        key ^= words[PASSING + en_passant(state) % 8]
    return key if mover(state) else key ^ words[TURN]


def pack(move: int) -> int:
    """A move in the encoding of the format."""
    promotion = move >> PROMOTION & 7
    return move >> TO & 63 | (move & 63) << 6 | (promotion - 1 if promotion else 0) << 12


class Book:
    """A book file, mapped into memory."""

    def __init__(self, path: Path) -> None:
        import numpy as np

        self.path = path
        try:
            size = path.stat().st_size
            self._data: Any = np.memmap(path, np.dtype([("key", ">u8"), ("rest", "V8")]), "r") if size else None
        except OSError as error:
            raise MossaError(f"the book {path} cannot be read: {error.strerror or error}") from None
        except ValueError:
            raise MossaError(f"{path} is not a Polyglot book: its size, {size}, is no multiple of 16") from None
        if self._data is None:
            raise MossaError(f"{path} is not a Polyglot book: it is empty")
        keys = self._data["key"]
        if bool((keys[1:] < keys[:-1]).any()):
            raise MossaError(f"{path} is not a Polyglot book: its entries are not in the order of their keys")
        self._keys = keys

    def __len__(self) -> int:
        return len(self._keys)

    def entries(self, key: int) -> list[Entry]:
        """The entries of a key, as they stand in the file."""
        import numpy as np

        first, last = (int(np.searchsorted(self._keys, np.uint64(key), side=side)) for side in ("left", "right"))
        return [Entry(*ENTRY.unpack(self._data[at].tobytes())) for at in range(first, last)]

    def find(self, state: State) -> list[BookMove]:
        """The legal moves of the book in a position, the greatest weight first."""
        legal = {pack(move): move for move in moves(state)}
        found = [
            BookMove(legal[entry.move], entry.weight, entry.learn)
            for entry in self.entries(book_key(state))
            if entry.move in legal
        ]
        return sorted(found, key=lambda choice: -choice.weight)

    def choose(self, state: State, seed: int) -> int | None:
        """A move drawn by weight; None if the book has none with a weight above 0."""
        choices = self.find(state)
        total = sum(choice.weight for choice in choices)
        if total == 0:
            return None
        point = int(below(u64(seed), total))
        for choice in choices:
            point -= choice.weight
            if point < 0:
                return choice.move
        return None


@lru_cache(maxsize=8)
def open_book(path: Path = OWN) -> Book:
    """A book, opened once."""
    return Book(path)


def book_move(state: State, seed: int, path: Path | None = None) -> int | None:
    """A move from a book, the package's own by default, drawn by the weights; None if it knows none."""
    return open_book(path or OWN).choose(state, seed)


def write_book(path: Path, entries: Iterable[Entry]) -> int:
    """Write a book and return the number of its entries. Equal entries are added up, weights scaled to 16 bits."""
    sums: dict[tuple[int, int], list[int]] = {}
    for entry in entries:
        kept = sums.setdefault((entry.key, entry.move), [0, 0])
        kept[0] += entry.weight
        kept[1] |= entry.learn
    greatest: dict[int, int] = {}
    for (key, _), (weight, _) in sums.items():
        greatest[key] = max(greatest.get(key, 0), weight)
    lines = []
    for (key, move), (weight, learn) in sums.items():
        if greatest[key] > MOST_WEIGHT:
            weight = weight * MOST_WEIGHT // greatest[key]
        lines.append(Entry(key, move, weight, learn))
    lines.sort(key=lambda line: (line.key, -line.weight, line.move))
    write_bytes(path, b"".join(ENTRY.pack(*line) for line in lines))
    return len(lines)
