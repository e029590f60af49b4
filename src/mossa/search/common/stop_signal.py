"""The stop signal, which ends a search."""

from __future__ import annotations

from mossa.kernel.memory import Flag, Struct

__all__ = ["StopSignal"]


class StopSignal(Struct):
    """Read at every node by all threads of one search."""

    stop: Flag
    """0 while the search may go on."""
