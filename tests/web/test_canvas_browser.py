"""The lab's canvas in a real browser: fingers, large trees, leaves of a game opened on demand."""

from __future__ import annotations

import re
from typing import Any

from tests.web.browser import BROWSER_TESTS, until

pytestmark = [*BROWSER_TESTS]

COUNT = "document.querySelectorAll('*').length"
MOST = 2000
"""Elements in the page at a time."""
LARGE = "game=tictactoe&algorithm=minimax&depth=4"
"""A tree of thousands of nodes."""

Point = tuple[float, float]


class Fingers:
    """Fingers on the screen of a phone."""

    def __init__(self, page: Any) -> None:
        self.cdp = page.context.new_cdp_session(page)
        self.down: dict[int, Point] = {}

    def _send(self, kind: str, fingers: dict[int, Point]) -> None:
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in fingers.items()]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def put(self, *points: Point) -> None:
        """Put fingers down; the first is finger 0."""
        self.down = dict(enumerate(points))
        self._send("touchStart", self.down)

    def move(self, *ends: Point, steps: int = 6) -> None:
        """The fingers that are down go to other places."""
        pairs = [(finger, start, end) for (finger, start), end in zip(self.down.items(), ends, strict=True)]
        for step in range(1, steps + 1):
            part = step / steps
            self.down = {finger: (a + (c - a) * part, b + (d - b) * part) for finger, (a, b), (c, d) in pairs}
            self._send("touchMove", self.down)

    def lift(self, finger: int) -> None:
        """Lift one finger."""
        self._send("touchEnd", {finger: self.down.pop(finger)})


def open_lab(page: Any, address: str, words: str) -> None:
    """A tree on the canvas, with all its labels at hand: at its last step."""
    page.goto(f"{address}/lab#{words}")
    page.locator(".tree .node").first.wait_for()
    page.locator("#event", has_text=re.compile(r"\w")).wait_for()


def places(page: Any) -> tuple[Point, Point]:
    """Where the two children of the root are on the screen."""
    found = page.evaluate(
        """() => ["a1", "a2"].map((name) => {
           const box = document.querySelector(`.tree [aria-label^="MIN, ${name}"] .shape`).getBoundingClientRect();
           return [box.x + box.width / 2, box.y + box.height / 2]; })"""
    )
    return tuple(found[0]), tuple(found[1])


def span(page: Any) -> float:
    one, other = places(page)
    return other[0] - one[0]


def middle(page: Any) -> float:
    one, other = places(page)
    return (one[0] + other[0]) / 2


def near(one: float, other: float) -> bool:
    return abs(one - other) < 3


