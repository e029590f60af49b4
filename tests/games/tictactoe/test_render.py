"""The board of tic-tac-toe as text."""

import mossa

GAME = mossa.game("tictactoe")


def test_the_board_is_drawn():
    assert str(GAME.after("b2 a1")) == "3 . . .\n2 . X .\n1 O . .\n  a b c"
