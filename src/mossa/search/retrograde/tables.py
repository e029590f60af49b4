"""Probing tables: unpacked once on a machine, then mapped into the memory of every process."""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mossa.core.files import atomic_write, make_folder
from mossa.core.game import Game
from mossa.core.parameters import plain_name
from mossa.core.protocol import State
from mossa.kernel.cache import folder as cache_folder
from mossa.kernel.errors import MossaError

from .codes import UNKNOWN, Outcome, outcome_of
from .files import default_folder, read_file, read_head, read_slice, slice_path
from .indexing import Indexing, Slice, consecutive

__all__ = ["Tables", "load_codes", "load_some"]

PIECES = 8
"""Tables with more pieces are not opened by default."""
Codes = Any
"""An array of bytes."""


def load_codes(game: str, sizes: Iterable[tuple[str, int]], folders: Sequence[Path]) -> tuple[Codes, list[str]]:
    """The codes of all slices up to the last with a file in one of the folders, and a sentence for each fault.

    A slice without a sound file is filled with UNKNOWN. If several folders have a file, the first is used.
    """
    slices = consecutive(sizes)
    folders_of_slices = {part: _folder_of(part, folders) for part in slices}
    while slices and folders_of_slices[slices[-1]] is None:
        slices.pop()
    found = {part: place for part in slices if (place := folders_of_slices[part]) is not None}
    missing = _missing(slices, {part.name for part in found}, folders)
    total = slices[-1].last if slices else 0
    codes, faults = _unpacked(game, found, {part: part.first for part in found}, total)
    return codes, missing + faults


def load_some(
    game: str, sizes: Iterable[tuple[str, int]], folders: Sequence[Path]
) -> tuple[Codes, dict[str, int], list[str]]:
    """The codes of the slices with a file in one of the folders, one after the other; where each begins; and a sentence
    for each fault."""
    folders_of_slices = {part: _folder_of(part, folders) for part in consecutive(sizes)}
    found = {part: place for part, place in folders_of_slices.items() if place is not None}
    starts, total = {}, 0
    for part in found:
        starts[part] = total
        total += part.size
    codes, faults = _unpacked(game, found, starts, total)
    return codes, {part.name: start for part, start in starts.items()}, faults


def _missing(slices: Iterable[Slice], found: Container[str], folders: Sequence[Path]) -> list[str]:
    """A sentence for each slice that has no file."""
    return [f"there is no endgame table {slice_path(folders[-1], one)}" for one in slices if one.name not in found]


def _folder_of(part: Slice, folders: Sequence[Path]) -> Path | None:
    return next((folder for folder in folders if slice_path(folder, part).is_file()), None)


def _unpacked(
    game: str, found: Mapping[Slice, Path], starts: Mapping[Slice, int], total: int
) -> tuple[Codes, list[str]]:
    """The codes of slices, each from its start on, mapped from a file of the cache folder; and a sentence for each
    fault.

    That file is named by a digest of the files it was made from, so damage to one of them later is still noticed, and
    ends with a digest of the codes, so damage to itself is too: then it is made again.
    """
    import numpy as np

    faults, readable, mark = [], [], hashlib.sha256()
    for part, place in found.items():
        try:
            data = read_file(place, part)
            read_head(place, game, part, data)
        except MossaError as error:
            faults.append(str(error))
        else:
            readable.append(part)
            mark.update(f"{starts[part]} ".encode() + data)
    unpacked = cache_folder() / "tables" / f"{plain_name(game)}-{mark.hexdigest()[:24]}.codes"
    if total and (mapped := _mapped(unpacked, total)) is not None:
        return mapped, faults
    codes = np.full(total, UNKNOWN, np.uint8)
    sound = True
    for part in readable:
        try:
            codes[starts[part] : starts[part] + part.size] = bytearray(read_slice(found[part], game, part)[1])
        except MossaError as error:
            faults.append(str(error))
            sound = False
    if total and sound:
        with suppress(MossaError):
            make_folder(unpacked.parent)
            with atomic_write(unpacked) as file:
                file.write(codes.data)
                file.write(hashlib.sha256(codes.data).digest())
            if (mapped := _mapped(unpacked, total)) is not None:
                return mapped, faults
    return codes, faults


def _mapped(path: Path, total: int) -> Codes | None:
    """The codes in a file of the cache folder, mapped; None if it is not there or not as it was written."""
    import numpy as np

    try:
        mapped = np.memmap(path, np.uint8, "r")
    except (OSError, ValueError):
        return None
    codes, digest = mapped[:total], mapped[total:].tobytes()
    return codes if hashlib.sha256(codes.data).digest() == digest else None


@dataclass(frozen=True)
class Tables:
    """The tables of one game."""

    game: Game
    indexing: Indexing
    codes: Codes
    """The codes of the slices that were found, one after the other."""
    starts: Mapping[str, int]
    """Slice name → where its codes begin."""
    slices: tuple[Slice, ...]
    """All slices that were searched for."""
    faults: tuple[str, ...] = ()
    """What was missing or damaged, a sentence each."""

    @classmethod
    def open(cls, game: Game, folders: Sequence[Path] = (), *, pieces: int = PIECES) -> Tables:
        """The tables with up to `pieces` pieces in these folders (by default: those that the user has built)."""
        indexing = Indexing.of(game)
        sizes = list(indexing.slices_of(pieces))
        slices, folders_of_slices = consecutive(sizes), folders or [default_folder(game.name)]
        codes, starts, faults = load_some(game.name, sizes, folders_of_slices)
        last = max((at for at, part in enumerate(slices) if part.name in starts), default=0)
        return cls(
            game,
            indexing,
            codes,
            starts,
            tuple(slices),
            tuple(_missing(slices[:last], starts, folders_of_slices) + faults),
        )

    def probe(self, state: State) -> Outcome | None:
        """The result of perfect play and the plies to it; None if no table holds the state."""
        rules = self.game.rules
        if rules.is_over(state):
            utility = rules.utility(state, rules.mover(state))
            return Outcome(0 if utility == 0 else 1 if utility > 0 else -1)
        index = self.indexing.functions["index"](state)
        at = bisect(self.slices, index, key=lambda part: part.first) - 1
        if index < 0 or at < 0 or index >= self.slices[at].last or self.slices[at].name not in self.starts:
            return None
        code = int(self.codes[self.starts[self.slices[at].name] + index - self.slices[at].first])
        return None if code == UNKNOWN else outcome_of(code)

    def moves(self, state: State) -> list[tuple[int, Outcome]]:
        """Every move with its outcome for the mover, best first; empty if that of any is unknown."""
        found = []
        for move in self.game.rules.legal(state):
            after = self.probe(self.game.rules.play(state, move))
            if after is None:
                return []
            found.append((move, Outcome(-after.value, after.plies + 1 if after.value else 0)))
        return sorted(found, key=lambda one: (-one[1].value, one[1].value * one[1].plies))
