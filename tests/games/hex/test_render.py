"""The board of Hex."""

import mossa


def test_the_board_is_drawn():
    game = mossa.game("hex:size=3")
    expected = (
        "   r r r r\n1 b . R . b\n2  b . . . b\n3   b . . . b\n     r r r r\nRed: top to bottom; Blue: left to right"
    )
    assert str(game.after("b1")) == f"{expected}\nswap-pieces is possible"
    assert str(game.after("b1 swap")) == expected.replace(". R .", ". . .").replace("2  b .", "2  b B")


def test_cells_are_hexagons_within_a_frame():
    scene = mossa.game("hex").start().scene()
    cells = scene.cells
    assert scene.svg().count("<polygon") == len(cells)
    assert {len(cell.outline) for cell in cells} == {6}
    assert len([cell for cell in cells if cell.name]) == 121
    assert {cell.ground for cell in cells if not cell.name} == {"first", "third"}
