"""Tuples in memory mean the same as in Python: nothing that is read was written over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.kernel.compiler.test_random_programs import BATCH
from tests.kernel.compiler.test_random_programs import test_random_programs as try_programs

from mossa.kernel.bits import replace
from mossa.kernel.compiler import types
from mossa.kernel.compiler.backend import host
from mossa.kernel.compiler.program import Program
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

SIZE = 40
START = tuple(i * 7 % 11 for i in range(SIZE))
FLOATS = tuple(i / 4 for i in range(SIZE))
TABLE = tuple(tuple(range(i, i + SIZE)) for i in range(3))


class State(NamedTuple):
    one: tuple[int, ...]
    side: int
    other: tuple[int, ...]


def state(n: int) -> State:
    return State(replace(START, n % SIZE, 100 + n), n & 1, replace(START, 0, n))


def swapped_in_a_loop(n: int) -> int:
    """Two tuples change places in each turn: both are read before one is written."""
    a, b = replace(START, 3, n), START
    for i in range(n):
        a, b = replace(b, i % SIZE, i), a
    return a[3] * 1000 + b[3] * 100 + a[n % SIZE] * 10 + sum(a) - sum(b)


def three_in_a_ring(n: int) -> int:
    a, b, c = replace(START, 0, 1), replace(START, 0, 2), replace(START, 0, 3)
    i = 0
    while i < n:
        a, b, c = b, c, a
        i += 1
    return a[0] * 100 + b[0] * 10 + c[0]


def fields_swapped(n: int) -> int:
    """A state whose fields change places, in a loop that carries it."""
    s = state(n)
    for i in range(n):
        s = State(s.other, 1 - s.side, replace(s.one, i % SIZE, s.one[0] + i))
    return s.one[1] * 1000 + s.other[2] * 10 + s.side + sum(s.one) - sum(s.other)


def the_one_before(n: int) -> int:
    """A loop keeps what a variable was in the turn before."""
    before = board = START
    for i in range(n):
        before = board
        board = replace(board, (i * 7) % SIZE, i)
    return sum(i * (board[i] - before[i]) for i in range(SIZE))


def kept_in_a_field(n: int) -> int:
    """Part of the loop's own tuple lives on in another variable."""
    s, part = state(n), START
    for i in range(n):
        part = s.one
        s = s._replace(one=replace(s.one, i % SIZE, -i), side=i)
    return sum(i * part[i] for i in range(SIZE)) - sum(i * s.one[i] for i in range(SIZE)) + s.side


def nested_loops(n: int) -> int:
    """What an inner loop leaves is carried by the outer one."""
    board, kept = START, START
    for i in range(n):
        for j in range(3):
            board = replace(board, (i + j) % SIZE, board[j] + 1)
            if j == 1:
                kept = board
        board, kept = kept, board
    return sum(i * board[i] for i in range(SIZE)) * 7 + sum(i * kept[i] for i in range(SIZE))


def left_early(n: int) -> int:
    """`break` and `continue` lead out with what was last."""
    board = START
    for i in range(SIZE):
        if board[i] == n % 11:
            board = replace(board, 0, -5)
            break
        if i % 3 == 0:
            continue
        board = replace(board, i, board[i] + 100)
    else:
        board = replace(board, 1, -9)
    return sum(i * board[i] for i in range(SIZE)) + board[0]


def changes_on_changes(n: int) -> int:
    a = replace(replace(replace(START, n % 5, 50), n % 3, 60), 2, 70)
    b = replace(a, 2, a[2] + a[n % 3])
    return a[0] + 10 * a[1] + 100 * a[2] + 1000 * b[2] + sum(b)


def on_one_way_only(n: int) -> int:
    board = START
    if n % 2:
        board = replace(board, 4, n)
    elif n % 3:
        board = tuple(i * n for i in range(SIZE))
    chosen = board if n % 5 else TABLE[1]
    return chosen[4] + sum(chosen[i] * i for i in range(0, SIZE, 3)) + max(board) + min(chosen)


def made(board: tuple[int, ...], n: int) -> tuple[int, ...]:
    """A result in memory of the caller, from an argument in memory."""
    if n == 0:
        return board
    return made(replace(board, n % SIZE, board[n % 7] + n), n - 1)


