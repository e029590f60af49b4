"""Plain alpha-beta: the textbook's value and the textbook's nodes, interpreted and compiled."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.search.alphabeta.two_player_games import TWO_PLAYER_GAMES, later_states, random_tree
from tests.user_files import NIM

import mossa
from mossa import Game, MossaError
from mossa.core.kernel_rules import SCORE_OF_GREATEST_UTILITY
from mossa.core.protocol import State
from mossa.search.alphabeta.fixed_depth import fixed_depth_alphabeta
from mossa.search.textbook.registry import run

DEPTHS = {"tictactoe": 9, "connect4": 5, "nim": 5, "grundy": 9, "tree": 9, "othello": 5, "chess": 2}
"""How deep the textbook goes in a second or so; 3 where nothing is said."""


def textbook(game: Game, state: State, depth: int) -> tuple[float, int]:
    """Value from the mover's side, and nodes."""
    trace = run("alphabeta", game.rules, state, depth=depth, trace=False)
    assert isinstance(trace.value, float | int)
    return float(trace.value if game.rules.mover(state) == 0 else -trace.value), trace.nodes


@pytest.mark.parametrize("name", TWO_PLAYER_GAMES)
def test_same_nodes_as_the_textbook_on_every_game(name: str) -> None:
    game = mossa.game(name)
    deepest = DEPTHS.get(name, 3)
    cases = [(game.rules.start(), depth) for depth in range(deepest + 1)]
    cases += [(state, max(1, deepest - 2)) for state in later_states(game, 6, "plain")]
    for state, depth in cases:
        score, nodes = fixed_depth_alphabeta(game, state, depth)
        assert (score, nodes) == fixed_depth_alphabeta(game, state, depth, compiled=False)
        value, textbook_nodes = textbook(game, state, depth)
        assert nodes == textbook_nodes
        assert (score > 0, score < 0) == (value > 0, value < 0)
        win = SCORE_OF_GREATEST_UTILITY // max(1, *(int(abs(bound)) for bound in game.facts.utility))
        if score % win == 0:  # the end of a game, not an estimate
            assert score // win == value


def test_tic_tac_toe_has_18297_nodes() -> None:
    game = mossa.game("tictactoe")
    assert fixed_depth_alphabeta(game, game.rules.start(), 9) == (0, 18297)


@pytest.mark.slow
def test_random_trees_have_the_value_of_minimax() -> None:
    for seed in range(60):
        game = mossa.game(f"tree:tree={random_tree(random.Random(seed))}")
        state = game.rules.start()
        score, nodes = fixed_depth_alphabeta(game, state, 9, compiled=False)
        win = SCORE_OF_GREATEST_UTILITY // int(game.facts.utility[1])
        trace = run("minimax", game.rules, state, trace=False)
        assert score == trace.value * win
        assert nodes == run("alphabeta", game.rules, state, trace=False).nodes <= trace.nodes


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn", "kuhn has chance"),
        ("rps", "rps hides information"),
        ("trio", "trio has 3 players"),
        ("tree:tree=(0.5 1)", "has utilities that are not whole numbers"),
        ("tree:tree=([1 2] [3 4])", "is not zero-sum"),
        ("tree:tree=(999999999 1)", "has utilities too large to score"),
    ],
)
def test_what_alpha_beta_does_not_play(name: str, reason: str) -> None:
    game = mossa.game(name)
    with pytest.raises(MossaError, match=reason) as refused:
        fixed_depth_alphabeta(game, game.rules.start(), 1)
    assert "alpha-beta plays zero-sum games of two players with perfect information" in str(refused.value)


def test_a_game_wider_than_it_says_is_refused(tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text(NIM.replace("widest=3", "widest=1").replace("LEAST, 4", "LEAST, 400"))
    game = mossa.game(str(tmp_path / "liar.py"))
    with pytest.raises(MossaError, match=r"liar\.py declares widest=1 in FACTS, but somewhere there are more moves"):
        fixed_depth_alphabeta(game, game.rules.start(), 9)
    with pytest.raises(MossaError, match=r"liar\.py, line 24: moves lists more than the 1 items declared"):
        fixed_depth_alphabeta(game, game.rules.start(), 9, compiled=False)


def test_a_depth_that_is_none() -> None:
    game = mossa.game("tictactoe")
    with pytest.raises(MossaError, match="a depth is a number of plies from 0 to 1000, not -1"):
        fixed_depth_alphabeta(game, game.rules.start(), -1)
