"""The piles as text."""

import mossa

GAME = mossa.game("grundy")


def test_the_piles_are_drawn():
    assert str(GAME.position("4-2-1")) == "4 | | | |\n2 | |\n1 |"
