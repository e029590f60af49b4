"""Tournaments over HTTP and the WebSocket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.nonsense import JSON, WORDS
from tests.web.talk import HERE, Page

from mossa.web.app import make_app
from mossa.web.tournaments import MOST_EACH

CUP = {"games": ["tictactoe"], "players": ["random", "minimax:depth=1", "alphabeta-textbook"], "rounds": 2, "time": 0.1}


def compete(site: TestClient, **change: Any) -> str:
    answer = site.post("/api/tournaments", json={**CUP, **change})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def watch(site: TestClient, id: str) -> Any:
    return site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/tournament/{id}")


def test_a_tournament_is_watched_to_its_end_and_kept(folder: Path) -> None:
    with TestClient(make_app(folder=folder), base_url=HERE) as site:
        id = compete(site)
        with watch(site, id) as socket:
            page = Page(socket)
            over = page.hear("contest", lambda one: one["state"] == "done")
            assert over["played"] == over["total"] == 6
            assert sum(row["points"] for row in over["rows"]) == 6
        games = site.get(f"/api/tournaments/{id}/games").text.splitlines()
        assert len(games) == 6
        assert json.loads(games[0])["game"] == "tictactoe"
    with TestClient(make_app(folder=folder), base_url=HERE) as site:
        (kept,) = site.get("/api/tournaments").json()["tournaments"]
        assert (kept["id"], kept["state"], kept["played"]) == (id, "done", 6)


def test_it_is_stopped_and_goes_on(site: TestClient) -> None:
    id = compete(site, games=["connect4"], players=["random", "minimax:depth=3"], rounds=200)
    with watch(site, id) as socket:
        page = Page(socket)
        page.hear("live")
        page.say(do="stop")
        stopped = page.hear("contest", lambda one: one["state"] == "stopped")
        assert stopped["played"] < 200
        page.say(do="go")
        page.hear("contest", lambda one: one["played"] > stopped["played"])
        page.say(do="go")
        assert "under way" in page.hear("error")["text"]
        page.say(do="dance")
        assert "stop, go" in page.hear("error")["text"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"games": []}, "a list of 1 to"),
        ({"games": ["/etc/passwd"]}, "there is no game"),
        ({"players": ["random", "uci:/bin/sh"]}, "not for pages"),
        ({"players": ["random", "alphabeta:weights=/etc/passwd"]}, "reads no files for pages"),
        ({"players": ["random", "mcts:network=/etc/passwd"]}, "reads no files for pages: network is true or false"),
        ({"players": ["random"] * 30}, "a list of 1 to"),
        ({"players": ["random"]}, "at least two"),
        ({"rounds": 10**9}, "from 1 to 200"),
        ({"time": None}, "a field time"),
        ({"time": 3600}, "a field time"),
        ({"plies": "x"}, "whole number"),
    ],
)
def test_a_wrong_tournament_is_one_sentence(site: TestClient, change: dict[str, Any], told: str) -> None:
    answer = site.post("/api/tournaments", json={**CUP, **change})
    assert answer.status_code == 400
    assert told in answer.json()["error"]


LONG = {"games": ["connect4"], "players": ["random", "minimax:depth=3"], "rounds": 200}


def stop(site: TestClient, id: str) -> None:
    with watch(site, id) as socket:
        page = Page(socket)
        page.say(do="stop")
        page.hear("contest", lambda told: told["state"] in ("stopped", "done"))


def test_a_visitor_has_few_tournaments_at_a_time(site: TestClient) -> None:
    begun = [compete(site, **LONG) for _ in range(MOST_EACH)]
    answer = site.post("/api/tournaments", json=CUP)
    assert answer.status_code == 400
    assert f"{MOST_EACH} tournaments of yours have not ended" in answer.json()["error"]
    for id in begun:
        stop(site, id)
    with watch(site, compete(site)) as socket:
        Page(socket).hear("contest", lambda told: told["state"] == "done")


def test_some_are_played_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.tournaments.AT_ONCE", 2)
    with TestClient(make_app(folder=folder), base_url=HERE) as site:
        first, second = compete(site, **LONG), compete(site, **LONG)
        for id in (first, second):
            with watch(site, id) as socket:
                assert Page(socket).hear("live")["ply"] >= 0
        states = {one["id"]: one["state"] for one in site.get("/api/tournaments").json()["tournaments"]}
        assert states == {first: "playing", second: "playing"}
        stop(site, first)
        stop(site, second)


@pytest.fixture
def one_slot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A site that plays one tournament at a time."""
    monkeypatch.setattr("mossa.web.tournaments.AT_ONCE", 1)
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        yield client


