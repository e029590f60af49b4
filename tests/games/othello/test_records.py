"""Transcripts and GGF of Othello."""

import random

import pytest

import mossa
from mossa import MossaError
from mossa.core.game_file import GameFile
from mossa.games.othello import records
from mossa.games.othello.rules import PASS

OTHELLO = mossa.game("othello")

RULES = OTHELLO.rules

TRANSCRIPT = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5"


def test_transcripts_are_read_and_written():
    record = records.read_transcript(TRANSCRIPT)
    assert len(record.moves) == 14
    assert records.write_transcript(record) == TRANSCRIPT
    assert records.read_transcript("1. F5 D6 2. C3 D3 3. C4") == records.read_transcript("f5, d6\nc3 d3 c4")


def test_a_transcript_implies_its_passes():
    chooser, passes = random.Random(3), 0
    for _ in range(5):
        at, played = RULES.start(), []
        while not RULES.is_over(at):
            played.append(chooser.choice(RULES.legal(at)))
            at = RULES.play(at, played[-1])
        passes += played.count(PASS)
        record = GameFile(RULES.start(), tuple(played))
        assert records.read_transcript(records.write_transcript(record)) == record
        (again,) = records.read_ggf(records.write_game(record))
        assert (again.first, again.moves) == (record.first, record.moves)
        assert again.tags["RE"] == f"{RULES.utility(at, 0):+.3f}"
    assert passes > 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not an empty text"),
        ("f5d6x9", "move 3 of the transcript is 'x9'"),
        ("f5f5", "move 2 of the transcript, f5, is not legal; legal there: f4, d6, f6"),
        ("f5 pass", "move 2 of the transcript, pass, is not legal"),
    ],
)
def test_wrong_transcripts_name_the_move(text, reason):
    with pytest.raises(MossaError, match=reason):
        records.read_transcript(text)


GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[two]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]"
    "RE[+6.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[f5//0.01]W[d6/-1.25/0.02]B[C3]W[d3/2.00];)"
)


def test_ggf_is_read_and_written():
    (record,) = records.read_ggf("a match:\n" + GGF)
    assert record.players == ("one", "two")
    assert record.tags["RE"] == "+6.000:r"
    assert record.result == (6, -6)
    assert record.comments == {1: "/0.01", 2: "-1.25/0.02", 4: "2.00"}
    assert record.moves == records.read_transcript("f5d6c3d3").moves
    names_first = "(;GM[Othello]PB[one]PW[two]" + GGF.removeprefix("(;GM[Othello]").replace("PB[one]PW[two]", "")
    assert records.write_game(record) == names_first.replace("C3", "c3") + "\n"
    assert len(records.read_ggf(GGF + GGF)) == 2


def test_ggf_may_begin_anywhere():
    later = GameFile(records.read_transcript("d3").states(RULES.play)[-1])
    (again,) = records.read_ggf(records.write_game(later))
    assert again.first == later.first


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("(;", "", "this is not GGF"),
        ("GM[Othello]", "GM[Amazons]", "game 1 of the GGF text is Amazons, not Othello"),
        ("BO[8", "BO[10", "a board of size 10"),
        ("W[d6/-1.25/0.02]", "W[f5]", r"W\[f5\], move 2, is not legal; legal there: f4, d6, f6"),
        ("W[d6/-1.25/0.02]", "B[d6]", "is out of turn: White moves"),
        ("---O*--- ---*O---", "---O*--- ---*Q---", "it has no 'Q'"),
    ],
)
def test_wrong_ggf_names_the_place(old, new, reason):
    with pytest.raises(MossaError, match=reason):
        records.read_ggf(GGF.replace(old, new))
