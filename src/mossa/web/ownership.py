"""One data folder has one owner: the server that holds the lock of `site.lock`, where its address is written.

Two servers on one folder would each play on with what they have in memory, and the moves of one would be lost. The lock
is the operating system's, so a server that is killed leaves none behind.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["Owned", "Ownership"]

FILE = "site.lock"
FAR = 1 << 20
"""Where the locked byte is, on Windows."""
PATIENCE = 2.0
"""Seconds in which an owner that has just started writes its address."""


class Owned(Exception):
    """The folder has an owner already."""

    def __init__(self, folder: Path, address: str) -> None:
        super().__init__(f"mossa runs already on the games in {folder}: {address or 'its address is not known'}")
        self.folder, self.address = folder, address


class Ownership:
    """The lock of a data folder; `Owned` is raised where another process has it.

    Where the folder cannot be written there is nothing to lose, and the ownership is empty.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: int | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return
        if not _lock(file):
            os.close(file)
            raise Owned(folder, _address(folder / FILE))
        self._file = file
        os.ftruncate(file, 0)  # the address of an owner that was killed

    def announce(self, address: str) -> None:
        """Write the address of the owner."""
        if self._file is not None:
            with suppress(OSError):
                os.lseek(self._file, 0, os.SEEK_SET)
                os.write(self._file, json.dumps({"address": address, "process": os.getpid()}).encode())

    def close(self) -> None:
        """Give the folder back."""
        if self._file is not None:
            with suppress(OSError):
                os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None


def _lock(file: int) -> bool:
    try:
        import fcntl
    except ImportError:  # on Windows
        return _lock_byte(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _lock_byte(file: int) -> bool:
    """Lock a byte behind the address: on Windows nobody else could read what is locked."""
    import msvcrt

    windows: Any = msvcrt
    try:
        os.lseek(file, FAR, os.SEEK_SET)
        windows.locking(file, windows.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _address(path: Path) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            return str(json.loads(path.read_bytes())["address"])
        except (OSError, ValueError, KeyError, TypeError):
            time.sleep(0.05)
    return ""
