"""Chess in a real browser: the panel beside the board, what its moves are called, offers of a draw."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.browser import BROWSER_TESTS, begin, cell, status

import mossa
from mossa.play.puzzles import puzzle_file, read_puzzles

pytestmark = [*BROWSER_TESTS]


def top(page: Any, name: str) -> float:
    """How far down the page an element begins."""
    return float(page.locator(f"#{name}").bounding_box()["y"])


def test_the_panel_keeps_its_shape_while_a_game_goes_on(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "random")
    order = ["seats", "moves", "controls", "typed", "views"]
    before = [top(page, name) for name in order]
    assert before == sorted(before)
    assert not page.locator("#engine").is_visible()
    assert len({round(box["y"]) for box in (one.bounding_box() for one in page.locator("#controls button").all())}) == 1
    cell(page, "e2").click()
    cell(page, "e4").click()
    page.locator("#moves li").nth(1).wait_for()
    status(page, "Your move")
    assert [top(page, name) for name in order] == before


def test_moves_are_called_as_players_call_them(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "human")
    page.click("#choices summary")
    assert {"e4", "Nf3"} <= set(page.locator("#buttons button").all_inner_texts())
    page.fill("#text", "Nf")
    page.locator("#buttons button", has_text="Nf3").click()
    page.locator("#moves li", has_text="Nf3").wait_for()


def test_an_error_stays_until_a_person_moves(page: Any, address: str) -> None:
    begin(page, address, "tictactoe", "human", "random")
    page.fill("#text", "z9")
    page.press("#text", "Enter")
    page.locator("#notice", has_text="z9").wait_for()
    assert page.locator("#notice").bounding_box()["y"] > page.locator("#typed").bounding_box()["y"]
    page.click("#do-flip")
    assert page.locator("#notice").is_visible()
    page.locator("#board .cell.open").first.click()
    page.locator("#notice").wait_for(state="hidden")


def test_a_draw_is_asked_for_twice_and_declined_while_it_is_early(page: Any, address: str) -> None:
    begin(page, address, "chess", "human", "random")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.click("#do-draw")
    assert asked == ["Offer a draw?"]
    assert not page.locator("#notice").is_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#do-draw")
    page.locator("#notice", has_text="too early").wait_for()
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#do-resign")
    status(page, "White resigns. Black wins 0–1")
    assert page.locator("#outcome").inner_text() == "0–1"


def test_what_the_engine_said_goes_when_a_move_is_taken_back(page: Any, address: str) -> None:
    begin(page, address, "tictactoe", "human", "alphabeta:depth=2")
    page.click("#do-engine")
    page.locator("#board .cell.open").first.click()
    page.locator("#moves li").nth(1).wait_for()
    page.locator("#figures dd").first.wait_for()
    page.click("#do-undo")
    page.locator("#moves li").first.wait_for(state="detached")
    assert not page.locator("#engine").is_visible()


GAME = """[Event "Club night"]
[Date "2024.05.06"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 {greedy} (4. Nxd4 {simply}) 4... Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""


def test_from_the_mistakes_of_an_analysed_game_one_learns(page: Any, address: str) -> None:
    pasted = page.request.post(f"{address}/api/boards/import", data={"game": "chess", "text": GAME}).json()["id"]
    page.goto(f"{address}/analyse/{pasted}")
    page.locator("#tags", has_text="Club night · 2024.05.06 · 0–1").wait_for()
    assert [one.strip() for one in page.locator(".comment").all_inner_texts()] == ["greedy", "simply"]
    page.select_option("#seconds", "1")  # enough for the same marks on a busy machine
    page.click("#do-all")
    page.locator("#summary tbody tr").nth(1).wait_for()
    page.reload()  # marks, graph and table have their address
    page.locator("#summary tbody tr").nth(1).wait_for()
    page.locator("#graph svg").wait_for()
    page.locator("#moves .mark-bad", has_text="Nxe5??").wait_for()
    page.click("#drill-0")
    page.locator("#drill", has_text="4. Nxe5?? was a mistake").wait_for()
    page.locator("#opening", has_text="Italian Game").wait_for()
    assert not page.locator("#engine").is_visible()  # nothing gives it away
    cell(page, "f3").click()
    cell(page, "e5").click()
    page.locator(".drill.is-wrong", has_text="what was played").wait_for()
    cell(page, "f3").click()
    cell(page, "g1").click()
    page.locator(".drill.is-wrong", has_text="Ng1 loses").wait_for()
    cell(page, "f3").click()
    cell(page, "d4").click()
    page.locator(".drill.is-right", has_text="Nxd4").wait_for()
    page.locator("#engine").wait_for()
    page.click("#drill-next")
    page.locator("#drill", has_text="5. Nxf7?? was a mistake").wait_for()
    page.click("#drill-solve")
    page.locator(".drill.is-shown", has_text="Best is").wait_for()
    page.click("#drill-end")
    assert not page.locator("#drill").is_visible()


def test_a_puzzle_is_solved_on_the_board(page: Any, address: str) -> None:
    puzzles = read_puzzles(puzzle_file(mossa.game("tictactoe")))
    number, puzzle = next((i, one) for i, one in enumerate(puzzles, 1) if len(one.moves) == 3)
    page.goto(f"{address}/puzzles")
    page.locator(f'a[href="#tictactoe/{number}"]').click()
    status(page, "Your move")
    page.locator(f'#board .cell.open:not([aria-label^="{puzzle.moves[0]}:"])').first.click()
    status(page, "No: look again.")
    for text in puzzle.moves[::2]:
        cell(page, text).click()
        status(page, "Right. Go on." if text == puzzle.moves[0] else "Solved!")
    page.click("#puzzle-all")
    page.locator(f'.is-solved[href="#tictactoe/{number}"]').wait_for()


def test_wrong_and_huge_pastes_are_answered_in_one_italian_sentence(page: Any, address: str) -> None:
    page.goto(f"{address}/analyse")
    page.evaluate("localStorage.setItem('mossa.language', 'it')")
    page.reload()
    page.locator("h1", has_text="Analizza").wait_for()
    for text, told in (
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1", "la traversa 1 del FEN ha 'X'"),
        ("x" * 70_000, "Il testo ha 70.000 lettere"),
        ("1. e4 e5 2. Ke5", "la mossa 2 del Bianco, Ke5, non è legale"),
    ):
        page.fill("#paste-text", text)
        page.click("#paste-go")
        page.locator("#notice", has_text=told).wait_for()
    page.fill("#paste-text", "1. e4 e5 2. Nf3 Nc6 3. Bc4")
    page.click("#paste-go")
    page.get_by_role("button", name="Ultima posizione").click()
    page.locator("#opening", has_text="Partita italiana").wait_for()


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


@pytest.mark.parametrize(("side", "above"), [("white", "e8"), ("black", "e1")])
def test_a_person_plays_up_the_board_also_from_an_ending(page: Any, address: str, side: str, above: str) -> None:
    seats = ["human", "random"] if side == "white" else ["random", "human"]
    wishes = {"game": "chess", "seats": seats, "position": f"4K3/8/8/8/8/8/P7/4k3 {side[0]} - - 0 1"}
    answer = page.request.post(f"{address}/api/boards", data=wishes)
    page.goto(f"{address}/play/{answer.json()['id']}")
    status(page, "Your move")
    below = {"e1": "e8", "e8": "e1"}[above]
    assert cell(page, above).bounding_box()["y"] < cell(page, below).bounding_box()["y"]
