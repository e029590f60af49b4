"""Random games: all moves are equally likely, chance keeps its probabilities, the game may choose, a horizon ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

import mossa
from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.words import u64
from mossa.search.common.threads import UNLIMITED
from mossa.search.montecarlo.rave import OFF
from mossa.search.montecarlo.simulation import simulate

TWO = '''"""Two coins, chosen: the sum counts."""
from typing import NamedTuple
from mossa import Facts
FACTS = Facts(players=2, utility=(-2, 2), widest=3, longest=2)
class State(NamedTuple):
    total: int
    turn: int
def start(): return State(0, 0)
def mover(state): return state.turn % 2
def moves(state):
    for i in range(3):
        yield i
def play(state, move): return State(state.total + move - 1, state.turn + 1)
def is_over(state): return state.turn == 2
def utility(state, player): return state.total if player == 0 else -state.total
'''


def results(game: Game, count: int, compiled: bool = True, horizon: int = UNLIMITED, guided: int = 1) -> list[int]:
    """What some simulations are worth to player 0."""
    kernel = kernel_for(simulate, game, compiled)
    found, buffer, out, scratch = [], Ints(game.facts.widest), Ints(game.facts.players), game.rules.scratch()
    trail = Ints(1)
    trail[0] = OFF
    for seed in range(count):
        kernel(game.rules.start(), u64(seed * 977), horizon, guided, 0, 1.0, out, trail, buffer, scratch)
        assert len(out) < 2 or out[1] == -out[0]
        found.append(out[0])
    return found


def test_all_moves_are_equally_likely(written: Callable[[str], Game]) -> None:
    game = written(TWO)
    counts = Counter(results(game, 9000))
    assert {total: n / 1000 for total, n in counts.items()} == {
        total: pytest.approx(9 * (3 - abs(total)) / 9, abs=0.25) for total in range(-2, 3)
    }
    assert results(game, 200, compiled=False) == results(game, 200)


def test_the_game_may_choose(written: Callable[[str], Game]) -> None:
    guided = written(TWO + "def rollout_move(state, seed): return 2\n")
    assert set(results(guided, 50)) == {2}
    assert set(results(guided, 500, guided=0)) == {-2, -1, 0, 1, 2}
    no_end = TWO.replace("def is_over(state): return state.turn == 2\n", "")
    no_end = no_end.replace("range(3)", "range(3 if state.turn < 2 else 0)")
    assert set(results(written(no_end + "def rollout_move(state, seed): return 0\n"), 50)) == {-2}


def test_at_the_horizon_the_evaluation_counts(written: Callable[[str], Game]) -> None:
    game = written(TWO.replace("(-2, 2)", "(-1000, 1000)") + "def evaluate(state): return 400\n")
    assert set(results(game, 20, horizon=0)) == {818}  # ten times as likely to win as to lose: 9/11 of 1000
    assert set(results(game, 20, horizon=1)) == {-818}
    plain = written(TWO)
    assert set(results(plain, 20, horizon=1)) == {0}


def test_chance_and_one_player(puzzle: Game) -> None:
    assert sum(results(puzzle, 3000)) / 3000 == pytest.approx(5.7, abs=0.2)
    assert results(puzzle, 100, compiled=False) == results(puzzle, 100)
    race = mossa.game("backgammon")
    assert -3 < sum(results(race, 60)) / 60 < 3
