"""What a game is: facts, rules, positions, scenes, and where games are found."""

from .facts import CHANCE, Facts
from .game import Game
from .line import Line, seen
from .parameters import parameter
from .position import Position, Result
from .registry import game, names
from .rules import Rules
from .scene import HEXAGON, Cell, Draft, Piece, Scene, crossings, grid, hexagons, line

__all__ = [
    "CHANCE",
    "HEXAGON",
    "Cell",
    "Draft",
    "Facts",
    "Game",
    "Line",
    "Piece",
    "Position",
    "Result",
    "Rules",
    "Scene",
    "crossings",
    "game",
    "grid",
    "hexagons",
    "line",
    "names",
    "parameter",
    "seen",
]
