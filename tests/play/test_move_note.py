"""What is noted of a move: as text, as JSON and back."""

import pytest

import mossa
from mossa import MossaError
from mossa.play.move_note import MoveNote, fits

CHESS = mossa.game("chess")


@pytest.mark.parametrize(
    ("note", "text", "plain"),
    [
        (MoveNote(), "", []),
        (MoveNote(-31, 7), "-0.31/7", [-31, 7]),
        (MoveNote(9 - (1 << 22), 20, 1.5), "-#5/20 1.500s", [9 - (1 << 22), 20, 1.5]),
        (MoveNote(seconds=0.25, clock=3725.04), "0.250s [%clk 1:02:05.0]", [None, None, 0.25, 3725.04]),
        (MoveNote(0, None, None, 0.0), "0.00 [%clk 0:00:00.0]", [0, None, None, 0.0]),
    ],
)
def test_text_and_json(note: MoveNote, text: str, plain: list[float | None]) -> None:
    assert note.text(CHESS) == text
    assert note.as_list() == plain
    assert MoveNote.from_list(plain) == note


@pytest.mark.parametrize("wrong", [None, {}, "x", [1, 2, 3, 4, 5], ["1"], [1.5], [True], [1, 2, "x"], [1, 2, 1e300]])
def test_what_is_no_note(wrong: object) -> None:
    assert not fits(wrong)
    with pytest.raises(MossaError, match="the note of a move is a list of score, depth, seconds and clock"):
        MoveNote.from_list(wrong)
