"""Object files on disk: one file a kernel, named after everything it was made from.

A file is one line of JSON, the manifest, and the object file behind it. The manifest says what the result of the entry
is, and the digest of the object file. A file that others may write is not used, since it would be run. A damaged file,
a folder that cannot be read or written, or a full disk costs time and nothing more.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .. import cache

__all__ = ["ObjectFile", "load", "path_of", "store"]

FORMAT = "mossa object 1"
PRIVATE = stat.S_IWGRP | stat.S_IWOTH
"""Permissions that a file which is run must not have."""


@dataclass(frozen=True)
class ObjectFile:
    """A compiled kernel."""

    symbol: str
    result: str
    """The type of the result (see kernel.py)."""
    code: bytes


@lru_cache(maxsize=1)
def compiler() -> str:
    """What besides the sources of a kernel decides its machine code: the compiler, and the processor."""
    import llvmlite

    from .backend import processor

    own = Path(__file__).parent
    sources = sorted([*own.glob("*.py"), *own.parent.glob("*.py")])
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return f"{sys.version_info[:3]} llvmlite {llvmlite.__version__} {digest} {processor()}"


def path_of(name: str, *parts: str) -> Path:
    """The file of a kernel that these texts tell from all others."""
    digest = hashlib.sha256("\0".join([FORMAT, compiler(), *parts]).encode()).hexdigest()
    return cache.folder() / f"{name}.{digest[:24]}{cache.SUFFIX}"


def load(path: Path) -> ObjectFile | None:
    """The kernel in a file; None if there is none, or none that may be used."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if status.st_mode & PRIVATE or (hasattr(os, "geteuid") and status.st_uid != os.geteuid()):
                return None
            data = file.read()
    except OSError:
        return None
    line, _, code = data.partition(b"\n")
    with contextlib.suppress(ValueError, KeyError, TypeError):
        manifest = json.loads(line)
        if manifest["format"] == FORMAT and manifest["sha256"] == hashlib.sha256(code).hexdigest():
            return ObjectFile(str(manifest["symbol"]), str(manifest["result"]), code)
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def store(path: Path, kernel: ObjectFile, not_stored: Callable[[str], None]) -> None:
    """Write the file under a temporary name and rename it; say why, if that is not possible."""
    digest = hashlib.sha256(kernel.code).hexdigest()
    manifest = {"format": FORMAT, "symbol": kernel.symbol, "result": kernel.result, "sha256": digest}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=cache.PART, delete=False) as part:
            try:
                part.write(json.dumps(manifest).encode() + b"\n" + kernel.code)
                part.close()
                os.replace(part.name, path)
            except BaseException:
                os.unlink(part.name)
                raise
    except OSError as error:
        not_stored(f"{path.parent}: {error.strerror}")
