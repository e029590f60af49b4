"""The weights of the evaluation: a table of pairs, middle game and ending.

`data/weights.json` holds them by name, in hundredths of a pawn. The kernel reads them from WEIGHTS by number, both
halves packed into one: middle game · 2^32 + ending, so that one addition adds both. Its first rows, PLACE, are
piece-square values; the file has them as `material` and `squares`. Squares are relative to the side: it plays up the
board, mirrored where needed so that its king stands on the files e to h.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from mossa import MossaError
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Ints

from .attack_tables import KINDS, SQUARES

__all__ = ["GROUPS", "WEIGHTS", "Pair", "ending_of", "middle_of", "names", "pack", "read_weights", "write_weights"]

Pair = tuple[int, int]
"""A weight in the middle game and in the ending."""

FILE = Path(__file__).parent / "data" / "weights.json"

GROUPS: dict[str, tuple[int, str]] = {
    "material": (5, "a pawn, knight, bishop, rook, queen"),
    "squares": (5 * 64 + 32, "a piece of each kind on each square, rank by rank, its own king on the files e to h"),
    "mobility_knight": (9, "a knight, by the number of squares it can go to"),
    "mobility_bishop": (14, "a bishop, by the same number"),
    "mobility_rook": (15, "a rook, by the same number"),
    "mobility_queen": (28, "a queen, by the same number"),
    "bishop_pair": (1, "two bishops"),
    "pair_pawns": (1, "two bishops, for each pawn of their own"),
    "knight_pawns": (1, "a knight, for each pawn of its own"),
    "rook_pawns": (1, "a rook, for each pawn of its own"),
    "outpost": (2, "a knight, a bishop that a pawn protects where no enemy pawn can drive it away"),
    "outpost_ahead": (1, "a knight that can go to such a square"),
    "knight_near": (1, "each enemy piece within two squares of a knight, at most four"),
    "knight_kings": (1, "each square between a knight and each of the kings"),
    "knight_safe": (1, "a knight beyond its own half that no enemy pawn can drive away"),
    "bishop_pawns": (1, "each pawn of its own on a bishop's colour"),
    "minor_covered": (1, "a knight or bishop with a pawn right before it"),
    "rook_open": (1, "a rook on a file without pawns"),
    "rook_half_open": (1, "a rook on a file without pawns of its own"),
    "rook_shut_in": (1, "a rook at the edge that its king shuts in"),
    "rook_seventh": (1, "a rook on the seventh rank, with pawns there or the king behind"),
    "isolated": (1, "a pawn without neighbours of its own on the files beside it"),
    "doubled": (1, "a pawn in front of another of its own"),
    "backward": (1, "a pawn that no other can protect as it advances, held back by an enemy pawn"),
    "unopposed": (1, "such a pawn, isolated or backward, with no enemy pawn before it on its file"),
    "supported": (8, "a pawn on each rank that another protects"),
    "abreast": (8, "a pawn on each rank beside another"),
    "candidate": (8, "a pawn on each rank that may become a passed pawn with the help of others"),
    "passed": (8, "a pawn on each rank that no enemy pawn can stop"),
    "passed_free": (8, "the same, with a free and safe square before it"),
    "passed_way": (8, "the same, with a free and safe way to the last rank"),
    "passed_helped": (8, "the same, with the square before it protected"),
    "passed_stopped": (8, "the same, with an enemy piece before it"),
    "passed_rook": (2, "the same, with a rook of its own, of the enemy's behind it"),
    "passed_own_king": (8, "the same, for each square that its king is away"),
    "passed_enemy_king": (8, "the same, for each square that the enemy king is away"),
    "passed_race": (1, "the same, without pieces, where the enemy king comes too late"),
    "shelter": (4 * 8, "the nearest pawn before the king on three files, by file from the edge and rank; none: 0"),
    "storm": (4 * 8, "the nearest enemy pawn there"),
    "storm_stopped": (8, "the same, by rank, with the other right before it"),
    "flank_bare": (1, "a king on a side of the board without pawns"),
    "danger": (1, "the attack on the enemy king, by its size in eighths"),
    "danger_squared": (1, "the same, by its square"),
    "threat_by_pawn": (1, "an enemy piece attacked by a safe pawn"),
    "threat_by_push": (1, "an enemy piece that a pawn could attack by a safe step"),
    "threat_by_minor": (5, "an enemy pawn, knight, bishop, rook, queen attacked by a knight or a bishop"),
    "threat_by_rook": (5, "one badly protected, attacked by a rook"),
    "threat_by_king": (1, "a badly protected piece or pawn beside the king"),
    "hanging": (1, "an enemy piece or pawn that is attacked and not protected, or attacked by more"),
    "restricted": (1, "a square that the enemy hits and does not hold"),
    "tempo": (1, "having the move"),
}
"""Name → how many weights it has, and what is counted. The order is that of the file."""

PLACE = 0
"""Where piece-square values begin in WEIGHTS: 64·(piece − 1) + relative square."""


def _layout() -> dict[str, int]:
    at, found = PLACE + KINDS * SQUARES, {}
    for name, (count, _) in GROUPS.items():
        if name not in ("material", "squares"):
            found[name] = at
            at += count
    return found


OFFSETS = _layout()
"""Name → where its weights begin in WEIGHTS."""


def names() -> list[tuple[str, int]]:
    """Every weight of the file as (group, number), in the order in which they are fitted."""
    return [(group, i) for group, (count, _) in GROUPS.items() for i in range(count)]


def pack(pair: Pair) -> int:
    """Both halves in one number."""
    return (pair[0] << 32) + pair[1]


def ending_of(packed: int) -> int:
    """The lower half."""
    return ((packed + (1 << 31)) & ((1 << 32) - 1)) - (1 << 31)


def middle_of(packed: int) -> int:
    """The upper half."""
    return (packed - ending_of(packed)) >> 32


def parts_of(place: int) -> tuple[tuple[str, int], ...]:
    """The weights of the file, as (group, number), whose sum is a row of WEIGHTS."""
    if place < PLACE + KINDS * SQUARES:
        kind, square = divmod(place - PLACE, SQUARES)
        if kind == KINDS - 1:
            return (("squares", SQUARES * kind + square // 8 * 4 + square % 4),)
        return (("material", kind), ("squares", place - PLACE))
    group = max((name for name in OFFSETS if OFFSETS[name] <= place), key=OFFSETS.__getitem__)
    return ((group, place - OFFSETS[group]),)


ROWS = max(OFFSETS.values()) + GROUPS[max(OFFSETS, key=OFFSETS.__getitem__)][0]
"""How many rows WEIGHTS has."""


def expand(weights: dict[str, list[Pair]]) -> list[int]:
    """The rows of WEIGHTS."""
    return [sum(pack(weights[group][i]) for group, i in parts_of(place)) for place in range(ROWS)]


def read_weights(text: str) -> dict[str, list[Pair]]:
    """The weights in a JSON text, complete or refused in one sentence."""
    try:
        data: Any = json.loads(text)
    except ValueError as error:
        raise MossaError(f"the file of weights is not JSON: {error}") from None
    found: dict[str, list[Pair]] = {}
    for group, (count, _) in GROUPS.items():
        pairs: Any = data.get(group) if isinstance(data, dict) else None
        if (
            not isinstance(pairs, list)
            or len(pairs) != count
            or any(not isinstance(p, list) or [type(v) for v in p] != [int, int] for p in pairs)
        ):
            raise MossaError(f"the file of weights needs {group!r}: a list of {count} pairs of whole numbers")
        found[group] = [(middle, ending) for middle, ending in pairs]
    return found


def write_weights(chosen: dict[str, list[Pair]]) -> str:
    """The weights as the text of a file, a rank of squares a line."""
    groups = []
    for group, pairs in chosen.items():
        rows = [", ".join(f"[{m}, {e}]" for m, e in pairs[i : i + 8]) for i in range(0, len(pairs), 8)]
        inside = rows[0] if len(rows) == 1 else "\n    " + ",\n    ".join(rows) + "\n  "
        groups.append(f'  "{group}": [{inside}]')
    return "{\n" + ",\n".join(groups) + "\n}\n"


@lru_cache(maxsize=1)
def weights() -> dict[str, list[Pair]]:
    """The weights that come with the package."""
    return read_weights(FILE.read_text(encoding="utf-8"))


WEIGHTS = ConstantTable(lambda: expand(weights()), Ints, name="chess weights")
