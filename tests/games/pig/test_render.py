"""The table of Pig."""

import mossa


def test_the_points_are_drawn():
    position = mossa.game("pig").after("roll 6 roll 4 hold roll 3")
    lines = [" ".join(line.split()) for line in str(position).splitlines()]
    assert lines == ["P1 # . . . . . . . . . 10", "P2 . . . . . . . . . . 0 +3", "the first with 100 points wins"]
    assert str(position.play("roll")).endswith("the die rolls")


def test_after_the_end_nobody_has_a_turn():
    position = mossa.game("pig:goal=5").after("roll 6 hold")
    assert position.is_over
    assert "+" not in str(position)


def test_the_points_of_the_turn_are_pale_in_the_bar():
    bars = [cell.piece for cell in mossa.game("pig:goal=20").after("roll 6 roll 4").scene().cells if cell.y == 0]
    shown = [piece.faint for piece in bars if piece and piece.shape == "bar"]
    assert shown == [True] * 5
