"""All boards of the site: which are open, which make place for others, how many pages may watch."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.talk import HERE, Page, begin, watch

from mossa.web.app import make_app


def test_a_game_that_is_deleted_while_somebody_watches_stays_deleted(site: TestClient) -> None:
    id = begin(site, "tictactoe", "human", "random")
    with watch(site, id) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="b2")
        page.ready()
        assert site.delete(f"/api/boards/{id}").status_code == 200
    assert id not in {board["id"] for board in site.get("/api/boards").json()["boards"]}


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
        ({"game": "connect4:" + "columns=5," * 400, "seats": ["human", "random"]}, "characters at most"),
    ],
)
def test_a_wrong_new_game_is_one_sentence(site: TestClient, body: dict[str, Any], told: str) -> None:
    answer = site.post("/api/boards", json=body)
    assert answer.status_code == 400
    assert told in answer.json()["error"]


def test_an_unknown_board_says_so(site: TestClient) -> None:
    for id in ("nothing", "x" * 500, "%2e%2e"):
        with watch(site, id) as socket:
            assert "no such game" in socket.receive_json()["text"]


@pytest.mark.slow
def test_a_thousand_reconnects_leave_nothing_behind(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.board.LEAST_MOVE_TIME", 0)
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
        assert "cannot be stored" in client.get("/api/boards").json()["why_not"]
