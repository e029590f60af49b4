"""The board of trio as text."""

import mossa

GAME = mossa.game("trio")

BLUE_DECIDES = "YYY--BRR-BRYRRR-"


def test_the_board_is_drawn():
    expected = "4 R R R .\n3 . B R Y\n2 . B R R\n1 Y Y Y .\n  a b c d\nRed 6, Yellow 4, Blue 2"
    assert str(GAME.position(BLUE_DECIDES)) == expected
