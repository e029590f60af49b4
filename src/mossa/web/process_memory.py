"""The memory of a process: how much it has, and the most that it may take."""

from __future__ import annotations

from contextlib import suppress

__all__ = ["limit_data", "limit_growth", "resident"]


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


def _pages(column: int) -> int:
    """A column of /proc/self/statm, in bytes; 0 where there is none."""
    with suppress(ImportError, OSError):
        import resource

        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[column]) * resource.getpagesize()
    return 0
