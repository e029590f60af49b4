"""Importing the modules of a game: what goes wrong in them is one sentence with the file and the line."""

from __future__ import annotations

import difflib
import importlib
import importlib.machinery
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterable
from dataclasses import fields
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from mossa.kernel.errors import MossaError

from .facts import Facts
from .old_names import name_of_today

__all__ = ["fault", "import_module", "import_optional", "source_spec"]

COPY = re.compile(r"__[0-9a-f]{16}(?=\.|$)")
"""What follows the name of a package in the name of its copy with other parameters."""


class SourceLoader(importlib.machinery.SourceFileLoader):
    """Reads the source each time, and leaves no bytecode beside it: Python's cache of bytecode does not notice a second
    change within the same second."""

    def path_stats(self, path: object) -> NoReturn:
        """Without the time of the source, bytecode is neither read nor written."""
        raise OSError("a user's file is read from its source")


def source_spec(name: str, path: Path, folder: Path | None = None) -> ModuleSpec:
    """How to import a file of a user's under this name; `folder`: it is a package's."""
    spec = importlib.util.spec_from_file_location(
        name,
        path,
        loader=SourceLoader(name, str(path)),
        submodule_search_locations=[str(folder)] if folder else None,
    )
    assert spec is not None
    return spec


def import_module(module: str, game: str) -> ModuleType:
    """Import a module of the package of this game."""
    try:
        return importlib.import_module(module)
    except MossaError:
        raise
    except Exception as error:
        package = COPY.sub("", module)
        raise MossaError(f"the game {game} cannot be loaded from {package}: {fault(error, module)}") from error


def import_optional(package: str | None, file: str, game: str) -> ModuleType | None:
    """Import this file of the package of a game, if it has one."""
    if not package or importlib.util.find_spec(f"{package}.{file}") is None:
        return None
    return import_module(f"{package}.{file}", game)


def fault(error: Exception, module: str, file: str = "") -> str:
    """What is wrong, after the file and the line where it happened in the top package of this module.

    Where no line is known, only this file is named.
    """
    package = module.partition(".")[0]
    places: list[tuple[str, int | None]] = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__", "").partition(".")[0] == package
    ]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    if places:
        path, line = places[-1]
        name = re.split(r"[/\\]", path)[-1]
        file = f"{name}, line {line}" if line else name
    if not file:
        return str(error)  # the package itself is not there
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing and module.startswith("mossa_user_") and not name_of_today(error):
        what = f"no module {missing} is installed, and there is no file {missing.partition('.')[0]}.py beside it"
        return f"{file}: {what}"
    return f"{file}: {name_of_today(error) or _instead(error)}"


UNKNOWN_FACT = re.compile(r"Facts\.__init__\(\) got an unexpected keyword argument '(\w+)'")
UNKNOWN_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def _instead(error: Exception) -> str:
    """What is wrong, in words that say what to write instead where that is known."""
    text = str(error)
    if isinstance(error, ImportError) and "relative import" in text:
        return "a rules file is no part of a package: write `from helper import …`, without a dot before the name"
    if isinstance(error, ImportError) and (found := UNKNOWN_NAME.search(text)):
        names = dir(sys.modules.get(found[2]))
        return f"{found[2]} has no {found[1]}{_nearest(found[1], names)}"
    if isinstance(error, TypeError) and (found := UNKNOWN_FACT.search(text)):
        names = [one.name for one in fields(Facts)]
        return f"Facts has no {found[1]}{_nearest(found[1], names)}; it has {', '.join(names)}"
    return f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"


def _nearest(name: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(names), 1, 0.5)
    return f" (did you mean {near[0]}?)" if near else ""
