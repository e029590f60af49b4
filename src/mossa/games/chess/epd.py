"""Test positions in EPD: the first four fields of a FEN, then operations that end with a semicolon.

r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PP1NBPPP/R1BQK2R w KQkq - bm exd5; id "opening 7";
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mossa import MossaError

from .board import State
from .fen import read_fen, write_fen
from .notation import read_move, write_san

__all__ = ["Epd", "read_epd", "read_epd_file", "write_epd"]

OPERATION = re.compile(r'\s*(?P<name>[A-Za-z]\w*)(?P<operands>(?:\s+(?:"[^"]*"|[^\s";]+))*)\s*;?')
OPERAND = re.compile(r'"([^"]*)"|([^\s";]+)')
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Epd:
    """One line of an EPD file."""

    state: State
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Operation → operands: `bm` best moves, `am` moves to avoid, `dm` mate in n moves, `id` the name …"""

    def moves(self, operation: str) -> tuple[int, ...]:
        """The operands of `bm` or `am` as moves."""
        found = []
        for text in self.operations.get(operation, ()):
            move = read_move(self.state, text)
            if move < 0:
                raise MossaError(f"{text!r} after {operation} is not a legal move in {write_fen(self.state)}")
            found.append(move)
        return tuple(found)


def read_epd(line: str) -> Epd:
    """The position and its operations.

    >>> epd = read_epd('7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id "back rank";')
    >>> epd.operations["id"], len(epd.moves("bm"))
    (('back rank',), 1)
    """
    fields = line.split(None, 4)
    if len(fields) < 4:
        raise MossaError(f"a line of EPD begins with the four fields of a position, not {line.strip()!r}")
    rest = fields[4] if len(fields) > 4 else ""
    numbers = rest.split(None, 2)
    counts: list[str] = []
    if len(numbers) >= 2 and NUMBER.fullmatch(numbers[0]) and NUMBER.fullmatch(numbers[1]):  # a whole FEN
        counts, rest = numbers[:2], numbers[2] if len(numbers) > 2 else ""
    state = read_fen(" ".join([*fields[:4], *counts]))
    operations: dict[str, tuple[str, ...]] = {}
    at, rest = 0, rest.strip()
    while at < len(rest):
        operation = OPERATION.match(rest, at)
        if operation is None:
            raise MossaError(f'an operation of EPD is written like bm Nf3; or id "name"; not {rest[at:]!r}')
        operands = tuple(quoted or plain for quoted, plain in OPERAND.findall(operation["operands"]))
        operations[operation["name"]] = operands
        at = operation.end()
    return Epd(state, operations)


def read_epd_file(text: str) -> tuple[list[Epd], list[str]]:
    """The positions of a file, and a sentence about each line that is none; empty lines and `#` comments are
    skipped."""
    found, skipped = [], []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(read_epd(line))
            except MossaError as error:
                skipped.append(f"line {number}, left out: {error}")
    return found, skipped


def write_epd(epd: Epd) -> str:
    """The line of a position and its operations.

    >>> write_epd(read_epd('7k/8/6K1/8/8/8/8/R7 w - - bm a1a8; id "back rank";'))
    '7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id "back rank";'
    """
    words = write_fen(epd.state).split()[:4]
    for name, operands in epd.operations.items():
        if name in ("bm", "am"):
            written = [write_san(epd.state, move) for move in epd.moves(name)]
        else:
            written = list(_quoted(name, operands))
        words.append(" ".join([name, *written]) + ";")
    return " ".join(words)


def _quoted(name: str, operands: tuple[str, ...]) -> Iterator[str]:
    """Names and comments in quotation marks, and whatever has blanks or semicolons in it."""
    for operand in operands:
        text = name == "id" or re.fullmatch(r"c\d", name) or re.search(r"[\s;]", operand) or not operand
        yield f'"{operand}"' if text else operand
