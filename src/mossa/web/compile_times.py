"""How long compiling the engines of a game takes on this machine: remembered in the cache folder, next to the kernels.

A game that was compiled before takes what it took; another one what a table says, times how much slower this machine
was with those that were. Both are multiplied by how much slower it is today: the median over the games compiled last in
this process. So a guess becomes an estimate with the first game, and a busy hour is noticed.

The file belongs to one version of mossa, since another one compiles other code. What is damaged or makes no sense in
it counts as not known, and a file that cannot be read or written costs nothing but the memory.
"""

from __future__ import annotations

import os
import platform
from collections import deque
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from mossa.core.files import make_folder, read_json, write_json
from mossa.kernel import cache
from mossa.kernel.errors import MossaError

__all__ = ["CompileTimes"]

TYPICAL = {
    "chess": 4.0,
    "backgammon": 2.5,
    "checkers": 2.5,
    "othello": 2.0,
    "connect4": 2.0,
}
"""Seconds that compiling a game took on a machine without other work; of others USUAL."""
USUAL = 2.0
LONGEST = 3600.0
"""Seconds that are believed."""
LAST = 5
"""Games compiled in this process that tell how slow the machine is today."""
MOST_MACHINES = 20
FILE = "compile_times.json"


class Taken(NamedTuple):
    """What compiling a game took."""

    seconds: float
    kernels: int
    """How many were compiled: others were in the cache."""


class CompileTimes:
    """The estimates for each game."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or cache.folder() / FILE
        self._before = _taken(self._read().get(_machine()))
        """What the file had when this process began."""
        self._now: dict[str, Taken] = {}
        self._today: deque[float] = deque(maxlen=LAST)
        """By which factor the games compiled in this process took longer than they should."""

    def expected(self, game: str) -> float:
        """Seconds that compiling a game will take."""
        if game in self._now:
            return self._now[game].seconds
        return self._usual(game) * (median(self._today) if self._today else 1.0)

    def learn(self, game: str, seconds: float, kernels: int) -> None:
        """Compiling this number of kernels of a game took some seconds; remember it, unless it was more before."""
        known = self._now.get(game) or self._before.get(game)
        if kernels < (1 if known is None else known.kernels) or not 0 < seconds <= LONGEST:
            return
        self._today.append(seconds / self._usual(game))
        self._now[game] = Taken(seconds, kernels)
        self._write()

    def _usual(self, game: str) -> float:
        """What a game took when it was compiled before; else a guess by those that were."""
        if game in self._before:
            return self._before[game].seconds
        slower = [taken.seconds / TYPICAL.get(name, USUAL) for name, taken in self._before.items()]
        return TYPICAL.get(game, USUAL) * (median(slower) if slower else 1.0)

    # The file

    def _read(self) -> dict[str, Any]:
        """What the file has, by machine: the folder may be shared."""
        with suppress(MossaError):
            data = read_json(self._path)
            if isinstance(data, dict) and data.get("version") == _version() and isinstance(data.get("machines"), dict):
                machines: dict[str, Any] = data["machines"]
                return machines
        return {}

    def _write(self) -> None:
        others = {name: found for name, found in self._read().items() if name != _machine()}
        machines = dict(list(others.items())[1 - MOST_MACHINES :])
        machines[_machine()] = {game: taken._asdict() for game, taken in (self._before | self._now).items()}
        with suppress(MossaError, ValueError):
            make_folder(self._path.parent)
            write_json(self._path, {"version": _version(), "machines": machines})


def _taken(found: object) -> dict[str, Taken]:
    """What is sensible in the file's words on a machine."""
    known = {}
    for game, one in found.items() if isinstance(found, dict) else ():
        seconds, kernels = (one.get("seconds", 0), one.get("kernels", 0)) if isinstance(one, dict) else (0, 0)
        if type(seconds) in (int, float) and type(kernels) is int and 0 < seconds <= LONGEST and kernels > 0:
            known[game] = Taken(float(seconds), kernels)
    return known


def _version() -> str:
    from mossa import __version__

    return __version__


def _machine() -> str:
    """This machine, as far as its speed goes."""
    return f"{platform.node()} {platform.machine()} {os.cpu_count()}"
