"""A kernel cache for one test, and what the compiler reports."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mossa.kernel.specialise import compilation_listeners


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own."""
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


@pytest.fixture(name="said")
def _said() -> Iterator[list[str]]:
    """What is announced: a sentence for each compilation, and for each kernel that cannot be kept."""
    said: list[str] = []
    compilation_listeners.append(said.append)
    yield said
    compilation_listeners.remove(said.append)
