"""The shortest win or loss, against a search that looks at everything."""

from __future__ import annotations

import random

import pytest
from tests.search.mate.full_search import plies_to_end

import mossa
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits
from mossa.search.common.threads import UNLIMITED
from mossa.search.mate.mate_search import MateSearch, plies_to_mate

# Mates of which a search with guesses finds longer ones, and their moves.
MATES = [
    ("8/4p3/7R/n7/rp6/kp5Q/8/1K6 w - - 0 1", 3),
    ("K1b3B1/PP5P/2P1P1p1/p2kB1P1/R2PR3/8/4ppp1/4N1N1 w - - 0 1", 4),
    ("rb6/k1p4R/P1P5/PpK5/8/8/8/5B2 w - b6 0 1", 1),
]

# Mates in two after fewer than 98 quiet plies; and in how many plies after 98 and 99, where a draw can be claimed after
# 100. Found with python-chess, by a search that looks at everything.
IN_TIME = [
    ("5K2/8/2n1Q1p1/8/8/2R5/8/5k2", None, None),
    ("8/3k3n/8/1R2K3/8/8/Q6p/8", None, None),
    ("7k/2n5/1R6/8/1p5K/8/8/3Q4", None, None),
    ("k3n3/2R5/8/8/1K6/2Q4p/8/8", None, None),
    ("6k1/Q7/4K3/n7/6p1/5R2/8/8", 3, None),  # the first move is quiet, the defender's a move of his pawn
    ("2R1K3/8/8/8/6n1/3Q4/1kp5/8", 3, 3),
    ("7k/5R2/8/5K2/8/3p4/8/4nQ2", 3, 3),
    ("8/6Q1/8/7k/8/1p4K1/5nR1/8", 3, 3),
    ("8/8/4p3/Kn5Q/8/k7/8/1R6", 3, 3),
]


@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_the_shortest_mate_is_the_one_that_a_full_search_finds(name: str) -> None:
    game, chooser = mossa.game(name), random.Random(7)
    searcher, seen = Searcher(game, memory_mib=1), {1: 0, -1: 0}
    memory, most = searcher.memories[0], 5
    memory.limit = UNLIMITED
    for _ in range(400):
        at = game.start()
        for _ in range(chooser.randrange(2, 8)):
            if not at.is_over:
                at = at.play(chooser.choice(at.legal))
        if at.is_over:
            continue
        plies = plies_to_end(game, at.state, most)
        for won in (True, False):
            mates = MateSearch(searcher.mate_searcher, at.state, at.legal, memory, won=won, most=most)
            while not mates.certain:
                mates.resume(1000)
            end = mates.mate
            if plies is None or (plies > 0) != won:
                assert end is None
                continue
            assert end is not None
            assert plies_to_mate(game, end.score) == abs(plies)
            assert (end.score > 0) == won
            after = plies_to_end(game, game.rules.play(at.state, end.move), most)
            assert after is not None
            assert abs(after) == abs(plies) - 1
            seen[1 if won else -1] += 1
    assert min(seen.values()) > 5


@pytest.mark.parametrize(("board", "after_98", "after_99"), IN_TIME)
def test_a_mate_comes_before_a_draw_is_claimed(board: str, after_98: int | None, after_99: int | None) -> None:
    game = mossa.game("chess")
    searcher = Searcher(game, memory_mib=1)
    searcher.memories[0].limit = UNLIMITED
    table = make_table(4)  # one for all: what is known for one count is not for another
    for count, plies in ((98, after_98), (0, 3), (99, after_99), (97, 3), (98, after_98), (60, 3)):
        at = game.position(f"{board} w - - {count} 90")
        mates = MateSearch(searcher.mate_searcher, at.state, at.legal, searcher.memories[0], won=True, most=3)
        mates.proof.table = table
        while not mates.finished and mates.proof.nodes < 30_000:
            mates.resume(1000)
        assert (mates.mate and plies_to_mate(game, mates.mate.score)) == plies


@pytest.mark.parametrize(("fen", "moves"), MATES)
def test_mates_have_the_right_length(fen: str, moves: int) -> None:
    game = mossa.game("chess")
    for limits in (Limits(win=99), Limits(depth=14)):
        state = game.position(fen).state
        found = Searcher(game).search(state, limits)
        assert found.exact
        assert found.score is not None
        assert plies_to_mate(game, found.score) == 2 * moves - 1
        assert found.pv[0] == found.move
        if limits.win is not None:
            for move in found.pv:
                state = game.rules.play(state, move)
            assert len(found.pv) == 2 * moves - 1
            assert game.rules.is_over(state)


