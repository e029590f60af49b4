"""Strangers, nonsense, too much of everything: a clear answer, and the game goes on."""

import json
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.talk import HERE, Page, begin, watch

from mossa import MossaError
from mossa.play.record import GameRecord
from mossa.web.app import make_app
from mossa.web.clocks import TimeSettings
from mossa.web.guard import LARGEST_BODY, LARGEST_MESSAGE
from mossa.web.store import SCHEMA, Store


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8642", "", "[::1"])
def test_other_names_of_this_machine_are_refused(site: TestClient, host: str) -> None:
    assert site.get("/", headers={"host": host}).status_code == 403


def test_pages_of_other_sites_are_refused(site: TestClient) -> None:
    body = {"game": "tictactoe", "seats": ["human", "random"]}
    assert site.post("/api/boards", json=body, headers={"origin": "http://evil.example"}).status_code == 403
    assert site.post("/api/boards", json=body, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    id = begin(site, "tictactoe", "human", "random")
    with (
        pytest.raises(WebSocketDisconnect),
        watch(site, id, headers={"origin": "http://evil.example"}),
    ):
        pass
    with watch(site, id, headers={"origin": HERE}) as socket:
        assert Page(socket).ready()["yours"]


def test_browsers_are_told_to_trust_nothing_from_elsewhere(site: TestClient) -> None:
    headers = site.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, "field game"),
        ({"game": "nochess", "seats": []}, "there is no game 'nochess'"),
        ({"game": "../../etc/passwd.py", "seats": []}, "there is no game"),
        ({"game": "tictactoe"}, "a list of 2 players"),
        ({"game": "tictactoe", "seats": ["human"]}, "a list of 2 players"),
        ({"game": "tictactoe", "seats": ["human", "stockfish"]}, "there is no player 'stockfish'"),
        ({"game": "tictactoe", "seats": ["human", "alphabeta:time=3600"]}, "time is 60 at most"),
        ({"game": "tictactoe", "seats": ["human", "alphabeta:memory=100000"]}, "memory is 64 at most"),
        ({"game": "tictactoe", "seats": ["human", "random"], "seconds": 1e9}, "seconds for a move"),
        ({"game": "tictactoe", "seats": ["human", "random"], "seconds": "1"}, "seconds for a move"),
        ({"game": "tictactoe", "seats": ["human", "random"], "moves": "z9"}, "not a legal move"),
        ({"game": "connect4:columns=99", "seats": ["human", "random"]}, "from 1 to 31"),
        ({"game": "connect4:" + "columns=5," * 400, "seats": ["human", "random"]}, "letters at most"),
    ],
)
def test_a_wrong_new_game_is_one_sentence(site: TestClient, body: dict[str, Any], told: str) -> None:
    answer = site.post("/api/boards", json=body)
    assert answer.status_code == 400
    assert told in answer.json()["error"]


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


