"""Books made from games and from named lines."""

from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.games.chess.book import Book, book_key, pack, write_book
from mossa.games.chess.book_building import count_games, judge_openings, named_entries, walk, write_openings
from mossa.games.chess.notation import write_uci
from mossa.games.chess.openings import Opening
from mossa.games.chess.rules import play, start

CHESS = mossa.game("chess")


def test_a_book_from_games(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 0-1\n\n1. d4 Ke5 *\n\n1. c4 e5 1/2-1/2\n")
    entries, skipped = count_games([path], plies=2)
    assert skipped == ["games.pgn, game 3, left out: move 1 of Black, Ke5, is not legal"]
    out = tmp_path / "book.bin"
    write_book(out, entries)
    book = Book(out)
    assert {write_uci(c.move): c.weight for c in book.find(start())} == {"e2e4": 2, "c2c4": 1}
    after = CHESS.after("e4").state
    assert {write_uci(c.move): c.weight for c in book.find(after)} == {"c7c5": 2, "e7e5": 0}
    with pytest.raises(MossaError, match="cannot be read"):
        count_games([tmp_path / "none.pgn"], plies=2)


def test_a_book_of_named_lines() -> None:
    def opening(moves: str) -> Opening:
        return Opening("A00", moves, tuple(moves.split()), 0, 0)

    openings = [opening("e4 e5"), opening("e4 c5"), opening("f3"), opening("d4")]
    scores = {}
    for one, score in zip(openings, (20, 20, -200, 20), strict=True):
        for state, move in walk(one.moves):
            scores[book_key(play(state, move))] = score
    weights = {entry.move: entry.weight for entry in named_entries(openings, scores) if entry.key == book_key(start())}
    e4, d4, f3 = (pack(CHESS.start().read_move(text)) for text in ("e4", "d4", "f3"))
    assert weights[e4] > weights[d4] > 0  # two lines go on from it
    assert weights[f3] == 0  # known, not played


def test_judging_openings(tmp_path: Path) -> None:
    sound, lost = ("e4", "e5", "Nf3", "Nc6"), ("e4", "e5", "Nf3", "Qh4")  # the queen is given away
    judged, entries = judge_openings([("C44", "King's Pawn Game", sound), ("C40", "Lost", lost)], nodes=2000)
    assert judged[0].score < judged[1].score
    assert {entry.weight > 0 for entry in entries} == {True, False}
    write_openings(tmp_path / "openings.tsv", judged)
    text = (tmp_path / "openings.tsv").read_text()
    assert f"C44\tKing's Pawn Game\te4 e5 Nf3 Nc6\t{judged[0].score}\t{judged[0].key:016x}" in text
