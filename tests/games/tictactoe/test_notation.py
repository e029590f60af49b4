"""Moves and positions of tic-tac-toe as text."""

import pytest
from hypothesis import given
from tests.games.tictactoe.positions import by_ply
from tests.random_play import positions

import mossa
from mossa import MossaError

GAME = mossa.game("tictactoe")

RULES = GAME.rules


def test_all_positions_are_written_and_read():
    for states in by_ply():
        for state in states:
            assert RULES.read_position(RULES.write_position(state)) == state
    assert len({RULES.key(state) for states in by_ply() for state in states}) == 5_478


@given(positions(GAME))
def test_moves_are_written_and_read(position):
    for number, text in zip(position.legal, position.moves, strict=True):
        assert position.read_move(text) == number


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X", "nine letters X, O or - from a1 to c3"),
        ("X--Z-----", "nine letters X, O or - from a1 to c3"),
        ("OO-------", "has 0 X and 2 O"),
        ("XXXOOO---", "the game ended before the last mark"),
        ("XXXOO-O--", "the game ended before the last mark"),
    ],
)
def test_wrong_positions(text, sentence):
    with pytest.raises(MossaError, match=sentence):
        GAME.position(text)
