"""The `go` command of UCI: its parameters, and the time that it plans."""

import pytest

from mossa.protocols.uci_go import GoCommand, RunningSearch, mate_in, read_go
from mossa.protocols.uci_go import chess as chess_game
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import win_score


@pytest.mark.parametrize(
    ("go", "analysis"),
    [
        ("infinite", True),
        ("movetime 100", True),
        ("", True),
        ("wtime 1000 btime 1000", False),
        ("movetime 100 nodes 9", False),
        ("nodes 9", False),
        ("ponder wtime 1000", False),
    ],
)
def test_an_analysis_has_no_clock_and_no_other_limit(go, analysis):
    assert read_go(go.split(), 0, lambda text: None).is_analysis is analysis


def parsed(line):
    return read_go(line.split(), 0, {"e2e4": 1, "d2d4": 2}.get)


def test_the_parameters_of_go():
    go = parsed("wtime 60000 btime 30000 winc 1000 binc 500 movestogo 20")
    assert (go.left, go.increment, go.moves_to_go) == ([60.0, 30.0], [1.0, 0.5], 20)
    assert not go.infinite
    go = parsed("depth 5 nodes 1000 mate 3 movetime 250 ponder")
    assert (go.depth, go.nodes, go.mate, go.movetime, go.ponder) == (5, 1000, 3, 0.25, True)


def test_without_a_limit_a_search_is_infinite():
    assert parsed("").infinite
    assert parsed("btime 1000").infinite  # the clock of the other side
    assert not parsed("wtime 1000").infinite


def test_moves_to_search_end_at_the_first_word_that_is_none():
    go = parsed("searchmoves e2e4 d2d4 depth 3")
    assert (go.search_moves, go.depth) == ((1, 2), 3)


def test_numbers_that_make_no_sense_are_ignored():
    go = parsed("depth 0 nodes -5 movetime x movestogo -3 depth")
    assert (go.depth, go.nodes, go.movetime, go.moves_to_go, go.infinite) == (None, None, None, 0, True)


def test_mate_scores_are_moves_to_mate():
    win = win_score(chess_game())
    assert [mate_in(win - plies) for plies in (1, 2, 3, 4)] == [1, 1, 2, 2]
    assert mate_in(-(win - 2)) == -1
    assert mate_in(350) == 0


def test_a_running_search_ends_with_the_mate_that_was_asked_for():
    running = RunningSearch(GoCommand(mate=2), None, None)
    score = win_score(chess_game()) - 5
    running.after_iteration(SearchResult(0, 1.0, (0,), score=score))
    assert not running.stop.is_set()  # a mate in three
    running.after_iteration(SearchResult(0, 1.0, (0,), score=score + 2))
    assert running.stop.is_set()


def test_an_infinite_search_keeps_its_move_until_it_is_finished():
    running = RunningSearch(GoCommand(infinite=True), None, None)
    assert not running.release.is_set()
    running.finish()
    assert running.release.is_set()
    assert RunningSearch(GoCommand(depth=3), None, None).release.is_set()


def test_a_plan_leaves_time():
    start = chess_game().start()
    for left in (0.05, 0.5, 5.0, 300.0):
        for to_go in (0, 1, 2, 40):
            planned, longest = GoCommand(left=[left, left], moves_to_go=to_go).plan(start, 0.03)
            assert 0 < planned <= longest
            assert longest < left
    planned, longest = GoCommand(movetime=1.0).plan(start, 0.03)
    assert planned is None
    assert 0.9 < longest < 1
    forced = chess_game().position("k7/8/1R6/8/8/8/8/K7 b - - 0 1")
    assert GoCommand(left=[60.0, 60.0]).plan(forced, 0.03)[0] == 0
