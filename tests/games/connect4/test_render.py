"""The board of Connect Four as text."""

import mossa

GAME = mossa.game("connect4")

SIZES = [(7, 6), (5, 4), (4, 4), (9, 6), (1, 6), (7, 1), (2, 20), (3, 14), (12, 4)]

BOARDS = {size: mossa.game(f"connect4:columns={size[0]},rows={size[1]}") for size in SIZES}


def test_the_board_is_drawn():
    assert str(BOARDS[5, 4].position("3312")) == ". . . . .\n. . . . .\n. . O . .\nX O X . .\n1 2 3 4 5"
    assert 'fill="#e0b020"' in GAME.position("12")._repr_svg_()
