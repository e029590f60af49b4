"""The pages in a real browser: whole games by clicks, drags and keys, the lab, Italian, a phone, no errors."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import PATIENCE, chromium, serving

import mossa
from mossa.search.textbook.exercises import make_exercise, mark_file

pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no chromium on this machine: the pages are not tried"),
    pytest.mark.timeout(PATIENCE + 100),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as found:
        yield found


EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def own_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site on which rules files of a user's own are played."""
    files = [EXAMPLES / name for name in ("dots_and_boxes.py", "hex.py")]
    with serving(tmp_path_factory.mktemp("own"), files=files) as found:
        yield found


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that must not complain."""
    yield from quiet_page(browser, viewport={"width": 1200, "height": 900}, locale="en-GB")


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    yield from quiet_page(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)


def quiet_page(browser: Any, **how: Any) -> Iterator[Any]:
    context = browser.new_context(**how)
    context.set_default_timeout(1000 * PATIENCE)
    page, complaints = context.new_page(), []

    def hear(message: Any) -> None:
        expected = ("status of 400", "ERR_CONNECTION_REFUSED")  # a person's mistake; a server that was stopped
        if message.type == "error" and not any(words in message.text for words in expected):
            complaints.append(message.text)

    def leaves(request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "blob:", "data:")):
            complaints.append(f"asked elsewhere: {request.url}")

    page.on("console", hear)
    page.on("request", leaves)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def begin(page: Any, address: str, game: str, *seats: str, seconds: float = 0.2) -> None:
    """A new game at this page, with the same dice every time."""
    wishes = {"game": game, "seats": list(seats), "seconds": seconds, "seed": 1}
    answer = page.request.post(f"{address}/api/boards", data=wishes)
    page.goto(f"{address}/play/{answer.json()['id']}")
    page.wait_for_selector("#board .cell")


def cell(page: Any, name: str) -> Any:
    """The cell of this name (the first, where several share it)."""
    return page.locator(f'#board .cell[aria-label^="{name}:"]').first


def status(page: Any, text: str | re.Pattern[str]) -> None:
    page.locator("#status", has_text=text).wait_for()


def until(page: Any, happened: Callable[[], bool]) -> None:
    """Wait for something that the browser tells, now or before."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


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


def middle(page: Any, name: str) -> tuple[float, float]:
    """Where on the page the middle of a cell is: a person clicks there, whatever lies on top."""
    x, y, width, height = page.evaluate(
        "name => { const box = document.querySelector(`#board .cell[aria-label^='${name}:']`).getBoundingClientRect();"
        " return [box.x, box.y, box.width, box.height]; }",
        name,
    )
    return x + width / 2, y + height / 2


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


def test_the_first_page_shows_alpha_beta_at_work_and_the_games_by_kind(page: Any, address: str) -> None:
    page.goto(address)
    page.locator("#games h2", has_text="Open boards").wait_for()
    assert page.locator("#games section", has_text="With dice").locator("[data-game=backgammon]").count() == 1
    page.locator("#walk-words", has_text="leaf worth 3").wait_for()
    page.locator("#walk-words", has_text="leaf worth 12").wait_for()  # it goes on by itself
    page.click("#learn")
    page.locator(".drawing svg").first.wait_for()


def test_a_game_of_chess960_from_a_random_place_with_a_random_side(page: Any, address: str) -> None:
    page.goto(f"{address}/#chess")
    page.locator("dialog .options label", has_text="Chess960").click()
    number = page.locator('input[name="set.start"]').input_value()
    assert 0 <= int(number) < 960
    page.locator("dialog details summary").click()
    page.locator("dialog .with-button button").click()  # another one
    number = page.locator('input[name="set.start"]').input_value()
    assert 0 <= int(number) < 960
    page.locator('input[name="side"][value="any"]').check(force=True)
    page.select_option("#opponent", "random")
    page.click("#begin")
    page.wait_for_selector("#board .cell")
    assert page.locator("#seats li", has_text="you").count() == 1
    page.locator("#title", has_text="" if number == "518" else f"start={number}").wait_for()


def test_a_game_from_a_position_with_a_switch(page: Any, address: str) -> None:
    page.goto(f"{address}/#nim")
    page.locator("dialog details summary").click()
    page.locator('input[name="set.misere"]').check()
    page.fill("#position", "1-0-0 first")
    page.locator('input[name="side"][value="all"]').check(force=True)
    page.click("#begin")
    page.locator("#title", has_text="misere=1").wait_for()
    page.fill("#text", "a1")
    page.press("#text", "Enter")
    status(page, "second wins")


