"""King and rook against king, as a user would write it: one file, with numbers for its positions.

Squares are 0 to SIZE² − 1. White has the rook. A rook that is captured stands on square NONE.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, parameter

SIZE = parameter("size", 8, "rows and columns of the board", least=3, most=8)
SQUARES = SIZE * SIZE
NONE = SQUARES

FACTS = Facts(players=2, utility=(-1, 1), widest=8 + 2 * SIZE, longest=1000)


class State(NamedTuple):
    king: int
    rook: int
    enemy: int
    turn: int  # 0: White moves


def start() -> State:
    return State(0, 1, SQUARES - 1, 0)


def mover(state: State) -> int:
    return state.turn


def near(one: int, other: int) -> bool:
    return abs(one // SIZE - other // SIZE) <= 1 and abs(one % SIZE - other % SIZE) <= 1


def between(square: int, one: int, other: int) -> bool:
    """Does the square stand on the row or column between the two?"""
    if one // SIZE == other // SIZE:
        return square // SIZE == one // SIZE and min(one, other) < square < max(one, other)
    return square % SIZE == one % SIZE and min(one, other) < square < max(one, other)


def attacked(square: int, king: int, rook: int) -> bool:
    """Do White's pieces reach the square? Black's own king does not stand in the way of the rook."""
    if near(square, king):
        return True
    if rook in (NONE, square):
        return False
    return (rook // SIZE == square // SIZE or rook % SIZE == square % SIZE) and not between(king, rook, square)


def legal(state: State) -> bool:
    """Can the position arise?"""
    if state.king == state.rook or state.enemy == state.rook or near(state.king, state.enemy):
        return False
    return state.turn == 1 or not attacked(state.enemy, state.king, state.rook)


def moves(state: State) -> Iterator[int]:
    """A move is piece · 64 + square; the pieces are king and rook."""
    own = state.king if state.turn == 0 else state.enemy
    for row in range(max(0, own // SIZE - 1), min(SIZE, own // SIZE + 2)):
        for column in range(max(0, own % SIZE - 1), min(SIZE, own % SIZE + 2)):
            to = row * SIZE + column
            if to == own:
                continue
            if state.turn == 0:
                if to != state.rook and not near(to, state.enemy):
                    yield to
            elif not attacked(to, state.king, state.rook):
                yield to
    if state.turn == 0:
        for step in (1, -1, SIZE, -SIZE):
            to = state.rook
            for _ in range(SIZE):
                if (step == 1 and to % SIZE == SIZE - 1) or (step == -1 and to % SIZE == 0):
                    break
                to += step
                if to < 0 or to >= SQUARES or to == state.king or to == state.enemy:
                    break
                yield 64 + to


def play(state: State, move: int) -> State:
    to = move % 64
    if state.turn == 1:
        return State(state.king, NONE if to == state.rook else state.rook, to, 0)
    if move >= 64:
        return State(state.king, to, state.enemy, 1)
    return State(to, state.rook, state.enemy, 1)


def can_move(state: State) -> bool:
    """Only Black can be without a move: White's king or rook always has one."""
    if state.turn == 0:
        return True
    for row in range(max(0, state.enemy // SIZE - 1), min(SIZE, state.enemy // SIZE + 2)):
        for column in range(max(0, state.enemy % SIZE - 1), min(SIZE, state.enemy % SIZE + 2)):
            to = row * SIZE + column
            if to != state.enemy and not attacked(to, state.king, state.rook):
                return True
    return False


def is_over(state: State) -> bool:
    return state.rook == NONE or not legal(state) or not can_move(state)


def utility(state: State, player: int) -> int:
    if state.rook == NONE or not legal(state) or not attacked(state.enemy, state.king, state.rook):
        return 0
    return 1 if player == 0 else -1


def slices(pieces: int) -> Iterator[tuple[str, int]]:
    if pieces >= 3:
        yield "KR-K", 2 * SQUARES**3


def index(state: State) -> int:
    if state.rook == NONE:
        return -1
    return ((state.turn * SQUARES + state.king) * SQUARES + state.rook) * SQUARES + state.enemy


def state_at(index: int) -> State:
    rest, enemy = index // SQUARES, index % SQUARES
    rest, rook = rest // SQUARES, rest % SQUARES
    return State(rest % SQUARES, rook, enemy, rest // SQUARES)
