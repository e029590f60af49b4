"""Nobody waits, in a real browser: how long an engine still takes, and the player that moves meanwhile."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, begin, cell, status, until

pytestmark = [*BROWSER_TESTS]


@pytest.mark.parametrize(
    ("left", "words", "later"),
    [(3.2, "Ready in about 4 s.", "Ready in about 2 s."), (None, "Ready in a moment.", "Ready in a moment.")],
)
def test_the_seconds_left_are_told_and_a_weaker_player_may_move(
    page: Any, address: str, left: float | None, words: str, later: str
) -> None:
    said: list[str] = []

    def between(socket: Any) -> None:
        server = socket.connect_to_server()
        compiling = json.dumps({"type": "compiling", "text": "compiling tictactoe", "move": True})

        def hear(message: Any) -> None:
            socket.send(message)
            if json.loads(message)["type"] == "state":
                socket.send(compiling)

        server.on_message(hear)
        socket.on_message(lambda message: said.append(json.loads(message)["do"]))

    page.route_web_socket("**/ws/*", between)
    page.route("**/api/ready", lambda route: route.fulfill(json={"left": left}))
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # seconds pass only when this test says so
    begin(page, address, "tictactoe", "human", "random")
    page.locator("#notice .left", has_text=words).wait_for()
    page.clock.run_for(2000)
    page.locator("#notice .left", has_text=later).wait_for()
    page.clock.run_for(3000)
    page.locator("#notice .left", has_text="Ready in a moment.").wait_for()
    page.locator("#meanwhile", has_text="weaker").click()
    until(page, lambda: said == ["meanwhile"])
    page.locator("#notice", has_text="A simpler, weaker player answers").wait_for()
    assert page.locator("#notice progress, #notice button").count() == 0


def test_the_word_of_compiling_goes_with_the_reply(page: Any, address: str) -> None:
    def between(socket: Any) -> None:
        server = socket.connect_to_server()
        compiling = json.dumps({"type": "compiling", "text": "compiling tictactoe", "move": True})

        def hear(message: Any) -> None:
            socket.send(message)
            said = json.loads(message)
            if said["type"] == "state" and said["thinking"]:
                socket.send(compiling)

        server.on_message(hear)

    page.route_web_socket("**/ws/*", between)
    page.route("**/api/ready", lambda route: route.fulfill(json={"left": 3.2}))
    begin(page, address, "tictactoe", "human", "alphabeta")
    status(page, "Your move")
    cell(page, "b2").click()
    page.locator("#moves li").nth(1).wait_for()
    status(page, "Your move")
    assert not page.locator("#notice").is_visible()


def test_the_engine_of_a_game_is_asked_for_when_its_window_opens(page: Any, address: str) -> None:
    page.goto(address)
    with page.expect_request("**/api/ready") as asked:
        page.click('[data-game="chess"]')
    assert asked.value.post_data_json == {"game": "chess"}
