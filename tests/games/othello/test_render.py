"""The board of Othello as text."""

import mossa

OTHELLO = mossa.game("othello")


def test_the_board_is_drawn_with_a1_at_the_top_left():
    lines = str(OTHELLO.after("f5")).splitlines()
    assert lines[0].startswith("1 . .")
    assert lines[4] == "5 . . . X X X . ."
    assert lines[-1] == "Black 4, White 1"
