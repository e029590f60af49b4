"""Every kernel of these tests is compiled by the second back end, unless a test says otherwise."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_COMPILER", "llvm")
