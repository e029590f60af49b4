"""Moves and positions of checkers as text."""

import pytest

import mossa

CHECKERS = mossa.game("checkers")


def test_moves_are_read_in_several_forms() -> None:
    position = CHECKERS.after("11-15 22-18")
    for text in ("15x22", "15-22", "15X22", "15:22"):
        assert position.play(text).history[-1] == "15x22"
    with pytest.raises(mossa.MossaError, match="several ways here: write 2x9x18 or 2x11x18"):
        CHECKERS.position("B:W6,7,14,15:B2").play("2x18")
    for wrong in ("15x23", "15", "a1-b2", "", "15x22x31"):
        with pytest.raises(mossa.MossaError):
            position.play(wrong)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "written like B:W18"),
        ("B:W18", "written like B:W18"),
        ("B:W18:W12", "written like B:W18"),
        ("X:W18:B12", "written like B:W18"),
        ("B:W18:B18", "both sides on square 18"),
        ("B:W1:B5", "white man on square 1: there it is a king"),
        ("B:W5:B32", "black man on square 32: there it is a king"),
        ("B:W33:B1", "squares are 1 to 32"),
        ("B:W5,5:B1", "square 5 twice"),
        ("B:Wx:B1", "lists 'X' for White"),
        ("B:W20-32:B1", "13 pieces for White"),
        ("B:W5:B1:H81", "number of quiet moves"),
        ("B:W5:B1:Q", "number of quiet moves"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(mossa.MossaError, match=reason):
        CHECKERS.position(text)


def test_positions_are_read_in_several_forms() -> None:
    start = CHECKERS.start()
    for text in ("start", "B:W21-32:B1-12", "b:b1-12:w21-32", "B:W21-32:B1-12.", '"B:W21-32:B1-12:H0:F1"'):
        assert CHECKERS.position(text) == start
