"""Binding: slots are filled for one kernel alone, functions are followed, and the fingerprint sees everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from tests.processes import python
from tests.user_files import module as user_file

from mossa.kernel.binding import Graph, Slot, slot
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import specialise

game: Any = slot("game")
OFFSET = 100


# A small engine: the sum of all moves of all positions down to a depth.


def total(state: int, depth: int, buffer: Ints) -> int:
    if depth == 0:
        return OFFSET + game.worth(state)
    n = game.moves(state, buffer, 0)
    found = 0
    for i in range(n):
        found += total(game.play(state, buffer[i]), depth - 1, buffer[n:])
    return found * game.FACTOR


# Two games for it.


def few_moves(state: int) -> Iterator[int]:
    yield state + 1
    yield state + 2


def many_moves(state: int) -> Iterator[int]:
    for i in range(5):
        yield i


def add(state: int, move: int) -> int:
    return state + move


def exclude(state: int, move: int) -> int:
    return (state ^ move) & 1023


def same(state: int) -> int:
    return state


def square(state: int) -> int:
    return same(state) * state


FEW = {"moves": few_moves, "play": add, "worth": square, "FACTOR": 3}
MANY = {"moves": many_moves, "play": exclude, "worth": same, "FACTOR": 1}


def naive(rules: dict[str, Any], state: int, depth: int) -> int:
    """The engine written as nobody would bind it."""
    if depth == 0:
        return OFFSET + int(rules["worth"](state))
    moves = list(rules["moves"](state))
    return int(rules["FACTOR"]) * sum(naive(rules, rules["play"](state, move), depth - 1) for move in moves)


@pytest.mark.parametrize("compiled", [False, True])
def test_two_games_bound_at_once_do_not_mix(compiled: bool) -> None:
    few, many, few_again = (
        specialise(total, {"game": rules}, name="total", compiled=compiled) for rules in (FEW, MANY, FEW)
    )
    for depth in range(5):
        for kernel, rules in ((few, FEW), (many, MANY), (few_again, FEW), (many, MANY)):
            assert kernel(2, depth, Ints(100)) == naive(rules, 2, depth)
    assert isinstance(game, Slot)  # the engine itself stays open


def test_an_open_slot_says_what_to_do() -> None:
    with pytest.raises(AttributeError, match=r"the slot game is not bound: run this function through specialise\(\)"):
        total(1, 1, Ints(1))


# Recursion


def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


def odd(n: int) -> bool:
    return False if n == 0 else even(n - 1)


def factorial(n: int) -> int:
    return 1 if n < 2 else n * factorial(n - 1)


def combine(n: int) -> int:
    return factorial(n) + (1000 if even(n) else 2000) + square(n)


def test_the_functions_that_can_reach_themselves_are_known() -> None:
    assert Graph(combine, {}).recursive() == {even, odd, factorial}
    assert Graph(total, {"game": FEW}).recursive() == {total}
    slow, fast = (specialise(combine, {}, name="combine", compiled=compiled) for compiled in (False, True))
    assert [fast(n) for n in range(15)] == [slow(n) for n in range(15)]


# The fingerprint

SOURCE = """from enum import IntEnum
from typing import NamedTuple
from user_helper import helper
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Struct
from mossa.kernel.constant_table import ConstantTable
import numpy as np

game = slot("game")
LIMIT = 5
WEIGHTS = (1, 2, 3)
TABLE = ConstantTable(lambda: [i * i for i in range(10)])
ARRAY = np.arange(2000)


class Piece(IntEnum):
    KING = 3


class State(NamedTuple):
    here: int
    there: int


class Tally(Struct):
    count: int
    items: Ints


def shift(n, by=4):
    return n << by


def moves(n):
    for i in range(LIMIT):
        yield i


def unused(n):
    return n + 1


def entry(n, out):
    state = State(n, 1)
    tally = (Tally, 0)
    k = game.moves(n, out, 0)
    return helper(state.here) + TABLE[n] + WEIGHTS[1] + shift(n) + Piece.KING + ARRAY[3] + k
