"""Liar's dice: each player has one die that the other does not see; bid higher, or doubt the last bid.

Rules: the common game for two players with one die each, here with four faces (parameter `faces`). A bid says how many
dice of all show a face at least: one 1, one 2 … one 4, two 1s … two 4s. Who doubts wins if the bid was too high, and
loses if it holds. There are no wild faces and no further rounds.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, below, parameter, replace, u64

FACES = parameter("faces", 4, "faces of a die", least=2, most=6)
DOUBT = 0
FACTS = Facts(
    players=2, chance=True, hidden=True, alternate=False, utility=(-1, 1), widest=2 * FACES + 1, longest=2 * FACES + 3
)


class State(NamedTuple):
    dice: tuple[int, int]  # 0: not thrown yet
    bids: int  # a bit for each bid that was made; bit 0: the last one was doubted
    turn: int


def start() -> State:
    return State((0, 0), 0, 0)


def highest(state: State) -> int:
    """The last bid, from 1 on; 0 if there is none."""
    bid = 0
    for one in range(1, 2 * FACES + 1):
        if state.bids >> one & 1:
            bid = one
    return bid


def mover(state: State) -> int:
    return CHANCE if state.dice[1] == 0 else state.turn


def is_over(state: State) -> bool:
    return state.bids & 1 == 1


def moves(state: State) -> Iterator[int]:
    if state.dice[1] == 0:
        for face in range(1, FACES + 1):
            yield face
    else:
        bid = highest(state)
        if bid > 0:
            yield DOUBT
        for higher in range(bid + 1, 2 * FACES + 1):
            yield higher


def probability(state: State, move: int) -> float:
    return 1 / FACES


def play(state: State, move: int) -> State:
    if state.dice[0] == 0:
        return State((move, 0), 0, 0)
    if state.dice[1] == 0:
        return State((state.dice[0], move), 0, 0)
    return State(state.dice, state.bids | 1 << move, 1 - state.turn)  # DOUBT is bit 0


def utility(state: State, player: int) -> int:
    bid = highest(state)
    count = 0
    for die in state.dice:
        if die == (bid - 1) % FACES + 1:
            count += 1
    winner = state.turn if count > (bid - 1) // FACES else 1 - state.turn  # `turn` made the bid that was doubted
    return 1 if player == winner else -1


def information_state(state: State, player: int) -> tuple[int, bool, int]:
    return state.dice[player], state.dice[1] > 0, state.bids


def redeal(state: State, player: int, seed: u64) -> State:
    if state.dice[1 - player] == 0:
        return state
    return State(replace(state.dice, 1 - player, 1 + below(seed, FACES)), state.bids, state.turn)


def write_move(state: State, move: int) -> str:
    if state.dice[1] == 0:
        return str(move)
    return "doubt" if move == DOUBT else f"{(move - 1) // FACES + 1}x{(move - 1) % FACES + 1}"
