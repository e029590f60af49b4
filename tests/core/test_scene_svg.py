"""Scenes as SVG: several pieces on a cell, cards, dice, what is pale."""

import xml.etree.ElementTree as ET

import pytest

import mossa
from mossa import Cell, Piece, Scene
from mossa.core.scene_svg import COLOURS, draw

SVG = "{http://www.w3.org/2000/svg}"


def root(*cells: Cell) -> ET.Element:
    return ET.fromstring(draw(Scene(cells), 100))


@pytest.mark.parametrize(("count", "far"), [(0, None), (1, 60), (5, 460), (8, 460)])
def test_several_pieces_stand_one_cell_apart_and_closer_if_they_are_too_many(count: int, far: float | None) -> None:
    picture = root(Cell(0, 0, "6", "clear", Piece("X", "white", "disc"), count=count, step=(0.0, 1.0), most=5))
    places = [float(circle.get("cy")) for circle in picture.findall(f"{SVG}circle")]
    assert len(places) == count
    assert places == sorted(places)
    assert not places or max(places) == pytest.approx(far)
    assert [text.text for text in picture.findall(f"{SVG}text")] == (["8"] if count == 8 else [])


def test_a_card_shows_its_rank_and_its_suit_and_a_back_neither() -> None:
    picture = root(Cell(0, 0, piece=Piece("♥10", "first", "card")), Cell(1, 0, piece=Piece("13", "neutral", "back")))
    texts = [(text.text, text.get("fill")) for text in picture.findall(f"{SVG}text")]
    assert texts == [("10", COLOURS["first"]), ("♥", COLOURS["first"]), ("13", COLOURS["white"])]


def test_pips_of_a_die_and_what_is_pale() -> None:
    picture = root(Cell(0, 0, piece=Piece("⚄", "black", "die5", faint=True)))
    group = picture.find(f"{SVG}g")
    assert float(group.get("opacity")) < 0.5
    spots = [path for path in group.iter(f"{SVG}path") if path.get("fill") == COLOURS["paper"]]
    assert len(spots) == 5


def test_letters_on_a_token_can_be_read_on_every_role() -> None:
    roles = ("white", "black", "second")
    picture = root(*(Cell(x, 0, piece=Piece("1", role, "token")) for x, role in enumerate(roles)))
    assert [text.get("fill") for text in picture.findall(f"{SVG}text")] == [
        COLOURS[ink] for ink in ("black", "white", "black")
    ]


def test_the_number_of_a_square_and_a_hole_are_drawn() -> None:
    picture = root(Cell(0, 0, "29", "dark", corner="29"), Cell(1, 0, "a", "hole"))
    assert [text.text for text in picture.findall(f"{SVG}text")] == ["29"]
    assert len(picture.findall(f"{SVG}circle")) == 1
    assert mossa.game("checkers").start().scene().svg().count(">32<") == 1
