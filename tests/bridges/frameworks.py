"""The frameworks of the bridges in tests: each test file that needs one is skipped where it is not installed."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator

import pytest

import mossa

__all__ = ["FITTING", "need", "quietly"]

FITTING = [name for name in mossa.names() if mossa.game(name).facts.actions is not None]
"""The games with a fixed action space."""


def need(module: str) -> None:
    """Skip the tests of a file, with the reason, if a framework is missing."""
    pytest.importorskip(module, reason=f"{module} is not installed")


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Run the own tests of a framework, which print, and warn of things that are meant."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield
