"""The board: points and checkers, the bar, what is off, dice and cube.

    13 14 15 16 17 18 bar 19 20 21 22 23 24  off       the other's home when White looks, and his checkers off
    ...
    12 11 10  9  8  7 bar  6  5  4  3  2  1  off       one's own home and checkers off

The numbers at the edge are those of the player who looks, whoever is on turn; an onlooker sees those of the player on
turn. In the names of points, which moves use, they are always those of the player on turn. A move is made die by die.
"""

from dataclasses import replace

from mossa import Cell, Draft, Piece, Scene

from .half_moves import turn_of
from .notation import pips, side, write_move
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
"""Checkers of a column that stand side by side."""
LENGTH = 4.4
"""From the base of a point to its tip, in cells, less half a cell."""
TOP, MIDDLE, BOTTOM = 1, SHOWN + 1, 2 * SHOWN + 1
"""The outermost row of the upper points, the row between the halves, the outermost row of the lower points."""
BAR_COLUMN, OFF_COLUMN = 6, 13


def scene(state: State, viewer: int | None) -> Scene:
    large, small = state.dice >> 3, state.dice & 7
    thrown = (large, small) if large != small else (large,) * 4
    return drawn(state, viewer, thrown if state.stage == PLAY else (), ())


def draft(state: State, made: tuple[str, ...], viewer: int | None) -> Draft:
    """The half moves are the parts: each is seen at once, and its die turns pale."""
    if state.stage != PLAY:
        return Draft(scene(state, viewer))
    turn = turn_of(state)
    so_far = turn.follow(made)
    before = state._replace(**so_far.board._asdict())
    used = list(turn.dice)
    for die in so_far.left:
        used.remove(die)
    move = write_move(state, so_far.move) if made and so_far.move >= 0 else ""
    return Draft(drawn(before, viewer, turn.dice, tuple(used)), so_far.following, move, True)


def drawn(state: State, viewer: int | None, dice: tuple[int, ...], used: tuple[int, ...]) -> Scene:
    """The board with these dice, of which some are used."""
    below = viewer or 0
    numbered = state.turn if viewer is None else viewer
    height = BOTTOM - TOP + 0.5
    cells = [table(-0.5, 5.5, height), table(6.5, 12.5, height), table(5.5, 6.5, height, "dark")]
    cells.append(table(12.5, 13.5, height, "dark"))
    for column in range(12):
        x = column + (column >= 6)
        upper, lower = ("light", "dark") if column % 2 else ("dark", "light")
        cells += stack(state, below, numbered, x, TOP, 13 + column, upper)
        cells += stack(state, below, numbered, x, BOTTOM, 12 - column, lower)
    for player, outer in ((1 - below, TOP), (below, BOTTOM)):
        whose = "" if player == state.turn else "their "
        inwards = 1 if outer == TOP else -1
        place = tuple((dx, dy * inwards) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 4.5), (-0.5, 4.5)))
        checker, slab = (Piece(LETTERS[player], ROLES[player], shape) for shape in ("disc", "slab"))
        bar, off = count(state, player, BAR), count(state, player, 0)
        step = (0.0, float(inwards))
        cells.append(Cell(BAR_COLUMN, outer, f"{whose}bar", "clear", checker, place, count=bar, step=step))
        step = (0.0, 0.3 * inwards)
        cells.append(Cell(OFF_COLUMN, outer, f"{whose}off", "clear", slab, place, count=off, step=step, most=15))
    return Scene((*cells, *middle(state, below, dice, used)), notes(state), seated=True)


def table(left: float, right: float, height: float, ground: str = "felt") -> Cell:
    """A part of the table, below all else."""
    corners = ((left, -0.5), (right, -0.5), (right, height), (left, height))
    return Cell(0, TOP, "", ground, None, corners)


def stack(state: State, below: int, numbered: int, x: int, outer: int, point: int, ground: str) -> list[Cell]:
    """The number of a point, which is numbered as the player below counts, and the point with its checkers."""
    own, theirs = count(state, below, point), count(state, 1 - below, BAR - point)
    player, checkers = (below, own) if own else (1 - below, theirs)
    label = Piece(str(point if numbered == below else BAR - point), "neutral")
    name = str(point if state.turn == below else BAR - point)
    up = 1 if outer == TOP else -1
    triangle = (-0.5, -0.5 * up), (0.5, -0.5 * up), (0, LENGTH * up)
    checker = Piece(LETTERS[player], ROLES[player], "disc")
    return [
        Cell(x, 0 if outer == TOP else BOTTOM + 1, "", "none", label),
        Cell(x, outer, name, ground, checker, triangle, count=checkers, step=(0.0, float(up)), most=SHOWN),
    ]


def middle(state: State, below: int, dice: tuple[int, ...], used: tuple[int, ...]) -> list[Cell]:
    """The row between the halves: dice on the side of the player who has thrown, the cube where it lies."""
    cells, pale = [], list(used)
    first = 9 if len(dice) == 2 else 8
    for x, die in enumerate(dice, first if state.turn == below else first - 7):
        piece = Piece(DICE[die - 1], ROLES[state.turn], f"die{die}")
        if die in pale:
            pale.remove(die)
            piece = replace(piece, faint=True)
        cells.append(Cell(x, MIDDLE, "", "none", piece))
    if CUBE:
        y = MIDDLE if state.owner == NOBODY else BOTTOM + 1 if state.owner == below else 0
        cells.append(Cell(OFF_COLUMN, y, "", "none", Piece(str(state.cube), "black", "card")))
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
