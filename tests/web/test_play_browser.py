"""A board in a real browser: whole games by clicks, drags, keys and touch, taking back, a server that is killed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, begin, cell, serving, status, until

pytestmark = [*BROWSER_TESTS]


EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def own_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site on which rules files of a user's own are played."""
    files = [EXAMPLES / name for name in ("dots_and_boxes.py", "hex.py")]
    with serving(tmp_path_factory.mktemp("own"), files=files) as found:
        yield found


def middle(page: Any, name: str) -> tuple[float, float]:
    """Where on the page the middle of a cell is: a person clicks there, whatever lies on top."""
    x, y, width, height = page.evaluate(
        "name => { const box = document.querySelector(`#board .cell[aria-label^='${name}:']`).getBoundingClientRect();"
        " return [box.x, box.y, box.width, box.height]; }",
        name,
    )
    return x + width / 2, y + height / 2


def ready(page: Any) -> bool:
    """Wait until it is the person's move or the game has ended; is it the person's move?"""
    status(page, re.compile("Your move|wins|draw"))
    return bool(page.locator("#status").inner_text() == "Your move")


def test_a_whole_game_of_tictactoe_from_the_first_page(page: Any, address: str) -> None:
    page.goto(address)
    page.click('[data-game="tictactoe"]')
    page.select_option("#opponent", "random")
    page.click("#begin")
    page.wait_for_url("**/play/*")
    page.wait_for_selector("#board .cell")
    assert page.locator("#do-sound").get_attribute("aria-pressed") == "false"
    moves = 0
    while ready(page):
        page.locator('#board .cell.open[aria-label$=": empty"]').first.click()
        moves += 1
        page.locator(f"#moves li >> nth={2 * moves - 2}").wait_for()
    assert moves >= 3
    page.locator("#do-again").wait_for()
    assert not page.locator("#board .cell.open").count()


def test_a_line_between_two_dots_is_drawn_by_a_click_on_it_or_beside_it(page: Any, own_games: str) -> None:
    begin(page, own_games, f"{EXAMPLES / 'dots_and_boxes.py'}", "human", "human")
    for ply, (name, right, down) in enumerate((("4", 0, 0), ("13", 0, 0), ("14", 0, 0), ("1", 0, 9), ("24", 8, 0))):
        x, y = middle(page, name)
        page.mouse.click(x + right, y + down)
        page.locator(f"#moves li >> nth={ply}", has_text=name).wait_for()
        assert cell(page, name).get_attribute("aria-label").startswith(f"{name}: black")
        assert cell(page, name).locator("line.line").count() == 1
    page.locator("#board text", has_text="B").wait_for()  # the fourth line closed a box: it is the second player's
    assert page.locator("#board .cell.open").count() == 24 - 5


def test_a_hexagon_is_taken_by_a_click_and_by_keys(page: Any, own_games: str) -> None:
    begin(page, own_games, f"{EXAMPLES / 'hex.py'}", "human", "human")
    corners = cell(page, "b3").locator("polygon.ground").get_attribute("points")
    assert len(corners.split()) == 6
    for ply, name in enumerate(("b3", "e5", "c3")):
        page.mouse.click(*middle(page, name))
        page.locator(f"#moves li >> nth={ply}", has_text=name).wait_for()
    cell(page, "a1").focus()
    page.keyboard.press("Enter")
    page.locator("#moves li >> nth=3", has_text="a1").wait_for()
    assert [cell(page, name).get_attribute("aria-label") for name in ("b3", "e5", "a1")] == [
        "b3: red", "e5: blue", "a1: blue"
    ]  # fmt: skip
    left, right = middle(page, "a1"), middle(page, "a2")
    assert right[0] - left[0] == pytest.approx(
        (middle(page, "b1")[0] - left[0]) / 2, abs=1
    )  # rows are half a cell apart


def test_a_whole_game_of_connect_four(page: Any, address: str) -> None:
    begin(page, address, "connect4", "human", "alphabeta-textbook:depth=2")
    plies = 0
    while ready(page):
        page.locator("#board .cell.open").nth(plies % page.locator("#board .cell.open").count()).click()
        page.locator(f"#moves li >> nth={plies}").wait_for()
        plies = page.locator("#moves li").count()
        status(page, re.compile("Your move|wins|draw"))
        plies = page.locator("#moves li").count()
    assert plies >= 7
    assert page.locator("#board .piece").count() == plies


