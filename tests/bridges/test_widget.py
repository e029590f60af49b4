"""Where a widget can be shown, and where not."""

from __future__ import annotations

import sys

import pytest
from tests.bridges.frameworks import need

import mossa
from mossa import MossaError
from mossa.search import textbook


def test_outside_a_notebook() -> None:
    with pytest.raises(MossaError, match=r"^a widget is for a notebook; in a terminal use `mossa play`"):
        mossa.widget("tictactoe")


def in_notebook(monkeypatch: pytest.MonkeyPatch, shell: object) -> None:
    need("IPython")
    import IPython

    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)


def test_in_the_terminal_of_ipython(monkeypatch: pytest.MonkeyPatch) -> None:
    in_notebook(monkeypatch, type("TerminalInteractiveShell", (), {})())
    with pytest.raises(MossaError, match="a widget is for a notebook"):
        mossa.widget("tictactoe")


def test_without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    in_notebook(monkeypatch, object())
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(MossaError, match=r"anywidget is not installed: pip install 'mossa\[notebook\]'"):
        mossa.widget("tictactoe")


def test_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    need("anywidget")
    in_notebook(monkeypatch, object())
    position = mossa.game("connect4").after("4 4")
    assert mossa.widget(position, "random").position is position
    assert len(mossa.widget("connect4", "random", side=1).position.line) == 2
    assert mossa.widget(mossa.game("nim"), None).position == mossa.game("nim").start()
    trace = textbook.run("minimax", mossa.game("tree").rules)
    assert mossa.widget(trace).step == len(trace.events)
