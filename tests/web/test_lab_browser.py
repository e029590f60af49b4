"""The lab in a real browser: runs and their steps, exercises, the canvas, trees drawn by hand, links."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, until

pytestmark = [*BROWSER_TESTS]


def has_run(page: Any) -> None:
    """Wait until the run that was asked for by the last click is the one whose steps the buttons show."""
    page.locator("body:not(.working)").wait_for()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_round_of_simultaneous_moves_is_a_table(page: Any, address: str, language: str) -> None:
    page.goto(address)
    page.evaluate("language => localStorage.setItem('mossa.language', language)", language)
    page.goto(f"{address}/lab#game=rps&algorithm=rounds")
    table = page.locator("#stage table")
    table.wait_for()
    rows = [row.split("\t") for row in table.inner_text().splitlines()[1:]]
    share, word = ("0.333", "Probability") if language == "en" else ("0,333", "Probabilità")
    assert rows[1] == ["MAX", "rock", "paper", "scissors", word]
    assert rows[2] == ["rock", "0", "-1", "1", share]
    assert rows[-1][:4] == [word, share, share, share]
    assert table.locator("caption").inner_text().endswith(": 0")
    assert not page.locator("#notice").is_visible()
    page.goto(f"{address}/lab#tree=((1 2) (3 4))")
    page.reload()
    page.locator(".drawing svg").wait_for()
    assert not page.locator("#stage").is_visible()


def test_the_table_beside_the_tree_changes_with_the_steps(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=killers&step=24")
    page.locator("#tables td", has_text="b3").wait_for()
    page.locator("#first").click()
    page.locator("#tables table").wait_for(state="detached")
    page.locator("#related button", has_text="history").click()
    page.locator('#related [aria-pressed="true"]', has_text="history").wait_for()
    page.locator("#last").click()
    page.locator("#lesson", has_text="33 nodes").wait_for()
    page.locator("#tables caption", has_text="History").wait_for()
    assert page.locator("#boards").is_checked()
    page.select_option("#example", "deepening")
    has_run(page)
    assert page.locator("#nodes").input_value() == "22"
    assert page.locator("#entries").is_hidden()
    page.locator("#nodes").fill("")
    page.locator("#run").click()
    has_run(page)
    page.locator("#last").click()
    page.locator("#tables td", has_text="a3").wait_for()
    with page.expect_download() as kept:
        page.locator("#share a", has_text="PDF").click()
    assert kept.value.suggested_filename.endswith(".pdf")


def test_the_words_of_an_example_come_with_its_tree_and_its_answer_at_the_end(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=killers")
    page.wait_for_selector(".node")
    assert not page.locator("#result").is_visible()
    held: list[Any] = []
    page.route("**/api/lab/run", lambda route: held.append(route))
    page.select_option("#example", "two-ply")
    until(page, lambda: len(held) == 1)
    assert page.locator("#related button", has_text="killers").is_visible()
    held.pop().continue_()
    page.locator("#related").wait_for(state="hidden")
    has_run(page)
    assert not page.locator("#lesson").is_visible()
    page.click("#last")
    page.locator("#lesson", has_text="4 and 6").wait_for()
    page.locator(".event.kind-choose").wait_for()


@pytest.mark.slow
def test_an_example_of_the_lab_is_stepped_to_its_last_cut_and_shared(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=deep-cut")
    page.wait_for_selector(".drawing svg")
    for who in ("MAX", "MIN"):
        page.click("#next-stop")
        page.locator("#event", has_text=f"cut: {who} has").wait_for()
    page.locator("#source [aria-current]", has_text="tree.cut(").wait_for()
    shared, words = page.url, page.locator("#event").inner_text()
    page.click("#back")
    page.locator(".event.kind-cut").wait_for(state="detached")
    page.goto("about:blank")
    page.goto(shared)
    page.locator("#event", has_text=words).wait_for()
    page.select_option("#second", "minimax")
    page.click("#run")
    has_run(page)
    page.locator(".paper").nth(1).locator(".node").first.wait_for()
    page.click("#last")
    page.locator("#counts").wait_for()
    assert page.locator("#counts tbody tr").count() == 2


def test_a_random_tree_runs_by_itself(page: Any, address: str) -> None:
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    page.click("#random")
    has_run(page)
    assert page.input_value("#tree").count("(") >= 4
    page.select_option("#speed", "120")
    page.click("#auto")
    page.locator(".event.kind-choose").wait_for()  # the last step


def test_a_run_begun_on_the_tree_before_ends_with_that_tree(page: Any, address: str) -> None:
    page.clock.install()
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    held: list[Any] = []
    page.route("**/api/lab/run", lambda route: held.append(route))
    page.fill("#tree", "((1 2) (3 4))")
    page.click("#run")
    until(page, lambda: len(held) == 1)
    page.click("#auto")
    held.pop().continue_()
    has_run(page)
    page.locator("#stepper", has_text="0 of 19").wait_for()
    page.clock.run_for(10_000)
    assert "step=" not in page.url


def test_of_two_trees_asked_for_the_last_is_shown(page: Any, address: str) -> None:
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    held: list[Any] = []
    page.route("**/api/lab/run", lambda route: held.append(route))
    for count, tree in enumerate(("((1 2) (3 4))", "((1 2) (3 4) (5 6))"), start=1):
        page.fill("#tree", tree)
        page.click("#run")
        until(page, lambda count=count: len(held) == count)
    until(page, lambda: held[0].request.failure is not None)  # the first is cancelled
    held[1].continue_()
    has_run(page)
    page.click("#last")
    page.locator("#stepper", has_text="27 of 27").wait_for()


def test_a_wrong_tree_is_told_and_set_right(page: Any, address: str) -> None:
    page.goto(f"{address}/lab")
    page.wait_for_selector(".drawing svg")
    page.fill("#tree", "((1 2")
    page.click("#run")
    page.locator("#notice", has_text="the tree is wrong").wait_for()
    page.fill("#tree", "((1 2) (3 4))")
    page.click("#run")
    has_run(page)
    page.wait_for_selector(".drawing svg")
    assert not page.locator("#notice").is_visible()


def test_an_exercise_answered_wrongly_then_rightly(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=two-ply")
    page.wait_for_selector(".drawing svg")
    page.click("#exercise-begin")
    for node, value in (("", "3"), ("0", "3"), ("1", "4"), ("2", "2")):
        page.fill(f'.answers input[data-node="{node}"]', value)
    page.click('.leaf[data-node="1.1"]')
    page.click("#check")
    page.locator("#exercise .event", has_text="Not yet").wait_for()
    assert page.locator('.answers [aria-invalid="true"]').count() == 1
    page.fill('.answers input[data-node="1"]', "2")
    page.fill('[data-window="1"]', "3, 14")
    page.locator('.leaf[data-node="1.2"]').focus()
    page.keyboard.press("Enter")
    page.click("#check")
    page.locator('[data-window="1"][aria-invalid="true"]').wait_for()
    page.fill('[data-window="1"]', "3, ∞")
    page.click("#check")
    page.locator("#exercise .event", has_text="All right").wait_for()
    page.click("#solution")
    page.locator("#papers svg.tree").wait_for()


def node(page: Any, words: str) -> Any:
    """A node of the canvas, by the beginning of its name."""
    return page.locator(f'.node[aria-label^="{words}"]')


def until_tree(page: Any, text: str) -> None:
    """Wait until the field has this tree, and the canvas shows it."""
    shown = "document.getElementById('papers').dataset.shown"
    until(page, lambda: page.input_value("#tree") == page.evaluate(shown) == text)


def test_a_tree_is_drawn_by_hand_with_clicks_and_keys(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#tree=((1 2) (3 4))")
    node(page, "leaf, a1 b1").click()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    until_tree(page, "((9 2) (3 4))")
    page.locator("#counts tbody td", has_text="3").first.wait_for()
    page.locator(".node.chosen:focus").wait_for()
    page.keyboard.press("Enter")
    until_tree(page, "(((9 0) 2) (3 4))")
    node(page, "leaf, a1 b2").click()
    page.keyboard.press("Delete")
    until_tree(page, "(((9 0)) (3 4))")
    node(page, "MAX").first.click()
    page.click("#node-chance")
    until_tree(page, "{0.5:((9 0)) 0.5:(3 4)}")
    node(page, "leaf, 0.5 b1, 3").click()
    page.fill("#node-value", "7")
    page.keyboard.press("Tab")
    until(page, lambda: "7" in page.input_value("#tree"))


def test_a_child_is_dragged_among_its_sisters_and_the_browser_goes_back(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=two-ply")
    page.locator("#event", has_text="not begun").wait_for()
    taken, last = (node(page, f"leaf, a3 {name}").bounding_box() for name in ("b1", "b3"))
    page.mouse.move(taken["x"] + 10, taken["y"] + 24)
    page.mouse.down()
    page.mouse.move(taken["x"] + 40, taken["y"] + 24, steps=3)
    page.mouse.move(last["x"] + 35, last["y"] + 24, steps=3)
    page.mouse.up()
    until_tree(page, "((3 12 8) (2 4 6) (5 2 14))")
    page.go_back()
    until_tree(page, "((3 12 8) (2 4 6) (14 5 2))")
    assert page.input_value("#example") == "two-ply"
    page.go_forward()
    until_tree(page, "((3 12 8) (2 4 6) (5 2 14))")
    page.evaluate("location.hash = '#tree=(1 2)&algorithm=minimax&step=3'")
    until_tree(page, "(1 2)")
    page.locator("#stepper", has_text="Step 3 of").wait_for()


def test_the_text_and_the_canvas_agree_also_on_what_only_a_text_can_say(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#tree=min(!x=3 max(1 2)~1)")
    node(page, "leaf, x, 3").click()
    page.keyboard.type("-4")
    page.keyboard.press("Enter")
    until_tree(page, "min(!x=-4 max(1 2)~1)")
    page.fill("#tree", "((1 2) (3 4 5))")
    node(page, "leaf, a2 b3, 5").wait_for()  # without a click on Run


def test_what_is_too_long_is_told_and_nothing_is_cut(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=two-ply")
    page.wait_for_selector(".node")
    page.fill("#tree", f"({'12 ' * 700})")
    page.locator("#limits", has_text="2,102 characters, and at most 1,900 are taken").wait_for()
    assert page.locator("#run").is_disabled()
    assert len(page.input_value("#tree")) == 2102


def test_a_long_run_is_seen_and_cancelled(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#game=chess&algorithm=minimax&depth=5")
    page.locator("#busy-words", has_text="Running for").wait_for()
    page.click("#cancel")
    page.locator("#notice", has_text="cancelled").wait_for()
    assert not page.locator("#busy").is_visible()
    page.select_option("#example", "two-ply")
    page.wait_for_selector(".node")


def test_of_a_large_tree_only_what_is_seen_is_drawn(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#game=tictactoe&algorithm=minimax&depth=5")
    page.wait_for_selector(".node")
    count = "document.querySelectorAll('*').length"
    shown = [page.evaluate(count)]
    page.click("#last")
    page.locator(".event.kind-choose").wait_for()
    box = page.locator(".canvas").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    for _ in range(14):
        page.mouse.wheel(0, -200)
        shown.append(page.evaluate(count))
    page.mouse.down()
    for place in (500, 900, 200):
        page.mouse.move(box["x"] + place, box["y"] + 250, steps=5)
        shown.append(page.evaluate(count))
    page.mouse.up()
    assert page.evaluate("document.querySelectorAll('.tree text').length") > 3
    assert page.evaluate(
        "[...document.querySelectorAll('.tree .node')].every((one) => one.getBoundingClientRect().height >= 20)"
    )
    page.keyboard.press("0")
    page.click("[data-tool=fit]")
    shown.append(page.evaluate(count))
    assert max(shown) <= 2000
    assert page.locator("image").count() >= 1  # a board, where there is room


def test_nodes_are_folded_and_a_leaf_of_a_game_is_opened(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#game=tictactoe&moves=a1 b1 b2 c1&depth=1&algorithm=minimax")
    page.locator("#event", has_text="not begun").wait_for()
    node(page, "leaf, c3").dblclick()  # a win: nothing is below it
    node(page, "leaf, a2").dblclick()
    page.locator('.node[aria-label^="leaf, a2 "]').nth(3).wait_for()
    node(page, "MIN, a2").click()
    page.keyboard.press("Space")
    page.locator('.node[aria-label^="leaf, a2 "]').first.wait_for(state="detached")
    page.locator(".more", has_text="4").click()
    page.locator('.node[aria-label^="leaf, a2 "]').nth(3).wait_for()


def test_the_lines_of_the_notes_are_marked_beside_the_source(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#example=two-ply")
    page.wait_for_selector(".node")
    page.click("#next-stop")
    page.locator("#pseudo [aria-current]", has_text="if v ≤ α then return v").wait_for()
    page.locator("#source [aria-current]", has_text="tree.cut(").wait_for()


def test_the_order_of_moves_is_measured(page: Any, address: str) -> None:
    page.goto(f"{address}/lab#tab=ordering&branching=2&trees=1")
    page.locator(".measured").first.wait_for()
    assert page.locator("#ordering tbody tr").count() == 10
