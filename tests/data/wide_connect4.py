"""Connect Four whose moves are numbers of 60 bits."""

# ruff: noqa: F401  (what is imported is the game's own)

from collections.abc import Iterator

from mossa import Facts
from mossa.games.connect4.evaluation import PROVING, bounds, evaluate, plies_left
from mossa.games.connect4.evaluation import history_index as narrow_index
from mossa.games.connect4.evaluation import order as narrow_order
from mossa.games.connect4.rules import CELLS, COLUMNS, ROWS, State, is_over, key, mover, score, start, utility
from mossa.games.connect4.rules import play as narrow_play

FACTS = Facts(
    utility=(-1, 1), score=(-(CELLS // 2), CELLS // 2), widest=COLUMNS, longest=CELLS, greatest_move=(1 << 62) - 1
)
BITS = tuple((column + 1) << 57 | column * 0x1234567 + 0xABCDEF for column in range(COLUMNS))


def moves(state: State) -> Iterator[int]:
    for column in range(COLUMNS):
        if not state.mask >> (column * (ROWS + 1) + ROWS - 1) & 1:
            yield BITS[column]


def play(state: State, move: int) -> State:
    return narrow_play(state, (move >> 57) - 1)


def order(state: State, move: int) -> int:
    return narrow_order(state, (move >> 57) - 1)


def history_index(state: State, move: int) -> int:
    return narrow_index(state, (move >> 57) - 1)
