"""The board of Gomoku."""

import mossa


def test_the_board_is_drawn():
    position = mossa.game("gomoku:size=5").after("c3 b2")
    assert str(position) == "5 . . . . .\n4 . . . . .\n3 . . X . .\n2 . O . . .\n1 . . . . .\n  a b c d e"


def test_stones_stand_on_crossings():
    scene = mossa.game("gomoku").start().scene()
    assert {len(cell.lines) for cell in scene.cells} == {2, 3, 4}
    assert [cell.name for cell in scene.cells if len(cell.lines) == 2] == ["a15", "o15", "a1", "o1"]
