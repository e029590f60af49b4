"""Slices on disk: one compressed file each, with a header and a checksum.

A file begins with a line of JSON (the head: game, slice, counts, digest of the codes) and goes on with the codes,
packed by LZMA. It is written under a temporary name and renamed, so every file under its final name is complete; a
killed build resumes with the first slice that has none.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mossa.core.files import data_folder, make_folder, write_bytes
from mossa.core.parameters import plain_name
from mossa.kernel.errors import MossaError

from .codes import UNKNOWN
from .indexing import Slice

__all__ = [
    "Head",
    "count_codes",
    "default_folder",
    "read_file",
    "read_head",
    "read_slice",
    "slice_path",
    "write_slice",
]

FORMAT = "mossa endgame table 1"
SUFFIX = ".table"
FIRST_LINE = 1 << 12
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0}]
"""Codes are single bytes, so LZMA's context by position within a word would only cost space."""


@dataclass(frozen=True)
class Head:
    """The first line of a file."""

    format: str
    game: str
    slice: str
    first: int
    size: int
    wins: int
    draws: int
    losses: int
    longest: int
    """Plies of the longest win or loss."""
    digest: str
    """SHA-256 of the codes."""


def default_folder(game: str) -> Path:
    """The folder of tables that a user has built: `tables/GAME` in the user's data folder (they do not depend on the
    game's parameters)."""
    return data_folder() / "tables" / plain_name(game)


def slice_path(folder: Path, part: Slice) -> Path:
    """The file of a slice."""
    return folder / f"{part.name}{SUFFIX}"


def count_codes(codes: Any) -> dict[str, int]:
    """The numbers of wins, draws and losses among the codes, and the longest distance."""
    import numpy as np

    counts = np.bincount(codes, minlength=256)
    counts[UNKNOWN] = 0  # holes
    decided = np.flatnonzero(counts[1:]) + 1
    return {
        "wins": int(counts[2::2].sum()),
        "draws": int(counts[0]),
        "losses": int(counts[1::2].sum()),
        "longest": int(decided[-1]) - 1 if len(decided) else 0,
    }


def write_slice(folder: Path, game: str, part: Slice, codes: Any) -> Head:
    """Write the codes of a slice (an array of bytes) to its file."""
    data = codes.tobytes()
    head = Head(
        format=FORMAT,
        game=plain_name(game),
        slice=part.name,
        first=part.first,
        size=part.size,
        **count_codes(codes),
        digest=hashlib.sha256(data).hexdigest(),
    )
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=FILTERS)
    write_bytes(slice_path(make_folder(folder), part), json.dumps(asdict(head)).encode() + b"\n" + packed)
    return head


def read_file(folder: Path, part: Slice, most: int = -1) -> bytes:
    """The bytes of a slice's file, or the first `most` of them."""
    path = slice_path(folder, part)
    try:
        with path.open("rb") as file:
            return file.read(most)
    except FileNotFoundError:
        raise MossaError(f"there is no endgame table {path.name} in {path.parent}") from None
    except OSError as error:
        raise MossaError(f"the endgame table {path} cannot be read: {error.strerror or error}") from None


def read_head(folder: Path, game: str, part: Slice, data: bytes | None = None) -> Head:
    """The head of a slice's file, if it belongs to this game and slice."""
    path = slice_path(folder, part)
    line = (read_file(folder, part, FIRST_LINE) if data is None else data[:FIRST_LINE]).partition(b"\n")[0]
    try:
        head = Head(**json.loads(line))
    except (ValueError, TypeError):
        raise MossaError(f"{path} is not an endgame table") from None
    if (head.format, head.game, head.slice, head.first, head.size) != (
        FORMAT,
        plain_name(game),
        part.name,
        part.first,
        part.size,
    ):
        raise MossaError(
            f"{path} is an endgame table of {head.game} {head.slice} ({head.format}), "
            f"not of {plain_name(game)} {part.name} as this version numbers its positions"
        )
    return head


def read_slice(folder: Path, game: str, part: Slice) -> tuple[Head, bytes]:
    """The head and the codes of a slice; a damaged file is refused in one sentence."""
    path = slice_path(folder, part)
    data = read_file(folder, part)
    head = read_head(folder, game, part, data)
    try:
        codes = lzma.decompress(data.partition(b"\n")[2], lzma.FORMAT_RAW, filters=FILTERS)
    except lzma.LZMAError:
        codes = b""
    if len(codes) != head.size or hashlib.sha256(codes).hexdigest() != head.digest:
        raise MossaError(f"the endgame table {path} is damaged or cut short: remove it and build it again")
    return head, codes