def test_where_there_is_no_win_the_search_goes_on_as_usual() -> None:
    game = mossa.game("chess")
    state = game.start().state
    looked, usual = Searcher(game).search(state, Limits(win=3, depth=4)), Searcher(game).search(state, Limits(depth=4))
    assert (looked.move, looked.score, looked.depth) == (usual.move, usual.score, usual.depth)
    assert looked.nodes > usual.nodes
    assert not looked.exact


def test_a_win_farther_than_asked_for_is_not_taken_for_the_shortest() -> None:
    """There is mate in three moves; that there is none in one says nothing about two."""
    game = mossa.game("chess")
    found = Searcher(game).search(game.position(MATES[0][0]).state, Limits(win=1, depth=12))
    assert plies_to_mate(game, found.score or 0) >= 5
    assert not found.exact


def test_a_limit_of_depth_does_not_end_the_mate_search() -> None:
    game = mossa.game("chess")
    fen, moves = MATES[1]
    found = Searcher(game).search(game.position(fen).state, Limits(win=2 * moves - 1, depth=1))
    assert found.exact
    assert plies_to_mate(game, found.score or 0) == 2 * moves - 1


def test_a_mate_search_that_knows_a_win_searches_for_shorter_ones_only() -> None:
    game = mossa.game("chess")
    fen, moves = MATES[1]
    state = game.position(fen).state
    for told, nearer in ((2 * moves + 5, True), (2 * moves - 1, False)):
        searcher = Searcher(game)
        searcher.memories[0].limit = UNLIMITED
        mates = MateSearch(
            searcher.mate_searcher, state, game.rules.legal(state), searcher.memories[0], won=True, most=99
        )
        mates.report(told)
        while not mates.certain:
            mates.resume(1000)
        assert (mates.mate is not None) == nearer
        assert mates.low == 2 * moves - 1


@pytest.mark.slow
def test_a_search_by_depth_without_end_leaves_the_mate_search_its_turns() -> None:
    """Checks without end: one iteration of the usual search takes more than thirty million nodes. Mate in nine."""
    game = mossa.game("chess")
    state = game.position("3k4/2pB1p1p/2p5/2B3P1/pp1R1p2/qPP2p1K/2r3n1/1rb5 w - - 0 1").state
    found = Searcher(game, memory_mib=64).search(state, Limits(win=249, nodes=4_000_000))
    assert plies_to_mate(game, found.score or 0) == 17


def test_a_win_that_takes_too_long_to_find_costs_half_of_the_nodes() -> None:
    game = mossa.game("chess")
    state = game.after("e4 d5").state
    looked = Searcher(game).search(state, Limits(win=99, nodes=20_000))
    usual = Searcher(game).search(state, Limits(depth=looked.depth))
    assert 20_000 <= looked.nodes < 40_000
    assert (looked.move, looked.score) == (usual.move, usual.score)
    assert usual.nodes < looked.nodes


def test_a_mate_that_is_known_to_be_the_shortest_comes_with_its_longest_defence() -> None:
    """Eight moves, with many ways to lose sooner."""
    game = mossa.game("chess")
    state = game.position("8/3K4/2N1p3/1Bk1p3/2P1P3/2P5/8/8 w - - 0 1").state
    found = Searcher(game, memory_mib=64).search(state, Limits(win=31))
    assert found.exact
    assert len(found.pv) == plies_to_mate(game, found.score or 0) == 15
    for move in found.pv:
        assert not game.rules.is_over(state)
        state = game.rules.play(state, move)
    assert game.rules.is_over(state)


def test_only_odd_numbers_of_plies_are_asked_for_where_the_last_to_move_wins() -> None:
    assert Searcher(mossa.game("chess")).mate_searcher.step == 2
    assert Searcher(mossa.game("tictactoe")).mate_searcher.step == 1


def test_a_state_that_occurred_before_is_no_way_to_win() -> None:
    """After Kg6 there is mate by Ra8; where that position has occurred, it counts as a draw."""
    game = mossa.game("chess")
    at = game.position("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    for repeated in (False, True):
        searcher = Searcher(game)
        memory = searcher.memories[0]
        memory.limit = UNLIMITED
        if repeated:
            memory.path[0], memory.past = game.rules.key(game.position("7k/8/6K1/8/8/8/8/R7 b - - 1 1").state), 1
        moves = [game.rules.read_move(at.state, "f6g6")]
        mates = MateSearch(searcher.mate_searcher, at.state, moves, memory, won=True, most=3)
        while not mates.certain:
            mates.resume(1000)
        assert (mates.mate is None) == repeated
