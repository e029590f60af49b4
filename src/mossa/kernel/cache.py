"""Machine code on disk: a file for each kernel, named after everything that the code was made from.

A file's name is the digest of the fingerprint (`binding.Graph.fingerprint`), the versions, the processor and the
signature, so it is never stale: changed sources give another name. It begins with the digest of its contents, so a
damaged file is noticed, removed and compiled again. It is written under a temporary name and renamed, so that processes
that compile at the same time never read half a file. If the folder cannot be read or written, every process compiles
again; that is no error, but the listeners are informed.

This file and `compiler.py` use private names of Numba; its version is pinned in pyproject.toml.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

__all__ = ["KernelCache", "clear", "files", "folder"]

SUFFIX, PART = ".kernel", ".part"
DIGEST = 32


def folder() -> Path:
    """Where kernels are stored: `MOSSA_CACHE`, or `mossa` in the user's cache folder."""
    if chosen := os.environ.get("MOSSA_CACHE"):
        return Path(chosen)
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a user without a home: nothing can be stored
        base = Path(os.devnull)
    return base / "mossa" / "kernels"


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


@lru_cache(maxsize=1)
def versions() -> str:
    """What besides the kernel's own sources determines its machine code."""
    import llvmlite
    import numba

    own = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))
    return f"{sys.version_info[:3]} numba {numba.__version__} llvmlite {llvmlite.__version__} {own.hexdigest()}"


def _describe(ty: Any) -> str:
    """The type of an argument; for a named tuple with its class and field names, which Numba leaves out."""
    kind = getattr(ty, "instance_class", None)
    own = str(ty) if kind is None else f"{kind.__module__}.{kind.__qualname__}{kind._fields}"
    return f"{own}[{', '.join(_describe(item) for item in getattr(ty, 'types', ()))}]"


class KernelCache:
    """The cache of one compiled function, with the interface that a Numba dispatcher expects."""

    def __init__(
        self, name: str, fingerprint: str, about_to_compile: Callable[[], None], not_stored: Callable[[str], None]
    ) -> None:
        self.name, self.fingerprint = name, fingerprint
        self.about_to_compile, self.not_stored = about_to_compile, not_stored
        self.cache_path = str(folder())
        self.loaded = False

    def _path(self, sig: Any, codegen: Any) -> Path:
        types = [_describe(ty) for ty in sig]
        mark = hashlib.sha256(repr((self.fingerprint, versions(), types, codegen.magic_tuple())).encode())
        return folder() / f"{self.name}.{mark.hexdigest()[:24]}{SUFFIX}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or None."""
        from numba.core.compiler import CompileResult

        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            data = path.read_bytes()
        except OSError:
            self.about_to_compile()
            return None
        if hashlib.sha256(data[DIGEST:]).digest() == data[:DIGEST]:
            try:
                result = CompileResult._rebuild(target_context, *pickle.loads(data[DIGEST:]))
                if result.signature.args == tuple(sig):
                    self.loaded = True
                    return result
            except Exception:  # an undamaged file that this process cannot use
                pass
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
        self.about_to_compile()
        return None

    def save_overload(self, sig: Any, result: Any) -> None:
        """Store the compiled function if possible; else say why not."""
        # Rather fail than store a dangling call, which arises if Numba gives a function another name where it is
        # called.
        assert b".numba.unresolved$" not in result.library._get_compiled_object(), "a call is not resolved"
        try:
            data = pickle.dumps(result._reduce())
        except Exception as error:  # a state whose class cannot be imported, such as one defined inside a function
            self.not_stored(str(error))
            return
        path = self._path(sig, result.codegen)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=PART, delete=False) as part:
                try:
                    part.write(hashlib.sha256(data).digest() + data)
                    part.close()
                    os.replace(part.name, path)
                except BaseException:
                    os.unlink(part.name)
                    raise
        except OSError as error:
            self.not_stored(f"{path.parent}: {error.strerror}")

    def enable(self) -> None:
        """Part of Numba's interface."""

    def disable(self) -> None:
        """Part of Numba's interface."""

    def flush(self) -> None:
        """Part of Numba's interface."""
