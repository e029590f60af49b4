"""Pig: roll the die as often as you dare; a 1 loses the points of the turn.

Rules: as in T. Neller and C. Presser, Optimal play of the dice game Pig (2004). On his turn a player rolls until he
holds, which adds the points of the turn to his own, or until he rolls a 1, which adds nothing. Who has 100 points
(parameter `goal`) wins. Parameter `players`: two or three. There is no longest game: all may roll 1s for ever.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Cell, Facts, Piece, Scene, parameter, replace

GOAL = parameter("goal", 100, "points that win", least=2, most=200)
PLAYERS = parameter("players", 2, "players", least=2, most=3)
FACTS = Facts(players=PLAYERS, chance=True, alternate=False, utility=(1 - PLAYERS, PLAYERS - 1), widest=6)
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
        yield from range(6)
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
        return State(state.points, state.turn, state.pot, 1)
    return State(replace(state.points, state.turn, state.points[state.turn] + state.pot), following, 0, 0)


def probability(state: State, move: int) -> float:
    return 1 / 6


def utility(state: State, player: int) -> int:
    return PLAYERS - 1 if state.points[player] >= GOAL else -1


def write_move(state: State, move: int) -> str:
    return str(move + 1) if state.rolling else "roll" if move == ROLL else "hold"


def scene(state: State, viewer: int | None) -> Scene:
    roles = ("first", "second", "third")
    cells = [
        Cell(x, 0, "", "paper", Piece(str(points), roles[x], letter=f"{points}{'*' if x == state.turn else ''}"))
        for x, points in enumerate(state.points)
    ]
    doing = "the die rolls" if state.rolling else f"player {state.turn + 1} has {state.pot} points this turn"
    return Scene(tuple(cells), (doing,))
