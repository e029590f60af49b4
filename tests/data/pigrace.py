"""A race with hits: two pawns a side on a short track, a die with three faces, a pawn that is landed on starts again.

It is small enough for the textbook algorithms and has all that matters to a search with chance: dice before each move,
moves that depend on them, hits, and ends worth one point or two.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, u64

LENGTH = 6
FACTS = Facts(players=2, chance=True, utility=(-2, 2), widest=3, longest=400)


class State(NamedTuple):
    mine: tuple[int, int]  # places of the pawns of `turn`, 0 … LENGTH; the greater first
    theirs: tuple[int, int]
    turn: int
    die: int  # 0: to be thrown


def start() -> State:
    return State((0, 0), (0, 0), 0, 0)


def mover(state: State) -> int:
    return state.turn if state.die else CHANCE


def is_over(state: State) -> bool:
    return state.theirs[1] == LENGTH


def moves(state: State) -> Iterator[int]:
    if state.die == 0:
        yield 1
        yield 2
        yield 3
    else:
        yield 0
        if state.mine[1] != state.mine[0]:
            yield 1


def probability(state: State, move: int) -> float:
    return 0.5 if move == 1 else 0.25


def play(state: State, move: int) -> State:
    if state.die == 0:
        return State(state.mine, state.theirs, state.turn, move)
    place = min(LENGTH, state.mine[move] + state.die)
    stays = state.mine[1 - move]
    first, second = state.theirs
    met = LENGTH - place
    if 0 < place < LENGTH:
        first, second = (0 if first == met else first), (0 if second == met else second)
    theirs = (max(first, second), min(first, second))
    return State(theirs, (max(place, stays), min(place, stays)), 1 - state.turn, 0)


def utility(state: State, player: int) -> int:
    points = 2 if state.mine[0] < LENGTH else 1
    return points if player != state.turn else -points


def estimate(state: State, player: int, scratch: object) -> float:
    ahead = state.mine[0] + state.mine[1] - state.theirs[0] - state.theirs[1]
    worth = ahead / (2.0 * LENGTH)
    return worth if player == state.turn else -worth


def key(state: State) -> u64:
    word = state.mine[0] | state.mine[1] << 4 | state.theirs[0] << 8 | state.theirs[1] << 12
    return u64(word | state.turn << 16 | state.die << 17)
