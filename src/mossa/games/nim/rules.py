"""The rules of Nim. A move is the number of the heap times 100 plus the number of matches taken."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, MossaError, parameter, replace
from mossa.core.numbers import whole_number

HEAPS = parameter("heaps", "3-4-5", "matches in each heap at the beginning")
MISERE = parameter("misere", 0, "1: whoever takes the last match loses", least=0, most=1)

if not all(1 <= whole_number(heap) <= 99 for heap in HEAPS.split("-")) or HEAPS.count("-") > 25:
    raise MossaError(f"parameter heaps takes up to 26 heaps of 1 to 99 matches, as in 3-4-5, not {HEAPS!r}")
FIRST = tuple(int(heap) for heap in HEAPS.split("-"))

FACTS = Facts(players=2, utility=(-1, 1), widest=sum(FIRST), longest=sum(FIRST), actions=100 * len(FIRST))


class State(NamedTuple):
    heaps: tuple[int, ...]
    turn: int  # the player to move


def start() -> State:
    return State(FIRST, 0)


def mover(state: State) -> int:
    return state.turn


def moves(state: State) -> Iterator[int]:
    for heap in range(len(state.heaps)):
        for taken in range(1, state.heaps[heap] + 1):
            yield heap * 100 + taken


def play(state: State, move: int) -> State:
    heap = move // 100
    return State(replace(state.heaps, heap, state.heaps[heap] - move % 100), 1 - state.turn)


def is_over(state: State) -> bool:
    for heap in state.heaps:
        if heap > 0:
            return False
    return True


def utility(state: State, player: int) -> int:
    took_last = player != state.turn
    return 1 if took_last == (MISERE == 0) else -1
