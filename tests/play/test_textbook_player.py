"""The textbook algorithms as players."""

import dataclasses
import threading
from typing import Any

import pytest

import mossa
from mossa.play.player import ask
from mossa.play.players import player, suitable_players
from mossa.search.common.limits import Limits

TICTACTOE = mossa.game("tictactoe")
TREE = "tree:tree=((3 12 8) (2 4 6) (14 5 2))"
SAMPLING = ("mcts-textbook", "puct-textbook", "gumbel-textbook")
NOT_HERE = ("random", "human", "cooperative", "gtp", "alphabeta", "perfect", "mcts", *SAMPLING)
"""Engines would compile for it alone."""
CHANCE = "tree:tree=({0.9:(2) 0.1:(3)} {0.9:(1) 0.1:(4)})"


@pytest.mark.parametrize("name", [n for n in suitable_players(mossa.game(TREE)) if n not in NOT_HERE])
def test_every_algorithm_finds_the_first_move_of_the_two_ply_tree(name: str) -> None:
    game = mossa.game(TREE)
    found = ask(player(name, game), game.start(), Limits(), 0, ties=True)
    assert (game.start().write_move(found.move), found.value) == ("a1", 3)
    assert [game.start().write_move(move) for move in found.moves] == ["a1"]
    assert found.exact == (not name.startswith(("paranoid", "best-reply")))


@pytest.mark.parametrize("name", ["expectiminimax", "star1", "star2", "perfect", "maxn"])
def test_every_algorithm_knows_the_value_of_chance(name: str) -> None:
    game = mossa.game(CHANCE)
    found = ask(player(name, game), game.start(), Limits(), 0)
    assert (game.start().write_move(found.move), found.value) == ("a1", pytest.approx(2.1))


def test_candidates_of_the_textbook_are_exact_and_from_the_movers_side() -> None:
    at = TICTACTOE.position("XX-OO-X--")
    for spec in ("minimax", "alphabeta-textbook"):
        found = ask(player(spec, TICTACTOE), at, Limits(), 0, multipv=9)
        values = {at.write_move(move): value for move, value in found.candidates}
        assert values == {"c2": 1, "c1": 0, "b3": -1, "c3": -1}
        assert [value for _, value in found.candidates] == sorted(values.values(), reverse=True)


THREE = "([-3 1 2] p2([4 -2 -2] [0 0 0]) p1([2 -9 7] p3([3 -1 -2] [5 0 -5])) p3([6 -1 -5] [2 4 -6]))"


@pytest.mark.parametrize(
    ("name", "tree"),
    [
        ("paranoid-textbook", THREE),
        ("best-reply-textbook", THREE),
        ("maxn-textbook", THREE),
        ("maxn-shallow", THREE),
        ("minimax", "((3 12) max(2 4) min(14 5) (7 1))"),
        ("minimax", "min(max(2 5) (4 8) 3)"),
        ("expectiminimax", "min({0.5:2 0.5:max(5 1)} (4 8) 3.75)"),
    ],
)
def test_the_best_candidate_has_the_value_of_the_position(name: str, tree: str) -> None:
    """Whoever moves next: below the root the algorithm does not change sides."""
    game = mossa.game(f"tree:tree={tree}")
    start = game.start()
    found = ask(player(name, game), start, Limits(), 0, multipv=9)
    assert len(found.candidates) == len(start.moves)
    assert found.candidates[0] == (found.move, found.value)


def test_candidates_of_paranoid_search_are_from_the_movers_side() -> None:
    at = mossa.game("trio").position("YYY--BRR-BRYRRR-")
    for spec in ("paranoid", "paranoid-textbook", "best-reply-textbook"):
        found = ask(player(spec, at.game), at, Limits(), 0, multipv=3)
        assert {at.write_move(move): value for move, value in found.candidates} == {"d4": -4, "d1": -10}, spec


