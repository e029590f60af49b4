"""`mossa.widget`: a board to play on, or a trace to step through, in a notebook."""

from __future__ import annotations

import sys
from typing import Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.registry import game as find_game
from mossa.kernel.errors import MossaError
from mossa.search.textbook.trace import Trace

from .extras import require
from .widget_views import BoardView, TraceView

__all__ = ["widget"]


def widget(
    shown: str | Game | Position | Trace,
    opponent: str | None = "mossa",
    *,
    side: int | None = None,
    time: float = 1.0,
    seed: int = 0,
) -> Any:
    """A widget for JupyterLab, VS Code and Colab: a board on which a game is played, or a trace, step by step.

    `shown` is a position, a game or its name, or a trace of the textbook. `opponent` is a player (`mossa`: the one that
    suits the game; `elo=1200` …), which has every seat but `side`, by default that of the mover; with None all moves
    are yours. A player without a limit thinks for `time` seconds. Outside a notebook this is a MossaError.

    The widget's `position` is the position on its board.
    """
    _require_notebook()
    require("anywidget", "anywidget", "notebook")
    from .widget_model import BoardWidget, TraceWidget

    if isinstance(shown, Trace):
        return TraceWidget(TraceView(shown))
    found = find_game(shown) if isinstance(shown, str) else shown
    position = found.start() if isinstance(found, Game) else found
    return BoardWidget(BoardView(position, opponent, side=side, time=time, seed=seed))


def _require_notebook() -> None:
    """Refuse to make a widget where none can be shown."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None or type(shell).__name__ == "TerminalInteractiveShell":
        raise MossaError("a widget is for a notebook; in a terminal use `mossa play`, in a browser `mossa serve`")
