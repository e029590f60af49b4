"""Thinking on the opponent's time: what is searched, when it ends, and what is kept. No test looks at a clock."""

from __future__ import annotations

import threading

import pytest

import mossa
from mossa import Game, MossaError, Position
from mossa.play import ask, player
from mossa.play.alphabeta_player import AlphaBetaPlayer
from mossa.play.pondering import Pondering
from mossa.play.referee import GameTerms, play_game
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.threads import Worker

CONNECT4 = mossa.game("connect4")


def pondering(spec: str, game: Game = CONNECT4) -> AlphaBetaPlayer:
    made = player(spec, game)
    assert isinstance(made, AlphaBetaPlayer)
    return made


def reply_of(seated: AlphaBetaPlayer, at: Position) -> tuple[Position, Position]:
    """The position after the player's move, and after the reply it expects."""
    found = ask(seated, at, Limits(), 0)
    after = at.play(found.move)
    return after, after.play(found.pv[1])


def test_a_hit_is_answered_by_the_search_under_way() -> None:
    seated = pondering("alphabeta:depth=9,ponder=true")
    after, expected = reply_of(seated, CONNECT4.start())
    seated.start_pondering(after)
    assert seated._pondering is not None
    assert seated._pondering.position == expected
    seated._pondering._thread.join()  # depth 9 is done before the opponent moves
    age = seated.searcher.table.age
    found = ask(seated, expected, Limits(), 0)
    assert seated.searcher.table.age == age, "a second search was begun"
    assert found.depth == 9
    assert not seated.is_pondering
    fresh = ask(pondering("alphabeta:depth=9"), expected, Limits(), 0)
    assert found.value == fresh.value


def test_a_search_without_limits_goes_on_until_the_time_asked_for_is_up() -> None:
    """All the time since the beginning counts: with less than that asked for, the answer is there at once."""
    seated = pondering("alphabeta:ponder=true,nodes=100000000000")
    seated.settings = {**seated.settings, "depth": 5}
    after, expected = reply_of(seated, CONNECT4.start())
    seated.settings = {"ponder": True}
    seated.start_pondering(after)
    assert seated.is_pondering
    found = ask(seated, expected, Limits(time=1e-9), 0)
    assert found.move in expected.legal
    assert not seated.is_pondering


def test_a_miss_stops_at_once_and_searches_what_is_on_the_board() -> None:
    seated = pondering("alphabeta:depth=6,ponder=true")
    after, expected = reply_of(seated, CONNECT4.start())
    seated.settings = {**seated.settings, "depth": 40}  # endless for a test
    seated.start_pondering(after)
    thread = seated._pondering._thread if seated._pondering else None
    assert thread is not None
    assert thread.is_alive()
    other = next(after.play(move) for move in after.legal if after.play(move) != expected)
    seated.settings = {**seated.settings, "depth": 6}
    found = ask(seated, other, Limits(), 0)
    assert not thread.is_alive()
    assert found.depth == 6
    assert found.move in other.legal


@pytest.mark.parametrize("end", ["stop_pondering", "close", "begin"])
def test_the_core_is_free_when_told(end: str) -> None:
    seated = pondering("alphabeta:depth=6,ponder=true")
    after, _ = reply_of(seated, CONNECT4.start())
    seated.settings = {"ponder": True}
    seated.start_pondering(after)
    thread = seated._pondering._thread if seated._pondering else None
    assert thread is not None
    getattr(seated, end)(*([1] if end == "begin" else []))
    assert not thread.is_alive()
    assert not seated.is_pondering


def test_nobody_ponders_unless_told_to() -> None:
    for spec in ("alphabeta:depth=6", "alphabeta:depth=6,ponder=false", "elo=900,ponder=true"):
        seated = pondering(spec)
        after = CONNECT4.start().play(ask(seated, CONNECT4.start(), Limits(), 0).move)
        seated.start_pondering(after)
        assert not seated.is_pondering
    with pytest.raises(MossaError, match="ponder is true or false, not 'yes'"):
        player("alphabeta:ponder=yes", CONNECT4)


def test_what_was_not_foreseen_is_not_pondered_on() -> None:
    seated = pondering("alphabeta:depth=6,ponder=true")
    seated.start_pondering(CONNECT4.after("1"))  # it was never asked
    assert seated._pondering is None
    ask(seated, CONNECT4.start(), Limits(), 0)
    seated.start_pondering(CONNECT4.after("4 4"))  # not after its own move
    assert seated._pondering is None


def test_a_game_with_pondering_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    specs = ("alphabeta:depth=4,ponder=true", "alphabeta:depth=2,ponder=true")
    record = play_game(CONNECT4.start(), [player(spec, CONNECT4) for spec in specs], GameTerms())
    assert record.ended == "over"
    left = set(threading.enumerate()) - before
    left = {thread for thread in left if thread.name != "mossa watchdog"}  # one for the whole program
    assert all(isinstance(thread, Worker) for thread in left)  # they wait for the next search


def test_an_error_in_the_thread_comes_with_the_answer() -> None:
    def broken(position: Position, limits: Limits, tell: object) -> SearchResult:
        raise MossaError("the rules are wrong")

    thought = Pondering(broken, CONNECT4.start(), lambda found: None)
    with pytest.raises(MossaError, match="the rules are wrong"):
        thought.answer(Limits())


def test_who_asks_may_still_stop() -> None:
    seated = pondering("alphabeta:depth=6,ponder=true")
    after, expected = reply_of(seated, CONNECT4.start())
    seated.settings = {"ponder": True}
    seated.start_pondering(after)
    limits = Limits()
    limits.stop.set()
    assert ask(seated, expected, limits, 0).move in expected.legal
