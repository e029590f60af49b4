"""The weights of the evaluation: one table of numbers, each for the middle game and for the ending.

`data/weights.json` holds them by name, in hundredths of a pawn. The kernel reads them from WEIGHTS by number, both
halves packed into one: middle game · 2^32 + ending, so that one addition adds both. Its first rows, PLACE, are the
worth of a piece on a square, which the file holds apart as `material` and `squares` (of the files a to d: the right
half of the board is its mirror image).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from mossa import MossaError
from mossa.kernel.memory import Ints
from mossa.kernel.table import Table

__all__ = ["GROUPS", "WEIGHTS", "Pair", "ending_of", "middle_of", "names", "pack", "read_weights", "write_weights"]

Pair = tuple[int, int]
"""A weight in the middle game and in the ending."""

FILE = Path(__file__).parent / "data" / "weights.json"

GROUPS: dict[str, tuple[int, str]] = {
    "material": (5, "a pawn, knight, bishop, rook, queen"),
    "squares": (6 * 32, "a piece of each kind on each square of the files a to d, rank by rank"),
    "mobility_knight": (9, "a knight with so many squares to go to"),
    "mobility_bishop": (14, "a bishop with so many"),
    "mobility_rook": (15, "a rook with so many"),
    "mobility_queen": (28, "a queen with so many"),
    "bishop_pair": (1, "two bishops"),
    "outpost": (2, "a knight, a bishop that a pawn protects where no enemy pawn can drive it away"),
    "knight_near": (1, "each enemy piece within two squares of a knight, at most four"),
    "knight_kings": (1, "each square between a knight and each of the kings"),
    "knight_safe": (1, "a knight beyond its own half that no enemy pawn can drive away"),
    "rook_open": (1, "a rook on a file without pawns"),
    "rook_half_open": (1, "a rook on a file without pawns of its own"),
    "rook_seventh": (1, "a rook on the seventh rank, with pawns there or the king behind"),
    "isolated": (1, "a pawn without neighbours of its own on the files beside it"),
    "doubled": (1, "a pawn in front of another of its own"),
    "backward": (1, "a pawn that no other can protect as it advances, held back by an enemy pawn"),
    "supported": (1, "a pawn that another protects"),
    "abreast": (1, "a pawn beside another"),
    "passed": (8, "a pawn on each rank that no enemy pawn can stop"),
    "passed_free": (8, "the same, with a free and safe square before it"),
    "passed_own_king": (8, "the same, for each square that its king is away"),
    "passed_enemy_king": (8, "the same, for each square that the enemy king is away"),
    "shield_near": (1, "a pawn next to the king, before it"),
    "shield_far": (1, "a pawn one square further"),
    "shield_gap": (1, "a file at the king without a pawn of its own"),
    "storm": (1, "an enemy pawn near the king's files, on this half of the board"),
    "danger": (64, "the attack on the enemy king, by its size"),
    "threat_by_pawn": (1, "an enemy piece attacked by a pawn"),
    "threat_by_minor": (1, "an enemy rook or queen attacked by a knight or a bishop"),
    "threat_by_rook": (1, "an enemy queen attacked by a rook"),
    "hanging": (1, "an enemy piece or pawn that is attacked and not protected"),
    "tempo": (1, "having the move"),
}
"""Name → how many weights it has, and what is counted. The order is that of the file."""

PLACE = 0
"""Where the worth of pieces on squares begins in WEIGHTS: 64·(piece − 1) + square, as the side itself sees it."""


def _layout() -> dict[str, int]:
    at, found = PLACE + 6 * 64, {}
    for name, (count, _) in GROUPS.items():
        if name not in ("material", "squares"):
            found[name] = at
            at += count
    return found


OFFSETS = _layout()
"""Name → where its weights begin in WEIGHTS."""


def names() -> list[tuple[str, int]]:
    """Every weight of the file, as its group and its number there: the order in which they are fitted."""
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
    """The weights of the file that make up a row of WEIGHTS."""
    if place < PLACE + 6 * 64:
        kind, square = divmod(place - PLACE, 64)
        file = square % 8
        square_part = ("squares", 32 * kind + square // 8 * 4 + min(file, 7 - file))
        return (square_part,) if kind == 5 else (("material", kind), square_part)
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
        wide = 4 if group == "squares" else 8
        rows = [", ".join(f"[{m}, {e}]" for m, e in pairs[i : i + wide]) for i in range(0, len(pairs), wide)]
        inside = rows[0] if len(rows) == 1 else "\n    " + ",\n    ".join(rows) + "\n  "
        groups.append(f'  "{group}": [{inside}]')
    return "{\n" + ",\n".join(groups) + "\n}\n"


@lru_cache(maxsize=1)
def weights() -> dict[str, list[Pair]]:
    """The weights that come with the package."""
    return read_weights(FILE.read_text(encoding="utf-8"))


WEIGHTS = Table(lambda: expand(weights()), Ints, name="chess weights")
