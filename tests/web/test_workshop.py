"""The workshop over HTTP and the WebSocket: positions by weights, a match, a run that learns, wrong requests."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.cli.test_learn import OWN_GAME
from tests.web.nonsense import JSON, WORDS
from tests.web.talk import HERE, Page

import mossa
from mossa.core.features import require_features
from mossa.core.linear_evaluation import weighted_rules
from mossa.learn.linear_games import LinearGames
from mossa.web.app import make_app
from mossa.web.player_pool import THREADS, PlayerPool
from mossa.web.turns import Turns
from mossa.web.workshop import Workshop


def opened(site: TestClient, game: str = "connect4") -> dict[str, Any]:
    answer = site.post("/api/workshop", json={"game": game})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def watch(site: TestClient, id: str) -> Any:
    return site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/workshop/{id}")


def test_a_position_is_worth_what_the_weights_say(site: TestClient) -> None:
    begun, game = opened(site), mossa.game("connect4")
    assert [one["name"] for one in begun["features"]] == ["threats", "middle", "inner"]
    assert begun["features"][0]["own"] == 6
    weights = {"threats": 0.0, "middle": 10.0, "inner": -3.0}
    with watch(site, begun["id"]) as socket:
        page = Page(socket)
        for moves in (["4"], ["4", "1"], ["4", "1", "4", "2"]):
            page.say(do="look", moves=moves, weights=weights)
            seen = page.hear("looked")
            at = game.after(" ".join(moves))
            side = 1 if at.mover == 0 else -1
            assert seen["score"] == side * weighted_rules(game, weights).evaluate(at.state)
            assert sum(seen["parts"].values()) == pytest.approx(seen["score"])
            advised = page.hear("advised")
            assert int(advised["move"]) in range(1, 8)
        page.say(do="look", moves=["4"], weights={"middle": 5})
        assert page.hear("looked")["score"] == 5


def test_it_advises_the_move_that_wins(site: TestClient) -> None:
    with watch(site, opened(site)["id"]) as socket:
        page = Page(socket)
        page.say(do="look", moves=["1", "2", "1", "2", "1", "2"], weights={"threats": 0})
        assert page.hear("advised")["move"] == "1"


def test_the_works_of_a_page_take_turns(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its players have one memory: a match during the first look at the features' sizes had points of both."""
    busy, overlaps = threading.Lock(), list[str]()

    def watched(name: str) -> Any:
        work = getattr(LinearGames, name)

        def run(*given: Any) -> Any:
            if not busy.acquire(blocking=False):
                overlaps.append(name)
                return work(*given)
            try:
                time.sleep(0.1)  # long enough to be met by whoever does not wait
                return work(*given)
            finally:
                busy.release()

        return run

    for name in ("usual_sizes", "choose", "match"):
        monkeypatch.setattr(LinearGames, name, watched(name))
    with watch(site, opened(site, "tictactoe")["id"]) as socket:
        page = Page(socket)
        own = require_features(mossa.game("tictactoe")).weights
        page.say(do="look", moves=[], weights=own)
        page.say(do="match", weights=own, against={"pairs": 0})
        page.hear("match")
        page.say(do="stop")
    assert not overlaps


def test_a_match_is_played_to_its_end_with_an_error_bar(site: TestClient) -> None:
    with watch(site, opened(site, "tictactoe")["id"]) as socket:
        page = Page(socket)
        own = require_features(mossa.game("tictactoe")).weights
        page.say(do="match", weights=own, against={"pairs": 0})
        seen = page.hear("match", lambda one: one["done"])
        assert seen["games"] == seen["most"]
        assert seen["elo"] > seen["error"] > 0
        page.hear("idle")


def test_a_run_learns_until_it_is_stopped(site: TestClient) -> None:
    with watch(site, opened(site)["id"]) as socket:
        page = Page(socket)
        page.say(do="learn", method="td", weights={"threats": 0})
        seen = page.hear("learnt", lambda one: one["round"] >= 4)
        assert seen["games"] == 160
        assert seen["weights"]["threats"] > 0
        page.say(do="stop")
        page.hear("idle")


def test_categories_are_counted_beside_the_linear_sum_and_the_exact_value(site: TestClient) -> None:
    with watch(site, opened(site, "tictactoe")["id"]) as socket:
        page = Page(socket)
        page.say(do="categorise", features=["pairs", "singles", "pairs"])
        seen = page.hear("categories", lambda one: one["done"])
        page.hear("idle")
        page.say(do="categorise", features=["corners"])
        page.say(do="stop")
        page.hear("idle")
    assert seen["features"] == ["pairs", "singles"]
    assert seen["games"] in (200, 800, 3200)  # as many as the machine is quick
    assert seen["losses"]["categories"] < seen["losses"]["constant"]
    for row in seen["rows"]:
        assert len(row["values"]) == 2
        assert row["won"] + row["drawn"] + row["lost"] == pytest.approx(1)
        assert row["value"] == pytest.approx(row["won"] - row["lost"])
    assert any(row["exact"] is not None for row in seen["rows"])
    assert sorted((row["states"] for row in seen["rows"]), reverse=True) == [row["states"] for row in seen["rows"]]


