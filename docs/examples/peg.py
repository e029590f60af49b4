"""Peg solitaire on a triangle: jump over a peg into a hole and take it, until one is left.

Rules: the common puzzle of 15 holes (parameter `side`: 5 a side). All holes but the first have a peg. A peg jumps in a
straight line over a neighbour into an empty hole, and the neighbour is taken off. The end is worth 1 if one peg is
left, else 0. Nothing is left out.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Cell, Facts, Piece, Scene, bit_count, parameter

SIDE = parameter("side", 5, "holes of a side", least=3, most=7)
HOLES = SIDE * (SIDE + 1) // 2


def number(row: int, column: int) -> int:
    """The number of a hole, row after row from the top."""
    return row * (row + 1) // 2 + column


WAYS = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))
JUMPS = tuple(
    (number(row, column), number(row + dy, column + dx), number(row + 2 * dy, column + 2 * dx))
    for row in range(SIDE)
    for column in range(row + 1)
    for dy, dx in WAYS
    if 0 <= row + 2 * dy < SIDE and 0 <= column + 2 * dx <= row + 2 * dy
)  # from, over, to
FACTS = Facts(players=1, zero_sum=False, utility=(0, 1), widest=len(JUMPS), longest=HOLES)


class State(NamedTuple):
    pegs: int  # a bit for each hole with a peg


def start() -> State:
    return State((1 << HOLES) - 2)


def mover(state: State) -> int:
    return 0


def moves(state: State) -> Iterator[int]:
    for jump in range(len(JUMPS)):
        begin, over, end = JUMPS[jump]
        if state.pegs >> begin & 1 and state.pegs >> over & 1 and not state.pegs >> end & 1:
            yield jump


def play(state: State, move: int) -> State:
    begin, over, end = JUMPS[move]
    return State(state.pegs ^ (1 << begin | 1 << over | 1 << end))


def utility(state: State, player: int) -> int:
    return 1 if bit_count(state.pegs) == 1 else 0


def write_move(state: State, move: int) -> str:
    begin, _, end = JUMPS[move]
    return f"{begin + 1}-{end + 1}"


def scene(state: State, viewer: int | None) -> Scene:
    cells = [
        Cell(
            column + (SIDE - 1 - row) / 2,
            row,
            str(number(row, column) + 1),
            "light",
            Piece("●", "first", "disc") if state.pegs >> number(row, column) & 1 else None,
        )
        for row in range(SIDE)
        for column in range(row + 1)
    ]
    return Scene(tuple(cells))
