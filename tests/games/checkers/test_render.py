"""The board of checkers as text."""

import mossa

CHECKERS = mossa.game("checkers")


def test_the_board_is_drawn() -> None:
    position = CHECKERS.position("W:W32:BK1,K30:H44")
    assert str(position).splitlines() == [
        ". B . . . . . .",
        *[". . . . . . . ."] * 6,
        ". . B . . . w .",
        "White to move",
        "44 of 80 quiet moves",
    ]
    assert position._repr_svg_().count("♛") == 2
