"""Moves of more than 24 bits in tables that have 24 for a move, and in entries that a priority and a move share.

A table keeps a *check* of a wide move: 24 bits of a hash. Whoever reads it looks for the move of the state that has
this check; that two of them do is rare, and then both are taken for the better one.

An entry of the move buffer is `priority << 24 | move`. In place of a wide move it has a place: the moves of the node
stand behind the entries, from WIDEST on. In a game without wide moves all this is compiled to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from mossa.core.facts import Facts
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.bits import mix
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import NONE
from mossa.kernel.words import u64

__all__ = ["MOVE_MASK", "check_of", "listed_move", "make_entry", "move_in", "moves_of_entries", "room", "stored_move"]

game: KernelRules = slot("game")

MOVE_MASK = (1 << 24) - 1


def check_of(move: int) -> int:
    """24 bits of a hash of a move, other than NONE."""
    return int(mix(u64(move)) >> 40) % NONE


def stored_move(move: int) -> int:
    """What tables store of a move, or NONE."""
    if not game.WIDE or move == NONE:
        return move
    return check_of(move)


def make_entry(priority: int, i: int, buffer: Ints) -> None:
    """Turn move number i of a node's buffer into an entry with this priority."""
    if game.WIDE:
        buffer[game.WIDEST + i] = buffer[i]
        buffer[i] = priority << 24 | i
    else:
        buffer[i] = priority << 24 | buffer[i]


def move_in(entry: int, buffer: Ints) -> int:
    """The move of an entry of a node's buffer."""
    move: int = buffer[game.WIDEST + (entry & MOVE_MASK)] if game.WIDE else entry & MOVE_MASK
    return move


def room(n: int) -> int:
    """Where the buffer of the children of a node with n entries begins."""
    return 2 * game.WIDEST if game.WIDE else n


# The same for plain Python, outside the kernels.


def moves_of_entries(facts: Facts, buffer: Ints, n: int) -> list[int]:
    """The moves of the first n entries of a node's buffer."""
    places = [buffer[i] & MOVE_MASK for i in range(n)]
    return [buffer[facts.widest + place] for place in places] if facts.wide else places


def listed_move(facts: Facts, stored: int, moves: Iterable[int]) -> int:
    """The first of these moves of which a table stored this; NONE if there is none."""
    if not facts.wide:
        return stored if stored in moves else NONE
    return next((move for move in moves if check_of(move) == stored), NONE)
