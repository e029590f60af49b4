"""The board of chess as text."""

import mossa

CHESS = mossa.game("chess")


def test_the_board_is_drawn_with_white_below():
    lines = str(CHESS.after("e4")).splitlines()
    assert lines[0] == "8 r n b q k b n r"  # capitals are White's, as in a FEN
    assert lines[4] == "4 . . . . P . . ."
    assert lines[8] == "  a b c d e f g h"
    assert lines[9] == "Black to move"
    cells = {cell.name: cell for cell in CHESS.start().scene().cells}
    assert cells["a1"].ground == "dark"
    assert cells["e1"].piece == mossa.Piece("♚", "white", letter="K")
    assert cells["d8"].piece == mossa.Piece("♛", "black", letter="q")
    assert CHESS.position("4k3/8/8/8/8/8/8/K3R3 b - - 60 99").scene().notes == (
        "Black to move, in check",
        "30 moves without a capture or a pawn's move",
    )
