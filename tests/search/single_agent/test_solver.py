"""The searches for one player against each other, and against plain breadth-first search."""

import pytest

import mossa
from mossa.kernel.errors import MossaError
from mossa.play import solve
from mossa.search.common.limits import Limits
from mossa.search.single_agent.solver import METHODS, SingleAgent

from .puzzles import PEG, assert_line, scrambled, tiles


@pytest.mark.parametrize("method", METHODS)
def test_every_method_solves_the_peg_puzzle_of_15_holes(method):
    game = mossa.game(PEG)
    found = SingleAgent(game).search(game.rules.start(), Limits(time=60), method=method)
    assert (found.value, found.exact, len(found.pv)) == (1, True, 13)
    assert_line(game, game.rules.start(), found)


def test_all_its_positions_are_3016_and_two_first_moves_are_best():
    game = mossa.game(PEG)
    advice = solve(game.start())
    assert advice.found.nodes == 3016
    assert advice.moves == ("4-1", "6-1")


def test_a_puzzle_without_a_solution_is_worth_its_best_end():
    game = mossa.game(f"{PEG}:side=4")
    for method in METHODS:
        found = SingleAgent(game).search(game.rules.start(), Limits(time=20), method=method)
        assert found.value == 0
        assert found.exact == (method in ("auto", "all", "depth-first"))  # the others only look for a goal


@pytest.mark.parametrize("method", ["depth-first", "breadth-first", "astar", "idastar"])
def test_interpreted_and_compiled_searches_visit_the_same_nodes(tmp_path, method):
    small, peg = tiles(tmp_path, 2), mossa.game(f"{PEG}:side=4")
    for game, state in ((small, scrambled(small, 1, 15)), (peg, peg.rules.start())):
        slow, fast = (
            SingleAgent(game, memory=1 << 22, compiled=compiled).search(state, method=method)
            for compiled in (False, True)
        )
        assert (slow.pv, slow.value, slow.nodes) == (fast.pv, fast.value, fast.nodes)


def test_other_games_and_words_are_refused(eight):
    with pytest.raises(MossaError, match="tictactoe has 2 players; these searches are for one player"):
        SingleAgent(mossa.game("tictactoe"))
    with pytest.raises(MossaError, match="there is no method 'dfs'; methods: auto"):
        SingleAgent(eight).search(scrambled(eight, 1, 9), method="dfs")
    with pytest.raises(MossaError, match="the game is over"):
        SingleAgent(eight).search(eight.rules.start())
