"""EVAL of the engines: that of the textbook's tree, for any game, compiled and interpreted."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.small_games import written  # noqa: F401

import mossa
from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.search.common.leaf_values import leaf_value
from mossa.search.common.limits import Limits
from mossa.search.montecarlo.uct import MonteCarlo
from mossa.search.nplayers.engine import NPlayers
from mossa.search.textbook import run
from mossa.search.textbook.gametree import GameTree
from mossa.search.textbook.trace import Trace

COUNTED = '''"""Add 0 to 2 in turn, twice each; whoever added more than 1 wins."""
from typing import NamedTuple
from mossa import Facts
FACTS = Facts(players=3, utility=(-2, 1), widest=3, longest=6)
class State(NamedTuple):
    sums: tuple[int, int, int]
    turn: int
def start(): return State((0, 0, 0), 0)
def mover(state): return state.turn % 3
def moves(state): yield from range(3)
def play(state, move):
    a, b, c = state.sums
    sums = (a + move, b, c) if state.turn % 3 == 0 else (a, b + move, c) if state.turn % 3 == 1 else (a, b, c + move)
    return State(sums, state.turn + 1)
def is_over(state): return state.turn == 6
def utility(state, player): return 1 if state.sums[player] > 1 else -2
def evaluate(state): return 300 * (3 * state.sums[state.turn % 3] - sum(state.sums))
'''


def states(game: Game, count: int) -> list[object]:
    """Unfinished states of random games."""
    found, chooser = [], random.Random(1)
    while len(found) < count:
        at = game.start()
        while not at.is_over:
            found.append(at.state)
            at = at.play(chooser.choice(at.moves))
    return found[:count]


@pytest.mark.parametrize("spec", ["connect4", "othello", "trio", "pig:players=3", "chess"])
def test_it_is_the_textbooks(spec: str) -> None:
    game = mossa.game(spec)
    slow, fast = (kernel_for(leaf_value, game, compiled) for compiled in (False, True))
    scratches = [game.rules.scratch() for _ in range(2)]
    for state in states(game, 40):
        tree = GameTree(game.rules, state, Trace("minimax", on=False), depth=0)
        told = tree.utilities(tree.root)
        for player in range(game.facts.players):
            one, other = (kernel(state, player, own) for kernel, own in zip((slow, fast), scratches, strict=True))
            assert one == pytest.approx(other, abs=1e-12)
            assert one == pytest.approx(told[player], abs=1e-9)


@pytest.mark.parametrize("method", ["maxn", "paranoid", "best-reply"])
@pytest.mark.parametrize("spec", ["connect4", "hex:size=4"])
def test_two_players_are_worth_what_the_textbook_says(method: str, spec: str) -> None:
    game = mossa.game(spec)
    own = NPlayers(game, method, table=False, shallow=False).search(
        game.rules.start(), Limits(depth=3), deepening=False
    )
    told = run(method, game.rules, depth=3, trace=False)
    value = told.value[0] if isinstance(told.value, tuple) else told.value
    assert own.value == pytest.approx(value, abs=1e-9)
    assert own.nodes == told.nodes


def test_a_simulation_of_three_players_ends_with_their_evaluation(written: Callable[[str], Game]) -> None:  # noqa: F811
    """Beyond the horizon it is not the middle: the first move that adds 2 is liked."""
    game = written(COUNTED)
    engine = MonteCarlo(game, memory_mib=1, options={"horizon": 1.0})
    found = engine.search(game.rules.start(), Limits(nodes=2000), multipv=3)
    assert found.move == 2
    assert len({round(worth, 2) for _, worth in found.candidates}) == 3
