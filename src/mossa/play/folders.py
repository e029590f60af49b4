"""Where a user's own data lies, and how JSON files are written: whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from mossa.kernel.errors import MossaError

__all__ = ["data_folder", "read_json", "read_text", "write_json", "write_text"]


def data_folder() -> Path:
    """The folder of saved games: $MOSSA_DATA, else $XDG_DATA_HOME/mossa, else ~/.local/share/mossa."""
    own = os.environ.get("MOSSA_DATA")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "mossa"


def write_text(path: Path, text: str) -> None:
    """Write a file under a temporary name and rename it: a reader finds the old text or the new, never a half."""
    made = None
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=".", delete=False) as file:
            made = file.name
            file.write(text)
        os.replace(made, path)
    except OSError as error:
        if made is not None and os.path.exists(made):
            os.unlink(made)
        raise MossaError(f"{path} cannot be written: {error.strerror or error}") from None


def read_text(path: Path) -> str:
    """The text of a file: UTF-8, or Latin-1 as in older ones."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MossaError(f"{path} cannot be read: {error.strerror or error}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON, whole or not at all."""
    write_text(path, json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def read_json(path: Path) -> Any:
    """The value that a JSON file holds."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MossaError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise MossaError(f"{path} is not a JSON file: {error}") from None
