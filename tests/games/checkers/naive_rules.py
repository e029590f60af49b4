"""Checkers once more, the slow and obvious way: a dictionary of squares, Black moving down the page.

Nothing is shared with `mossa.games.checkers` but the game itself. A piece is `b`, `B`, `w` or `W`; a move is the tuple
of the squares it touches, numbered 1 to 32.
"""

from __future__ import annotations

import itertools

PLACES = {}  # number → row, column; row 0 is Black's first row
for _row in range(8):
    for _i in range(4):
        PLACES[4 * _row + _i + 1] = (_row, 2 * _i + 1 if _row % 2 == 0 else 2 * _i)
NUMBERS = {place: number for number, place in PLACES.items()}
WAYS = {"b": ((1, -1), (1, 1)), "w": ((-1, -1), (-1, 1))}
WAYS["B"] = WAYS["W"] = WAYS["b"] + WAYS["w"]

# number, way → the neighbour and the square behind it (0 off the board)
BESIDE = {(n, way): NUMBERS.get((r + way[0], c + way[1]), 0) for n, (r, c) in PLACES.items() for way in WAYS["B"]}
BEHIND = {
    (n, way): NUMBERS.get((r + 2 * way[0], c + 2 * way[1]), 0) for n, (r, c) in PLACES.items() for way in WAYS["B"]
}

Board = dict[int, str]


def first_board() -> Board:
    return {**{n: "b" for n in range(1, 13)}, **{n: "w" for n in range(21, 33)}}


def captures(board: Board, path: tuple[int, ...], piece: str, taken: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All complete captures that begin with this path."""
    at, found = path[-1], []
    for way in WAYS[piece]:
        prey, to = BESIDE[at, way], BEHIND[at, way]
        if not to or prey in taken or board.get(prey, piece).lower() == piece.lower():
            continue
        if to in board and to != path[0]:
            continue
        found += captures(board, (*path, to), piece, (*taken, prey))
    return found or ([path] if taken else [])


def legal(board: Board, colour: str) -> list[tuple[int, ...]]:
    own = [(n, piece) for n, piece in board.items() if piece.lower() == colour]
    jumps = [path for n, piece in own for path in captures(board, (n,), piece, ())]
    if jumps:
        return jumps
    return [(n, to) for n, piece in own for way in WAYS[piece] if (to := BESIDE[n, way]) and to not in board]


def play(board: Board, path: tuple[int, ...]) -> Board:
    after = dict(board)
    piece = after.pop(path[0])
    for a, b in itertools.pairwise(path):
        (row, column), (to_row, to_column) = PLACES[a], PLACES[b]
        if abs(to_row - row) == 2:
            del after[NUMBERS[(row + to_row) // 2, (column + to_column) // 2]]
    crowned = PLACES[path[-1]][0] == (7 if piece == "b" else 0)
    after[path[-1]] = piece.upper() if crowned else piece
    return after


def quiet(board: Board, path: tuple[int, ...]) -> bool:
    """A step of a king."""
    return board[path[0]].isupper() and path[1] in (BESIDE[path[0], way] for way in WAYS["B"])
