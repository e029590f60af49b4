"""Puzzles in a real browser: the board's side, hints, the own rating, the analysis, a phone. No page complains."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, cell, status

import mossa
from mossa.play.puzzles import Puzzle, puzzle_file, read_puzzles

pytestmark = [*BROWSER_TESTS]


def shipped(game: str) -> list[tuple[int, Puzzle]]:
    """The puzzles of a game with their numbers."""
    return list(enumerate(read_puzzles(puzzle_file(mossa.game(game))), 1))


def show(page: Any, address: str, game: str, number: int) -> None:
    page.goto(f"{address}/puzzles#{game}/{number}")
    page.locator("#title", has_text=re.compile(f"^{mossa.game(game).title} · {number}$")).wait_for()


def place(page: Any, name: str) -> float:
    """How far down the page a cell is."""
    return float(cell(page, name).bounding_box()["y"])


@pytest.mark.parametrize(("game", "near_first", "far_first"), [("chess", "a1", "a8"), ("checkers", "1", "29")])
def test_the_side_to_move_is_below(page: Any, address: str, game: str, near_first: str, far_first: str) -> None:
    movers = {mossa.game(game).position(puzzle.position).mover: number for number, puzzle in shipped(game)}
    assert set(movers) == {0, 1}
    for mover, number in movers.items():
        show(page, address, game, number)
        near, far = (near_first, far_first) if mover == 0 else (far_first, near_first)
        assert place(page, near) > place(page, far)


def test_an_ending_is_not_turned_by_where_the_king_stands(page: Any, address: str) -> None:
    number = next(number for number, one in shipped("chess") if "K" in "".join(one.position.split("/")[:3]))
    assert mossa.game("chess").position(shipped("chess")[number - 1][1].position).mover == 0
    show(page, address, "chess", number)
    assert place(page, "a1") > place(page, "a8")


def test_hints_cost_points_and_the_next_puzzle_fits(page: Any, address: str) -> None:
    puzzles = shipped("tictactoe")
    number, puzzle = puzzles[0]
    show(page, address, "tictactoe", number)
    page.click("#puzzle-hint")
    page.locator("#own", has_text="Your rating here:").wait_for()
    status(page, f"The move is {puzzle.moves[0]}.")
    page.locator("#board .cell.hinted").wait_for()
    rating = int(page.locator("#own").inner_text().split(":")[1].split()[0])
    assert rating < 1000
    open_ones = [(abs(one.rating - rating), i) for i, one in puzzles if i != number]
    page.click("#puzzle-next")
    fitting = min(open_ones)[1]
    page.locator("#title", has_text=re.compile(f"^Tic-tac-toe · {fitting}$")).wait_for()
    moves = puzzles[fitting - 1][1].moves
    for i, text in enumerate(moves[::2], 1):
        cell(page, text).click()
        page.locator("#status", has_text="Right. Go on." if 2 * i < len(moves) else "Solved! +").wait_for()
        page.locator(f'#board .cell[aria-label^="{text}:"]:not(.open)').wait_for()
    page.locator("#own", has_text="in a row: 1").wait_for()
    page.reload()
    page.locator("#own", has_text="in a row: 1").wait_for()
    page.click("#puzzle-all")
    page.locator(".own-rating", has_text="in a row: 1").wait_for()


def test_the_piece_is_shown_before_the_move(page: Any, address: str) -> None:
    number, puzzle = shipped("chess")[0]
    show(page, address, "chess", number)
    page.click("#puzzle-hint")
    page.locator("#status", has_text=f"Look at {puzzle.moves[0][:2]}.").wait_for()
    page.click("#puzzle-hint")
    page.locator("#status", has_text="The move is").wait_for()
    page.locator("#board .arrow, #board [class*=rank-]").first.wait_for()


def test_the_moves_that_are_counted_are_the_solvers_own(page: Any, address: str) -> None:
    for game in ("chess", "gomoku"):
        number, puzzle = next((i, one) for i, one in shipped(game) if one.plies == 5 and one.proof != "table")
        show(page, address, game, number)
        page.locator("#task", has_text="wins in 3 moves").wait_for()
        effort = "more than 300,000 positions" if puzzle.is_beyond else "until it stays with the solution"
        page.locator("#facts", has_text=effort).wait_for()


def test_a_position_is_opened_in_the_analysis(page: Any, address: str) -> None:
    show(page, address, "connect4", 1)
    page.click("#puzzle-analyse")
    page.locator("#do-flip").wait_for()
    assert "/analyse/" in page.url


def test_on_a_phone_the_board_comes_first(phone: Any, address: str) -> None:
    show(phone, address, "chess", 1)
    board, title = phone.locator("#board").bounding_box(), phone.locator("#title").bounding_box()
    assert board["y"] < 130
    assert title["y"] < 740
    assert board["y"] + board["height"] <= title["y"]
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
