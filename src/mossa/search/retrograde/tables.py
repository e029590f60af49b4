"""Tables that a game is played with: unpacked once on a machine, then mapped into the memory of every process."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.cache import folder as cache_folder
from mossa.kernel.errors import MossaError

from .codes import UNKNOWN, Outcome, outcome_of
from .files import default_folder, plain_name, read_head, read_slice, slice_path, write_whole
from .numbering import Numbering, in_a_row

__all__ = ["Tables", "load_codes"]

PIECES = 8
"""Tables with more pieces are not looked for unless asked."""
Codes = Any
"""An array of bytes."""


def load_codes(game: str, sizes: Iterable[tuple[str, int]], folders: Sequence[Path]) -> tuple[Codes, list[str]]:
    """The codes of all slices up to the last that has a file in one of the folders, and what was wrong with some.

    A slice without a sound file is filled with UNKNOWN, and a sentence says so. The first folder with a file counts.
    """
    import numpy as np

    slices = in_a_row(sizes)
    places = {part: next((f for f in folders if slice_path(f, part).is_file()), None) for part in slices}
    while slices and places[slices[-1]] is None:
        slices.pop()
    faults = []
    heads = {}
    for part in slices:
        try:
            place = places[part]
            if place is None:
                raise MossaError(f"there is no endgame table {slice_path(folders[-1], part)}")
            heads[part] = read_head(place, game, part)
        except MossaError as error:
            faults.append(str(error))
    total = slices[-1].last if slices else 0
    mark = hashlib.sha256("".join(f"{part.first} {head.digest} " for part, head in heads.items()).encode())
    unpacked = cache_folder() / "tables" / f"{plain_name(game)}-{mark.hexdigest()[:24]}.codes"
    with suppress(OSError, ValueError):
        if total and unpacked.stat().st_size == total:
            return np.memmap(unpacked, np.uint8, "r"), faults
    codes = np.full(total, UNKNOWN, np.uint8)
    sound = True
    for part in heads:
        try:
            place = places[part]
            assert place is not None
            codes[part.first : part.last] = bytearray(read_slice(place, game, part)[1])
        except MossaError as error:
            faults.append(str(error))
            sound = False
    if total and sound:
        with suppress(MossaError, OSError, ValueError):
            write_whole(unpacked, codes.data)
            return np.memmap(unpacked, np.uint8, "r"), faults
    return codes, faults


@dataclass(frozen=True)
class Tables:
    """The tables of one game."""

    game: Game
    numbering: Numbering
    codes: Codes
    faults: tuple[str, ...] = ()
    """What was missing or damaged, a sentence each."""

    @classmethod
    def open(cls, game: Game, folders: Sequence[Path] = (), *, pieces: int = PIECES) -> Tables:
        """The tables found in these folders (by default: the user's own), with up to so many pieces."""
        numbering = Numbering.of(game)
        codes, faults = load_codes(game.name, numbering.slices_of(pieces), folders or [default_folder(game.name)])
        return cls(game, numbering, codes, tuple(faults))

    def probe(self, state: State) -> Outcome | None:
        """The result of perfect play and the plies to it; None if no table holds the state."""
        rules = self.game.rules
        if rules.is_over(state):
            utility = rules.utility(state, rules.mover(state))
            return Outcome(0 if utility == 0 else 1 if utility > 0 else -1)
        index = self.numbering.functions["index"](state)
        if not 0 <= index < len(self.codes) or self.codes[index] == UNKNOWN:
            return None
        return outcome_of(int(self.codes[index]))

    def moves(self, state: State) -> list[tuple[int, Outcome]]:
        """Every move with what it leads to, for the mover, best first; empty if that is not known of all."""
        found = []
        for move in self.game.rules.legal(state):
            after = self.probe(self.game.rules.play(state, move))
            if after is None:
                return []
            found.append((move, Outcome(-after.value, after.plies + 1 if after.value else 0)))
        return sorted(found, key=lambda one: (-one[1].value, one[1].value * one[1].plies))
