"""Random trees as one game: what hangs on a node follows from its number, so that every number is another tree.

`mossa.game(…).rules.start()._replace(seed=u64(n))` is the root of the tree number n. Nothing but chance and the players
is a parameter; utilities are whole numbers from −3 to 3 (of the last of more than two players: what makes the sum 0).
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, below, draw, parameter, u64

PLAYERS = parameter("players", 2, "players", least=1, most=6)
CHANCES = parameter("chance", 0, "of ten nodes, how many are chance nodes", least=0, most=9)
DEEP = parameter("deep", 4, "plies of the longest line", least=1, most=12)
WIDE = parameter("wide", 3, "most children of a node", least=1, most=8)

MOST = 3 * max(1, PLAYERS - 1)
FACTS = Facts(
    players=PLAYERS,
    chance=CHANCES > 0,
    zero_sum=PLAYERS > 1,
    alternate=False,
    utility=(-MOST, MOST),
    widest=WIDE,
    longest=DEEP,
    features=(2, 3),
    actions=WIDE,
)


class State(NamedTuple):
    seed: u64  # the number of the node
    ply: int


def start() -> State:
    return State(u64(1), 0)


def number(state: State, what: int, bound: int) -> int:
    """A number below the bound that depends on the node."""
    return below(state.seed ^ draw(u64(what)), bound)


def mover(state: State) -> int:
    if CHANCES > 0 and state.ply > 0 and number(state, 1, 10) < CHANCES:
        return CHANCE
    return (state.ply + (number(state, 2, 8) == 0)) % PLAYERS


def moves(state: State) -> Iterator[int]:
    yield from range(1 + number(state, 3, WIDE))


def play(state: State, move: int) -> State:
    return State(draw(state.seed + move + 1), state.ply + 1)


def is_over(state: State) -> bool:
    return state.ply == DEEP or (state.ply > 1 and number(state, 4, 4) == 0)


def probability(state: State, move: int) -> float:
    total = 0
    for other in range(1 + number(state, 3, WIDE)):
        total += 1 + number(state, 100 + other, 5)
    return (1 + number(state, 100 + move, 5)) / total


def utility(state: State, player: int) -> int:
    if PLAYERS == 1 or player < PLAYERS - 1:
        return number(state, 200 + player, 7) - 3
    total = 0
    for other in range(PLAYERS - 1):
        total += number(state, 200 + other, 7) - 3
    return -total


def features(state: State) -> Iterator[float]:
    """Numbers without a meaning, for networks without a meaning."""
    for i in range(6):
        yield number(state, 300 + i, 17) / 16


def action(state: State, move: int) -> int:
    return WIDE - 1 - move
