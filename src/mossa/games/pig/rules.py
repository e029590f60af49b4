"""The rules of Pig. A move is ROLL or HOLD; an outcome of the die is its number less 1."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, parameter, replace

GOAL = parameter("goal", 100, "points that win", least=2, most=1000)
PLAYERS = parameter("players", 2, "players", least=2, most=6)
FACES = 6
FACTS = Facts(
    players=PLAYERS, chance=True, alternate=False, utility=(1 - PLAYERS, PLAYERS - 1), widest=FACES, actions=2
)
ROLL, HOLD = 0, 1


class State(NamedTuple):
    points: tuple[int, ...]
    turn: int
    pot: int  # the points of this turn
    rolling: int  # 1 while the die rolls


def start() -> State:
    return State((0,) * PLAYERS, 0, 0, 0)


def mover(state: State) -> int:
    return CHANCE if state.rolling else state.turn


def is_over(state: State) -> bool:
    return max(state.points) >= GOAL


def moves(state: State) -> Iterator[int]:
    if state.rolling:
        yield from range(FACES)
    else:
        if state.points[state.turn] + state.pot < GOAL:
            yield ROLL
        if state.pot > 0:
            yield HOLD


def play(state: State, move: int) -> State:
    following = (state.turn + 1) % PLAYERS
    if state.rolling:
        if move == 0:
            return State(state.points, following, 0, 0)
        return State(state.points, state.turn, state.pot + move + 1, 0)
    if move == ROLL:
        return state._replace(rolling=1)
    return State(replace(state.points, state.turn, state.points[state.turn] + state.pot), following, 0, 0)


def probability(state: State, move: int) -> float:
    return 1 / FACES


def utility(state: State, player: int) -> int:
    return PLAYERS - 1 if state.points[player] >= GOAL else -1
