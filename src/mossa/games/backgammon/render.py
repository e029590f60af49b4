"""The board: points and checkers, the bar, what is off, dice and cube. Points have the numbers of the player on turn.

    13 14 15 16 17 18 bar 19 20 21 22 23 24  off       the other's home when White looks, and his checkers off
    ...
    12 11 10  9  8  7 bar  6  5  4  3  2  1  off       one's own home and checkers off

A column shows five checkers; if there are more, the innermost cell shows the number. To click a move, click its points
in the order in which it is written.
"""

from mossa import Cell, Piece, Scene

from .notation import pips, side
from .rules import (
    BAR,
    CUBE,
    DECIDE,
    MATCH,
    NOBODY,
    OFFERED,
    OPENING,
    OVER,
    PLAY,
    State,
    count,
)

player_names = ("White", "Black")

LETTERS = "XO"
ROLES = ("white", "black")
DICE = "⚀⚁⚂⚃⚄⚅"
SHOWN = 5
"""Checkers of a column that are drawn."""
TOP, MIDDLE, BOTTOM = 1, SHOWN + 1, 2 * SHOWN + 1
"""The outermost row of the upper points, the row between the halves, the outermost row of the lower points."""
BAR_COLUMN, OFF_COLUMN = 6, 13


def scene(state: State, viewer: int | None) -> Scene:
    below = viewer or 0
    cells: list[Cell] = []
    for column in range(12):
        x = column + (column >= 6)
        upper, lower = ("light", "dark") if column % 2 else ("dark", "light")
        cells += stack(state, below, x, TOP, 13 + column, upper)
        cells += stack(state, below, x, BOTTOM, 12 - column, lower)
    for player, outer in ((1 - below, TOP), (below, BOTTOM)):
        cells += pile(count(state, player, BAR), player, BAR_COLUMN, outer, MIDDLE, "bar")
        cells += pile(count(state, player, 0), player, OFF_COLUMN, outer, MIDDLE, "off")
    return Scene((*cells, *middle(state, below)), notes(state))


def stack(state: State, below: int, x: int, outer: int, point: int, ground: str) -> list[Cell]:
    """The cells of a point, which is numbered as the player below counts, and its label."""
    name = str(point if state.turn == below else BAR - point)
    own, theirs = count(state, below, point), count(state, 1 - below, BAR - point)
    player, checkers = (below, own) if own else (1 - below, theirs)
    label = Cell(x, 0 if outer == TOP else BOTTOM + 1, "", "none", Piece(name, "neutral"))
    return [label, *pile(checkers, player, x, outer, MIDDLE, name, ground)]


def pile(checkers: int, player: int, x: int, first: int, last: int, name: str, ground: str = "felt") -> list[Cell]:
    """Checkers of a player in a column, from the row `first` towards the row `last`."""
    step = 1 if first < last else -1
    cells = []
    for i in range(SHOWN):
        piece = Piece(LETTERS[player], ROLES[player], "disc") if i < checkers else None
        if i == SHOWN - 1 and checkers > SHOWN:
            piece = Piece(str(checkers), "neutral")
        cells.append(Cell(x, first + step * i, name, ground, piece))
    return cells


def middle(state: State, below: int) -> list[Cell]:
    """The row between the halves: dice on the side of the player who has thrown, the cube where it lies."""
    cells = []
    if state.stage == PLAY:
        for x, die in ((9, state.dice >> 3), (10, state.dice & 7)):
            cells.append(Cell(x if state.turn == below else x - 7, MIDDLE, "", "none", Piece(DICE[die - 1], "neutral")))
    if CUBE:
        y = MIDDLE if state.owner == NOBODY else BOTTOM + 1 if state.owner == below else 0
        cells.append(Cell(OFF_COLUMN, y, "", "none", Piece(str(state.cube), "neutral", "card")))
    return cells


def notes(state: State) -> tuple[str, ...]:
    own, other = (pips(side(*words)) for words in ((state.near, state.far), (state.their_near, state.their_far)))
    white, black = (own, other) if state.turn == 0 else (other, own)
    name = player_names[state.turn]
    doing = {
        OPENING: "each throws a die",
        DECIDE: f"{name} rolls or doubles",
        OFFERED: f"{name} doubles to {2 * state.cube}",
        PLAY: f"{name} plays {state.dice >> 3}-{state.dice & 7}",
        OVER: "the game is over",
    }.get(state.stage, f"{name} rolls" if state.dice == 0 else "")
    lines = [f"{doing}; pips: {player_names[0]} {white}, {player_names[1]} {black}"]
    if MATCH or state.stage == OVER:
        to = f" to {MATCH}{', Crawford' if state.crawford == 1 else ''}" if MATCH else ""
        lines.append(f"score{to}: {player_names[0]} {state.points[0]}, {player_names[1]} {state.points[1]}")
    return tuple(lines)