def recursive(n: int) -> int:
    first, second = made(START, n), made(START, n // 2)
    third = made(first, 1)
    return sum(i * (first[i] + 3 * second[i] + 5 * third[i]) for i in range(SIZE))


def called_in_a_loop(n: int) -> int:
    """Each turn the call writes the same memory again."""
    a = b = START
    for i in range(n):
        c = made(a, i % 4)
        a, b = c, a
    return sum(i * a[i] for i in range(SIZE)) - sum(b[i] for i in range(0, SIZE, 2))


def equal(n: int) -> int:
    a = replace(START, n % SIZE, 5)
    s, t = state(n), State(replace(START, n % SIZE, 100 + n), n % 2, (n, *START[1:]))
    answers = a == START, a != START, replace(a, n % SIZE, START[n % SIZE]) == START, s == t, s != t._replace(side=9)
    return sum(1 << i for i, answer in enumerate(answers) if answer)


def floats(n: int) -> int:
    a = replace(FLOATS, n % SIZE, 2.5)
    b = tuple(float(x) for x in START)
    answers = a == FLOATS, a == replace(FLOATS, n % SIZE, 2.5), a == b, a == START, 2.5 in a, 2.6 in a
    return sum(1 << i for i, answer in enumerate(answers) if answer) + int(sum(a)) + int(sum(b))


def through(n: int) -> int:
    board = replace(START, n % SIZE, -n)
    zeros = tuple(0 for _ in range(SIZE * 2))
    answers = any(zeros), all(board), n in board, -n in board, 99 not in board, any(replace(zeros, n % 80, 1))
    return sum(1 << i for i, answer in enumerate(answers) if answer) + 100 * (sum(board) + max(board) * 7 + min(board))


def long_comprehensions(n: int) -> int:
    grid = tuple(10 * row + column + n for row in range(9) for column in range(9))
    pairs = tuple((i, n - i) for i in range(100))
    boards = tuple(replace(START, i % SIZE, n) for i in range(70))
    upward = tuple(item + 1 for item in grid)
    return grid[n % 81] + upward[80] + pairs[n % 100][1] + boards[n % 70][n % SIZE] + len(boards) + sum(upward)


def taken_apart(n: int) -> int:
    a, side, b = state(n)
    first, second = (a, b) if n % 2 else (b, a)
    total = 0
    for i, (x, y) in enumerate(zip(first, second, strict=False)):
        total += i * x - y
    for x in reversed(a[2:38]):
        total = (total * 3 + x) % 1_000_003
    for x in b:
        total ^= x
    p, q, *_ = 0, 0, 0
    return total + side + (a + b)[n % 80] + (a[:35] * 2)[n % 70] + p + q


def matched(n: int) -> int:
    match state(n):
        case one, 0, other:
            return one[n % SIZE] + other[0]
        case board, 1, _:
            return board[n % SIZE] * 100
    return -1


def tables(n: int) -> int:
    """Constants of many numbers, also inside of others."""
    chosen = TABLE[n % 3]
    total = 0
    for row in TABLE:
        total += row[n % SIZE]
        chosen = replace(chosen, 3, row[2])
    return total + chosen[n % SIZE] + START[n % SIZE] + TABLE[n % 3][n % 7]


def of_boards(n: int) -> int:
    """A tuple of boards is indexed, and one of them replaced by a part of itself."""
    boards = (START, replace(START, 1, n), TABLE[2])
    for i in range(n):
        boards = replace(boards, i % 3, replace(boards[(i + 1) % 3], i % SIZE, i))
    return sum((k + 1) * boards[k][i] for k in range(3) for i in range(SIZE))


def kinds(n: int) -> int:
    """Truths, words and numbers in one tuple."""
    flags = tuple(i % 3 == n % 3 for i in range(SIZE))
    words = tuple(u64(i) << 60 for i in range(SIZE))
    flags = replace(flags, n % SIZE, True)
    words = replace(words, 1, u64(n))
    mixed = (*flags, n, *words)
    total = sum(1 for flag in flags if flag) + int(words[n % SIZE] >> 50) + int(mixed[SIZE + 2] >> 1)
    return total + (7 if flags[n % SIZE] and mixed[0] else 0)


def never_assigned(n: int) -> int:
    """A tuple that is only assigned in the loop, and read in the turn after."""
    total = 0
    for i in range(n):
        if i:
            total += kept[i % SIZE]  # noqa: F821
        kept = replace(START, i % SIZE, i)  # noqa: F841
    return total


FUNCTIONS = [
    *(swapped_in_a_loop, three_in_a_ring, fields_swapped, the_one_before, kept_in_a_field, nested_loops, left_early),
    *(changes_on_changes, on_one_way_only, recursive, called_in_a_loop, equal, floats, through, long_comprehensions),
    *(matched, tables, of_boards, kinds, never_assigned),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_compiled_is_interpreted(function: Callable[[int], int]) -> None:
    compiled = specialise(function, {}, name=function.__name__)
    for n in range(85):
        assert compiled(n) == function(n), n


def out_of_range(board: tuple[int, ...], at: int) -> int:
    boards = (board, board)
    return board[at] * 10 + sum(replace(board, at, 1000)) + boards[at][1]


def test_what_is_out_of_range_is_0_and_changes_nothing() -> None:
    """A negative index counts from the end where an item is read, and is out of range for `replace`."""
    compiled, board = specialise(out_of_range, {}, name="out_of_range"), tuple(range(1, SIZE + 1))
    for at in (SIZE, SIZE + 5, 1 << 62, -SIZE - 1, -(1 << 63)):
        assert compiled(board, at) == sum(board), at
    assert compiled(board, -1) == 10 * SIZE + sum(board) + 2


def moved(s: State, n: int) -> State:
    return State(replace(s.other, n, s.side), n, s.one)


def test_states_go_in_and_come_out() -> None:
    compiled, s = specialise(moved, {}, name="moved"), State(START, 5, TABLE[2])
    for n in range(SIZE):
        s, before = compiled(s, n), s
        assert s == moved(before, n)
        assert isinstance(s, State)


def twice(s: State, n: int) -> State:
    """One tuple stands at two places of the result."""
    board = replace(s.one, n, 77)
    return State(board, board[n], board)


def here_or_there(s: State, n: int) -> State:
    """A tuple stands at one place on one way, at another on another."""
    board = replace(s.one, n, 88)
    if board[0] > n:
        return State(board, 1, s.other)
    if n % 2:
        return State(s.other, 2, board)
    return State(replace(s.other, 0, board[1]), 3, replace(board, 1, 99))


def of_branches(s: State, n: int) -> State:
    """One of two tuples is returned, or the first inside of the second's place."""
    one = replace(s.one, n, 5)
    two = replace(one, 0, one[n] + 1)
    best = one if one[1] > two[n] else two
    if n % 3 == 0:
        return State(one, 0, two)
    if n % 3 == 1:
        return State(two, 1, one)
    return State(best, 2, one)


def in_turns(s: State, n: int) -> State:
    """Returned from a loop, and by a function that is called."""
    for i in range(n):
        s = here_or_there(s, i)
        if s.one[0] == n:
            return s
    return of_branches(twice(s, n), n)


@pytest.mark.parametrize("function", [twice, here_or_there, of_branches, in_turns], ids=lambda one: one.__name__)
def test_results_are_built_where_they_are_wanted(function: Callable[[State, int], State]) -> None:
    compiled, s = specialise(function, {}, name=function.__name__), State(START, 5, TABLE[2])
    for n in range(SIZE):
        for given in (s, State(s.other, n, s.one)):
            assert compiled(given, n) == function(given, n), n


def many(board: tuple[int, ...]) -> int:
    best = 0
    for i in range(len(board)):
        changed = replace(board, i, board[i] + 1)
        best = max(best, sum(changed[j] * j for j in range(len(board))), 5 if changed == board else 0)
    return best + max(board) + (2 if 7 in board else 1)


def test_the_code_does_not_grow_with_the_tuple() -> None:
    lengths = []
    for size in (50, 500):
        kernel = specialise(many, {}, name="many")
        program = Program(kernel.graph, host())
        program.entry("many", (types.of_value((1,) * size),))
        lengths.append(len(program.module.text().splitlines()))
    assert lengths[0] == lengths[1]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("first", range(0, 5 * BATCH, BATCH))
def test_random_programs_with_every_tuple_in_memory(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(types, "IN_REGISTERS", 1)
    try_programs(first, tmp_path, monkeypatch)
