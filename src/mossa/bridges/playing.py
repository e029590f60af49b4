"""What all environments do alike: chance, spaces, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.seeded_random import draw_chance_move

from .encoding import Encoding

if TYPE_CHECKING:
    import numpy as np

__all__ = ["RENDER_MODES", "after_chance", "new_seed", "observation_space", "picture", "require_mode"]


RENDER_MODES = ["ansi", "human", "svg"]
"""How a board can be shown: as text, printed, as a picture."""


def require_mode(mode: str | None) -> None:
    """Refuse a render mode that there is not."""
    if mode not in (None, *RENDER_MODES):
        raise MossaError(f"a render mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")


def new_seed(rng: np.random.Generator) -> int:
    """A seed of ours, drawn from a generator of NumPy."""
    return int(rng.integers(2**63))


def after_chance(position: Position, rng: np.random.Generator) -> Position:
    """The position when chance has moved, as often as it does here."""
    while not position.is_over and position.is_chance:
        position = position.play(draw_chance_move(position, new_seed(rng), 0))
    return position


def observation_space(encoding: Encoding) -> Any:
    """The space of the arrays that players see."""
    import numpy as np
    from gymnasium import spaces

    if encoding.bits:
        return spaces.Box(0, 1, encoding.shape, np.int8)
    bounds = np.finfo(np.float32)
    return spaces.Box(bounds.min, bounds.max, encoding.shape, np.float32)


def picture(position: Position, viewer: int | None, mode: str | None) -> str | None:
    """The board for a render mode: `human` prints it, `ansi` and `svg` return it."""
    if mode is None:
        return None
    scene = position.scene(viewer)
    if mode == "svg":
        return scene.svg()
    if mode == "human":
        print(scene.text())
        return None
    return scene.text()
