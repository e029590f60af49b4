"""Tournaments over HTTP and the WebSocket."""

from __future__ import annotations

import json
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


def test_a_visitor_has_few_tournaments_at_a_time(site: TestClient) -> None:
    """Those of all visitors are played one after the other."""
    long = {"games": ["connect4"], "players": ["random", "minimax:depth=3"], "rounds": 200}
    begun = [compete(site, **long) for _ in range(MOST_EACH)]
    answer = site.post("/api/tournaments", json=CUP)
    assert answer.status_code == 400
    assert "2 tournaments of yours have not ended" in answer.json()["error"]
    for id in begun:
        with watch(site, id) as socket:
            page = Page(socket)
            page.say(do="stop")
            page.hear("contest", lambda told: told["state"] in ("stopped", "done"))
    with watch(site, compete(site)) as socket:
        Page(socket).hear("contest", lambda told: told["state"] == "done")


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