def test_the_place_in_the_queue_is_told_and_can_be_left(one_slot: TestClient) -> None:
    played, second, third = (compete(one_slot, **LONG) for _ in range(3))
    with watch(one_slot, third) as socket:
        page = Page(socket)
        waits = page.hear("contest", lambda told: told["place"] > 0)
        assert (waits["state"], waits["place"], waits["waiting"]) == ("waiting", 2, 2)
        stop(one_slot, second)
        moved = page.hear("contest", lambda told: told["place"] == 1)
        assert moved["waiting"] == 1
        stop(one_slot, played)
        page.hear("contest", lambda told: told["state"] == "playing")
        page.say(do="stop")
        assert page.hear("contest", lambda told: told["state"] == "stopped")["place"] == 0
    with watch(one_slot, second) as socket:  # one that left the queue goes on later
        page = Page(socket)
        page.say(do="go")
        page.hear("contest", lambda told: told["state"] == "playing")
        page.say(do="stop")
        page.hear("contest", lambda told: told["state"] == "stopped")


def test_a_long_one_gives_way_and_goes_on(one_slot: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.tournaments.TURN", 0.0)
    long = compete(one_slot, **LONG)
    with watch(one_slot, long) as socket:
        page = Page(socket)
        page.hear("contest", lambda told: told["state"] == "playing")
        short = compete(one_slot)
        gave_way = page.hear("contest", lambda told: told["state"] == "waiting")
        assert 0 < gave_way["played"] < 200
        page.hear("contest", lambda told: told["state"] == "playing")
        page.hear("contest", lambda told: told["played"] > gave_way["played"])
        with watch(one_slot, short) as other:
            over = Page(other).hear("contest", lambda told: told["state"] == "done")
            assert over["played"] == over["total"] == 6
        page.say(do="stop")
        page.hear("contest", lambda told: told["state"] == "stopped")


def test_what_was_played_or_waited_goes_on_after_a_restart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.tournaments.AT_ONCE", 1)
    with TestClient(make_app(folder=folder), base_url=HERE) as site:
        played, waited = compete(site, **LONG), compete(site)
        with watch(site, played) as socket:
            Page(socket).hear("contest", lambda told: told["played"] > 1)
    with TestClient(make_app(folder=folder), base_url=HERE) as site:
        kept = {one["id"]: one for one in site.get("/api/tournaments").json()["tournaments"]}
        assert kept[played]["state"] == kept[waited]["state"] == "stopped"
        with watch(site, played) as socket:
            page = Page(socket)
            page.say(do="go")
            page.hear("contest", lambda told: told["played"] > kept[played]["played"] > 1)
        stop(site, played)
        with watch(site, waited) as socket:
            page = Page(socket)
            page.say(do="go")
            assert page.hear("contest", lambda told: told["state"] == "done")["played"] == 6


def test_an_unknown_tournament_says_so(site: TestClient) -> None:
    for id in ("nothing", "x" * 100, "..%2f.."):
        assert site.get(f"/api/tournaments/{id}/games").status_code in (400, 404)
    with watch(site, "nothing") as socket:
        assert "no such tournament" in socket.receive_json()["text"]


CONTESTS = st.fixed_dictionaries({"do": st.sampled_from(["stop", "go", "dance"]) | JSON}, optional={"x": JSON})


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists((WORDS | CONTESTS).map(json.dumps) | st.text(max_size=40), max_size=6))
def test_whatever_is_said_a_tournament_comes_to_its_end(site: TestClient, messages: list[str]) -> None:
    cup = {"games": ["nim"], "players": ["random", "random:seed=2"], "rounds": 2, "time": 0.1}
    id = site.post("/api/tournaments", json=cup).json()["id"]
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/tournament/{id}") as socket:
        page = Page(socket)
        for message in messages:
            socket.send_text(message)
        page.say(do="stop")
        page.hear("contest", lambda one: one["state"] in ("stopped", "done"))
