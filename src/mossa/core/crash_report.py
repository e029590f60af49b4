"""What is left behind by an exception that nobody foresaw: one sentence for the user, and a file with the details."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from mossa.kernel.errors import MossaError

from .files import data_folder, make_folder, write_bytes

__all__ = ["DEBUG", "crash_sentence", "details", "write_details"]

DEBUG = "MOSSA_DEBUG"
"""The environment variable that shows the details on standard error too."""
KEPT = 20
"""The number of files that are kept; the oldest go first."""
LONGEST_REASON = 200
"""The most letters of an exception's own text in the sentence."""


def crash_sentence(error: BaseException, command: Sequence[str] = ()) -> str:
    """Write the details to a file, and return the sentence that names it."""
    reason = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    if len(reason) > LONGEST_REASON:
        reason = reason[:LONGEST_REASON] + " …"
    text = details(error, command)
    if os.environ.get(DEBUG, "0") not in ("", "0"):
        print(text, file=sys.stderr)
    path = write_details(text)
    where = f"the details are in {path}" if path else f"the details cannot be written, {DEBUG}=1 shows them"
    return f"this is a fault of mossa, not yours ({reason}); {where}, please report it"


def details(error: BaseException, command: Sequence[str] = ()) -> str:
    """The traceback, the command, and the versions of what ran."""
    head = {
        "time": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()),
        "command": " ".join(map(repr, command)) or "(none)",
        "mossa": _version("mossa"),
        "python": f"{platform.python_version()} on {platform.platform()}",
        "llvmlite, numpy": f"{_version('llvmlite')}, {_version('numpy')}",
        "thread": threading.current_thread().name,
    }
    lines = [f"{name}: {value}" for name, value in head.items()]
    return "\n".join(lines) + "\n\n" + "".join(traceback.format_exception(error))


def write_details(text: str) -> Path | None:
    """The file that the details were written to: in the data folder, else in the folder of temporary files; None if
    neither can be written."""
    name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{os.getpid()}-{threading.get_ident() % 10_000}.txt"
    for folder in (data_folder() / "crashes", Path(tempfile.gettempdir()) / "mossa-crashes"):
        with suppress(MossaError, OSError, RuntimeError):
            path = make_folder(folder) / name
            write_bytes(path, text.encode(errors="backslashreplace"))
            for old in sorted(folder.glob("*.txt"))[:-KEPT]:
                old.unlink(missing_ok=True)
            return path
    return None


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