"""
HELPER = "FACTOR = 2\n\n\ndef helper(n):\n    return deeper(n) * FACTOR\n\n\ndef deeper(n):\n    return n + 1\n"

CHANGES = {
    "a constant": ("LIMIT = 5", "LIMIT = 6"),
    "the type of a constant": ("LIMIT = 5", "LIMIT = 5.0"),
    "a tuple": ("(1, 2, 3)", "(1, 2, 4)"),
    "a table": ("i * i for", "i * i + 1 for"),
    "the middle of a long array": ("np.arange(2000)", "np.where(np.arange(2000) == 1000, 7, np.arange(2000))"),
    "an enum": ("KING = 3", "KING = 4"),
    "names of a state": ("here: int\n    there: int", "there: int\n    here: int"),
    "fields of a struct": ("count: int\n    items: Ints", "items: Ints\n    count: int"),
    "a default": ("by=4", "by=5"),
    "a number inside a function": ("State(n, 1)", "State(n, 2)"),
    "an operator": ("n << by", "n >> by"),
    "a generator": ("yield i", "yield i + 1"),
    "what a function says it returns": ("def shift(n, by=4):", "def shift(n, by=4) -> int:"),
}
ELSEWHERE = {
    "a constant of another module": ("FACTOR = 2", "FACTOR = 3"),
    "a function called in another module": ("n + 1", "n - 1"),
}
NO_CHANGES = {
    "nothing": ("", ""),
    "a function that is not reached": ("def unused(n):\n    return n + 1", "def unused(n):\n    return n + 2"),
    "a comment": ("LIMIT = 5", "# how many\nLIMIT = 5"),
}


def fingerprint(folder: Path, change: tuple[str, str] = ("", ""), elsewhere: tuple[str, str] = ("", "")) -> str:
    """The fingerprint of the user's kernel after a change of his files."""
    assert change[0] in SOURCE
    assert elsewhere[0] in HELPER
    user_file(folder, HELPER.replace(*elsewhere), "user_helper")
    rules = user_file(folder, SOURCE.replace(*change))
    return Graph(rules.entry, {"game": {"moves": rules.moves}}).fingerprint()


@pytest.mark.parametrize("change", CHANGES)
def test_the_fingerprint_sees(change: str, tmp_path: Path) -> None:
    assert fingerprint(tmp_path, CHANGES[change]) != fingerprint(tmp_path)


@pytest.mark.parametrize("change", ELSEWHERE)
def test_the_fingerprint_sees_elsewhere(change: str, tmp_path: Path) -> None:
    assert fingerprint(tmp_path, elsewhere=ELSEWHERE[change]) != fingerprint(tmp_path)


@pytest.mark.parametrize("change", NO_CHANGES)
def test_the_fingerprint_does_not_mind(change: str, tmp_path: Path) -> None:
    assert fingerprint(tmp_path, NO_CHANGES[change]) == fingerprint(tmp_path)


def test_the_fingerprint_sees_what_fills_the_slots() -> None:
    def fingerprint_of(rules: dict[str, Callable[..., Any] | int]) -> str:
        assert isinstance(total, FunctionType)
        return Graph(total, {"game": rules}).fingerprint()

    fingerprints = {
        fingerprint_of(rules) for rules in (FEW, MANY, {**FEW, "FACTOR": 4}, {**FEW, "worth": same}, dict(FEW))
    }
    assert len(fingerprints) == 4


def test_the_fingerprint_sees_parameters_of_a_game() -> None:
    import mossa
    from mossa.core.kernel_rules import kernel_rules
    from mossa.search.common.perft import count

    specs = ("connect4", "connect4:columns=6", "connect4:rows=5", "connect4:columns=6,rows=5", "connect4")
    assert isinstance(count, FunctionType)
    fingerprints = [Graph(count, {"game": kernel_rules(mossa.game(spec).rules)}).fingerprint() for spec in specs]
    assert len(set(fingerprints)) == 4


def test_the_fingerprint_is_the_same_in_every_process() -> None:
    script = """if True:
        import mossa
        from mossa.core.kernel_rules import kernel_rules
        from mossa.kernel.binding import Graph
        from mossa.search.alphabeta.root import search_root
        from mossa.search.common.perft import count
        rules = {"game": kernel_rules(mossa.game("connect4:columns=5").rules)}
        print(Graph(search_root, rules).fingerprint(), Graph(count, rules).fingerprint())
    """
    assert len({python(script, PYTHONHASHSEED=seed) for seed in (0, 1, 2)}) == 1
