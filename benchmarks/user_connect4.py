"""Connect Four as a user would write it, in one file: what `mossa bench userspeed` measures."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, bit_count

FACTS = Facts(players=2, utility=(-1, 1), widest=7, longest=42)


class State(NamedTuple):
    mine: int  # stones of the player to move: column c, row r is bit 7·c + r
    mask: int  # stones of both


def start() -> State:
    return State(0, 0)


def mover(state: State) -> int:
    return bit_count(state.mask) % 2


def moves(state: State) -> Iterator[int]:
    for column in range(7):
        if not state.mask >> (7 * column + 5) & 1:
            yield column


def play(state: State, move: int) -> State:
    return State(state.mine ^ state.mask, state.mask | state.mask + (1 << 7 * move))


def has_four(stones: int) -> bool:
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def is_over(state: State) -> bool:
    return has_four(state.mine ^ state.mask) or bit_count(state.mask) == 42


def utility(state: State, player: int) -> int:
    if not has_four(state.mine ^ state.mask):
        return 0
    return -1 if player == mover(state) else 1
