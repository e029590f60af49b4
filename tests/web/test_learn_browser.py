"""The course in a real browser: lessons, the path, exercises of a class, a guess and payoffs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS

import mossa
from mossa.search.textbook.exercises import make_exercise, mark_file

pytestmark = [*BROWSER_TESTS]


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