def test_a_move_by_dragging_and_by_keys(page: Any, address: str) -> None:
    begin(page, address, "checkers", "human", "human")
    start, end = (page.locator("#board .cell").nth(i).bounding_box() for i in (21, 28))  # 11-15
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=4)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.up()
    page.locator("#moves li", has_text="11-15").wait_for()
    status(page, "White to move")
    page.locator('#board [tabindex="0"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#board .cell.chosen")
    page.keyboard.press("Escape")
    assert not page.locator("#board .cell.chosen").count()


def test_a_whole_game_by_keys_alone(page: Any, address: str) -> None:
    begin(page, address, "tictactoe", "human", "random")
    here = "document.activeElement.matches('#board .cell.open')"
    page.locator('#board [tabindex="0"]').focus()
    while ready(page):
        plies = page.locator("#moves li").count()
        for key in [
            "ArrowUp",
            "ArrowUp",
            "ArrowLeft",
            "ArrowLeft",
            *(["ArrowRight"] * 2 + ["ArrowLeft"] * 2 + ["ArrowDown"]) * 3,
        ]:
            page.keyboard.press(key)
            if page.evaluate(here):
                break
        page.keyboard.press("Enter")
        page.locator(f"#moves li >> nth={plies}").wait_for()
    assert page.locator("#spoken", has_text="O: ").count()  # what a screen reader says of the other's move


def test_a_whole_game_by_touch(phone: Any, address: str) -> None:
    begin(phone, address, "connect4", "human", "random")
    while ready(phone):
        plies = phone.locator("#moves li").count()
        phone.locator("#board .cell.open").nth(plies % 7).tap()
        phone.locator(f"#moves li >> nth={plies}").wait_for()
    assert phone.locator("#moves li").count() >= 7


@pytest.mark.slow
def test_a_page_that_nobody_sees_lets_go(page: Any, address: str) -> None:
    sockets: list[Any] = []
    page.on("websocket", lambda one: sockets.append(one))
    page.clock.install()
    begin(page, address, "connect4", "human", "alphabeta:ponder=true")
    page.locator("#seats", has_text="thinks on your time").wait_for()

    def look(hidden: bool) -> None:
        page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    look(hidden=True)
    page.clock.fast_forward(10_000)  # the clock runs on beside it: a slow machine may lose many seconds here
    assert not sockets[0].is_closed()
    page.clock.fast_forward(51_000)
    until(page, sockets[0].is_closed)
    look(hidden=False)
    until(page, lambda: len(sockets) == 2)
    cell(page, "4").click()
    page.locator("#moves li").nth(1).wait_for()


@pytest.mark.slow
def test_taking_back_reloading_and_killing_the_server(page: Any, tmp_path: Path) -> None:
    with serving(tmp_path, killed=True) as address:
        begin(page, address, "connect4", "human", "random")
        cell(page, "4").click()
        page.locator("#moves li").nth(1).wait_for()
        status(page, "Your move")
        page.click("#do-undo")
        page.locator("#moves li").first.wait_for(state="detached")
        cell(page, "3").click()
        page.locator("#moves li").nth(1).wait_for()
        page.reload()
        page.locator("#moves li").nth(1).wait_for()
        assert page.locator("#board .piece").count() == 2
        port = int(address.rsplit(":", 1)[1])
        page.evaluate("document.body.dataset.same = 'page'")
    status(page, "does not answer")
    with serving(tmp_path, port):
        status(page, "Your move")  # the page has come back by itself
        assert page.evaluate("document.body.dataset.same") == "page"
        cell(page, "5").click()
        page.locator("#moves li").nth(3).wait_for()


@pytest.mark.slow
def test_the_engine_shows_its_thinking_and_gives_a_hint(page: Any, address: str) -> None:
    begin(page, address, "trio", "human", "maxn", "maxn", seconds=3)  # a busy machine completes a depth in that, too
    page.click("#do-hint")
    page.locator("#notice", has_text="Hint").wait_for()
    assert not page.locator("#engine").is_visible()  # its lines are shown to who asks for them
    page.click("#do-engine")
    page.locator("#lines tbody tr").first.wait_for()
    page.locator("#board .hinted").wait_for()
    page.locator("#board .hinted").click()
    page.locator("#moves li").nth(2).wait_for()
    page.locator("#figures dd").first.wait_for()


@pytest.mark.slow
def test_the_search_of_the_last_move_is_opened_by_clicks_and_keys(page: Any, address: str) -> None:
    begin(page, address, "connect4", "human", "alphabeta:depth=9")
    cell(page, "4").click()
    page.locator("#moves li").nth(1).wait_for()
    status(page, "Your move")
    page.click("#do-search")
    page.locator("#searched-status", has_text="repeated to the node").wait_for()
    first = page.locator("#visits > [role=treeitem]").first
    first.locator(".visit-line").first.click()
    inner = first.locator("[role=treeitem]")
    inner.first.wait_for()
    page.locator("#visits .how-cut").first.wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    inner.locator("[role=treeitem]").first.wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert first.get_attribute("aria-expanded") == "false"
    page.click("#searched-close")
    assert not page.locator("#searched").is_visible()


@pytest.mark.slow
def test_a_clock_counts_down_and_a_draw_is_agreed(page: Any, address: str) -> None:
    page.goto(address)
    page.click('[data-game="tictactoe"]')
    page.select_option("#clock", "180+2")
    page.locator('input[name="side"][value="all"]').check(force=True)
    page.click("#begin")
    page.locator(".clock", has_text=re.compile("[12]:")).first.wait_for()
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#do-sound")
    page.click("#do-draw")
    status(page, "A draw by agreement")


@pytest.mark.slow
def test_backgammon_is_played_with_dice(page: Any, address: str) -> None:
    begin(page, address, "backgammon", "human", "random")
    for _ in range(3):
        status(page, "Your move")
        plies = page.locator("#moves li").count()
        while not page.locator("#confirm").is_enabled():
            made = page.locator("#board .faint").count()
            page.locator("#board .cell.open").first.click()
            page.locator("#board .cell:has(.dot, .ring)").first.click()
            until(page, lambda made=made: page.locator("#board .faint").count() > made)
        page.click("#confirm")
        page.locator(f"#moves li >> nth={plies}").wait_for()
