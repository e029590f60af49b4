"""The engine: compiled and interpreted agree to the node, values are right, limits are kept."""

from __future__ import annotations

import itertools
import random
import threading
import time
from pathlib import Path

import pytest
from tests.search.alphabeta.two_player_games import TWO_PLAYER_GAMES, later_states, plays, random_tree
from tests.user_files import NIM

import mossa
from mossa import MossaError
from mossa.core.kernel_rules import SCORE_OF_GREATEST_UTILITY
from mossa.search.alphabeta.deepening import Searcher, search
from mossa.search.alphabeta.options import EXACT
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.textbook.registry import run

DEPTHS = {"tictactoe": 9, "connect4": 6, "nim": 6, "grundy": 9, "tree": 9, "chess": 2, "gomoku:size=5": 2}
"""How deep the interpreted engine goes in a second or so; 3 where nothing is said."""


def same(one: SearchResult, other: SearchResult) -> None:
    """Equal in everything but the clock."""
    for name in ("move", "value", "moves", "score", "depth", "nodes", "pv", "candidates", "exact"):
        assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("name", TWO_PLAYER_GAMES)
def test_compiled_equals_interpreted_to_the_node(name: str) -> None:
    game = mossa.game(name)
    deepest = DEPTHS.get(name, 3)
    cases = [(game.rules.start(), Limits(depth=depth), 1) for depth in (1, 2, deepest)]
    cases += [(state, Limits(depth=max(1, deepest - 1)), 1) for state in later_states(game, 4, "depth")]
    cases += [(state, Limits(nodes=nodes), 1) for nodes, state in zip((1, 30, 300), later_states(game, 3, "nodes"))]
    cases += [(state, Limits(depth=max(1, deepest - 2)), 3) for state in later_states(game, 2, "multipv")]
    for state, limits, multipv in cases:
        fast, slow = (
            search(game, state, limits, multipv=multipv, ties=multipv == 1, memory_mib=1, compiled=compiled)
            for compiled in (True, False)
        )
        same(fast, slow)


def test_memory_kept_from_move_to_move_changes_nothing_between_the_twins() -> None:
    game = mossa.game("connect4")
    twins = [Searcher(game, memory_mib=1, compiled=compiled) for compiled in (True, False)]
    at = game.start()
    for _ in range(3):
        fast, slow = (twin.search(at.state, Limits(depth=5)) for twin in twins)
        same(fast, slow)
        at = at.play(fast.move)


@pytest.mark.slow
def test_random_trees_have_the_value_of_minimax() -> None:
    for seed in range(60):
        game = mossa.game(f"tree:tree={random_tree(random.Random(seed))}")
        found = search(game, game.rules.start(), Limits(), ties=True, memory_mib=1, compiled=False)
        trace = run("minimax", game.rules, hurry=True, trace=False)
        assert found.exact
        assert found.value == trace.value
        # A shorter way to the same utility is better, and so is a longer defence.
        assert tuple(game.rules.write_move(game.rules.start(), move) for move in found.moves) == trace.moves


@pytest.mark.parametrize("name", ["tictactoe", "nim:heaps=2-3", "grundy", "connect4:columns=4,rows=4"])
def test_a_search_to_the_end_has_the_value_of_the_textbook(name: str) -> None:
    game = mossa.game(name)
    for state in later_states(game, 8, "textbook")[4 if "connect4" in name else 2 :]:
        found = search(game, state, Limits(), memory_mib=1, compiled=False)
        value = run("alphabeta", game.rules, state, trace=False).value
        assert isinstance(value, int | float)
        assert found.exact
        assert found.value == (value if game.rules.mover(state) == 0 else -value)


def test_an_end_at_the_horizon_is_an_end(tmp_path: Path) -> None:
    """Also in a game that ends only by having no moves, and in the last of the moves that it may last."""
    (tmp_path / "mynim.py").write_text(NIM.replace("State(10, 0)", "State(3, 0)").replace("longest=10", "longest=3"))
    for game in (mossa.game(str(tmp_path / "mynim.py")), mossa.game("grundy")):
        for depth in range(1, game.facts.longest + 1):
            plain = {**EXACT, "extensions": 0}  # nothing looks further than the depth
            found = search(game, game.rules.start(), Limits(depth=depth), options=plain, memory_mib=1, compiled=False)
            assert found.value == run("alphabeta", game.rules, depth=depth, trace=False).value
    game = mossa.game(str(tmp_path / "mynim.py"))
    lines = search(game, game.rules.start(), Limits(), multipv=3, memory_mib=1, compiled=False)
    assert lines.candidates == ((3, 1.0), (1, -1.0), (2, -1.0))


def test_every_iteration_is_reported() -> None:
    game = mossa.game("connect4")
    reports: list[SearchResult] = []
    found = search(game, game.rules.start(), Limits(depth=6), on_depth=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3, 4, 5, 6]
    assert [report.nodes for report in reports] == sorted({report.nodes for report in reports})
    assert (reports[-1].score, reports[-1].pv[0]) == (found.score, found.move)


def test_a_limit_of_nodes_is_kept_and_reproducible() -> None:
    game = mossa.game("othello")
    for nodes in (1, 100, 5000, 50_000):
        first, again = (search(game, game.rules.start(), Limits(nodes=nodes)) for _ in range(2))
        same(first, again)
        assert nodes <= first.nodes <= nodes + 1000
        assert first.move in game.rules.legal(game.rules.start())


def test_a_limit_of_depth() -> None:
    game = mossa.game("othello")
    for depth in (1, 2, 5):
        assert search(game, game.rules.start(), Limits(depth=depth)).depth == depth


