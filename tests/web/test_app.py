"""The addresses of the site: whatever is asked for or sent is answered."""

import asyncio
import json
from typing import Any, cast
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.nonsense import JSON
from tests.web.talk import Page, begin, watch

from mossa import MossaError
from mossa.web.app import while_awaited
from mossa.web.guard import LARGEST_BODY, LARGEST_MESSAGE


def test_bodies_that_are_no_json_objects(site: TestClient) -> None:
    as_json = {"content-type": "application/json"}
    assert site.post("/api/boards", content=b"{", headers=as_json).status_code == 400
    assert site.post("/api/boards", content=b"[1]", headers=as_json).status_code == 400
    assert site.post("/api/boards", content=b"[" * 20_000, headers=as_json).status_code == 400
    assert site.post("/api/boards", content=b"\xff\xfe", headers=as_json).status_code == 400
    assert site.post("/api/boards", content=b"x" * (LARGEST_BODY + 1), headers=as_json).status_code == 413
    assert site.post("/api/boards", content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
    assert site.get("/nowhere").status_code == 404
    assert site.get("/static/../app.py").status_code == 404
    assert site.put("/api/boards").status_code == 405


def test_nonsense_over_the_socket_is_answered_and_the_game_goes_on(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "human")) as socket:
        page = Page(socket)
        page.ready()
        for text in ("", "{", "null", "[]", "42", '"move"', "{}", '{"do": []}', '{"do": "dance"}', '{"do": "move"}'):
            socket.send_text(text)
            assert page.hear("error")["text"]
        for words in ({"move": "z9"}, {"move": 7}, {"move": "b2" * 500}, {"move": "b2", "ply": "x"}, {"ply": 10**30}):
            page.say(do="move", **words)
            assert page.hear("error")["text"]
        for ply in (-1, 99, "0", None, True):
            page.say(do="look", ply=ply)
            assert page.hear("error")["text"]
        socket.send_bytes(b"\x00")
        assert "text" in page.hear("error")["text"]
        socket.send_text(" " * (LARGEST_MESSAGE + 1))
        assert "at most" in page.hear("error")["text"]
        page.say(do="move", move="b2")
        assert len(page.ready()["history"]) == 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=st.sampled_from(["/", "/play/", "/api/", "/api/lab/trace/", "/api/tournaments/", "/static/", "/analyse/"]),
    rest=st.text(max_size=30),
    method=st.sampled_from(["GET", "POST", "DELETE", "PUT", "HEAD"]),
)
def test_whatever_address_is_asked_for_is_answered(site: TestClient, start: str, rest: str, method: str) -> None:
    answer = site.request(method, start + quote(rest, safe="/?=&"), headers={"content-type": "application/json"})
    assert answer.status_code < 500


@pytest.mark.slow
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    address=st.sampled_from(
        ["/api/boards", "/api/boards/import", "/api/tournaments", "/api/lab/run", "/api/lab/compare"]
        + ["/api/lab/decide", "/api/lab/queens", "/api/lab/ordering", "/api/lab/guess", "/api/lab/class"]
    ),
    body=st.dictionaries(
        st.sampled_from(
            ["game", "seats", "tree", "algorithm", "depth", "window", "table", "alpha", "size", "moves"]
            + ["text", "number", "clock", "position", "games", "players", "rounds", "time", "branching", "trees"]
        ),
        JSON | st.sampled_from(["tictactoe", "alphabeta", "((1 2) 3)", ["human", "random"], ",a\nb,1"]),
        max_size=5,
    ),
)
def test_whatever_is_posted_is_answered(
    site: TestClient, monkeypatch: pytest.MonkeyPatch, address: str, body: dict[str, Any]
) -> None:
    monkeypatch.setattr("mossa.web.lab.RUN_TIME_LIMIT", 0.2)
    answer = site.post(address, content=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status_code in (200, 201, 400)
    assert isinstance(answer.json(), dict)


@pytest.mark.parametrize("leaves", [False, True])
def test_a_run_goes_on_only_while_its_page_waits(leaves: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.app.LOOK_AROUND", 0.05)

    class Asked:
        looked = 0

        async def is_disconnected(self) -> bool:
            self.looked += 1
            return leaves and self.looked > 2

    async def ask() -> tuple[str, bool]:
        asked, ended = Asked(), asyncio.Event()
        free = asyncio.Event()

        async def work() -> str:
            try:
                await free.wait()
                return "found"
            finally:
                ended.set()

        waiting = asyncio.ensure_future(while_awaited(cast("Any", asked), work()))
        while asked.looked < 2:
            await asyncio.sleep(0.01)
        if not leaves:
            free.set()
        try:
            return await waiting, ended.is_set()
        except MossaError as error:
            return str(error), ended.is_set()

    found, ended = asyncio.run(ask())
    assert ended
    assert ("nobody waits" in found) == leaves
