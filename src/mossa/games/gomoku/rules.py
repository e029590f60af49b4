"""The rules of Gomoku. A point is column + SIZE · row; a move is its point.

A state knows of each empty point what lies around it: a window (see `lines.py`) of 16 bits for each of the four lines
through it, so a word a point. A stone changes one slot in the windows of at most 32 points. A point with a stone has no
use for windows: its word is that of the stone, which no window can be, since no point has nothing but edges around it.

Over all empty points and their four lines, a *tally* for each player adds up how often he could make what:

    bits 0 … 19  the weights      20 … 30  open threes     31 … 41  fours     42 … 52  open fours     53 … 63  fives
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, mix, parameter, replace, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Int16s, Ints, Words

from .lines import FIVE, FOUR, KINDS, OFF_BOARD, OPEN_FOUR, OPEN_THREE, SIDE_BITS, SLOTS, lines

SIZE = parameter("size", 15, "points on a side", least=5, most=19)
EXACT = parameter("exact", 0, "1: only a row of exactly five wins", least=0, most=1)
POINTS = SIZE * SIZE
FACTS = Facts(players=2, utility=(-1, 1), widest=POINTS, longest=POINTS, features=(8, SIZE, SIZE), actions=POINTS)

WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The directions (right, up) of the four lines through a point."""
WINDOW = 16
"""Bits of a window."""
BLACK_STONE, WHITE_STONE = u64((1 << 64) - 2), u64((1 << 64) - 1)

# Tallies
COUNT_BITS = 11
OPEN_THREES, FOURS, OPEN_FOURS, FIVES = 20, 31, 42, 53
COUNT = (1 << COUNT_BITS) - 1
WEIGHTS = (0, 1, 3, 9, 8, 32, 24, 90, 120)
"""What a point is worth to a player by what he can make on a line there."""


def worths() -> list[int]:
    """What each kind adds to a tally."""
    counted = {OPEN_THREE: OPEN_THREES, FOUR: FOURS, OPEN_FOUR: OPEN_FOURS, FIVE: FIVES}
    return [WEIGHTS[kind] | (1 << counted[kind] if kind in counted else 0) for kind in range(KINDS)]


def steps() -> list[int]:
    """How far the point of each slot of each window is: slots 0 … 3 ahead, 4 … 7 behind."""
    return [(right + SIZE * up) * (slot + 1 if slot < 4 else 3 - slot) for right, up in WAYS for slot in range(SLOTS)]


def empty_windows() -> list[int]:
    """The words of the points of the empty board: only edges."""
    words = []
    for point in range(POINTS):
        word = 0
        for line, (right, up) in enumerate(WAYS):
            for slot in range(SLOTS):
                far = slot + 1 if slot < 4 else 3 - slot
                column, row = point % SIZE + right * far, point // SIZE + up * far
                if not (0 <= column < SIZE and 0 <= row < SIZE):
                    word |= OFF_BOARD << WINDOW * line + 2 * slot
        words.append(word)
    return words


LINES = ConstantTable(lambda: lines(EXACT == 1), Int16s)
WORTHS = ConstantTable(worths, Words)
STEPS = ConstantTable(steps, Ints)
EMPTY = tuple(map(u64, empty_windows()))


class State(NamedTuple):
    points: tuple[u64, ...]  # the four windows of an empty point, or the stone on it
    black: u64  # Black's tally
    white: u64
    hash: u64  # of the stones
    stones: int
    turn: int  # 0 Black, 1 White
    won: int  # 1 if the last stone made five


def start() -> State:
    total = u64(0)
    for point in range(POINTS):
        for line in range(len(WAYS)):
            total += WORTHS[kind_of(EMPTY[point], line, 0)]
    return State(EMPTY, total, total, u64(0), 0, 0, 0)


def mover(state: State) -> int:
    return state.turn


def is_over(state: State) -> bool:
    return state.won == 1 or state.stones == POINTS


def utility(state: State, player: int) -> int:
    if state.won == 0:
        return 0
    return -1 if player == state.turn else 1


def moves(state: State) -> Iterator[int]:
    for point in range(POINTS):
        if state.points[point] < BLACK_STONE:
            yield point


def play(state: State, move: int) -> State:
    points, word, player = state.points, state.points[move], state.turn
    won = 1 if makes_five(state, move, player) else 0
    black, white = state.black, state.white
    for line in range(len(WAYS)):
        black -= WORTHS[kind_of(word, line, 0)]
        white -= WORTHS[kind_of(word, line, 1)]
    points = replace(points, move, BLACK_STONE + u64(player))
    for line in range(len(WAYS)):
        edges = window_of(word, line)
        for slot in range(SLOTS):
            if edges >> 2 * slot & 3 != OFF_BOARD:
                near = move + STEPS[SLOTS * line + slot]
                around = points[near]
                if around < BLACK_STONE:
                    window = window_of(around, line)
                    seen = 1 + player << 2 * (slot ^ SLOTS // 2)  # from there, the stone is as far the other way
                    before, after = LINES[window], LINES[window | seen]
                    if before != after:
                        black += WORTHS[after & 15] - WORTHS[before & 15]
                        white += WORTHS[after >> SIDE_BITS] - WORTHS[before >> SIDE_BITS]
                    points = replace(points, near, around | u64(seen) << WINDOW * line)
    key_after = state.hash ^ mix(u64(2 * move + player + 1))
    return State(points, black, white, key_after, state.stones + 1, 1 - player, won)


def key(state: State) -> u64:
    return mix(state.hash + u64(state.turn))


def kind_of(word: u64, line: int, player: int) -> int:
    """What a stone of a player on an empty point, whose word this is, makes on a line. (See `lines.py`.)"""
    kinds: int = LINES[window_of(word, line)]
    return kinds >> SIDE_BITS if player else kinds & 15


def window_of(word: u64, line: int) -> int:
    """The window of a line."""
    return int(word >> WINDOW * line & 0xFFFF)


def makes_five(state: State, point: int, player: int) -> bool:
    """Does a stone on an empty point win?"""
    for line in range(len(WAYS)):
        if kind_of(state.points[point], line, player) == FIVE and (EXACT == 0 or row(state, point, line, player) == 5):
            return True
    return False


def row(state: State, point: int, line: int, player: int) -> int:
    """How many stones of a player are in a row along a line with one on this point."""
    right, up = WAYS[line]
    count = 1
    for _ in range(2):
        column, height = point % SIZE + right, point // SIZE + up
        while 0 <= column < SIZE and 0 <= height < SIZE:
            if state.points[column + SIZE * height] != BLACK_STONE + u64(player):
                break
            count += 1
            column, height = column + right, height + up
        right, up = -right, -up
    return count