def test_a_limit_of_time_ends_a_search_that_would_not_end() -> None:
    game = mossa.game("othello")
    searcher = Searcher(game, memory_mib=1)
    begin = time.perf_counter()
    found = searcher.search(game.rules.start(), Limits(time=0.5))
    assert time.perf_counter() - begin >= 0.5
    assert found.depth > 1
    assert not found.exact


def test_the_first_move_is_there_when_no_iteration_was_completed() -> None:
    game = mossa.game("connect4")
    stop = threading.Event()
    stop.set()
    found = search(game, game.rules.start(), Limits(stop=stop))
    assert found.move in range(7)
    assert not found.exact


def test_a_stop_event_ends_a_search_and_the_searcher_lives_on() -> None:
    game = mossa.game("othello")
    searcher = Searcher(game, memory_mib=1)
    stop = threading.Event()
    found = searcher.search(
        game.rules.start(), Limits(stop=stop), on_depth=lambda f: stop.set() if f.depth == 8 else None
    )
    assert found.depth >= 8
    again = searcher.search(game.rules.start(), Limits(depth=3))
    assert again.depth == 3


def test_an_exception_of_the_listener_ends_the_search_and_is_passed_on() -> None:
    def fail(found: SearchResult) -> None:
        raise ZeroDivisionError

    game = mossa.game("connect4")
    with pytest.raises(ZeroDivisionError):
        search(game, game.rules.start(), Limits(), on_depth=fail)


def test_several_lines_are_the_best_ones_in_order() -> None:
    game = mossa.game("tictactoe")
    state = game.after("a1 b2 c3").state
    found = search(game, state, Limits(), multipv=6)
    values = dict(found.candidates)
    assert len(found.candidates) == 6
    assert [value for _, value in found.candidates] == sorted(values.values(), reverse=True)
    expected = {}
    for move in game.rules.legal(state):
        reply = search(game, game.rules.play(state, move), Limits())
        expected[move] = -reply.value
    assert values == expected
    assert set(values.values()) == {0.0, -1.0}  # an edge draws, a corner loses


def test_more_lines_than_moves() -> None:
    game = mossa.game("tictactoe")
    state = game.after("a1 b2 c3 b1 b3 a3").state
    assert len(search(game, state, Limits(), multipv=99).candidates) == len(game.rules.legal(state))


def test_all_equally_good_moves() -> None:
    game = mossa.game("tictactoe")
    assert len(search(game, game.rules.start(), Limits(), ties=True).moves) == 9
    corner = game.after("a1")
    assert [corner.write_move(move) for move in search(game, corner.state, Limits(), ties=True).moves] == ["b2"]


def test_a_shorter_win_is_better_and_a_longer_defence() -> None:
    game = mossa.game("tictactoe")
    winning = game.after("a1 b1 a2 c1")  # a3 wins at once; other moves win later
    found = search(game, winning.state, Limits(), ties=True)
    assert [winning.write_move(move) for move in found.moves] == ["a3"]
    grundy = mossa.game("grundy")  # 7 loses, but four moves can be played
    lost = search(grundy, grundy.rules.start(), Limits(), ties=True)
    assert (lost.value, lost.score) == (-1.0, 4 - SCORE_OF_GREATEST_UTILITY)


def test_ties_of_a_short_win_are_not_looked_for_beyond_it() -> None:
    """Either rook mates at once; who asks for all such moves does not want the rest of the game."""
    game = mossa.game("chess")
    either = game.position("6k1/5ppp/8/8/8/8/R7/1R5K w - - 0 1")
    found = search(game, either.state, Limits(depth=30, nodes=1_000_000), ties=True)
    assert sorted(either.write_move(move) for move in found.moves) == ["a2a8", "b1b8"]
    assert found.nodes < 5000


@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_threads_find_the_same_value(name: str) -> None:
    game = mossa.game(name)
    for state in later_states(game, 6, "threads")[0 if name == "tictactoe" else 3 :]:
        one, two = (Searcher(game, threads=threads, memory_mib=4).search(state, Limits()) for threads in (1, 2))
        assert one.exact
        assert two.exact
        assert one.value == two.value


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_a_number_of_threads_that_is_none(threads: int) -> None:
    with pytest.raises(MossaError, match=f"a search has 1 to 256 threads, not {threads}"):
        Searcher(mossa.game("tictactoe"), threads=threads)


def test_a_game_that_is_over() -> None:
    game = mossa.game("tictactoe")
    with pytest.raises(MossaError, match="the game is over: there is nothing to search"):
        search(game, game.after("a1 b1 a2 b2 a3").state, Limits())


@pytest.mark.parametrize("name", [name for name in mossa.names() if not plays(name)])
def test_games_of_other_kinds_are_refused(name: str) -> None:
    with pytest.raises(MossaError, match="alpha-beta plays zero-sum games of two players with perfect information"):
        Searcher(mossa.game(name))


def test_a_better_move_of_an_interrupted_iteration_is_kept() -> None:
    """Stopped anywhere, the move is that of the last completed iteration or one that has come to the front since."""
    game = mossa.game("connect4")
    state = game.after("4 4 4 4 4 2").state
    completed: list[SearchResult] = []
    Searcher(game, memory_mib=1).search(state, Limits(depth=9), on_depth=completed.append)
    seen = {found.move for found in completed}
    early = 0
    for nodes in range(completed[0].nodes + 1, completed[-1].nodes, max(1, completed[-1].nodes // 300)):
        found = search(game, state, Limits(nodes=nodes), memory_mib=1)
        before = [one for one in completed if one.nodes <= nodes][-1]
        assert found.move in seen
        assert found.depth == before.depth
        early += found.move != before.move
    changes = sum(one.move != other.move for one, other in itertools.pairwise(completed))
    assert changes > 0
    assert early > 0
