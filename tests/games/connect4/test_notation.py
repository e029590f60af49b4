"""Moves and positions of Connect Four as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.random_play import positions

import mossa
from mossa import MossaError
from mossa.games.connect4.rules import State

GAME = mossa.game("connect4")

RULES = GAME.rules

SIZES = [(7, 6), (5, 4), (4, 4), (9, 6), (1, 6), (7, 1), (2, 20), (3, 14), (12, 4)]

BOARDS = {size: mossa.game(f"connect4:columns={size[0]},rows={size[1]}") for size in SIZES}


@pytest.mark.parametrize("size", SIZES)
@given(data=st.data())
def test_positions_are_written_and_read(size, data):
    game = BOARDS[size]
    position = data.draw(positions(game))
    again = game.position(position.text)
    assert again == position
    assert again.mover == position.mover
    assert len(position.text) == len(position.history) or position.text == "start"


@given(data=st.data())
def test_stones_stacked_on_equal_stones_are_written(data):
    """Players who build columns of their own colour leave few orders: the hardest case for `write_position`."""
    game = BOARDS[9, 6]
    at, tops = game.start(), {}
    while not at.is_over:
        same = [column for column in at.legal if tops.get(column) == at.mover]
        column = data.draw(st.sampled_from(same or at.legal))
        tops[column] = at.mover
        at = at.play(column)
    assert game.position(at.text) == at


def test_columns_after_the_ninth_are_letters():
    game = BOARDS[12, 4]
    position = game.position("9abcABC")
    assert position.moves == tuple("123456789abc")
    assert position.history == ()
    assert game.after("A b").text == "ab"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4444444", "move 7 of '4444444': column 4 is full"),
        ("48", "move 2 of '48': there is no column '8'; columns are written 1 to 7"),
        ("4 4", "move 2 of '4 4': there is no column ' '; columns are written 1 to 7"),
        ("12121217", "move 8 of '12121217' comes after the end of the game"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError) as caught:
        GAME.position(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("move", ["8", "", "11", "x", "0"])
def test_wrong_moves(move):
    with pytest.raises(MossaError, match="is not a legal move here; legal: 1, 2, 3, 4, 5, 6, 7"):
        GAME.start().play(move)


@pytest.mark.parametrize(
    "state",
    [
        State(0b11, 0b11),  # two stones, both of the player to move
        State(0, 0b1111),  # the second player cannot have four in a row while the first has none
        State(0b0101_0000000_1010_0000000_1111, 0b1111_0000000_1111_0000000_1111),  # the mover already has a line
    ],
)
def test_stones_that_cannot_be_played_are_not_written(state):
    with pytest.raises(MossaError, match="cannot have been played"):
        RULES.write_position(state)
