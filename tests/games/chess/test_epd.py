"""EPD lines: positions with operations."""

import chess
import chess.pgn
import pytest

import mossa
from mossa import MossaError
from mossa.games.chess import epd, notation

CHESS = mossa.game("chess")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_epd_is_read_and_written():
    line = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; c0 "a; b"; dm 3;'
    read = epd.read_epd(line)
    assert read.operations == {"bm": ("Qg6",), "id": ("WAC.001",), "c0": ("a; b",), "dm": ("3",)}
    assert [notation.write_uci(move) for move in read.moves("bm")] == ["g3g6"]
    assert epd.write_epd(read) == line
    assert epd.read_epd(START + " bm e4 d4; am h4") == epd.Epd(CHESS.start().state, {"bm": ("e4", "d4"), "am": ("h4",)})
    assert epd.read_epd(START).operations == {}
    assert chess.Board.from_epd(line)[1]["id"] == "WAC.001"


def test_wrong_lines_of_epd_are_left_out():
    good = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;"
    found, skipped = epd.read_epd_file(f"# comment\n\n{good}\n8/8 w - -\nabc\n{good[:-1]}\n{good} ???")
    assert len(found) == 2
    assert [sentence.split(",")[0] for sentence in skipped] == ["line 4", "line 5", "line 7"]
    assert "an operation of EPD is written like" in skipped[2]
    with pytest.raises(MossaError, match="a move is written like"):
        epd.read_epd("7k/8/6K1/8/8/8/8/R7 w - - bm Ra9;").moves("bm")
    with pytest.raises(MossaError, match="'Rb8' after bm is not a legal move in 7k/8"):
        epd.read_epd("7k/8/6K1/8/8/8/8/R7 w - - bm Rb8;").moves("bm")
