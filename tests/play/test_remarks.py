"""Remarks of an analysis in a file: beside what people wrote, and once only."""

from __future__ import annotations

from dataclasses import replace

import pytest

import mossa
from mossa.play.analysis import MoveReview, analyse
from mossa.play.game_text import read_game, write_game
from mossa.play.remarks import remarks, with_remarks, without_remarks
from mossa.search.common.limits import Limits

GAME = """[Event "Club night"]
[Annotator "Ada"]

1. f3 {careless} e5 2. g4?! {mossa is a program} (2. e4 {solid}) Qh4# 0-1
"""


def analysed(text: str, depth: int) -> str:
    """A game with the remarks of an analysis."""
    game = mossa.game("chess")
    read = read_game(game, text)
    found = analyse(read.line, lambda: Limits(depth=depth))
    comments, marks = with_remarks(read.written.comments, read.written.marks, found)
    return write_game(game, replace(read.written, comments=comments, marks=marks))


def test_what_was_better_is_told() -> None:
    line = mossa.game("tictactoe").after("a1 b2 c3 a3").line
    comments, marks = remarks(analyse(line, lambda: Limits(depth=9)))
    assert marks == {4: "??"}
    assert comments[1] == "mossa: 0.00"
    assert comments[4].startswith("mossa ??: #")
    assert "better" in comments[4]
    assert without_remarks(comments, marks) == ({}, {})


def test_a_second_analysis_replaces_the_first_and_keeps_what_a_person_wrote() -> None:
    once = analysed(GAME, 3)
    assert analysed(once, 3) == once
    other = analysed(analysed(once, 2), 3)
    assert other == once
    assert once.count("careless") == once.count("mossa is a program") == once.count("solid") == 1
    assert once.count("mossa") == 1 + 4  # of a person, and one after each move
    for kept in ('[Event "Club night"]', '[Annotator "Ada"]', "g4 $6", "0-1"):
        assert kept in once
    read = read_game(mossa.game("chess"), once).written
    assert without_remarks(read.comments, read.marks) == ({1: "careless", 3: "mossa is a program"}, {3: "?!"})


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("mossa: +0.31", ""),
        ("so mossa ??: −#4, better 13/8(2) 6/5 (#3) and so on", "so and so on"),
        ("mossa ?!: better 24/18 13/11 (−0.05)", ""),
        ("mossa: a fine program", "mossa: a fine program"),
        ("+0.31/12 0.513s [%clk 0:00:59.2] mossa: 0", "+0.31/12 0.513s [%clk 0:00:59.2]"),
    ],
)
def test_only_what_an_analysis_wrote_is_taken_out(text: str, kept: str) -> None:
    assert without_remarks({1: text}, {})[0].get(1, "") == kept


def test_where_nothing_was_found_nothing_is_said() -> None:
    silent = MoveReview(0, None, None, "", 0.0, False, 0, 0, ())
    assert remarks([silent, replace(silent, ply=1)]) == ({}, {})
