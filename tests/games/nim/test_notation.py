"""Moves and positions of Nim as text."""

import pytest

import mossa
from mossa import MossaError

GAME = mossa.game("nim")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3-4", "cannot arise from 3-4-5"),
        ("3-5-5", "cannot arise from 3-4-5"),
        ("3-4-5 third", "its heaps and the player to move"),
        ("3+4+5", "its heaps and the player to move"),
        ("", "its heaps and the player to move"),
        ("3--4", "its heaps and the player to move"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("d1", r"a heap \(a to c\) and how many to take, as in a2, not 'd1'"),
        ("a", "and how many to take"),
        ("", "and how many to take"),
        ("a4", "'a4' is not a legal move here"),
        ("a0", "'a0' is not a legal move here"),
        ("a101", "'a101' is not a legal move here"),
    ],
)
def test_wrong_moves(move, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.start().play(move)
