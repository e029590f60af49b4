"""The rules of an explicit tree. A state is the number of a node; a move is the number of a child, from 0."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, parameter

from .grammar import parse

TEXT = parameter("tree", "((3 12 8) (2 4 6) (14 5 2))", "the tree as nested brackets")
TREE = parse(TEXT)

FIRST = TREE.first
COUNT = TREE.count
MOVER = TREE.mover
PROBABILITY = TREE.probability
PAYOFFS = TREE.payoffs
PLAYERS = TREE.players
LOOKS = TREE.looks
FORCING = TREE.forcing

FACTS = Facts(
    players=PLAYERS,
    chance=CHANCE in MOVER,
    zero_sum=TREE.zero_sum,
    alternate=TREE.alternate,
    utility=TREE.utility,
    widest=max(1, *COUNT),
    actions=max(1, *COUNT),
    longest=max(1, *TREE.ply),
)


class State(NamedTuple):
    node: int


def start() -> State:
    return State(0)


def mover(state: State) -> int:
    return MOVER[state.node]


def moves(state: State) -> Iterator[int]:
    for move in range(COUNT[state.node]):
        yield move


def play(state: State, move: int) -> State:
    return State(FIRST[state.node] + move)


def is_over(state: State) -> bool:
    return COUNT[state.node] == 0


def probability(state: State, move: int) -> float:
    return PROBABILITY[FIRST[state.node] + move]


def utility(state: State, player: int) -> float:
    return PAYOFFS[state.node * PLAYERS + player]


if LOOKS:  # a tree that says nothing about it has no evaluation

    def estimate(state: State, player: int, scratch: object) -> float:
        return LOOKS[state.node] if player == 0 else -LOOKS[state.node]


if any(FORCING):

    def tactical(state: State) -> Iterator[int]:
        for move in range(COUNT[state.node]):
            if FORCING[FIRST[state.node] + move]:
                yield move
