"""The memory of a process: how much it has, the most that it may take, and how it gives back what it needs no more."""

from __future__ import annotations

import sys
from contextlib import suppress

__all__ = ["limit_data", "limit_growth", "resident", "return_large_blocks"]

LARGE = 1 << 20
"""Bytes of a block that goes back to the operating system as soon as it is free."""
M_MMAP_THRESHOLD = -3
"""The name of that number for `mallopt` of glibc."""


def resident() -> int:
    """Bytes of this process in memory, as far as the operating system tells."""
    return _pages(1)


def limit_growth(more: int) -> None:
    """This process may map so many bytes beside what is mapped now; then there is a MemoryError."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_pages(0) + more, hard))


def limit_data(most: int) -> None:
    """This process may have so many bytes of data; then there is a MemoryError.

    Data is what can be written to. Address space that a library only reserves, as malloc does for each thread, is none.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def return_large_blocks() -> None:
    """From now on, large blocks of memory that are free go back to the operating system.

    Once glibc has seen a block of up to 32 MiB become free, it takes further ones of that size from a heap of its own,
    which keeps what is freed between others. The tables of closed players would so take memory for ever.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):  # AttributeError: another C library, which does not do so
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)


def _pages(column: int) -> int:
    """A column of /proc/self/statm, in bytes; 0 where there is none."""
    with suppress(ImportError, OSError):
        import resource

        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[column]) * resource.getpagesize()
    return 0
