"""The rules of rock-paper-scissors. The choices are collected one by one; `information_state` hides the first."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, below, parameter, replace, u64

ROUNDS = parameter("rounds", 1, "rounds of a series; its value is the rounds won less those lost", least=1, most=30)

PLAYER = "policy" if ROUNDS == 1 else "unpredictable"
SITE_SETTINGS = {"rounds": 10}
"""The settings with which the site offers the game at first."""

FACTS = Facts(players=2, simultaneous=True, utility=(-ROUNDS, ROUNDS), widest=3, longest=2 * ROUNDS, actions=3)

# The choices are 0 rock, 1 paper, 2 scissors: each beats the one before it, in a ring.
OPEN = -1  # not chosen yet
SECRET = -2  # chosen, but not seen


class State(NamedTuple):
    choices: tuple[int, ...]  # of the first and the second player in turn, round by round
    made: int  # how many were made


def start() -> State:
    return State((OPEN,) * (2 * ROUNDS), 0)


def mover(state: State) -> int:
    return state.made & 1


def moves(state: State) -> Iterator[int]:
    for choice in range(3):
        yield choice


def play(state: State, move: int) -> State:
    return State(replace(state.choices, state.made, move), state.made + 1)


def is_over(state: State) -> bool:
    return state.made == 2 * ROUNDS


def utility(state: State, player: int) -> int:
    ahead = lead(state)
    return ahead if player == 0 else -ahead


def lead(state: State) -> int:
    """The rounds that the first player has won, less those that the second has."""
    ahead = 0
    for number in range(state.made // 2):
        difference = (state.choices[2 * number] - state.choices[2 * number + 1] + 3) % 3
        if difference == 1:
            ahead += 1
        elif difference == 2:
            ahead -= 1
    return ahead


def is_secret(state: State) -> bool:
    """Has only the first player chosen in this round?"""
    return state.made & 1 == 1


def information_state(state: State, player: int) -> tuple[tuple[int, ...], int]:
    """Everything, except the first choice of a round while the second player makes his."""
    if player == 1 and is_secret(state):
        return replace(state.choices, state.made - 1, SECRET), state.made
    return state.choices, state.made


def redeal(state: State, player: int, seed: u64) -> State:
    """The other player's secret choice is drawn evenly."""
    if player == 1 and is_secret(state):
        return State(replace(state.choices, state.made - 1, below(seed, 3)), state.made)
    return state
