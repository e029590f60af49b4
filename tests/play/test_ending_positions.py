"""Positions drawn from endings: legal, not over, the same every time."""

from __future__ import annotations

from itertools import islice

import pytest

import mossa
from mossa.play.ending_positions import EndingPositions


@pytest.mark.parametrize(("game", "name", "pieces"), [("chess", "KPK", 3), ("checkers", "KM-K", 3)])
def test_they_have_the_pieces_of_the_ending(game: str, name: str, pieces: int) -> None:
    endings = EndingPositions(mossa.game(game), (name,))
    drawn = list(islice(endings.drawn(name, 3), 30))
    for at in drawn:
        assert not at.is_over
        assert len([cell for cell in at.scene().cells if cell.piece]) == pieces
        assert at.game.position(at.text).text == at.text
    assert len({at.text for at in drawn}) > 20
    assert [at.text for at in islice(endings.drawn(name, 3), 30)] == [at.text for at in drawn]


def test_a_table_that_is_not_there_is_named_with_the_command_that_makes_it() -> None:
    with pytest.raises(mossa.MossaError, match="mossa tables chess 5 --only KBBNK"):
        EndingPositions(mossa.game("chess"), ("KPK", "KBBNK"))
