"""Files: the folder of user data, and files that are written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from mossa.kernel.errors import MossaError
from mossa.kernel.user_folders import user_folder

__all__ = [
    "atomic_write",
    "data_folder",
    "make_folder",
    "read_bytes",
    "read_json",
    "read_text",
    "seal",
    "unseal",
    "write_bytes",
    "write_json",
    "write_text",
]


def data_folder() -> Path:
    """The folder of user data: $MOSSA_DATA, else that of `user_folder` (~/.local/share/mossa on Linux)."""
    own = os.environ.get("MOSSA_DATA")
    return Path(own) if own else user_folder("data")


def make_folder(path: Path) -> Path:
    """The folder, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MossaError(f"{path} cannot be made: {error.strerror or error}") from None
    return path


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written in the block, under a temporary name. At the end of the block it is renamed to `path`, so
    that a reader finds the old file or the new one, never a part; after an error it is removed."""
    part = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with part.open("wb") as file:
            yield file
        os.replace(part, path)
    except OSError as error:
        raise MossaError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            part.unlink()


def write_bytes(path: Path, data: bytes | memoryview) -> None:
    """Write a file, whole or not at all."""
    with atomic_write(path) as file:
        file.write(data)


def read_bytes(path: Path) -> bytes:
    """The content of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise MossaError(f"{path} cannot be read: {error.strerror or error}") from None


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, whole or not at all."""
    write_bytes(path, text.encode())


def read_text(path: Path) -> str:
    """The text of a file: UTF-8, else Latin-1."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON, whole or not at all."""
    write_text(path, json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def read_json(path: Path) -> Any:
    """The value in a JSON file."""
    try:
        return json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:  # RecursionError: brackets in brackets, very many
        raise MossaError(f"{path} is not a JSON file: {error}") from None


# A sealed file is one line and compressed data. The line has the name of the format, its parameters, and the digest of
# the data. So a file that is damaged, truncated or of another version is noticed.


def seal(path: Path, title: str, data: bytes, preset: int = 9) -> None:
    """Write data compressed, behind a line with the title (the format's name and parameters) and the digest."""
    packed = lzma.compress(data, preset=preset)
    write_bytes(path, f"{title} {hashlib.sha256(packed).hexdigest()}\n".encode() + packed)


def unseal(path: Path, name: str) -> tuple[str, bytes]:
    """The parameters and the data of a sealed file of the format of this name."""
    head, _, packed = read_bytes(path).partition(b"\n")
    title, _, digest = head.decode(errors="replace").rpartition(" ")
    if f"{title} ".startswith(f"{name} ") and digest == hashlib.sha256(packed).hexdigest():
        return title.removeprefix(name).strip(), lzma.decompress(packed)
    raise MossaError(f"{path} is damaged, cut short, or not of the format {name!r}")