def test_two_fingers_enlarge_and_move_the_tree_and_one_pans_it(phone: Any, address: str) -> None:
    open_lab(phone, address, "tree=((1 2) (3 4))")
    phone.locator(".canvas").scroll_into_view_if_needed()
    box = phone.locator(".canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers, wide, at = Fingers(phone), span(phone), middle(phone)
    fingers.put((x - 30, y), (x + 30, y))
    fingers.move((x - 25, y), (x + 65, y))  # half as far again from each other, and 20 to the right
    until(phone, lambda: near(span(phone), 1.5 * wide))
    assert near(middle(phone) - x, 1.5 * (at - x) + 20)
    fingers.lift(1)  # the other goes on
    fingers.move((x - 65, y))
    until(phone, lambda: near(middle(phone) - x, 1.5 * (at - x) - 20))
    assert near(span(phone), 1.5 * wide)
    fingers.lift(0)
    assert not phone.locator("#papers .chosen").count()  # no node was meant
    fingers.put((x - 60, y), (x + 60, y))
    fingers.move((x - 50, y), (x + 50, y))
    until(phone, lambda: near(span(phone), 1.25 * wide))
    fingers.lift(0)
    fingers.lift(1)
    phone.locator("[data-tool=fit]").tap()
    until(phone, lambda: near(span(phone), wide) and near(middle(phone), at))


def test_a_finger_on_a_node_pans_and_a_tap_picks_it(phone: Any, address: str) -> None:
    open_lab(phone, address, "game=tictactoe&moves=a1 b1 b2 c1&depth=2&algorithm=minimax")
    phone.locator(".canvas").scroll_into_view_if_needed()
    root = phone.locator('.tree [data-id="0"]')
    box = root.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = Fingers(phone)
    fingers.put((x, y))
    fingers.move((x + 60, y + 30))
    fingers.lift(0)
    until(phone, lambda: near(root.bounding_box()["x"], box["x"] + 60))
    assert not phone.locator("#papers .chosen").count()
    root.tap()
    phone.locator('.tree [data-id="0"].chosen').wait_for()


def test_thousands_of_nodes_stay_few_elements_and_answer(page: Any, address: str) -> None:
    open_lab(page, address, LARGE)
    page.locator("#stepper", has_text=re.compile("of [0-9][0-9,]*[0-9]{3}")).wait_for()  # thousands of steps
    shown = [page.evaluate(COUNT)]
    page.click("#last")
    page.locator(".event.kind-choose").wait_for()
    shown.append(page.evaluate(COUNT))
    box = page.locator(".canvas").bounding_box()
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*at)
    for turn in (-400, -400, -400, -400, -400, 300, -300):
        page.mouse.wheel(0, turn)
        shown.append(page.evaluate(COUNT))
        page.mouse.down()
        page.mouse.move(at[0] - 300, at[1] + 40, steps=4)
        shown.append(page.evaluate(COUNT))
        page.mouse.up()
        page.mouse.move(*at)
    page.locator(".tree .node").first.wait_for()  # it is still a tree to read
    page.click("[data-tool=fit]")
    shown.append(page.evaluate(COUNT))
    assert max(shown) <= MOST, shown
    page.locator('.tree [data-id="0"]').click()
    page.locator('.tree [data-id="0"].chosen').wait_for()
    page.keyboard.press("Space")  # all of it is folded, and unfolded again
    page.locator(".tree .more").wait_for()
    assert page.locator(".tree .node").count() == 1
    page.locator(".tree .more").click()
    page.locator(".tree .more").wait_for(state="detached")


def test_all_algorithms_are_compared_on_a_large_tree_or_cancelled(page: Any, address: str) -> None:
    open_lab(page, address, LARGE)
    page.click("#compare")
    page.locator("#counts tbody tr").nth(5).wait_for()
    rows = [row.split("\t") for row in page.locator("#counts tbody tr").all_inner_texts()]
    nodes = {row[0]: row[3] for row in rows}
    assert nodes["minimax"] == nodes["minimax-list"] != nodes["alphabeta"]
    assert page.evaluate(COUNT) <= MOST
    page.locator("#game-now").click()
    page.select_option("#game", "chess")
    page.fill("#depth", "5")  # takes far longer than anybody waits
    page.click("#compare")
    page.locator("#busy-words", has_text="Running for").wait_for()
    page.locator(".tree .node").first.click()  # meanwhile the tree can be read
    page.locator(".tree .chosen").wait_for()
    page.click("#cancel")
    page.locator("#notice", has_text="cancelled").wait_for()
    page.locator("#busy").wait_for(state="hidden")
    page.select_option("#example", "two-ply")
    page.locator("#stepper", has_text=re.compile(r"0 of \d\d$")).wait_for()


def test_subtrees_of_a_game_are_opened_by_taps(phone: Any, address: str) -> None:
    open_lab(phone, address, "game=tictactoe&moves=a1 b1 b2 c1&depth=1&algorithm=minimax")
    phone.locator(".canvas").scroll_into_view_if_needed()
    before = phone.evaluate(COUNT)
    leaf = phone.locator('.tree .node[aria-label^="leaf, a2"]')
    leaf.first.wait_for()
    leaf.first.tap()
    phone.locator('.tree .chosen[aria-label^="leaf, a2"]').wait_for()
    leaf.first.dblclick()
    phone.locator('.tree [aria-label^="MIN, a2"]').wait_for()
    assert phone.evaluate(COUNT) > before


def test_in_the_dark_colours_are_turned_once(page: Any, address: str) -> None:
    open_lab(page, address, "tree=((1 2) (3 4))")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    filters = "(selector) => getComputedStyle(document.querySelector(selector)).filter"
    assert "invert" in page.evaluate(filters, ".canvas")
    assert page.evaluate(filters, ".canvas svg.tree") == "none"