def test_an_unknown_board_says_so(site: TestClient) -> None:
    for id in ("nothing", "x" * 500, "%2e%2e"):
        with watch(site, id) as socket:
            assert "no such game" in socket.receive_json()["text"]


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


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
WORDS = st.dictionaries(st.sampled_from(["do", "move", "ply", "x"]), JSON, max_size=4)
ACTS = st.fixed_dictionaries(
    {"do": st.sampled_from(["move", "undo", "look", "now", "resign", "hint", "analyse", "draw", "explain", "tree"])},
    optional={"move": JSON | st.sampled_from(["a1", "b2", "c3"]), "ply": JSON, "path": JSON},
)
STUDIES = st.fixed_dictionaries(
    {"do": st.sampled_from(["show", "judge", "all", "stop", "export"]) | JSON},
    optional={
        "moves": JSON | st.lists(st.sampled_from(["a1", "b2", "c3"])),
        "seconds": JSON,
        "form": JSON,
        "variations": JSON,
    },
)
CONTESTS = st.fixed_dictionaries({"do": st.sampled_from(["stop", "go", "dance"]) | JSON}, optional={"x": JSON})


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists((WORDS | ACTS).map(json.dumps) | st.text(max_size=40), max_size=12))
def test_whatever_is_said_the_board_stays_a_game(site: TestClient, messages: list[str]) -> None:
    with watch(site, begin(site, "tictactoe", "human", "random")) as socket:
        page = Page(socket)
        page.ready()
        for message in messages:
            socket.send_text(message)
        page.say(do="look", ply=0)
        page.hear("past")
    with watch(site, begin(site, "tictactoe", "human", "random")) as socket:
        assert Page(socket).ready()["yours"]


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists((WORDS | STUDIES).map(json.dumps) | st.text(max_size=40), max_size=8))
def test_whatever_is_said_of_a_game_it_can_be_studied(site: TestClient, messages: list[str]) -> None:
    pasted = site.post("/api/boards/import", json={"game": "tictactoe", "text": "a1 b2"}).json()["id"]
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{pasted}") as socket:
        page = Page(socket)
        for message in messages:
            socket.send_text(message)
        page.say(do="show", moves=["a1", "b2", "c3"])
        page.hear("shown", lambda shown: shown["moves"] == ["a1", "b2", "c3"])


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


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    room=st.sampled_from(["/", "/play/", "/api/", "/api/lab/trace/", "/api/tournaments/", "/static/", "/analyse/"]),
    rest=st.text(max_size=30),
    method=st.sampled_from(["GET", "POST", "DELETE", "PUT", "HEAD"]),
)
def test_whatever_address_is_asked_for_is_answered(site: TestClient, room: str, rest: str, method: str) -> None:
    answer = site.request(method, room + quote(rest, safe="/?=&"), headers={"content-type": "application/json"})
    assert answer.status_code < 500


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    address=st.sampled_from(
        ["/api/boards", "/api/boards/import", "/api/tournaments", "/api/lab/run", "/api/lab/compare"]
        + ["/api/lab/decide", "/api/lab/queens", "/api/lab/ordering"]
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
    monkeypatch.setattr("mossa.web.lab.PATIENCE", 0.2)
    answer = site.post(address, content=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status_code in (200, 201, 400)
    assert isinstance(answer.json(), dict)


def test_a_thousand_reconnects_leave_nothing_behind(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.board.PAUSE", 0)
    id = begin(site, "connect4", "random", "random")
    for _ in range(1000):
        with watch(site, id):
            pass
    server = site.app.state.site  # type: ignore[attr-defined]
    with watch(site, id) as socket:
        assert Page(socket).ready()["ended"] == "over"
        assert len(server.boards[id].pages) == 1


def test_boards_that_nobody_watches_make_room(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.site.MOST_BOARDS", 3)
    ids = [begin(site, "tictactoe", "human", "random") for _ in range(5)]
    server = site.app.state.site  # type: ignore[attr-defined]
    assert len(server.boards) == 3
    with watch(site, ids[0]) as socket:  # from the store
        assert Page(socket).ready()["yours"]


@pytest.mark.parametrize("limit", ["MOST_PAGES", "MOST_EACH"])
def test_too_many_pages_are_refused(site: TestClient, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(f"mossa.web.site.{limit}", 1)
    address = begin(site, "tictactoe", "human", "random")
    with watch(site, address) as one:
        Page(one).ready()
        with watch(site, address) as two:
            assert "pages are open" in two.receive_json()["text"]
    with watch(site, address) as three:  # the place is free again
        assert Page(three).ready()["yours"]


def test_where_nothing_can_be_written_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with TestClient(make_app(folder=tmp_path / "file" / "below"), base_url=HERE) as client:
        with watch(client, begin(client, "tictactoe", "human", "random")) as socket:
            page = Page(socket)
            assert page.ready()["kept"] is False
            page.say(do="move", move="b2")
            assert len(page.ready()["history"]) == 2
        assert "cannot be kept" in client.get("/api/boards").json()["why_not"]


def test_the_store_knows_its_version(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    store = Store(path)
    store.put("a", GameRecord("tictactoe", ("human", "random"), ("b2",)), TimeSettings(1.0))
    store.close()
    again = Store(path)
    kept = again.get("a")
    assert kept is not None
    assert kept.record.moves == ("b2",)
    again.delete("a")
    assert again.get("a") is None
    again.close()
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA user_version={SCHEMA + 1}")
    base.commit()
    base.close()
    with pytest.raises(MossaError, match="newer mossa"):
        Store(path)


def test_a_damaged_store_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "site.sqlite3").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(MossaError, match="cannot be kept"):
        Store(tmp_path / "site.sqlite3")


OLDER = {
    1: "CREATE TABLE games (id TEXT PRIMARY KEY, record TEXT, seconds REAL, begun REAL, changed REAL)",
    2: """CREATE TABLE games (
        id TEXT PRIMARY KEY, record TEXT NOT NULL, seconds REAL NOT NULL, begun REAL NOT NULL, changed REAL NOT NULL,
        clock TEXT NOT NULL DEFAULT '',  -- the time control
        time_left TEXT NOT NULL DEFAULT '[]',  -- what the clocks showed
        ponder INTEGER NOT NULL DEFAULT 0
    )""",
}


@pytest.mark.parametrize("version", OLDER)
def test_a_store_of_an_older_mossa_is_read(tmp_path: Path, version: int) -> None:
    path = tmp_path / "site.sqlite3"
    base = sqlite3.connect(path)
    base.execute(OLDER[version])
    base.execute("CREATE INDEX games_by_change ON games (changed)")
    record = json.dumps(GameRecord("tictactoe", ("human", "random"), ("b2",)).as_dict())
    base.execute("INSERT INTO games (id, record, seconds, begun, changed) VALUES ('old', ?, 2.0, 0, 0)", (record,))
    base.execute(f"PRAGMA user_version={version}")
    base.commit()
    base.close()
    for _ in range(2):
        store = Store(path)
        kept = store.get("old")
        assert kept is not None
        assert (kept.record.moves, kept.pace.seconds, kept.pace.control) == (("b2",), 2.0, None)
        store.put("new", GameRecord("tictactoe", ("human", "random"), ("a1",)), TimeSettings(1.0))
        store.close()


def test_elsewhere_than_on_loopback_a_token_is_asked_for(tmp_path: Path) -> None:
    there = "http://games.example:8642"
    html = {"accept": "text/html", "accept-language": "it-IT"}
    with TestClient(make_app(folder=tmp_path, token="secret"), base_url=there) as client:
        door = client.get("/", headers=html)
        assert door.status_code == 403
        assert "Token" in door.text
        assert client.get("/api/games").json() == {"error": "this server asks for its token"}
        assert client.get("/static/style.css").status_code == 403
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws/x"):
            pass
        assert client.get("/?token=wrong", headers=html).status_code == 403
        way = client.get("/?token=secret", headers=html, follow_redirects=False)
        assert (way.status_code, way.headers["location"]) == (303, "/")
        assert "httponly" in way.headers["set-cookie"].lower()
        assert client.get("/api/games").status_code == 200
        assert client.post("/api/boards", json={}, headers={"origin": "http://evil.example"}).status_code == 403
        with client.websocket_connect("ws://games.example:8642/ws/none") as socket:
            assert "no such game" in socket.receive_json()["text"]
