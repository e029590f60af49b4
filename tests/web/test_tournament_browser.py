"""Tournaments in a real browser: several at once, the queue in words, leaving it, going on."""

from __future__ import annotations

from typing import Any

from tests.web.browser import BROWSER_TESTS, status

from mossa.web.tournaments import AT_ONCE

pytestmark = [*BROWSER_TESTS]


def test_a_tournament_from_the_page_to_its_end(page: Any, address: str) -> None:
    page.goto(f"{address}/tournaments")
    page.locator("#games input").first.wait_for()
    page.uncheck('[name="game"][value="connect4"]')
    page.check('[name="game"][value="tictactoe"]')
    assert page.locator('[name="player"][value="elo=1800"]').count() == 0  # nobody has measured the game
    page.check('[name="player"][value="minimax"]')
    page.fill("#rounds", "2")
    page.click("#begin")
    page.wait_for_url("**/tournaments/*")
    status(page, "2 of 2 games")
    page.locator("#elo circle").nth(1).wait_for()
    page.locator("#board .cell").first.wait_for()
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename.endswith(".json")


def test_what_a_tournament_lacks_is_said_in_words(page: Any, address: str) -> None:
    page.goto(f"{address}/tournaments")
    page.locator("#games input").first.wait_for()
    page.evaluate("for (const box of document.querySelectorAll('[name=player]:checked')) box.click()")
    page.click("#begin")
    page.locator("#notice", has_text="Pick at least two players").wait_for()
    page.uncheck('[name="game"][value="connect4"]')
    page.click("#begin")
    page.locator("#notice", has_text="Pick at least one game").wait_for()


def begin(page: Any) -> str:
    """Begin a long tournament by the form of the page; its address."""
    page.locator("#games input").first.wait_for()
    page.uncheck('[name="game"][value="connect4"]')
    page.check('[name="game"][value="nim"]')
    page.locator('[name="player"][value="minimax"]').wait_for()
    page.check('[name="player"][value="minimax"]')
    page.check('[name="player"][value="random"]')
    page.fill("#rounds", "200")
    page.click("#begin")
    page.wait_for_url("**/tournaments/*")
    return str(page.url)


def test_a_tournament_waits_in_the_queue_leaves_it_and_is_played(page: Any, address: str) -> None:
    """One game of the others takes longer than this test: they do not give way. So it is the last here."""
    slow = {"games": ["othello"], "players": ["alphabeta-textbook", "alphabeta-textbook:depth=60"], "time": 10}
    played = [page.request.post(f"{address}/api/tournaments", data=slow).json()["id"] for _ in range(AT_ONCE)]
    for id in played:
        page.goto(f"{address}/tournaments/{id}")
        status(page, "being played")
    page.goto(f"{address}/tournaments")
    mine = begin(page)
    status(page, "waits for its turn, place 1 of 1 in the queue")
    page.goto(f"{address}/tournaments")
    page.locator("#recent li", has_text="place 1 of 1 in the queue").wait_for()
    page.goto(mine)
    page.locator("#stop", has_text="Leave the queue").click()
    status(page, "stopped")
    page.click("#go")
    status(page, "place 1 of 1 in the queue")
    other = page.context.new_page()
    other.goto(f"{address}/tournaments/{played[0]}")
    other.locator("#stop", has_text="Stop").click()
    other.locator("#go").wait_for()
    page.locator("#live-who", has_text="Nim").wait_for()
    page.locator("#stop", has_text="Stop").or_(page.locator("#status", has_text="over")).first.wait_for()
