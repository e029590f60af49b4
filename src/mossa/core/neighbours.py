"""The files beside a user's rules file, which it may import by name: `from hexagons import neighbours`.

They are found only while the rules file is loaded, after all that Python finds by itself, and belong to this game
alone: another folder may have a file of the same name.
"""

from __future__ import annotations

import importlib.abc
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from .files import read_text
from .importing import source_spec

__all__ = ["importable_neighbours", "neighbours"]

IMPORT = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)

_lock = threading.RLock()


def neighbours(path: Path) -> tuple[Path, ...]:
    """The files beside a rules file that it imports, and those that they import."""
    found: list[Path] = []
    waiting = [path]
    while waiting:
        for name in IMPORT.findall(read_text(waiting.pop())):
            file = path.with_name(f"{name}.py")
            if file != path and file not in found and not _known_elsewhere(name) and file.is_file():
                found.append(file)
                waiting.append(file)
    return tuple(sorted(found))


def _known_elsewhere(name: str) -> bool:
    """Does Python find a module of this name by itself?"""
    return name in sys.builtin_module_names or name in sys.stdlib_module_names or name == "mossa"


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the files of one folder."""

    def __init__(self, path: Path) -> None:
        self.folder = path.parent
        self.found: list[str] = []

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The file of this name, if it is in the folder."""
        file = self.folder / f"{fullname}.py"
        if path is not None or "." in fullname or not file.is_file():
            return None
        self.found.append(fullname)
        return source_spec(fullname, file)


@contextmanager
def importable_neighbours(path: Path) -> Iterator[None]:
    """While this lasts, the files beside this one can be imported; afterwards their names are forgotten."""
    with _lock:
        finder = _Finder(path)
        sys.meta_path.append(finder)
        try:
            yield
        finally:
            sys.meta_path.remove(finder)
            for name in finder.found:
                sys.modules.pop(name, None)
