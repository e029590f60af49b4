"""Loading a game: from its package, or from one file of a user, with other parameters if wanted.

A package of a game holds `rules.py` and, where they apply, `notation.py`, `evaluation.py` and `render.py`;
inside it they import each other relatively. So the same sources can be executed once more under another
name with other parameters, and everything in that copy sees them.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from mossa.kernel.errors import MossaError

from .game import Game
from .parameters import declared, given
from .protocol import Rules

__all__ = ["load_file", "load_package"]

ROOMS = ("rules", "notation", "evaluation", "render")
"""The modules of a game's package that may hold protocol functions."""


def load_package(name: str, package: str, settings: Mapping[str, str]) -> Game:
    """The game in an importable package, with these parameters."""
    original = importlib.import_module(package)
    root, folder = original, Path(original.__path__[0])
    if settings:
        alias = f"{package}__{_word(settings)}"
        with given(settings):
            root = sys.modules.get(alias) or _execute(alias, folder / "__init__.py", folder)
            modules = _rooms(alias, folder)
    else:
        modules = _rooms(package, folder)
    return _game(name, root, modules, settings)


def load_file(path: Path, settings: Mapping[str, str]) -> Game:
    """The game in one file of a user."""
    path = path.resolve()
    if not path.is_file():
        raise MossaError(f"there is no file {path}")
    text = path.read_bytes()
    mark = hashlib.sha256(bytes(path) + text + repr(sorted(settings.items())).encode()).hexdigest()[:12]
    name = f"mossa_user_{path.stem}_{mark}"
    if not name.isidentifier():
        raise MossaError(f"a rules file is named like a Python module, not {path.name}")
    module = sys.modules.get(name)
    if module is None:
        with given(settings):
            module = _execute(name, path, None)
    return _game(str(path), module, (module,), settings)


def _rooms(package: str, folder: Path) -> tuple[ModuleType, ...]:
    return tuple(importlib.import_module(f"{package}.{room}") for room in ROOMS if (folder / f"{room}.py").is_file())


def _execute(name: str, path: Path, folder: Path | None) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        name, path, submodule_search_locations=[str(folder)] if folder else None
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        for loaded in [n for n in sys.modules if n == name or n.startswith(name + ".")]:
            del sys.modules[loaded]
        if isinstance(error, MossaError) or not isinstance(error, Exception):
            raise
        line = next(
            (f.lineno for f in reversed(traceback.extract_tb(error.__traceback__)) if f.filename == str(path)), 0
        )
        line = error.lineno or 0 if isinstance(error, SyntaxError) else line
        raise MossaError(f"{path.name}, line {line}: {type(error).__name__}: {error}") from error
    return module


def _game(name: str, root: ModuleType, modules: tuple[ModuleType, ...], settings: Mapping[str, str]) -> Game:
    parameters = declared(*modules)
    for setting in settings:
        if setting not in parameters:
            accepted = ", ".join(parameters) or "none"
            raise MossaError(f"{name} has no parameter {setting!r}; it takes: {accepted}")
    about = (root.__doc__ or "").strip()
    title = getattr(root, "TITLE", about.split("\n")[0].split(":")[0].strip().rstrip(".") or name)
    full = name + "".join(f"{',' if i else ':'}{k}={v}" for i, (k, v) in enumerate(settings.items()))
    return Game(full, title, about, Rules.of(modules, name), parameters, modules)


def _word(settings: Mapping[str, str]) -> str:
    """A module name for these settings."""
    return hashlib.sha256(repr(sorted(settings.items())).encode()).hexdigest()[:16]
