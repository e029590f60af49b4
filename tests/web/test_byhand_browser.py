"""Each game by hand in a real browser, as on its own sites: moves put together from parts, actions under the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, begin, cell, status, until

import mossa
from mossa.games.backgammon.position_ids import write_sides

pytestmark = [*BROWSER_TESTS]


def start(page: Any, address: str, game: str, *seats: str, position: str = "") -> None:
    """A new game at this page, from a position."""
    wishes = {
        "game": game,
        "seats": list(seats),
        "seconds": 0.1,
        "seed": 5,
        **({"position": position} if position else {}),
    }
    answer = page.request.post(f"{address}/api/boards", data=wishes)
    page.goto(f"{address}/play/{answer.json()['id']}")
    page.wait_for_selector("#board .cell")


def told(page: Any, name: str) -> str:
    """What a screen reader says of a cell."""
    return str(cell(page, name).get_attribute("aria-label"))


def test_backgammon_is_played_die_by_die_and_a_half_move_is_undone(page: Any, address: str) -> None:
    start(page, address, "backgammon", "human", "human", position="4HPwATDgc/ABMA 31")
    assert page.locator("#board .faint").count() == 0
    cell(page, "8").click()
    cell(page, "5").click()
    page.locator("#board .shape-die3.faint").wait_for()
    assert (told(page, "8"), told(page, "5")) == ("8: 2 × white", "5: 1 × white")
    assert page.locator("#confirm").is_disabled()
    page.click("#undo-part")
    until(page, lambda: told(page, "8") == "8: 3 × white")
    assert page.locator("#board .faint").count() == 0
    cell(page, "6").focus()  # by keys, the other die first
    for name in ("6", "5", "8", "5"):
        cell(page, name).focus()
        page.keyboard.press("Enter")
        if name == "5":
            page.locator("#board .faint").first.wait_for()
    page.locator("#confirm", has_text="8/5 6/5").wait_for()
    assert page.locator("#board .faint").count() == 2
    assert page.locator("#moves li").count() == 0
    assert page.evaluate("document.activeElement.id") == "confirm"
    page.keyboard.press("Enter")
    page.locator("#moves li", has_text="8/5 6/5").wait_for()


def test_the_numbers_of_points_stay_while_the_other_plays(page: Any, address: str) -> None:
    start(page, address, "backgammon:cube=1", "human", "random", position="4HPwATDgc/ABMA 31")
    numbers = [text for text in page.locator("#board .shape-glyph text").all_text_contents() if text.isdigit()]
    page.fill("#text", "8/5 6/5")  # typed moves stay
    page.keyboard.press("Enter")
    page.locator("[data-move=roll]").wait_for()
    again = [text for text in page.locator("#board .shape-glyph text").all_text_contents() if text.isdigit()]
    assert numbers == again
    assert sorted(map(int, numbers)) == list(range(1, 25))
    page.locator("[data-move=double]", has_text="Double").wait_for()
    plies = page.locator("#moves li").count()
    page.click("[data-move=roll]")
    page.locator("#moves li").nth(plies + 1).wait_for()  # and the dice fall
    page.locator("#board .piece[class*=shape-die]").first.wait_for()


def test_checkers_are_borne_off_into_the_tray_from_the_bar_on(page: Any, address: str) -> None:
    other, own = [2, *[0] * 24], [0, 0, 3, *[0] * 22]
    start(page, address, "backgammon", "human", "human", position=f"{write_sides(other, own)} 43")
    for off in (12, 13):
        assert told(page, "off") == f"off: {off} × white checker"
        cell(page, "3").click()
        cell(page, "off").click()
        until(page, lambda off=off: told(page, "off") == f"off: {off + 1} × white checker")
    page.locator("#confirm", has_text="3/off(2)").click()
    page.locator("#moves li", has_text="3/off(2)").wait_for()
    start(page, address, "backgammon", "human", "human", position=f"{write_sides(other, [*[0] * 24, 1])} 43")
    assert told(page, "bar") == "bar: 1 × white"
    assert page.locator("#board .open[aria-label^='bar:']").count() == 1
    cell(page, "bar").click()
    cell(page, "21").click()
    until(page, lambda: told(page, "bar") == "bar: empty")


def test_the_swap_of_hex_is_a_button_for_the_second_player(page: Any, address: str) -> None:
    start(page, address, "hex", "human", "human", position="start")
    assert not page.locator("#composer button").count()
    cell(page, "c2").click()
    page.locator("[data-move=swap-pieces]", has_text="Swap").click()
    until(page, lambda: told(page, "b3") == "b3: blue")


def test_checkers_are_taken_jump_by_jump(page: Any, address: str) -> None:
    start(page, address, "checkers", "human", "human", position="B:W15,24,23,6:B10,1")
    assert page.locator("#board .corner").all_text_contents() == [str(number) for number in range(1, 33)]
    cell(page, "10").click()
    cell(page, "19").click()
    until(page, lambda: told(page, "19") == "19: black")
    assert told(page, "15") == "15: empty"  # the first piece is off at once
    assert told(page, "24") == "24: white"
    page.click("#undo-part")
    until(page, lambda: told(page, "15") == "15: white")
    cell(page, "10").click()
    cell(page, "19").click()
    until(page, lambda: told(page, "19") == "19: black")
    cell(page, "28").click()
    page.locator("#moves li", has_text="10x19x28").wait_for()  # played with the last jump


def test_a_code_is_put_together_from_pegs(page: Any, address: str) -> None:
    start(page, address, "mastermind", "random", "human")
    for held, colour in enumerate("1123"):
        until(page, lambda held=held: pegs(page) == held)
        cell(page, colour).click()
    until(page, lambda: pegs(page) == 4)
    cell(page, "b").click()  # out again
    until(page, lambda: pegs(page) == 3)
    assert page.locator("#confirm").is_disabled()
    cell(page, "4").click()
    page.locator("#confirm", has_text="1423").click()
    page.locator("#moves li", has_text="1423").wait_for()
    status(page, re.compile("Your move|wins"))
    assert page.locator("#board .shape-token .number-on").all_text_contents()[:8] == list("????1423")


def pegs(page: Any) -> int:
    """How many pegs are in the row of the code in the making."""
    return sum(not told(page, name).endswith(": empty") for name in "abcd")


def test_a_finished_trick_stays_to_be_seen(page: Any, address: str) -> None:
    start(page, address, "cards", "human", "random")
    cell(page, "♣8").click()
    page.locator("#notes", has_text="last trick: ♣8 ").wait_for()
    status(page, "Your move")
    table = page.locator("#board .shape-card")
    led = "taken by MIN" in page.locator("#notes").inner_text()  # then MIN has led the next card
    assert page.locator("#board .shape-card.faint").count() == (2 if led else 0)
    assert table.count() == 3 + (3 if led else 2)
    assert page.locator("#board .shape-back").count() == (2 if led else 3)


def test_a_hand_of_hearts_is_drawn_and_the_last_trick_is_pale(page: Any, address: str) -> None:
    start(page, address, "hearts", "human", "random", "random", "random")
    assert page.locator("#board .shape-card .rank").count() == 13
    for _ in range(6):
        status(page, "Your move")
        plies = page.locator("#moves li").count()
        page.locator("#board .cell.open").first.click()
        page.locator("#moves li").nth(plies).wait_for()
    status(page, "Your move")
    assert page.locator("#board .shape-card.faint").count() == 4
    assert page.locator("#board .marked").count() < 4


def test_pig_has_bars_and_a_die_that_was_rolled(page: Any, address: str) -> None:
    start(page, address, "pig", "human", "human", position="37-52 p1 +14")
    bars = page.locator("#board .shape-bar")
    assert (bars.count(), page.locator("#board .shape-bar.faint").count()) == (10, 2)
    page.click("[data-move=roll]")
    face = page.locator("#fallen svg")
    face.wait_for()
    assert str(face.get_attribute("aria-label")).endswith(page.locator("#moves li").nth(1).inner_text().split()[-1])


def test_a_series_of_rock_paper_scissors_is_played_by_clicks_on_signs(page: Any, address: str) -> None:
    page.goto(address)
    page.click("[data-game=rps]")
    assert page.locator("#opponent").input_value() == "unpredictable"
    page.locator("input[name=side][value='0']").check(force=True)
    page.click("#begin")
    page.wait_for_url("**/play/*")
    for number, sign in enumerate(("rock", "paper", "rock", "scissors"), 1):
        status(page, "Your move")
        cell(page, sign).click()
        page.locator("#moves li").nth(2 * number - 1).wait_for()
        page.locator("#notes", has_text=f"after {number} of 10").wait_for()
    texts = page.locator("#board .shape-glyph text").all_text_contents()
    assert [int(text) for text in texts[2::2]] == [2, 1, 1]  # rock, paper, scissors of the first player
    assert page.locator("#board .shape-rock").count() >= 1


@pytest.mark.parametrize("language", ["en", "it"])
def test_bets_are_buttons_under_the_board(page: Any, address: str, language: str) -> None:
    page.goto(address)
    page.evaluate("language => localStorage.setItem('mossa.language', language)", language)
    start(page, address, "kuhn", "human", "human")
    page.click("#curtain button")
    assert page.locator("#composer button").all_inner_texts() == (
        ["check", "bet"] if language == "en" else ["parola", "punto"]
    )
    page.locator("[data-move=bet]").focus()
    page.keyboard.press("Enter")
    page.locator("#moves li", has_text="bet" if language == "en" else "punto").wait_for()


@pytest.mark.parametrize("game", [name for name in mossa.names() if name not in ("tree",)])
def test_the_page_of_every_game_is_quiet_and_fits_a_phone(phone: Any, address: str, game: str) -> None:
    """No error in the console, no sideways scrolling, the board before the panel."""
    players = mossa.game(game).facts.players
    begin(phone, address, game, "human", *["random"] * (players - 1))
    status(phone, re.compile("Your move|to move"))
    wide, seen = phone.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= seen
    assert phone.locator("#board").bounding_box()["y"] < phone.locator("#title").bounding_box()["y"]
