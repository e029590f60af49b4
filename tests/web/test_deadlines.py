"""What does not end is found, with its place."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from mossa.web import deadlines
from mossa.web.deadlines import limited, overdue, place, renew


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "_until", {})


def test_the_place_of_what_does_not_end() -> None:
    ended = threading.Event()

    def endless() -> None:
        while not ended.wait(0.01):
            pass

    def work() -> None:
        with limited(0.05):
            endless()

    thread = threading.Thread(target=work)
    thread.start()
    until = time.monotonic() + 10
    while (late := overdue()) is None and time.monotonic() < until:
        time.sleep(0.01)
    assert late == thread.ident
    assert "test_deadlines.py: endless does not end" in place(late, Path(__file__))
    assert place(late, Path("/other.py")) == "other.py: the compiled rules do not end"
    ended.set()
    thread.join()
    assert overdue() is None


def test_inner_deadlines_give_way_to_outer_ones_again() -> None:
    with limited(100):
        with limited(-1):
            assert overdue() == threading.get_ident()
        assert overdue() is None
        renew(-1)
        assert overdue() == threading.get_ident()
    assert overdue() is None