def test_a_new_job_ends_the_one_before(site: TestClient) -> None:
    with watch(site, opened(site, "tictactoe")["id"]) as socket:
        page = Page(socket)
        page.say(do="learn", method="regression", weights={"pairs": 0})
        page.hear("learnt")
        page.say(do="match", weights={"pairs": 1}, against={"pairs": 0})
        page.hear("match")
        kinds = list[str]()
        while kinds[-1:] != ["idle"]:
            kinds.append(socket.receive_json()["type"])
        assert "learnt" not in kinds
        assert "match" in kinds


def test_a_page_that_goes_ends_its_run(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = list[float]()
    turn = Turns.turn

    def counted(self: Turns, *args: Any) -> Any:
        turns.append(time.monotonic())
        return turn(self, *args)

    monkeypatch.setattr(Turns, "turn", counted)
    with watch(site, opened(site, "tictactoe")["id"]) as socket:
        page = Page(socket)
        page.say(do="learn", method="td", weights={"pairs": 0})
        page.hear("learnt")
    time.sleep(1.0)
    before = len(turns)
    time.sleep(1.0)
    assert len(turns) == before > 0


def test_a_game_of_ones_own_has_its_workshop(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "matches.py"
    file.write_text(OWN_GAME)
    with TestClient(make_app([str(file)], folder), base_url=HERE) as site:
        about = next(one for one in site.get("/api/games").json()["games"] if one["own"])
        assert about["features"]
        begun = opened(site, about["name"])
        with watch(site, begun["id"]) as socket:
            page = Page(socket)
            page.say(do="look", moves=["1"], weights={"lost": 0, "many": 1})
            assert page.hear("looked")["score"] == -29
            page.say(do="learn", method="regression", weights={"lost": 0})
            assert page.hear("learnt", lambda one: one["round"] == 3)["weights"]["lost"] < 0


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({}, "a field game"),
        ({"game": "nim"}, "names no features"),
        ({"game": "/etc/passwd"}, "there is no game"),
        ({"game": 7}, "a field game"),
    ],
)
def test_a_wrong_game_is_one_sentence(site: TestClient, request_: dict[str, Any], told: str) -> None:
    answer = site.post("/api/workshop", json=request_)
    assert answer.status_code == 400
    assert told in answer.json()["error"]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"do": "dance"}, "one of look, match, learn, categorise, stop"),
        ({"do": "look", "moves": []}, "JSON object of weights"),
        ({"do": "look", "moves": ["9"], "weights": {"middle": 1}}, "9"),
        ({"do": "look", "moves": 3, "weights": {"middle": 1}}, "moves are a list"),
        ({"do": "look", "moves": [], "weights": {"height": 1}}, "no feature 'height'"),
        ({"do": "look", "moves": [], "weights": {"middle": 1e300}}, "within ±"),
        ({"do": "match", "weights": {"middle": 1}}, "against"),
        ({"do": "learn", "method": "guess", "weights": {"middle": 1}}, "a method is one of"),
        ({"do": "learn", "method": ["td"], "weights": {"middle": 1}}, "a method is one of"),
        ({"do": "categorise"}, "a list features"),
        ({"do": "categorise", "features": []}, "a list features"),
        ({"do": "categorise", "features": ["middle", {"a": []}]}, "some of threats, middle, inner"),
    ],
)
def test_a_wrong_message_is_one_sentence(site: TestClient, message: dict[str, Any], told: str) -> None:
    with watch(site, opened(site)["id"]) as socket:
        page = Page(socket)
        page.say(**message)
        assert told in page.hear("error")["text"]
        page.say(do="look", moves=[], weights={"middle": 1})
        page.hear("looked")


def test_an_unknown_workshop_says_so(site: TestClient) -> None:
    with watch(site, "nothing") as socket:
        assert "load the page again" in socket.receive_json()["text"]


MESSAGES = st.fixed_dictionaries(
    {"do": st.sampled_from(["look", "match", "learn", "categorise", "stop", "dance"]) | JSON},
    optional={
        "moves": JSON,
        "weights": JSON,
        "against": JSON,
        "method": st.sampled_from(["td", "versions"]) | JSON,
        "features": st.just(["middle"]) | JSON,
    },
)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists((WORDS | MESSAGES).map(json.dumps) | st.text(max_size=40), max_size=6))
def test_whatever_is_said_a_workshop_goes_on(site: TestClient, messages: list[str]) -> None:
    with watch(site, opened(site, "tictactoe")["id"]) as socket:
        page = Page(socket)
        for message in messages:
            socket.send_text(message)
        page.say(do="look", moves=["b2"], weights={"centre": 7})
        assert page.hear("looked", lambda one: one["moves"] == ["b2"])["score"] == 7


def test_what_waits_for_its_turn_ends_when_the_page_leaves() -> None:
    nobody: Any = None  # neither the page nor the workers are asked before the turn comes

    async def talk() -> None:
        pool = PlayerPool()
        pool.open()
        async with AsyncExitStack() as others:
            for _ in range(THREADS):
                await others.enter_async_context(pool.turns.turn(("another", "board")))
            workshop = Workshop("id", mossa.game("connect4"), pool, nobody, ("client", "id"))
            workshop.join(nobody)
            while not pool.turns.waiting:
                await asyncio.sleep(0.01)
            workshop.leave(nobody)
            while pool.turns.waiting:
                await asyncio.sleep(0.01)
        pool.close()

    asyncio.run(talk())
