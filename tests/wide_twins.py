"""Games whose moves have up to 62 bits, each beside the same game with small ones: searches must not differ."""

from pathlib import Path

from tests.small_games import RACE

__all__ = ["STEPS", "WIDE_CONNECT4", "WIDE_RACE", "WIDE_STEPS"]

WIDE_CONNECT4 = str(Path(__file__).parent / "data" / "wide_connect4.py")
"""Connect Four; a file, so that it is compiled once."""

WIDE_RACE = (
    RACE.replace("        yield 0\n        yield 1\n", "        yield 3 << 60\n        yield (3 << 60) + 1\n")
    .replace("if move == 0:", "if move == 3 << 60:")
    .replace("longest=60", "longest=60, greatest_move=(1 << 62) - 1")
)

STEPS = '''"""From 1 to 100 by doubling, adding 1 or subtracting 7."""
from typing import NamedTuple
from mossa import Facts
GIANT = 0
FACTS = Facts(players=1, zero_sum=False, utility=(0, 1), widest=3, longest=40, greatest_move=4 + GIANT)
class State(NamedTuple):
    number: int
    ply: int
def start(): return State(1, 0)
def mover(state): return 0
def is_over(state): return state.number == 100 or state.ply == 40
def moves(state):
    if state.number < 60:
        yield GIANT + 2
    yield GIANT + 1
    if state.number > 7:
        yield GIANT + 3
def play(state, move):
    step = move - GIANT
    number = state.number * 2 if step == 2 else state.number + 1 if step == 1 else state.number - 7
    return State(number, state.ply + 1)
def utility(state, player): return 1 if state.number == 100 else 0
'''
WIDE_STEPS = STEPS.replace("GIANT = 0", "GIANT = 5 << 55")
