"""The widgets in a browser: the script that a notebook loads, with our model on the other side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.bridges.frameworks import need
from tests.web.browser import PATIENCE, chromium, start_browser

import mossa
from mossa.bridges.widget_views import BoardView, TraceView
from mossa.search import textbook

need("anywidget")
sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from mossa.bridges.widget_model import BoardWidget, TraceWidget  # noqa: E402

pytestmark = pytest.mark.skipif(chromium() is None, reason="no chromium on this machine: the widgets are not tried")

HOST = """
const listeners = [];
globalThis.model = {
  view: null,
  get: (name) => model[name],
  on: (name, act) => listeners.push(act),
  off: () => {},
  send: async (message) => {
    for (const view of await globalThis.heard(message)) { model.view = view; listeners.forEach((act) => act()); }
  },
};
globalThis.show = async (source, view) => {
  model.view = view;
  const code = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  code.default.render({ model, el: document.getElementById("place") });
};
"""
"""What a notebook does for a widget."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync.sync_playwright() as playwright:
        found = start_browser(playwright)
        yield found
        found.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page; what goes wrong in its scripts fails the test."""
    found, faults = browser.new_page(), []
    found.set_default_timeout(1000 * PATIENCE)
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.set_content('<!doctype html><title>notebook</title><div id="place"></div>')
    found.add_script_tag(content=HOST)
    yield found
    found.close()
    assert faults == []


def show(page: Any, widget: BoardWidget | TraceWidget) -> None:
    """Show a widget as a notebook does."""

    def heard(message: dict[str, Any]) -> list[dict[str, Any]]:
        seen: list[dict[str, Any]] = []
        widget.observe(lambda change: seen.append(change["new"]), "view")
        widget._handle_custom_msg(message, [])
        widget.unobserve_all("view")
        return seen

    page.expose_function("heard", heard)
    page.evaluate("([source, view]) => show(source, view)", [widget._esm, widget.view])


def test_a_game_is_played_by_clicks(page: Any) -> None:
    widget = BoardWidget(BoardView(mossa.game("tictactoe").start(), "alphabeta:depth=9"))
    show(page, widget)
    page.locator(".caption", has_text="X to move").wait_for()
    assert page.locator(".board svg rect.cell").count() == 9
    page.locator('.board [aria-label="a1"]').click()
    page.locator(".history", has_text="a1 b2").wait_for()
    assert widget.position.history == ("a1", "b2")
    page.locator("summary").click()
    page.get_by_role("button", name="c3", exact=True).last.click()
    page.locator(".history", has_text="a1 b2 c3").wait_for()
    assert len(widget.position.history) == 4
    page.get_by_role("button", name="take back").click()
    page.locator(".history").filter(has_not_text="c3").wait_for()
    assert widget.position.history == ("a1", "b2")
    page.get_by_role("button", name="new game").click()
    page.locator(".history").wait_for(state="detached")
    page.locator('.board [aria-label="b2"]').focus()
    page.keyboard.press("Enter")
    page.locator(".history", has_text="b2 ").wait_for()


def test_two_clicks_make_a_move_of_chess(page: Any) -> None:
    widget = BoardWidget(BoardView(mossa.game("chess").start(), None))
    show(page, widget)
    page.locator('.board [aria-label="e2"]').click()
    page.locator(".board .picked").wait_for()
    page.locator('.board [aria-label="e4"]').click()
    page.locator(".caption", has_text="Black to move").wait_for()
    assert widget.position.history == ("e2e4",)


def test_a_trace_is_stepped_through(page: Any) -> None:
    trace = textbook.run("alphabeta", mossa.game("tree").rules)
    widget = TraceWidget(TraceView(trace))
    show(page, widget)
    last = len(trace.events)
    page.locator("#place", has_text=f"{last} of {last}").wait_for()
    page.get_by_role("button", name="first step").click()
    page.locator("#place", has_text=f"0 of {last}").wait_for()
    page.get_by_role("button", name="step", exact=True).click()
    page.locator(".caption", has_text=trace.sentence(trace.events[0])).wait_for()
    assert widget.step == 1
    assert page.locator(".tree svg").count() == 1
