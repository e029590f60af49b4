"""Centipede: take the larger heap and end the game, or pass and let both heaps grow for the other player's turn.

Rules: Rosenthal's game of 1981, with the doubling heaps of McKelvey and Palfrey (1992). Two heaps of 4 and 1 lie on the
table. The players move in turn; the mover takes the larger heap and leaves the smaller to the other, or passes, which
doubles both heaps. After `rounds` passes the game is over, and the player whose turn it would be gets the larger heap.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Cell, Facts, Piece, Scene, parameter

ROUNDS = parameter("rounds", 4, "passes at most", least=1, most=20)
LARGE, SMALL = 4, 1
PASS, TAKE = 0, 1
FACTS = Facts(players=2, zero_sum=False, utility=(0, LARGE << ROUNDS), widest=2, longest=ROUNDS)


class State(NamedTuple):
    passes: int
    taken: int


def start() -> State:
    return State(0, 0)


def mover(state: State) -> int:
    return state.passes % 2


def is_over(state: State) -> bool:
    return state.taken == 1 or state.passes == ROUNDS


def moves(state: State) -> Iterator[int]:
    yield PASS
    yield TAKE


def play(state: State, move: int) -> State:
    return State(state.passes, 1) if move == TAKE else State(state.passes + 1, 0)


def utility(state: State, player: int) -> int:
    return (LARGE if player == state.passes % 2 else SMALL) << state.passes


def write_move(state: State, move: int) -> str:
    return "take" if move == TAKE else "pass"


def scene(state: State, viewer: int | None) -> Scene:
    heaps = (LARGE << state.passes, SMALL << state.passes)
    cells = tuple(Cell(x, 0, "", "paper", Piece(str(heap), "felt", letter=f"{heap}")) for x, heap in enumerate(heaps))
    return Scene(cells, (f"passes: {state.passes} of {ROUNDS}",), ("larger heap", "smaller heap"))
