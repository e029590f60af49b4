"""FEN both ways, against python-chess; wrong input is one sentence."""

import string

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.chess.positions import random_games

import mossa
from mossa import MossaError
from mossa.games.chess import fen, notation

CHESS = mossa.game("chess")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def replay(board):
    """Our position and their board before every move, and the move."""
    theirs = board.root()
    at = CHESS.position(theirs.shredder_fen() if board.chess960 else theirs.fen())
    for move in board.move_stack:
        yield at, theirs, move
        at = at.play(move.uci())
        theirs.push(move)
    yield at, theirs, None


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games_are_written_as_python_chess_does(chess960):
    for board in random_games(2, chess960=chess960):
        for ply, (at, theirs, _) in enumerate(replay(board)):
            assert at.text == theirs.fen(), theirs
            assert fen.write_fen(at.state, files=True) == theirs.shredder_fen()
            assert CHESS.position(at.text) == at
            assert CHESS.position(theirs.shredder_fen()) == at
            if ply % 6 == 0:
                for move in at.legal:
                    uci = notation.write_uci(move, chess960=chess960)
                    parsed = theirs.parse_uci(uci)
                    assert parsed.uci() == uci
                    san = theirs.san(parsed)
                    assert notation.write_san(at.state, move) == san
                    assert at.read_move(san) == at.read_move(uci) == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a FEN has 4 to 6 fields"),
        ("nonsense", "a FEN has 4 to 6 fields: board, side to move"),
        (START + " 7", "has 7"),
        (START.replace("/8/8/8/8/", "/8/8/8/"), "8 ranks with / between them, not 7"),
        (START.replace("/8/8/8/8/", "/8/8/8/7/"), "rank 3 of the FEN, '7', has 7 squares"),
        (START.replace("/8/8/8/8/", "/8/8/8/81/"), "has 9 squares"),
        (START.replace("PPPPPPPP", "PPPPPPPX"), "rank 2 of the FEN has 'X'"),
        (START.replace("PPPPPPPP", "PPPP0PPP"), "rank 2 of the FEN has '0'"),
        (START.replace("PPPPPPPP", "PPPPKPPP"), "White has 2 kings"),
        (START.replace("k", "q", 1), "Black has 0 kings"),
        (START.replace("/8/8/8/8/", "/8/8/8/P7/"), "White has 9 pawns"),
        (START.replace("/8/8/8/8/", "/8/8/8/Q7/"), "White has more pieces in the FEN than 8 pawns could become"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on h8"),
        ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "a pawn on h1"),
        (START.replace(" w ", " x "), "the side to move in a FEN is w or b, not 'x'"),
        (START.replace("KQkq", "KQkx"), "castling rights in a FEN are some of KQkq"),
        (START.replace("KQkq", "KK"), "castling rights in a FEN are some of KQkq"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "lets White castle (K), but king and rook do not stand ready"),
        ("4k2r/8/8/8/8/8/4K3/7R b k - 0 1".replace(" k ", " Kk "), "lets White castle (K)"),
        ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "castle with two rooks on the same side"),
        (START.replace("KQkq -", "KQkq e9"), "the square en passant in a FEN is one of a3 to h3"),
        (START.replace("KQkq -", "KQkq e3"), "e3 cannot be the square en passant"),
        (START.replace("KQkq -", "KQkq e6"), "e6 cannot be the square en passant"),
        (START.replace("0 1", "x 1"), "the quiet plies in a FEN is a number from 0 to 150, not 'x'"),
        (START.replace("0 1", "151 90"), "not '151'"),
        (START.replace("0 1", "0 -1"), "the number of the move in a FEN"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "Black is in check, and yet it is White's turn"),
    ],
)
def test_wrong_positions_are_one_clear_sentence(text, reason):
    with pytest.raises(MossaError) as error:
        CHESS.position(text)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


@given(st.text(alphabet="pnbrqkPNBRQK/12345678 -wbKQkqacehx06" + string.whitespace, max_size=90))
def test_any_text_is_a_position_or_a_sentence(text):
    try:
        at = CHESS.position(text)
    except MossaError:
        pass
    else:
        assert CHESS.position(at.text) == at


def test_short_forms_of_positions():
    assert CHESS.position("startpos") == CHESS.position("start") == CHESS.start() == CHESS.position(START)
    assert CHESS.position(" ".join(START.split()[:4])) == CHESS.start()
    assert CHESS.position(START[:-1] + "0") == CHESS.start()
    harmless = CHESS.position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert harmless == CHESS.after("e4")


def test_an_inner_rook_is_named_by_its_file():
    text = "4k3/8/8/8/8/8/8/R1R1K1RR w GCe - 0 1".replace("GCe", "GC")
    assert CHESS.position(text).text == text == chess.Board(text, chess960=True).fen()
