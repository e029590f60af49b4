"""The rules of rock-paper-scissors. The choices are collected one by one; `information_state` hides the first."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, below, u64

FACTS = Facts(players=2, simultaneous=True, utility=(-1, 1), widest=3, longest=2, actions=3)

# The choices are 0 rock, 1 paper, 2 scissors: each beats the one before it, in a ring.
OPEN = -1  # not chosen yet
SECRET = -2  # chosen, but not seen


class State(NamedTuple):
    first: int
    second: int


def start() -> State:
    return State(OPEN, OPEN)


def mover(state: State) -> int:
    return 0 if state.first == OPEN else 1


def moves(state: State) -> Iterator[int]:
    for choice in range(3):
        yield choice


def play(state: State, move: int) -> State:
    return State(move, OPEN) if state.first == OPEN else State(state.first, move)


def is_over(state: State) -> bool:
    return state.second != OPEN


def utility(state: State, player: int) -> int:
    ahead = (state.first - state.second) % 3  # 0 a draw, 1 the first player wins, 2 the second does
    if ahead == 0:
        return 0
    return 1 if (ahead == 1) == (player == 0) else -1


def is_secret(state: State) -> bool:
    """Has only the first player chosen?"""
    return state.first != OPEN and state.second == OPEN


def information_state(state: State, player: int) -> tuple[int, ...]:
    """Everything, except the first choice while the second player makes his."""
    return (SECRET, OPEN) if player == 1 and is_secret(state) else tuple(state)


def redeal(state: State, player: int, seed: u64) -> State:
    """The other player's secret choice is drawn evenly."""
    if player == 1 and is_secret(state):
        return State(below(seed, 3), OPEN)
    return state
