"""Players between two moves, and the threads in which they think."""

import asyncio
import threading
import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.talk import Page, begin, watch

import mossa
from mossa import MossaError, Position
from mossa.kernel.specialise import compilation_listeners
from mossa.play.alphabeta_player import AlphaBetaPlayer
from mossa.search.common.limits import Limits
from mossa.web.player_pool import Job, MoveTime, PlayerPool


def test_a_page_is_told_when_its_engine_must_be_compiled(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(player: Any, limits: Any) -> None:
        for listener in compilation_listeners:
            listener("compiling tictactoe (once on this machine)")

    monkeypatch.setattr("mossa.play.simple_players.Random.prepare", prepare)
    with (
        watch(site, begin(site, "tictactoe", "random", "human")) as socket,
        watch(site, begin(site, "nim", "human", "human")) as other,
    ):
        assert "tictactoe" in Page(socket).hear("compiling")["text"]
        elsewhere = Page(other)
        elsewhere.ready()
        elsewhere.say(do="look", ply=0)
        assert other.receive_json()["type"] == "past"  # the page of another board hears nothing of it


def test_a_simpler_player_moves_while_the_engine_is_compiled(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    told: list[str] = []

    def prepare(player: Any, limits: Any) -> None:
        for listener in compilation_listeners:
            listener("compiling tictactoe (once on this machine)")
        assert compiled.wait(300)
        for listener in compilation_listeners:
            listener("compiling more of it")

    monkeypatch.setattr("mossa.play.simple_players.Random.prepare", prepare)
    with watch(site, begin(site, "tictactoe", "random", "human")) as socket:
        page = Page(socket)
        assert page.hear("compiling")["move"] is True
        page.say(do="meanwhile")
        state = page.ready()
        assert len(state["history"]) == 1
        page.say(do="meanwhile")
        assert "no player is being made ready" in page.hear("error")["text"]
        compiled.set()
        page.say(do="look", ply=0)  # and of what is compiled on nothing is told
        told += [page.hear_one("compiling", "past")["type"]]
    assert told == ["past"]


def ponderers(site: TestClient, wanted: int) -> bool:
    """Wait until this many players ponder."""
    pool = site.app.state.site.pool  # type: ignore[attr-defined]
    deadline = time.monotonic() + 120
    while sum(getattr(player, "is_pondering", False) for player in list(pool._idle.values())) != wanted:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_the_engine_thinks_on_the_time_of_a_person(site: TestClient) -> None:
    # a game that half a second does not solve, and time enough to foresee a reply on a busy machine
    with watch(site, begin(site, "connect4", "human", "alphabeta:ponder=true", seconds=0.5)) as socket:
        page = Page(socket)
        state = page.ready()
        for _ in range(2):
            page.say(do="move", move=state["moves"][0]["text"])
            state = page.ready()
            assert ponderers(site, 1)
        expected = page_expects(site)
        page.say(do="move", move=expected)
        state = page.ready()
        assert len(state["history"]) == 6
        page.say(do="tree", ply=5)
        root = page.hear("tree")
        assert (root["real"], root["exact"]) == (True, True)  # also of a search that was begun on a person's time
        page.say(do="undo")
        page.ready()
        assert ponderers(site, 0)  # nobody expected that
        page.say(do="move", move=expected)
        page.ready()
        assert ponderers(site, 1)
    assert ponderers(site, 0)  # with no page open nobody thinks


def page_expects(site: TestClient) -> str:
    """The reply that the player who thinks on another's time looks at."""
    pool = site.app.state.site.pool  # type: ignore[attr-defined]
    (player,) = (one for one in pool._idle.values() if one.is_pondering)
    after = player._pondering.position
    return str(after.parent.write_move(after.last))


def job(at: Position, **change: Any) -> Job:
    settings: dict[str, Any] = {
        "kind": "move",
        "at": at,
        "board": "b",
        "seat": 0,
        "spec": "alphabeta-textbook",
        "time": MoveTime(0.2),
        "patience": 10.0,
        "show": lambda found: {"move": found.move},
        "compiling": lambda job, what: None,
    }
    return Job(**{**settings, **change})


async def opened(pool: PlayerPool, *jobs: Job) -> list[Any]:
    pool.open()
    try:
        return await asyncio.gather(*(pool.search(one) for one in jobs), return_exceptions=True)
    finally:
        pool.close()


def test_a_job_has_all_that_its_thread_needs() -> None:
    at = mossa.game("tictactoe").after("a1 b1 b2 c1")
    (answer,) = asyncio.run(opened(PlayerPool(), job(at)))
    assert at.write_move(answer.found.move) == "c3"
    assert answer.news == {"move": answer.found.move}


def test_a_job_that_was_stopped_before_its_turn_is_not_begun() -> None:
    stopped = job(mossa.game("tictactoe").start())
    stopped.stop.set()
    (error,) = asyncio.run(opened(PlayerPool(), stopped))
    assert str(error) == "stopped"


def test_a_player_stays_with_its_seat_while_there_is_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    at, pool = mossa.game("tictactoe").start(), PlayerPool()

    async def talk() -> None:
        pool.open()
        seats = job(at, spec="random"), job(at, spec="random", seat=1)
        for one in seats:
            await pool.search(one)
        first, second = pool._idle.values()
        await pool.search(job(at, spec="random"))
        assert list(pool._idle.values()) == [second, first]  # the one that played last is the last to go
        monkeypatch.setattr("mossa.web.player_pool.IDLE_MEMORY", first.memory_mib)
        await pool.search(job(at, spec="random", seat=1))
        assert list(pool._idle.values()) == [second]
        pool.dismiss("b")
        assert not pool._idle
        pool.close()

    asyncio.run(talk())


def test_a_search_reports_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.player_pool.REPORTS", 0.02)
    at, pool, heard = mossa.game("othello").start(), PlayerPool(), []

    async def talk() -> None:
        pool.open()
        depth = job(at, time=MoveTime(0.5), show=lambda found: {"depth": found.depth})
        answer = await pool.search(depth, heard.append)
        assert heard
        assert [one["depth"] for one in heard] == sorted({one["depth"] for one in heard})
        assert heard[-1]["depth"] <= answer.found.depth
        pool.close()

    asyncio.run(talk())


def test_the_pool_alone_keeps_the_recording_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    at, pool = mossa.game("connect4").start(), PlayerPool()

    async def talk() -> None:
        pool.open()
        short = job(at, spec="alphabeta:depth=4", time=MoveTime(60.0), ply=0)
        await pool.search(short)
        (player,) = pool._idle.values()
        assert player.recording is None  # its memory is counted with the recordings
        recording = pool.recording("b", 0)
        assert recording is not None
        assert recording.depth == 4
        monkeypatch.setattr("mossa.web.player_pool.RECORDING_MEMORY", 0)
        await pool.search(short)
        assert pool.recording("b", 0) is None
        pool.close()

    asyncio.run(talk())


def test_a_report_that_fails_ends_the_search() -> None:
    def broken(found: Any) -> Any:
        raise MossaError("the rules are broken")

    at, pool = mossa.game("othello").start(), PlayerPool()

    async def talk() -> None:
        pool.open()
        long = job(at, time=MoveTime(30.0), show=broken)
        with pytest.raises(MossaError, match="broken"):
            await pool.search(long, lambda news: None)
        pool.close()

    began = time.monotonic()
    asyncio.run(talk())
    assert time.monotonic() - began < 20


def test_the_time_of_a_move_shrinks_while_it_waits_for_a_thread() -> None:
    waiting = MoveTime(5.0, left=10.0, since=100.0)
    assert waiting.seconds(100.0) == 5.0
    assert waiting.seconds(108.0) == pytest.approx(1.8)
    assert waiting.seconds(200.0) == 0.01  # the flag is about to fall: any move
    assert MoveTime(5.0, since=100.0).seconds(1e6) == 5.0


class Compiling:
    """The engine of the alpha-beta player is being compiled until it is told to be ready."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ready, self.asked = threading.Event(), 0
        self.searching = threading.Event()
        """An interpreted search has begun …"""
        self.searched = threading.Event()
        """… and ended."""
        self.told: list[str] = []
        monkeypatch.setattr(AlphaBetaPlayer, "prepare", self._prepare)
        choose = AlphaBetaPlayer.choose

        def watched(player: AlphaBetaPlayer, position: Position, limits: Limits, **how: Any) -> Any:
            if not player.compiled:
                self.searching.set()
            found = choose(player, position, limits, **how)
            if not player.compiled:
                self.searched.set()
            return found

        monkeypatch.setattr(AlphaBetaPlayer, "choose", watched)

    def _prepare(self, limits: Limits) -> None:
        self.asked += 1
        for listener in compilation_listeners:
            listener("compiling a game (once on this machine)")
        assert self.ready.wait(300)

    def job(self, at: Position, spec: str = "alphabeta", **change: Any) -> Job:
        return job(at, spec=spec, compiling=lambda job, what: self.told.append(what), **change)


def test_a_small_game_is_answered_while_its_engine_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.player_pool.SILENT", 300.0)
    monkeypatch.setattr("mossa.play.alphabeta_player.INTERPRETED_REST", 300.0)
    compiling, pool, at = Compiling(monkeypatch), PlayerPool(), mossa.game("tictactoe").after("a1 b1")

    async def talk() -> None:
        pool.open()
        answer = await pool.search(compiling.job(at, ply=2))
        assert answer.found.exact
        assert answer.found.value == 1
        assert pool.recording("b", 2) is not None  # its tree can be seen
        after = at.play(answer.found.move)
        again = await pool.search(compiling.job(after.play(after.legal[0])))  # the same engine is still awaited
        assert again.found.value == 1
        assert (compiling.asked, compiling.told, pool._idle) == (1, [], {})
        compiling.ready.set()
        (preparation,) = pool._preparing.values()
        await preparation.task
        compiling.searching.clear()
        assert (await pool.search(compiling.job(at))).found.move == answer.found.move
        assert not compiling.searching.is_set()  # from now on the engine plays
        assert (compiling.asked, len(pool._idle), pool._preparing) == (1, 1, {})
        pool.close()

    asyncio.run(talk())


def test_the_engine_takes_over_as_soon_as_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.player_pool.SILENT", 0.01)
    monkeypatch.setattr("mossa.play.alphabeta_player.INTERPRETED_TIME", 3000.0)
    compiling, pool, at = Compiling(monkeypatch), PlayerPool(), mossa.game("connect4").start()

    async def talk() -> None:
        pool.open()
        searching = asyncio.ensure_future(pool.search(compiling.job(at, "alphabeta:depth=16,time=0.1")))
        await asyncio.to_thread(compiling.searching.wait, 300)  # a search without end, as these things go
        while not compiling.told:
            await asyncio.sleep(0.01)
        compiling.ready.set()
        answer = await searching
        assert answer.found.depth > 0
        assert len(compiling.told) == 1
        pool.close()

    asyncio.run(talk())


def test_a_long_interpreted_search_ends_when_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.player_pool.SILENT", 0.01)
    monkeypatch.setattr("mossa.web.player_pool.REPORTS", 0.01)
    monkeypatch.setattr("mossa.play.alphabeta_player.INTERPRETED_TIME", 3000.0)
    compiling, pool, at = Compiling(monkeypatch), PlayerPool(), mossa.game("connect4").start()

    async def talk() -> None:
        pool.open()
        searching = asyncio.ensure_future(pool.search(compiling.job(at, "alphabeta:depth=16,time=0.1")))
        await asyncio.to_thread(compiling.searching.wait, 300)
        monkeypatch.setattr(type(pool.turns), "waiting", 1)
        assert await asyncio.to_thread(compiling.searched.wait, 300)  # the engine is not there yet
        compiling.ready.set()
        assert (await searching).found.depth > 0
        pool.close()

    asyncio.run(talk())


def test_a_move_that_is_taken_back_ends_the_interpreted_search_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.play.alphabeta_player.INTERPRETED_TIME", 3000.0)
    compiling, pool, at = Compiling(monkeypatch), PlayerPool(), mossa.game("connect4").start()

    async def talk() -> None:
        pool.open()
        mine = compiling.job(at, "alphabeta:depth=16")
        searching = asyncio.ensure_future(pool.search(mine))
        await asyncio.to_thread(compiling.searching.wait, 300)
        mine.stop.set()
        compiling.ready.set()
        with pytest.raises(MossaError, match="stopped"):
            await searching
        pool.close()

    asyncio.run(talk())


def test_who_has_no_interpreted_search_waits_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.player_pool.SILENT", 300.0)
    compiling, pool, at = Compiling(monkeypatch), PlayerPool(), mossa.game("connect4").start()

    async def talk() -> None:
        pool.open()
        searching = asyncio.ensure_future(pool.search(compiling.job(at)))
        while not compiling.told:
            await asyncio.sleep(0.01)
        assert not compiling.searching.is_set()
        compiling.ready.set()
        assert (await searching).found.depth > 0
        pool.close()

    asyncio.run(talk())
