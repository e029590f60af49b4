"""Openings of chess by name."""

import chess
import chess.polyglot
import pytest

import mossa
from mossa.games.chess.openings import match_openings, named_openings, opening_of

CHESS = mossa.game("chess")


def test_every_opening_is_legal_and_has_its_key() -> None:
    openings = named_openings()
    assert len(openings) >= 400
    assert len({one.key for one in openings}) == len(openings) == len({one.name for one in openings})
    board = chess.Board()
    for one in openings:
        board.reset()
        for move in one.moves:
            board.push_san(move)
        assert chess.polyglot.zobrist_hash(board) == one.key, one


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", ""),
        ("e4", "B00 King's Pawn Game"),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5", "C89 Ruy Lopez: Marshall Attack"),
        ("d2d4 d7d5 c2c4", "D06 Queen's Gambit"),
        ("c4 e6 d4 d5", "D30 Queen's Gambit Declined"),  # in another order
        ("a3 a6 a4 a5", "A00 Anderssen's Opening"),
    ],
)
def test_the_opening_that_is_played(moves: str, name: str) -> None:
    named = opening_of(CHESS.after(moves))
    assert (str(named) if named else "") == name


def test_a_game_from_elsewhere_has_no_opening() -> None:
    assert opening_of(CHESS.position("8/8/8/8/8/5k2/6q1/3K4 b - - 0 1")) is None


def test_matches_begin_with_balanced_openings() -> None:
    openings = match_openings()
    assert len(openings) >= 100
    assert len(set(openings)) == len(openings)
    known = {one.moves: one for one in named_openings()}
    assert all(abs(known[moves].score) <= 60 and len(moves) >= 6 for moves in openings)