def chess_from(page: Any, address: str, position: str) -> None:
    """A game of two people from a position."""
    wishes = {"game": "chess", "seats": ["human", "human"], "position": position}
    answer = page.request.post(f"{address}/api/boards", data=wishes)
    page.goto(f"{address}/play/{answer.json()['id']}")
    page.wait_for_selector("#board .cell")


def test_a_promotion_is_picked_on_the_square(page: Any, address: str) -> None:
    chess_from(page, address, "8/P6k/8/8/8/8/7K/8 w - - 0 1")
    page.locator('#surplus [aria-label$=": white pawn"]').wait_for()
    cell(page, "a7").click()
    cell(page, "a8").click()
    assert page.locator(".choice").count() == 4
    page.keyboard.press("Escape")
    assert page.locator(".choice").count() == 0
    cell(page, "a7").click()
    cell(page, "a8").click()
    page.locator('.choice[aria-label="white knight, a7a8n"]').click()
    page.locator("#moves li", has_text="a8=N").wait_for()
    page.locator('#surplus [aria-label$=": white knight"]').wait_for()


def test_a_mate_is_called_one(page: Any, address: str) -> None:
    chess_from(page, address, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert page.locator(".alarm").count() == 0
    cell(page, "d1").click()
    cell(page, "d8").click()
    status(page, "Checkmate. White wins 1–0")
    assert page.locator('.cell[aria-label^="g8"] .alarm').count() == 1
    assert page.locator(".points").all_inner_texts() == ["1", "0"]


def test_arrows_and_circles_are_drawn_with_the_right_button(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "human")

    def drag(start: str, end: str) -> None:
        cell(page, start).hover()
        page.mouse.down(button="right")
        cell(page, end).hover()
        page.mouse.up(button="right")

    drag("e2", "e4")
    drag("d5", "d5")
    assert page.locator(".arrow.annotation").count() == 1
    assert page.locator(".circled").count() == 1
    drag("d5", "d5")  # once more: it is taken away
    assert page.locator(".circled").count() == 0
    cell(page, "e2").click()
    assert page.locator(".annotation").count() == 0
    assert page.locator("#moves li").count() == 0


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


GAME = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1"


@pytest.mark.slow
def test_a_pasted_game_is_analysed_with_a_graph_marks_a_variation_and_a_file(page: Any, address: str) -> None:
    page.goto(f"{address}/analyse")
    page.fill("#paste-text", "1. e4 e5 2. Ke3")
    page.click("#paste-go")
    page.locator("#notice", has_text="not legal").wait_for()
    page.fill("#paste-text", GAME)
    page.click("#paste-go")
    page.wait_for_url("**/analyse/*")
    page.locator("#moves button").nth(13).wait_for()
    page.select_option("#seconds", "0.3")
    page.click("#do-all")
    page.locator("#summary tbody tr").nth(1).wait_for()  # chess may have to be compiled
    page.locator("#graph .curve").wait_for()
    page.locator("#moves :is(.mark-bad, .mark-poor, .mark-doubt)").first.wait_for()  # which, depends on the machine
    page.locator("#moves button", has_text="Nxf7").click()
    page.locator("#ways li").first.wait_for(state="attached")
    page.keyboard.press("ArrowLeft")
    page.locator("#moves [aria-current]", has_text="Qg5").wait_for()
    page.locator("#position").wait_for()
    cell(page, "c4").click()
    cell(page, "f7").click()
    page.locator(".variation button", has_text="Bxf7+").wait_for()
    page.reload()  # what was tried is still there
    with page.expect_download() as saved:
        page.click("#export-own")
    text = Path(saved.value.path()).read_text("utf-8")
    assert "(5. Bxf7+)" in " ".join(text.split())
    again = page.request.post(f"{address}/api/boards/import", data={"game": "chess", "text": text})
    other = page.context.new_page()
    other.goto(f"{address}/analyse/{again.json()['id']}")
    other.locator(".variation button", has_text="Bxf7+").wait_for()
    other.close()
    page.locator(".variation button", has_text="Bxf7+").click()
    page.click("#do-drop")
    page.locator(".variation").wait_for(state="detached")
    page.click("#do-live")
    page.locator("#board .arrow.rank-0").wait_for()
    page.click("#do-live")
    page.locator("#status:not(.busy)").wait_for(state="attached")  # from here on the lines stay as they are
    way = page.locator("#ways li").first.locator("button").nth(1)
    told = way.inner_text()
    way.click()
    page.locator("#moves [aria-current]", has_text=told).wait_for()
    page.click("#do-drop")
    page.click("#do-all")
    page.locator("#summary tbody tr").nth(1).wait_for()
    with page.expect_download() as saved:
        page.click("#export-own")
    assert saved.value.suggested_filename.endswith(".pgn")
    assert "better" in Path(saved.value.path()).read_text("utf-8")
    page.locator("#moves button", has_text="Nxf7").click()
    page.locator("#notes", has_text="Black to move").wait_for()
    page.click("#play-here")
    page.locator('input[name="side"][value="all"]').check(force=True)
    page.click("#begin")
    status(page, "Black to move")


def test_of_several_pasted_games_one_is_chosen(page: Any, address: str) -> None:
    page.goto(f"{address}/analyse")
    page.select_option("#paste-game", "backgammon")
    page.fill("#paste-text", (Path(__file__).parents[1] / "data" / "backgammon" / "match3.mat").read_text("utf-8"))
    page.click("#paste-go")
    page.locator("#notice", has_text="match=3").wait_for()
    page.locator("#paste-games button").nth(1).click()
    page.wait_for_url("**/analyse/*")
    page.locator("#moves button").nth(3).wait_for()


def test_a_whole_game_of_chess_by_clicks_and_drags(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "human")
    white = ["e2e4", "g1f3", "f1c4", "f3e5", "e5f7", "h1f1", "c4e2"]
    black = ["e7e5", "b8c6", "c6d4", "d8g5", "g5g2", "g2e4", "d4f3"]
    line = [move for pair in zip(white, black, strict=True) for move in pair]

    def square(name: str) -> Any:
        return page.locator(f'#board .cell[data-i="{8 * (8 - int(name[1])) + ord(name[0]) - ord("a")}"]')

    for ply, move in enumerate(line):
        start, end = square(move[:2]), square(move[2:])
        if ply % 2:
            start.click()
            end.click()
        else:
            start.drag_to(end)
        page.locator(f"#moves li >> nth={ply}").wait_for()
    status(page, "Black wins")
    page.locator("#moves.paired li", has_text="Nf3#").wait_for()
    page.click("#do-explain")
    page.locator("#explained tbody tr").first.wait_for()
    page.click("#to-analyse")
    page.locator("#moves button").nth(13).wait_for()


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


def slide(page: Any, feature: str, value: int) -> None:
    """Move the slider of a feature."""
    slider = page.locator(f'[data-feature="{feature}"] input')
    slider.evaluate(
        "(one, value) => { one.value = value; one.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )


def test_sliders_change_the_evaluation_and_a_match_tells_who_is_stronger(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop#game=connect4")
    page.locator("#worth", has_text="for Red").wait_for()
    cell(page, "4").click()
    page.locator("#notes", has_text="By these weights Yellow plays").wait_for()
    before, bar = page.inner_text("#worth"), page.locator("#evalbar span").bounding_box()["width"]
    assert before == "+0.03 for Red"
    slide(page, "middle", -150)
    until(page, lambda: page.inner_text("#worth") != before)
    assert page.inner_text("#worth").startswith("−")
    until(page, lambda: page.locator("#evalbar span").bounding_box()["width"] < bar)
    page.click("#zero")
    page.locator("#worth", has_text="0.00 for Red").wait_for()
    page.click("#match-go")
    page.locator("#match-status", has_text="of 1,000 games").wait_for()
    assert re.search(r"Elo −\d+ ± \d+", page.inner_text("#match-status"))
    page.locator("#match-elo circle").wait_for()
    with page.expect_download() as saved:
        page.click("#save")
    assert json.loads(Path(saved.value.path()).read_text()) == {"threats": 0, "middle": 0, "inner": 0}
    page.set_input_files("#file", {"name": "w.json", "mimeType": "application/json", "buffer": b'{"height": 1}'})
    page.locator("#notice", has_text="height is no weight").wait_for()
    page.set_input_files("#file", {"name": "w.json", "mimeType": "application/json", "buffer": b'{"middle": 12}'})
    page.locator('[data-feature="middle"] .weight', has_text="12").wait_for()
    page.click("#keep")
    page.click("#own")
    page.locator('[data-feature="threats"] .weight', has_text="6").wait_for()
    page.locator("#match-go").dispatch_event("click")  # hidden while the match of weights 0 goes on, which it ends
    page.locator("#match-status", has_text="Elo +").wait_for()


def test_categories_of_states_are_counted_beside_their_exact_value(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop#game=tictactoe")
    page.locator("#worth", has_text="for X").wait_for()
    page.uncheck('#categories-features input[value="singles"]')
    page.click("#categories-go")
    page.locator("#categories-status", has_text="without features").wait_for()
    page.locator("#categories-go").wait_for()
    heads = page.locator("#categories-table thead th").all_inner_texts()
    assert heads == ["pairs", "states", "won", "drawn", "lost", "value", "linear sum", "exact (solved)"]
    ahead = page.locator("#categories-table tbody tr", has=page.locator("td:first-child", has_text="+1")).inner_text()
    assert re.search(r"\+0\.\d\d|\+1\.00", ahead)  # two in a row and the move
    page.uncheck('#categories-features input[value="pairs"]')
    assert page.locator("#categories-go").is_disabled()


def test_the_curve_grows_while_it_learns_and_the_sliders_follow(page: Any, address: str) -> None:
    page.goto(f"{address}/workshop#game=tictactoe")
    page.locator("#worth", has_text="for X").wait_for()
    page.select_option("#method", "regression")
    page.locator("#about-method", has_text="who won the last games").wait_for()
    page.click("#learn-go")
    points = "document.querySelector('#curve .theory')?.points.length ?? 0"
    until(page, lambda: page.evaluate(points) >= 2)
    early = page.evaluate(points)
    until(page, lambda: page.evaluate(points) >= early + 3)
    assert page.inner_text('[data-feature="pairs"] .weight') != "30"
    page.click("#learn-stop")
    page.locator("#learn-go").wait_for()
    page.wait_for_timeout(500)
    last = page.evaluate(points)
    page.wait_for_timeout(1000)
    assert page.evaluate(points) == last
    page.click("#language")
    page.locator("h1", has_text="Officina della valutazione").wait_for()
    page.locator("#learn-go", has_text="Impara").wait_for()


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


def test_payoffs_and_queens(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#room=payoffs")
    page.locator("table.rules tr", has_text="regret").locator("strong", has_text="shares").wait_for()
    page.click("#tab-queens")
    page.locator("#queens #next-stop").click()
    page.locator("#queens .solved").wait_for()
    assert page.locator("#queens .queen").count() == 6


def test_who_leads_clubs_meets_the_guess(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#tab=guess&seed=3")
    page.locator("#guess .hand button", has_text="♣8").click()
    page.locator("#guess", has_text="Now you have to guess").wait_for()
    page.keyboard.press("Tab")  # the first card that may be played has the focus; the next is ♦6
    page.keyboard.press("Enter")
    page.locator("#guess .hand button", has_text="♥6").click()
    page.locator("#guess", has_text="On average -1").wait_for()
    page.click("#guess-again")
    page.locator("#guess .hand button", has_text="♥6").click()
    page.locator("#guess", has_text="Your card").wait_for()


LESSONS = json.loads((Path(mossa.__file__).parent / "web" / "static" / "lessons.json").read_text("utf-8"))


def take_lesson(page: Any, lesson: dict[str, Any], language: str) -> None:
    """Answer every question, by keys, and go on to the end."""
    for step in lesson["steps"]:
        page.locator("#lesson .lesson", has_text=step["say"][language][:40]).first.wait_for()
        if step.get("guess"):
            page.locator("#lesson .hand button", has_text="♣8").click()
            page.locator("#lesson .hand button", has_text="♦6").click()
            page.locator("#lesson .hand button", has_text="♥6").click()
        page.wait_for_selector("#check")
        if step.get("show"):
            page.wait_for_selector("#lesson .drawing svg")
        if "number" in step["ask"]:
            page.fill("#answer", str(step["ask"]["number"]))
        else:
            page.locator("#lesson input[type=radio]").nth(step["ask"]["right"]).focus()
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
        page.locator("#lesson .kind-choose", has_text=step["ask"]["why"][language][:30]).wait_for()
        page.locator("#next:focus").wait_for()
        page.keyboard.press("Enter")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["id"])
def test_a_lesson_is_taken_to_its_end(page: Any, address: str, lesson: dict[str, Any]) -> None:
    page.goto(f"{address}/learn")
    page.click(f'[data-lesson="{lesson["id"]}"]')
    take_lesson(page, lesson, "en")
    page.goto(f"{address}/learn")
    page.locator(f'[data-lesson="{lesson["id"]}"] .card-facts', has_text="done").wait_for()


@pytest.mark.parametrize(("language", "told"), [("en", "collapsed"), ("it", "sbagliano")])
def test_the_course_leads_to_its_exhibits(page: Any, address: str, language: str, told: str) -> None:
    page.goto(f"{address}/learn")
    if language == "it":
        page.click("#language")
        page.locator("h1", has_text="Impara").wait_for()
    section = page.locator("#course details", has_text="Errata")
    section.locator("summary").click()
    section.locator("a", has_text="star1-window").click()
    page.click("#reveal")
    page.locator("#lesson", has_text=told).wait_for()


def test_answers_of_a_class_are_saved_and_marked(page: Any, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}/learn")
    page.select_option("#class-exercise", "minimax")
    page.fill("#class-seed", "7")
    page.fill("#class-student", "Ada L.")
    page.click("#class-begin")
    page.wait_for_selector("#class-shown .drawing svg")
    for one in make_exercise("minimax", 7).questions:
        page.fill(f'[data-question="{one.id}"]', one.right)
    with page.expect_download() as download:
        page.click("#class-save")
    assert download.value.suggested_filename == "minimax-7-Ada-L-.json"
    download.value.save_as(tmp_path / "ada.json")
    answers, mark = mark_file(json.loads((tmp_path / "ada.json").read_text("utf-8")))
    assert (answers.student, mark.right, mark.of) == ("Ada L.", 8, 8)


def test_a_lesson_in_italian_with_a_wrong_answer_first(page: Any, address: str) -> None:
    page.goto(f"{address}/learn")
    page.click("#language")
    page.locator("h1", has_text="Impara").wait_for()
    page.click('[data-lesson="minimax"]')
    page.fill("#answer", "12")
    page.click("#check")
    page.locator("#lesson .kind-cut", has_text="No: 3. MIN sceglie il minimo").wait_for()
    page.goto(f"{address}/learn#minimax/1")
    page.reload()
    take_lesson(page, LESSONS[0], "it")
    page.locator("#lesson-title", has_text="Alfa-beta").wait_for()


def test_italian_is_one_click_away_and_stays(page: Any, address: str) -> None:
    page.goto(address)
    page.click("#language")
    page.locator("h1", has_text="Giochi con avversario").wait_for()
    page.locator(".card-title", has_text="Forza 4").wait_for()
    begin(page, address, "tictactoe", "human", "random")
    status(page, "Tocca a te")
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    page.click("#next-stop")
    page.locator("#event", has_text="si tagliano b2 e b3: MAX ha già 3").wait_for()
    page.goto(f"{address}/tournaments")
    page.locator("h1", has_text="Tornei").wait_for()
    page.goto(f"{address}/analyse")
    page.locator("h1", has_text="Analizza una partita").wait_for()
    page.fill("#paste-text", "e4 e5")
    page.click("#paste-go")
    page.locator("#notes", has_text="Muove il Bianco").wait_for()


def test_dark_and_light(page: Any, address: str) -> None:
    page.goto(address)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click("#theme")
    assert page.evaluate(ground) != light
    page.reload()
    assert page.evaluate(ground) != light


def test_a_phone_shows_everything_without_scrolling_sideways(phone: Any, address: str) -> None:
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    phone.goto(address)
    phone.wait_for_selector(".card")
    assert phone.evaluate(wide)
    begin(phone, address, "connect4", "human", "random")
    assert phone.evaluate(wide)
    cell(phone, "4").tap()
    phone.locator("#moves li").nth(1).wait_for()
    phone.click("#do-search")
    phone.locator("[role=treeitem]").first.wait_for()
    phone.locator("[role=treeitem] .visit-line").first.tap()
    assert phone.evaluate(wide)
    phone.goto(f"{address}/lab")
    phone.wait_for_selector(".drawing svg")
    assert phone.evaluate(wide)
    phone.goto(f"{address}/tournaments")
    phone.wait_for_selector("#begin")
    assert phone.evaluate(wide)
    phone.goto(f"{address}/workshop#game=othello")
    phone.locator("#worth", has_text="for Black").wait_for()
    assert phone.evaluate(wide)
    answer = phone.request.post(f"{address}/api/boards/import", data={"game": "chess", "text": GAME})
    phone.goto(f"{address}/analyse/{answer.json()['id']}")
    phone.wait_for_selector("#board .cell")
    assert phone.evaluate(wide)
