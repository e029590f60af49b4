"""Loading a game: from its package or from one file, with the default parameters or others.

A package of a game holds `rules.py` and, where they apply, `notation.py`, `evaluation.py` and `render.py`;
inside it they import each other relatively. So the same sources can be executed again under another name with other
parameters, which all modules of that copy see.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from mossa.kernel.endless import register_files
from mossa.kernel.errors import MossaError

from . import old_names
from .files import read_bytes, read_text
from .game import Game, pickle_states_of
from .importing import fault, import_module, source_spec
from .neighbours import importable_neighbours, neighbours
from .parameters import declared_parameters, with_parameters
from .rules import Rules

__all__ = ["load_file", "load_package"]

MODULES = ("rules", "notation", "evaluation", "render")
"""The modules of a game's package that may hold protocol functions."""

_loaded: dict[tuple[str, tuple[ModuleType, ...]], Game] = {}
"""Games by name and modules: the same modules are one game, so that it is compiled once."""


def load_package(name: str, package: str, settings: Mapping[str, str]) -> Game:
    """The game in an importable package, with these parameters."""
    root = import_module(package, name)
    if not hasattr(root, "__path__"):
        raise MossaError(f"the game {name} is offered as {package}, which is not a package with a rules.py in it")
    folder = Path(root.__path__[0])
    for file, (sign, new) in old_names.FILES.items():
        if (folder / file).is_file() and re.search(sign, read_text(folder / file), re.MULTILINE):
            raise MossaError(f"{name} has a file {file}, a name of mossa 0.1: call it {new} now")
    if settings:
        package = f"{package}__{_mark(settings)}"
        with with_parameters(settings):
            root = sys.modules.get(package) or _execute(package, folder / "__init__.py", folder)
            modules = _modules(package, folder, name)
    else:
        modules = _modules(package, folder, name)
    return _game(name, root, modules, settings, importable=not settings)


LONGEST_PATH = 200
"""The most letters of a path that a sentence repeats."""


def load_file(path: Path, settings: Mapping[str, str]) -> Game:
    """The game in one file."""
    try:
        path = path.resolve()
        is_file = path.is_file()
    except (OSError, ValueError, RuntimeError) as error:  # no name of a file, or a link to itself
        raise MossaError(
            f"there is no file {str(path)[:LONGEST_PATH]!r}: {getattr(error, 'strerror', error)}"
        ) from None
    if not is_file:
        raise MossaError(f"there is no file {path}")
    text = b"".join(read_bytes(file) for file in (path, *neighbours(path)))
    mark = hashlib.sha256(bytes(path) + text + repr(sorted(settings.items())).encode()).hexdigest()[:12]
    name = f"mossa_user_{path.stem}_{mark}"
    if not name.isidentifier():
        raise MossaError(f"a rules file is named like a Python module, not {path.name}")
    module = sys.modules.get(name)
    if module is None:
        with with_parameters(settings), importable_neighbours(path):
            module = _execute(name, path, None)
    return _game(str(path), module, (module,), settings, importable=False)


def _modules(package: str, folder: Path, name: str) -> tuple[ModuleType, ...]:
    return tuple(import_module(f"{package}.{file}", name) for file in MODULES if (folder / f"{file}.py").is_file())


def _execute(name: str, path: Path, folder: Path | None) -> ModuleType:
    spec = source_spec(name, path, folder)
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    register_files([str(path)])  # also while it is read
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        for loaded in [n for n in sys.modules if n == name or n.startswith(name + ".")]:
            del sys.modules[loaded]
        if isinstance(error, MossaError) or not isinstance(error, Exception):
            raise
        raise MossaError(fault(error, name, path.name)) from error
    return module


def _game(
    name: str, root: ModuleType, modules: tuple[ModuleType, ...], settings: Mapping[str, str], *, importable: bool
) -> Game:
    """The game in these modules; `importable`: another process can import them by their names."""
    parameters = declared_parameters(*modules)
    for setting in settings:
        if setting not in parameters:
            accepted = ", ".join(parameters) or "none"
            raise MossaError(f"{name} has no parameter {setting!r}; it takes: {accepted}")
    about = (root.__doc__ or "").strip()
    title = getattr(root, "TITLE", about.split("\n")[0].split(":")[0].strip().rstrip(".") or name)
    changed = [f"{p.name}={p.value}" for p in parameters.values() if p.value != p.default]
    full = ":".join([name, ",".join(changed)] if changed else [name])
    key = (full, modules)
    if key in _loaded:
        return _loaded[key]
    try:
        rules = Rules.of(modules, name)
    except Exception as error:  # of start(), which is called for the shape of a state
        if isinstance(error, MossaError):
            raise
        raise MossaError(fault(error, modules[0].__name__, Path(name).name)) from error
    # Another thread may have been faster: then its game counts.
    game = _loaded.setdefault(key, Game(full, title, about, rules, parameters, modules))
    if not importable or rules.own:  # the class of states with a line is made here
        pickle_states_of(game)
    return game


def _mark(settings: Mapping[str, str]) -> str:
    """A mark that distinguishes the module with these settings from others."""
    return hashlib.sha256(repr(sorted(settings.items())).encode()).hexdigest()[:16]
