"""The folders of a user in which mossa keeps its files: those that the system means for them, by platformdirs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

__all__ = ["user_folder"]


def user_folder(kind: Literal["data", "cache"]) -> Path:
    """The user's folder of mossa: below `$XDG_DATA_HOME` or `$XDG_CACHE_HOME` on every system where that is set, else
    where the system keeps such files. A user without a home is a RuntimeError.

    On Linux these are `~/.local/share/mossa` and `~/.cache/mossa`, as in a page, where there is no platformdirs.
    """
    chosen = os.environ.get(f"XDG_{kind.upper()}_HOME")
    if chosen:
        return Path(chosen) / "mossa"
    home = Path.home()
    try:
        from platformdirs import user_cache_path, user_data_path
    except ImportError:
        return home / {"data": ".local/share", "cache": ".cache"}[kind] / "mossa"
    return (user_data_path if kind == "data" else user_cache_path)("mossa", appauthor=False)
