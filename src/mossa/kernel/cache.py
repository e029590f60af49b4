"""Machine code on disk: a file for each kernel, named after everything that the code was made from.

A file is one line of JSON, the manifest, and the object file behind it, as the compiler's back end wrote it. The
manifest has the symbol of the entry, the type of its result, and a digest of both, of the object file, and of the name
of the file: so a file that was renamed to that of another kernel is not used. The name of the file is a digest of
all that the code depends on, so it is never stale: changed sources give another name. It is written under a temporary
name and renamed, so that processes that compile at the same time never read half a file.

A file that others may write, or that is somebody else's, is not used, since it would be run. A damaged file, a folder
that cannot be read or written, or a full disk costs time and nothing more; the listeners are informed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .user_folders import user_folder

__all__ = ["ObjectFile", "clear", "files", "folder", "load", "path_of", "store"]

SUFFIX, PART = ".kernel", ".part"
FORMAT = "mossa object 2"
WRITABLE = stat.S_IWGRP | stat.S_IWOTH
"""Permissions that a file which is run must not have."""


def folder() -> Path:
    """Where kernels are stored: `MOSSA_CACHE`, or `mossa` in the user's cache folder."""
    if chosen := os.environ.get("MOSSA_CACHE"):
        return Path(chosen)
    try:
        return user_folder("cache") / "kernels"
    except RuntimeError:  # a user without a home: nothing can be stored
        return Path(os.devnull) / "kernels"


def files() -> list[Path]:
    """The files of the stored kernels."""
    try:
        return sorted(folder().glob(f"*{SUFFIX}"))
    except OSError:
        return []


def clear() -> int:
    """Remove all kernels, and the unfinished files of killed processes; returns the number of kernels removed."""
    stored = files()
    for path in [*stored, *folder().glob(f"*{PART}")]:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    return len(stored) - len(files())


@dataclass(frozen=True)
class ObjectFile:
    """A compiled kernel."""

    symbol: str
    """The symbol of its entry function."""
    result: str
    """The type of the entry's result, as `compiler/entry.py` writes it."""
    code: bytes


def path_of(name: str, *parts: str) -> Path:
    """The file of the kernel called `name` that depends on these texts."""
    digest = hashlib.sha256("\0".join([FORMAT, *parts]).encode()).hexdigest()
    return folder() / f"{name}.{digest[:24]}{SUFFIX}"


def load(path: Path) -> ObjectFile | None:
    """The kernel in a file; None if there is none, or none that may be used."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if hasattr(os, "geteuid") and (status.st_mode & WRITABLE or status.st_uid != os.geteuid()):
                return None  # on Windows the folder of a user has an access list, and these bits say nothing
            data = file.read()
    except OSError:
        return None
    line, _, code = data.partition(b"\n")
    with contextlib.suppress(ValueError, KeyError, TypeError):
        manifest = json.loads(line)
        kernel = ObjectFile(str(manifest["symbol"]), str(manifest["result"]), code)
        if manifest["format"] == FORMAT and manifest["sha256"] == _digest(path, kernel):
            return kernel
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def _digest(path: Path, kernel: ObjectFile) -> str:
    """The digest of all that a file holds, and of its name."""
    head = "\0".join([FORMAT, path.name, kernel.symbol, kernel.result])
    return hashlib.sha256(head.encode() + b"\0" + kernel.code).hexdigest()


def store(path: Path, kernel: ObjectFile, not_stored: Callable[[str], None]) -> None:
    """Write the file under a temporary name and rename it; say why, if that is not possible."""
    digest = _digest(path, kernel)
    manifest = {"format": FORMAT, "symbol": kernel.symbol, "result": kernel.result, "sha256": digest}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=PART, delete=False) as part:
            try:
                part.write(json.dumps(manifest).encode() + b"\n" + kernel.code)
                part.close()
                os.replace(part.name, path)
            except BaseException:
                os.unlink(part.name)
                raise
    except OSError as error:
        not_stored(f"{path.parent}: {error.strerror}")
