"""The board of Hex."""

import mossa


def test_the_board_is_drawn():
    game = mossa.game("hex:size=3")
    expected = "1 . R .\n2  . . .\n3   . . .\nRed: top to bottom; Blue: left to right"
    assert str(game.after("b1")) == f"{expected}\nswap-pieces is possible"
    assert str(game.after("b1 swap")) == expected.replace(". R .", ". . .").replace("2  .", "2  B")


def test_cells_are_hexagons():
    assert {len(cell.outline) for cell in mossa.game("hex").start().scene().cells} == {6}
