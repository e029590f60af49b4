"""The clocks of a board."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.talk import HERE, Page, begin, watch

from mossa.web.app import make_app


def test_a_clock_runs_and_its_flag_falls(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "random", clock="0.4")) as socket:
        page = Page(socket)
        state = page.ready()
        assert state["clocks"]["running"] == 0
        assert 0 < state["clocks"]["left"][0] <= 0.4
        state = page.hear("state", lambda state: bool(state["ended"]))
        assert (state["ended"], state["by"], state["result"]) == ("time", 0, [-1.0, 1.0])
        page.say(do="undo")
        assert "taken back" in page.hear("error")["text"]


def test_a_clock_stands_still_while_nobody_watches_and_is_kept(folder: Path) -> None:
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        id = begin(client, "tictactoe", "human", "random", clock="300+100")
        with watch(client, id) as socket:
            page = Page(socket)
            page.ready()
            page.say(do="move", move="b2")
            left = page.ready()["clocks"]["left"]
            assert 300 < left[0] <= 400
    with TestClient(make_app(folder=folder), base_url=HERE) as client, watch(client, id) as socket:
        again = Page(socket).ready()
        assert again["clocks"]["text"] == "300+100"
        assert left[0] - 100 < again["clocks"]["left"][0] <= left[0]


@pytest.mark.parametrize("clock", ["x", "0", "1e9", 5, "99999999", "3/0"])
def test_a_wrong_clock_is_one_sentence(site: TestClient, clock: Any) -> None:
    body = {"game": "tictactoe", "seats": ["human", "random"], "clock": clock}
    answer = site.post("/api/boards", json=body)
    assert answer.status_code == 400
    assert "clock" in answer.json()["error"]
