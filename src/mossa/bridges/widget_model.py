"""The widgets as models of anywidget: a view that the browser draws, and messages from its clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from mossa.core.position import Position

from .widget_views import BoardView, TraceView

__all__ = ["BoardWidget", "TraceWidget"]


class _Widget(anywidget.AnyWidget):  # type: ignore[misc]
    _esm = Path(__file__).with_name("widget.js").read_text(encoding="utf-8")
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, shown: BoardView | TraceView) -> None:
        super().__init__(view=shown.view())
        self.shown = shown
        self.on_msg(self._hear)

    def _hear(self, sender: Any, message: Any, buffers: Any) -> None:
        if isinstance(message, dict):
            self.shown.hear(message, self._changed)

    def _changed(self) -> None:
        self.view = self.shown.view()


class BoardWidget(_Widget):
    """A board on which a game is played."""

    def __init__(self, shown: BoardView) -> None:
        super().__init__(shown)
        shown.let_others_move(self._changed)

    @property
    def position(self) -> Position:
        """The position on the board."""
        assert isinstance(self.shown, BoardView)
        return self.shown.position


class TraceWidget(_Widget):
    """A trace, step by step."""

    @property
    def step(self) -> int:
        """How many events have been shown."""
        assert isinstance(self.shown, TraceView)
        return self.shown.step
