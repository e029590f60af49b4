"""The rules of Grundy's game.

The state counts the piles of each size, six bits a size and ten sizes a word, so that the order in which piles were
made does not matter:

    word 0:  piles of  1 | 2 | 3 | … | 10      from the low bits up
    word 1:  piles of 11 | 12 | …    | 20      and so on

A move is 64 times the size of the pile plus the size of its smaller part.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, parameter, replace

MATCHES = parameter("matches", 7, "matches in the first pile", least=1, most=60)

NO_PILES = (0,) * ((MATCHES + 9) // 10)
FACTS = Facts(
    players=2,
    utility=(-1, 1),
    widest=max(1, (MATCHES - 1) // 2),
    longest=max(1, MATCHES - 2),
    actions=64 * MATCHES + 32,
)


class State(NamedTuple):
    piles: tuple[int, ...]
    turn: int  # the player to move


def start() -> State:
    return State(changed(NO_PILES, MATCHES, 1), 0)


def mover(state: State) -> int:
    return state.turn


def moves(state: State) -> Iterator[int]:
    for size in range(3, MATCHES + 1):
        if count(state.piles, size) > 0:
            for smaller in range(1, (size + 1) // 2):
                yield size * 64 + smaller


def play(state: State, move: int) -> State:
    size = move // 64
    smaller = move % 64
    piles = changed(state.piles, size, -1)
    piles = changed(piles, smaller, 1)
    return State(changed(piles, size - smaller, 1), 1 - state.turn)


def utility(state: State, player: int) -> int:
    return -1 if player == state.turn else 1


def count(piles: tuple[int, ...], size: int) -> int:
    """How many piles have this size."""
    return piles[(size - 1) // 10] >> (size - 1) % 10 * 6 & 63


def changed(piles: tuple[int, ...], size: int, by: int) -> tuple[int, ...]:
    """The piles with `by` more of this size."""
    word = (size - 1) // 10
    return replace(piles, word, piles[word] + (by << (size - 1) % 10 * 6))
