"""The evaluation of chess: symmetries, and what it prefers."""

import chess
import pytest
from tests.games.chess.positions import boards, judged, state_of

import mossa

CHESS = mossa.game("chess")

RULES = CHESS.rules


@pytest.mark.parametrize("seed", range(3))
def test_the_colours_are_alike(seed):
    for board in boards(seed):
        assert judged(board) == judged(board.mirror())


def test_left_and_right_are_alike():
    for board in boards("mirror"):
        board.castling_rights = chess.BB_EMPTY
        assert judged(board) == judged(board.transform(chess.flip_horizontal))


def test_more_is_better():
    start = CHESS.start().state
    for square, least in (("d1", 800), ("a1", 350), ("b1", 200)):
        board = chess.Board()
        board.remove_piece_at(chess.parse_square(square))
        if square == "a1":
            board.castling_rights &= ~chess.BB_A1
        assert RULES.evaluate(start) - RULES.evaluate(state_of(board)) > least
    # A pawn, where it opens no file to a rook.
    pawns = chess.Board("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")
    for file in range(8):
        board = pawns.copy()
        board.remove_piece_at(chess.square(file, 1))
        assert RULES.evaluate(state_of(pawns)) - RULES.evaluate(state_of(board)) > 60


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/4N3/8/8/4K3", "4k3/8/8/8/8/8/8/N3K3"),  # a knight in the centre
        ("k7/8/1K6/8/8/8/8/7R", "8/8/3k4/8/8/8/1K6/7R"),  # the bare king at the edge
        ("8/8/8/8/8/5K2/3B4/3N3k", "8/8/8/8/8/2K5/3B4/k2N4"),  # with a bishop of dark squares: h8 and a1
        ("8/4k3/P7/8/8/8/8/1K6", "8/4k3/8/P7/8/8/8/1K6"),  # a passed pawn further on
    ],
)
def test_what_is_better_looks_better(better, worse):
    if "B" in better:
        better, worse = worse, better
    good, bad = (RULES.evaluate(CHESS.position(f"{board} w - - 0 1").state) for board in (better, worse))
    assert good > bad


def test_an_advantage_without_progress_fades():
    fen = "4k3/8/8/8/8/8/8/4K2R w - - {} 60"
    scores = [RULES.evaluate(CHESS.position(fen.format(quiet)).state) for quiet in (0, 50, 99)]
    assert scores[0] > scores[1] > scores[2] > 0
