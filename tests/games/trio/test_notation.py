"""Wrong positions of trio are one sentence."""

import pytest

import mossa
from mossa import MossaError

GAME = mossa.game("trio")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "16 letters R, Y, B, G or - from a1 to d4"),
        ("X" * 16, "16 letters R, Y, B, G or - from a1 to d4"),
        ("-----RG--GB-----", "has 2 green balls"),
        ("-----RG--Y------", "has an empty cell in the middle"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)
