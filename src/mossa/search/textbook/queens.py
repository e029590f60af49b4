"""Backtracking for one player: n queens on a board of n × n, none attacking another.

A board is the rows of the queens, one in each column, from the left. Brute force tests all n^n of them; backtracking
places queen after queen and goes back as soon as one is attacked.

>>> backtracking(8).looked, len(backtracking(8).solutions)
(2057, 92)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from mossa.kernel.errors import MossaError

from .events import Spot
from .trace import Trace

__all__ = ["MOST_QUEENS", "Board", "Queens", "backtracking", "brute_force"]

MOST_QUEENS = {"backtracking": 12, "brute force": 8}
"""With more queens each would take minutes."""

Board = tuple[int, ...]


@dataclass(frozen=True)
class Queens:
    """The solutions, and how many boards were tested."""

    size: int
    method: str
    solutions: tuple[Board, ...]
    looked: int
    """Boards tested; with backtracking partial ones, including the empty one."""
    trace: Trace
    """With backtracking: `enter` a partial board, `cut` a square that is attacked, `leaf` a solution."""


def brute_force(size: int = 8) -> Queens:
    """Test every board with one queen in each column."""
    _check(size, "brute force")
    trace = Trace("brute force", on=False)
    solutions = []
    for board in product(range(size), repeat=size):
        trace.nodes += 1
        if len(set(board)) == size and _diagonals_differ(board):
            solutions.append(board)
    return _answer(size, "brute force", solutions, trace)


def backtracking(size: int = 8, *, trace: bool = False) -> Queens:
    """Place the queens column by column; go back where every row is attacked."""
    _check(size, "backtracking")
    watch = Trace("backtracking", on=trace)

    def place(board: Board) -> Iterator[Board]:
        watch.generated(board)
        watch.enter(board)
        if len(board) == size:
            watch.leaf(board, 1.0)
            yield board
            return
        for row in range(size):
            next_board = (*board, row)
            attacker = _attacker(board, row)
            if watch.on:
                watch.spots[next_board] = Spot("leaf" if len(next_board) == size else "p1", f"{row + 1}")
            if attacker is None:
                yield from place(next_board)
            else:
                watch.cut(board, None, [next_board], f"the queen in column {attacker + 1} attacks it")

    watch.spots[()] = Spot("p1")
    return _answer(size, "backtracking", list(place(())), watch)


def _attacker(board: Board, row: int) -> int | None:
    """The first column whose queen attacks this row of the next column."""
    for column, other in enumerate(board):
        if row == other or abs(row - other) == len(board) - column:
            return column
    return None


def _diagonals_differ(board: Board) -> bool:
    size = len(board)
    return (
        len({row + column for column, row in enumerate(board)}) == size
        and len({row - column for column, row in enumerate(board)}) == size
    )


def _check(size: int, method: str) -> None:
    if not 1 <= size <= MOST_QUEENS[method]:
        raise MossaError(f"{method} takes from 1 to {MOST_QUEENS[method]} queens, not {size}")


def _answer(size: int, method: str, solutions: list[Board], trace: Trace) -> Queens:
    trace.value = float(len(solutions))
    return Queens(size, method, tuple(solutions), trace.nodes, trace)
