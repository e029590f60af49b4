"""Puzzles for the tests: peg solitaire of the examples, and sliding tiles."""

import itertools
import random
from pathlib import Path

import mossa

PEG = str(Path(__file__).resolve().parents[3] / "docs" / "examples" / "peg.py")

TILES = '''"""Sliding tiles: bring them into order."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts, parameter, u64

SIDE = parameter("side", 3, "tiles of a side", least=2, most=4)
CELLS = SIDE * SIDE
FACTS = Facts(players=1, zero_sum=False, utility=(0, 1), widest=4)
STEPS = (-SIDE, -1, 1, SIDE)
NEXT = tuple(
    tuple(
        cell + step if ok else -1
        for step, ok in zip(
            STEPS, (cell >= SIDE, cell % SIDE > 0, cell % SIDE < SIDE - 1, cell < CELLS - SIDE), strict=True
        )
    )
    for cell in range(CELLS)
)
ORDER = u64(sum(cell << 4 * cell for cell in range(CELLS)))


class State(NamedTuple):
    tiles: u64  # four bits a cell; 0 is the hole
    hole: int


def start() -> State:
    return State(ORDER, 0)


def mover(state: State) -> int:
    return 0


def is_over(state: State) -> bool:
    return state.tiles == ORDER


def moves(state: State) -> Iterator[int]:
    for way in range(4):
        if NEXT[state.hole][way] >= 0:
            yield way


def play(state: State, move: int) -> State:
    cell = NEXT[state.hole][move]
    tile = state.tiles >> (4 * cell) & 15
    return State(state.tiles ^ (tile << (4 * cell)) ^ (tile << (4 * state.hole)), cell)


def utility(state: State, player: int) -> int:
    return 1


def least_plies(state: State) -> int:
    total = 0
    for cell in range(CELLS):
        tile = int(state.tiles >> (4 * cell) & 15)
        if tile > 0:
            total += abs(tile // SIDE - cell // SIDE) + abs(tile % SIDE - cell % SIDE)
    return total
'''


def tiles(folder, side):
    """The sliding puzzle of this size."""
    path = folder / "tiles.py"
    path.write_text(TILES)
    return mossa.game(f"{path}:side={side}")


def scrambled(game, seed, plies):
    """A state after this many random moves."""
    draw, state = random.Random(seed), game.rules.start()
    for _ in range(plies):
        state = game.rules.play(state, draw.choice(list(game.rules.moves(state))))
    return state if not game.rules.is_over(state) else scrambled(game, seed + 1000, plies)


def nearest(game, state):
    """The length of the shortest way to an end with the greatest utility, by Python's own sets; None: there is none."""
    rules, seen, layer = game.rules, {state}, [state]
    for plies in itertools.count():
        if not layer:
            return None
        if any(rules.is_over(s) and rules.utility(s, 0) == game.facts.utility[1] for s in layer):
            return plies
        following = []
        for one in layer:
            for move in rules.legal(one):
                child = rules.play(one, move)
                if child not in seen:
                    seen.add(child)
                    following.append(child)
        layer = following
    return None


def assert_line(game, state, found):
    """The line leads to an end that is worth what the result says."""
    assert found.pv[0] == found.move
    for move in found.pv:
        assert move in game.rules.legal(state)
        state = game.rules.play(state, move)
    assert game.rules.is_over(state)
    assert game.rules.utility(state, 0) == found.value
