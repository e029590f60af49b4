"""The table of Pig."""

import mossa


def test_the_points_are_drawn():
    position = mossa.game("pig").after("roll 6 roll 4 hold roll 3")
    assert str(position) == "P1 P2\n10  0\n . +3\nthe first with 100 points wins"
    assert str(position.play("roll")).endswith("the die rolls")


def test_after_the_end_nobody_has_a_turn():
    position = mossa.game("pig:goal=5").after("roll 6 hold")
    assert position.is_over
    assert "+" not in str(position)
