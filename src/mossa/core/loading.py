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
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from mossa.kernel.errors import MossaError

from .files import read_bytes, read_text
from .game import Game, pickle_states_of
from .parameters import declared_parameters, with_parameters
from .protocol import Rules

__all__ = ["load_file", "load_package"]

MODULES = ("rules", "notation", "evaluation", "render")
"""The modules of a game's package that may hold protocol functions."""

_loaded: dict[tuple[str, tuple[ModuleType, ...]], Game] = {}
"""Games by name and modules: the same modules are one game, so that it is compiled once."""

OLD_FILES = {
    "advice.py": (r"^ADVISERS\b", "players.py with PLAYERS"),
    "numbering.py": (r"^def (slices|index|state_at)\b", "indexing.py"),
}
"""File of a game's package of version 0.1 → how it is recognised, and what it is called today."""

OLD_IMPORTS = {
    "mossa.core.files.whole": "mossa.core.files.atomic_write",
    "mossa.core.game_file.Written": "mossa.core.game_file.GameFile",
    "mossa.core.pgn_pdn.Form": "mossa.core.pgn_pdn.Dialect",
    "mossa.core.pgn_pdn.read_portable": "mossa.core.pgn_pdn.parse_games",
    "mossa.core.pgn_pdn.unbraced": "mossa.core.pgn_pdn.without_braces",
    "mossa.core.pgn_pdn.write_portable": "mossa.core.pgn_pdn.format_game",
    "mossa.core.portable": "mossa.core.pgn_pdn",
    "mossa.core.written": "mossa.core.game_file",
    "mossa.kernel.constant_table.Table": "mossa.kernel.constant_table.ConstantTable",
    "mossa.kernel.memory.Record": "mossa.kernel.memory.Struct",
    "mossa.kernel.memory.Shorts": "mossa.kernel.memory.Int16s",
    "mossa.kernel.memory.Singles": "mossa.kernel.memory.Float32s",
    "mossa.kernel.nnue.TwoSided": "mossa.kernel.nnue.Nnue",
    "mossa.kernel.nnue.make_two_sided": "mossa.kernel.nnue.make_nnue",
    "mossa.kernel.nnue.run_two_sided": "mossa.kernel.nnue.run_nnue",
    "mossa.kernel.nnue.seat_layers": "mossa.kernel.nnue.zero_layers",
    "mossa.kernel.randoms": "mossa.kernel.random_numbers",
    "mossa.kernel.shorts": "mossa.kernel.int16_ops",
    "mossa.kernel.singles": "mossa.kernel.float32_ops",
    "mossa.kernel.table": "mossa.kernel.constant_table",
    "mossa.kernel.twosided": "mossa.kernel.nnue",
    "mossa.search.common.results.Found": "mossa.search.common.results.SearchResult",
    "mossa.search.common.results.Limits": "mossa.search.common.limits.Limits",
    "mossa.search.found": "mossa.search.common.results",
}
"""Module, or name in a module of today, that games for version 0.1 imported → what it is called today."""


def load_package(name: str, package: str, settings: Mapping[str, str]) -> Game:
    """The game in an importable package, with these parameters."""
    try:
        original = importlib.import_module(package)
    except ImportError as error:
        raise MossaError(f"the game {name} cannot be loaded from {package}: {_old_import(error) or error}") from error
    if not hasattr(original, "__path__"):
        raise MossaError(f"the game {name} is offered as {package}, which is not a package with a rules.py in it")
    root, folder = original, Path(original.__path__[0])
    for file, (sign, new) in OLD_FILES.items():
        if (folder / file).is_file() and re.search(sign, read_text(folder / file), re.MULTILINE):
            raise MossaError(f"{name} has a file {file}, a name of mossa 0.1: call it {new} now")
    try:
        if settings:
            alias = f"{package}__{_mark(settings)}"
            with with_parameters(settings):
                root = sys.modules.get(alias) or _execute(alias, folder / "__init__.py", folder)
                modules = _modules(alias, folder)
        else:
            modules = _modules(package, folder)
    except ImportError as error:
        raise MossaError(f"the game {name} cannot be loaded from {package}: {_old_import(error) or error}") from error
    return _game(name, root, modules, settings, importable=not settings)


def load_file(path: Path, settings: Mapping[str, str]) -> Game:
    """The game in one file."""
    path = path.resolve()
    if not path.is_file():
        raise MossaError(f"there is no file {path}")
    text = read_bytes(path)
    mark = hashlib.sha256(bytes(path) + text + repr(sorted(settings.items())).encode()).hexdigest()[:12]
    name = f"mossa_user_{path.stem}_{mark}"
    if not name.isidentifier():
        raise MossaError(f"a rules file is named like a Python module, not {path.name}")
    module = sys.modules.get(name)
    if module is None:
        with with_parameters(settings):
            module = _execute(name, path, None)
    return _game(str(path), module, (module,), settings, importable=False)


def _modules(package: str, folder: Path) -> tuple[ModuleType, ...]:
    return tuple(
        importlib.import_module(f"{package}.{module}") for module in MODULES if (folder / f"{module}.py").is_file()
    )


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
        what = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
        raise MossaError(f"{path.name}{_line(error, path)}: {_old_import(error) or what}") from error
    return module


def _old_import(error: Exception) -> str:
    """What the name whose import failed is called today, if it is one of version 0.1; else an empty text."""
    if not isinstance(error, ImportError):
        return ""
    missing = re.match("cannot import name '(\\w+)'", str(error))
    name = f"{error.name}.{missing[1]}" if missing else str(error.name)
    return "" if name not in OLD_IMPORTS else f"{name} is a name of mossa 0.1: it is {OLD_IMPORTS[name]} now"


def _line(error: Exception, path: Path) -> str:
    """The line of the file where the error happened, if that is known."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [error.lineno] if isinstance(error, SyntaxError) else [f.lineno for f in frames if f.filename == str(path)]
    return f", line {lines[-1]}" if lines and lines[-1] else ""


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
        path = next((Path(m.__file__) for m in modules if m.__file__ and _line(error, Path(m.__file__))), Path(name))
        raise MossaError(f"{path.name}{_line(error, path)}: {type(error).__name__}: {error}") from error
    # Another thread may have been faster: then its game counts.
    game = _loaded.setdefault(key, Game(full, title, about, rules, parameters, modules))
    if not importable:
        pickle_states_of(game)
    return game


def _mark(settings: Mapping[str, str]) -> str:
    """A mark that distinguishes the module with these settings from others."""
    return hashlib.sha256(repr(sorted(settings.items())).encode()).hexdigest()[:16]
