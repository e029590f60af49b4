"""Figures of matplotlib, the extra `plot`: where it is not installed, one sentence says so, before any work."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mossa.kernel.errors import MossaError

from .files import atomic_write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["new_figure", "require_matplotlib", "write_figure"]


def require_matplotlib(what: str = "a plot") -> None:
    """A MossaError if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise MossaError(f"{what} needs matplotlib, which is not installed: `pip install mossa[plot]`")


def new_figure(width: float, height: float, what: str = "a plot", **how: Any) -> Figure:
    """An empty figure of so many inches that is painted without a window."""
    require_matplotlib(what)
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), **how)
    FigureCanvasAgg(figure)
    return figure


def write_figure(path: Path, figure: Figure) -> None:
    """Write a figure in the format of the file's suffix (PNG if it has none)."""
    try:
        with atomic_write(path) as file:
            figure.savefig(file, format=path.suffix[1:] or "png")
    except ValueError as error:
        raise MossaError(f"the plot cannot be written to {path}: {error}") from None
