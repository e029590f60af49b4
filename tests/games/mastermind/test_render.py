"""The code is hidden from its breaker until the end."""

import mossa

SMALL = mossa.game("mastermind:pegs=3,colours=4,guesses=4")


def test_the_code_is_hidden_from_its_breaker_until_the_end():
    position = SMALL.position("321 123=12")
    assert position.scene(1).text() == "code ? ? ?\n   1 1 2 3 ● ○ ○\n   2 . . .\n   3 . . .\n   4 . . ."
    for viewer in (0, None):
        assert position.scene(viewer).text().startswith("code 3 2 1\n")
    assert position.play("321").scene(1).text().startswith("code 3 2 1\n")
    assert SMALL.start().scene(0).text().startswith("code . . .\n")
