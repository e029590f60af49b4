"""The heaps as text."""

import mossa

GAME = mossa.game("nim")


def test_the_heaps_are_drawn_and_each_match_names_a_move():
    position = GAME.after("c3")
    assert str(position) == "\n  |\n| |\n| | |\n| | |\na b c\n3-4-2"
    named = [cell.name for cell in position.scene().cells if cell.name]
    assert sorted(named) == sorted(position.moves)
