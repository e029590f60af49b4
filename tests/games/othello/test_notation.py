"""Moves and positions of Othello as text."""

import pytest

import mossa
from mossa import MossaError

OTHELLO = mossa.game("othello")


@pytest.mark.parametrize("text", ["D3", " d3 ", "d3"])
def test_moves_are_read_in_either_case(text):
    assert OTHELLO.start().play(text).text == "-" * 19 + "X" + "-" * 7 + "XX" + "-" * 6 + "XO" + "-" * 27 + " O"


@pytest.mark.parametrize("text", ["d9", "pass", "a1", "", "d", "d33", "34"])
def test_wrong_moves_are_refused(text):
    with pytest.raises(MossaError, match="is not a legal move here; legal: d3, c4, f5, e6"):
        OTHELLO.start().play(text)


def test_positions_of_other_programs_are_read():
    start = OTHELLO.start()
    rows = "........\n........\n........\n...o*...\n...*o...\n........\n........\n........\n*"
    assert OTHELLO.position(rows) == start
    assert OTHELLO.position(" ".join(start.text)) == start
    assert OTHELLO.position(start.text.lower()) == start


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this one has 0 letters in place of 65"),
        ("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27, "does not say who moves"),
        ("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + "-", "the side to move is X or O, not"),
        ("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X X", "66 letters in place of 65"),
        ("-" * 27 + "OX" + "-" * 6 + "ZO" + "-" * 27 + " X", "it has no 'Z'"),
        ("X" * 8 + "-" * 56 + " X", "one of the squares d4, e4, d5, e5 is empty"),
    ],
)
def test_wrong_positions_are_one_clear_sentence(text, reason):
    with pytest.raises(MossaError, match=reason) as error:
        OTHELLO.position(text)
    assert "\n" not in str(error.value)
