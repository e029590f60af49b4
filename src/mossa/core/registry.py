"""Finding games: by name, in this package and in installed packages, or by the path of a file."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from mossa.kernel.errors import MossaError

from .game import Game
from .loading import load_file, load_package
from .parameters import parse_settings, split_game

__all__ = ["GROUP", "game", "names", "other_systems"]

GROUP = "mossa.games"
"""The entry point group in which another package registers games: `name = package.of.the.game`."""


other_systems: dict[str, Callable[[str], Game]] = {}
"""The name of another system in a spec → what finds the game that the rest names; `mossa` adds them here."""


@lru_cache(maxsize=1)
def _packages() -> dict[str, str]:
    """Name → package of all games that are found by name."""
    found = {}
    spec = find_spec(GROUP)
    for folder in spec.submodule_search_locations or () if spec else ():
        for rules in sorted(Path(folder).glob("*/rules.py")):
            found[rules.parent.name] = f"{GROUP}.{rules.parent.name}"
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point.value)  # the names of our own games are taken
    return found


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_packages())


@lru_cache(maxsize=256)
def _load(spec: str) -> Game:
    system, _, theirs = spec.partition(":")
    if system in other_systems:
        return other_systems[system](theirs)
    name, rest = split_game(spec)
    settings = parse_settings(rest, name)
    package = _packages().get(name)
    if package is None:
        near = difflib.get_close_matches(name, names(), 1, 0.5)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise MossaError(f"there is no game {name!r}{hint}; games: {', '.join(names())}, or the path of a rules file")
    return load_package(name, package, settings)


def game(spec: str) -> Game:
    """The game that a spec names: `chess`, `connect4:columns=5,rows=4`, `./mygame.py`, `./mygame.py:size=4`, or one of
    OpenSpiel, `openspiel:hex(board_size=5)`.

    >>> game("connect4:columns=5,rows=4").parameters["columns"].value
    5
    """
    path, settings = split_game(spec)
    if path.endswith(".py"):
        return load_file(Path(path), parse_settings(settings, path))
    return _load(spec)
