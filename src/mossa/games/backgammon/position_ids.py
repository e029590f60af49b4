"""Positions and matches as GNU Backgammon writes them: `4HPwATDgc/ABMA:cAkAAAAAAAAA`.

A position ID is 80 bits, in base 64: for the player who is not on roll and then for the one who is, and for his points
1 to 24 and the bar, as many ones as there are checkers, then a zero. A match ID is 67 bits: the fields of FIELDS, the
lowest bit first.
"""

import base64
import binascii
from collections.abc import Sequence

from mossa import MossaError

__all__ = ["read_match", "read_sides", "write_match", "write_sides"]

FIELDS = {
    "cube": 4,
    "owner": 2,
    "roller": 1,
    "crawford": 1,
    "game": 3,
    "decider": 1,
    "doubled": 1,
    "resigned": 2,
    "first": 3,
    "second": 3,
    "length": 15,
    "score0": 15,
    "score1": 15,
    "straight": 1,
}
"""Field → bits. `cube` is the logarithm of its value; `owner` is 3 for a centred cube; `game` 0 is not begun, 1 being
played, 2 and more is over; `decider` is who answers if `doubled`; `first` and `second` are the dice, 0 before they are
thrown; `straight` is 1 where gammons count without a double, and 0 in the IDs of old versions."""

CHECKERS = 15


def write_sides(other: Sequence[int], roller: Sequence[int]) -> str:
    """The position ID of two sides, each as its checkers on points 1 … 24 and the bar."""
    bits, place = 0, 0
    for side in (other, roller):
        for checkers in side:
            bits |= (1 << checkers) - 1 << place
            place += checkers + 1
    return _write(bits, 10)


def read_sides(text: str) -> tuple[list[int], list[int]]:
    """The two sides that a position ID describes: the one not on roll first, as `write_sides` takes them."""
    bits = _read(text, 10, "position ID", "4HPwATDgc/ABMA")
    sides: list[list[int]] = []
    for _ in range(2):
        side = []
        for _ in range(25):
            ones = 0
            while bits & 1:
                ones, bits = ones + 1, bits >> 1
            bits >>= 1
            side.append(ones)
        sides.append(side)
    other, roller = sides
    if bits or sum(other) > CHECKERS or sum(roller) > CHECKERS:
        raise MossaError(f"the position ID {text!r} has more than {CHECKERS} checkers on a side")
    for point in range(24):
        if roller[point] and other[23 - point]:
            raise MossaError(f"the position ID {text!r} has checkers of both sides on point {point + 1}")
    return other, roller


def write_match(fields: dict[str, int]) -> str:
    """The match ID with these fields; those left out are 0."""
    bits, place = 0, 0
    for name, size in FIELDS.items():
        bits |= fields.get(name, 0) << place
        place += size
    return _write(bits, 9)


def read_match(text: str) -> dict[str, int]:
    """The fields of a match ID."""
    bits = _read(text, 9, "match ID", "cAkAAAAAAAAA")
    fields = {}
    for name, size in FIELDS.items():
        fields[name] = bits & (1 << size) - 1
        bits >>= size
    dice = fields["first"], fields["second"]
    if max(dice) > 6 or (min(dice) == 0) != (max(dice) == 0):
        raise MossaError(f"the match ID {text!r} has the dice {dice[0]} and {dice[1]}")
    if fields["owner"] == 2:
        raise MossaError(f"the match ID {text!r} gives the cube to a player 2; there are 0, 1 and 3 for nobody")
    return fields


def _write(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def _read(text: str, size: int, what: str, example: str) -> int:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != size or len(text) != len(example):
        raise MossaError(f"a {what} is {len(example)} letters and digits like {example}, not {text!r}")
    return int.from_bytes(data, "little")
