"""mossa: write the rules of a game once, in plain Python; get every algorithm, a fast player and a board."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mossa.core import (
    CHANCE,
    HEXAGON,
    Cell,
    Draft,
    Facts,
    Game,
    Line,
    Piece,
    Position,
    Result,
    Scene,
    crossings,
    game,
    grid,
    hexagons,
    line,
    names,
    parameter,
    seen,
)
from mossa.core.position import best_move_hook
from mossa.core.registry import other_systems
from mossa.kernel import (
    MossaError,
    below,
    bit_count,
    byte_swap,
    draw,
    highest_bit,
    lowest_bit,
    mix,
    next_seed,
    parallel_extract,
    replace,
    u64,
)

if TYPE_CHECKING:
    from mossa.core.playouts import playouts

    env: Callable[..., Any]
    gym_env: Callable[..., Any]
    widget: Callable[..., Any]

__version__ = "0.1.0"

_LOADED_WHEN_USED = {
    "env": "mossa.bridges.environments",
    "gym_env": "mossa.bridges.environments",
    "playouts": "mossa.core.playouts",
    "widget": "mossa.bridges.widget",
}
"""Public name → its module: what `import mossa` would wait for without need."""


def _best_move(position: Position, **limits: Any) -> Any:
    """What `Position.best` asks: the players, loaded when first needed."""
    return import_module("mossa.play.advice").best(position, **limits)


def _openspiel_game(spec: str) -> Game:
    """What `game("openspiel:…")` asks."""
    found: Game = import_module("mossa.bridges.openspiel_games").load(spec)
    return found


best_move_hook.append(_best_move)
other_systems["openspiel"] = _openspiel_game


def __getattr__(name: str) -> Any:
    if name not in _LOADED_WHEN_USED:
        raise AttributeError(f"module 'mossa' has no attribute {name!r}")
    return getattr(import_module(_LOADED_WHEN_USED[name]), name)


__all__ = [
    "CHANCE",
    "HEXAGON",
    "Cell",
    "Draft",
    "Facts",
    "Game",
    "Line",
    "MossaError",
    "Piece",
    "Position",
    "Result",
    "Scene",
    "below",
    "bit_count",
    "byte_swap",
    "crossings",
    "draw",
    "env",
    "game",
    "grid",
    "gym_env",
    "hexagons",
    "highest_bit",
    "line",
    "lowest_bit",
    "mix",
    "names",
    "next_seed",
    "parallel_extract",
    "parameter",
    "playouts",
    "replace",
    "seen",
    "u64",
    "widget",
]
