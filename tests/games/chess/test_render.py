"""The board of chess as text, the king in check, and how a game ended."""

import pytest

import mossa
from mossa.play.game_text import ending_of

CHESS = mossa.game("chess")


def test_the_board_is_drawn_with_white_below():
    lines = str(CHESS.after("e4")).splitlines()
    assert lines[0] == "8 r n b q k b n r"  # capitals are White's, as in a FEN
    assert lines[4] == "4 . . . . P . . ."
    assert lines[8] == "  a b c d e f g h"
    assert lines[9] == "Black to move"
    cells = {cell.name: cell for cell in CHESS.start().scene().cells}
    assert cells["a1"].ground == "dark"
    assert cells["e1"].piece == mossa.Piece("♚", "white", "king", "K")
    assert cells["d8"].piece == mossa.Piece("♛", "black", "queen", "q")
    assert CHESS.position("4k3/8/8/8/8/8/8/K3R3 b - - 60 99").scene().notes == (
        "Black to move, in check",
        "30 moves without a capture or a pawn's move",
    )


def test_only_a_king_in_check_is_an_alarm():
    scene = CHESS.position("4k3/8/8/8/8/8/8/K3R3 b - - 60 99").scene()
    assert [cell.name for cell in scene.cells if cell.alarm] == ["e8"]
    assert not any(cell.alarm for cell in CHESS.start().scene().cells)


@pytest.mark.parametrize(
    ("position", "ending"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 90", "checkmate"),  # mate comes before the 75 moves
        ("k7/8/1Q6/8/8/8/8/7K b - - 0 90", "stalemate"),
        ("k7/8/1B6/8/8/8/8/7K b - - 0 90", "insufficient material"),
        ("k7/8/1R6/8/8/8/8/7K b - - 150 90", "75 moves without a capture or a pawn's move"),
        ("k7/8/1R6/8/8/8/8/7K b - - 149 90", ""),
    ],
)
def test_how_a_game_ended(position, ending):
    assert ending_of(CHESS.position(position)) == ending