def test_candidates_with_hidden_cards_are_those_of_the_same_worlds() -> None:
    at = mossa.game("cards").position("1:")
    for spec, clubs in (("best-defence", -1), ("averaging", 0)):
        found = ask(player(spec, at.game), at, Limits(), 0, multipv=4)
        values = {at.write_move(move): value for move, value in found.candidates}
        assert values == {"♦6": 0, "♥6": 0, "♣7": clubs, "♣8": clubs}
        assert [value for _, value in found.candidates] == sorted(values.values(), reverse=True)


def test_candidates_of_simultaneous_moves_meet_the_other_strategy() -> None:
    game = mossa.game("rps")
    found = ask(player("rounds", game), game.start(), Limits(), 0, multipv=3)
    assert dict(found.candidates) == pytest.approx({0: 0, 1: 0, 2: 0})


def test_textbook_players_keep_limits() -> None:
    start = TICTACTOE.start()
    by_nodes = ask(player("minimax:nodes=500", TICTACTOE), start, Limits(), 0)
    assert by_nodes.nodes <= 501
    assert by_nodes.depth == 2
    assert not by_nodes.exact
    by_depth = ask(player("minimax", TICTACTOE), start, Limits(depth=3), 0)
    assert (by_depth.depth, by_depth.nodes) == (3, 9 + 72 + 504)
    stopped = Limits()
    stopped.stop.set()
    assert ask(player("minimax", TICTACTOE), start, stopped, 0).nodes < 100


def test_a_textbook_player_without_time_has_the_lines_of_the_depth_before() -> None:
    start = mossa.game("checkers").start()
    found = ask(player("maxn", start.game), start, Limits(nodes=64), 0, multipv=3)
    assert (found.depth, len(found.candidates)) == (1, 3)


def test_a_study_by_the_textbook_completes_its_first_depth() -> None:
    crowded = mossa.game("nim:heaps=99").start()  # more moves than are made between two looks at the clock
    by_study = {
        study: ask(player("minimax", crowded.game), crowded, Limits(time=1e-9, analysis=study), 0, multipv=5)
        for study in (False, True)
    }
    assert (by_study[False].depth, by_study[False].candidates) == (0, ())
    assert (by_study[True].depth, len(by_study[True].candidates)) == (1, 5)


def test_a_textbook_player_told_to_stop_still_has_a_legal_move() -> None:
    found = ask(player("alphabeta-textbook:nodes=1", TICTACTOE), TICTACTOE.start(), Limits(), 0)
    assert found.move in TICTACTOE.start().legal


def test_monte_carlo_doubles_its_simulations_within_the_limits() -> None:
    game = mossa.game(TREE)
    monte_carlo = player("mcts-textbook:nodes=3000", game)
    reports: list[int] = []
    monte_carlo.on_depth = lambda found: reports.append(found.nodes)
    found = ask(monte_carlo, game.start(), Limits(), 0, multipv=3)
    assert game.start().write_move(found.move) == "a1"
    assert len(reports) > 1
    assert reports == sorted(reports)
    assert game.start().write_move(found.candidates[0][0]) == "a1"
    assert not found.exact
    assert len(found.candidates) == 3
    trio = mossa.game("trio")
    assert len(ask(player("mcts-textbook:nodes=2000", trio), trio.start(), Limits(), 0).vector) == 3


def test_simulations_that_make_no_node_any_more_see_the_limits_too() -> None:
    stop, asked = threading.Event(), 0
    rules = TICTACTOE.rules

    def utility(state: Any, player: int) -> int:
        nonlocal asked
        asked += 1
        if asked == 10_000:
            stop.set()
        return rules.utility(state, player)

    game = dataclasses.replace(TICTACTOE, rules=rules.replace(utility=utility))
    last = game.position("XOXXOXO--")
    ask(player("mcts-textbook", game), last, Limits(time=600, stop=stop), 1)
    assert 10_000 <= asked <= 10_100
    asked = -(10**9)
    ask(player("mcts-textbook:nodes=500", game), last, Limits(), 1)
    assert asked + 10**9 < 5_000
