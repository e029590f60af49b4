"""The rules of chess: keys, ends of games, Chess960, and mates that the engine finds."""

import chess
import pytest
from tests.games.chess.positions import best, walk

import mossa
from mossa.core.conformance import check
from mossa.games.chess.rules import first_rank, is_mate, with_key

CHESS = mossa.game("chess")


def test_keeps_every_promise_of_the_protocol():
    assert check(CHESS, games=1, seed=18).faults == []


@pytest.mark.parametrize("seed", range(3))
def test_a_key_kept_by_moves_is_the_key_of_the_position(seed):
    for at, _ in walk(100 + seed, chess960=seed > 0):
        assert at.state.key == with_key(at.state).key


def test_equal_positions_have_equal_keys_however_reached():
    one, other = CHESS.after("Nf3 Nf6 Nc3 Nc6"), CHESS.after("Nc3 Nc6 Nf3 Nf6")
    assert one.state.key == other.state.key
    assert one.state.key != CHESS.after("Nf3 Nf6 Nc3").state.key
    assert CHESS.after("Nf3 Nf6 Ng1 Ng8").state.key == CHESS.start().state.key


def test_lost_rights_make_another_position():
    tour = "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Ng1 Ng8"
    assert CHESS.after(tour).state.key != CHESS.start().state.key
    assert CHESS.after(tour).text.split()[2] == "Qkq"


@pytest.mark.parametrize(
    ("fen", "move", "passing"),
    [
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a4", "a3"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a4", "-"),  # nobody there
        ("8/8/8/8/kp6/8/2P5/4K3 w - - 0 1", "c4", "c3"),
        ("8/8/8/8/k1p3R1/8/1P6/4K3 w - - 0 1", "b4", "-"),  # it would open the rank
        ("3k4/8/8/8/3p4/8/2P5/3RK3 w - - 0 1", "c4", "-"),  # the pawn is pinned
        ("8/8/8/2k5/3p4/8/2P1P3/4K3 w - - 0 1", "e4", "e3"),
        ("8/8/8/2k5/3p4/8/4P3/B3K3 w - - 0 1", "e4", "e3"),  # along the line of the pin
    ],
)
def test_en_passant_is_noted_only_where_it_is_legal(fen, move, passing):
    after = CHESS.position(fen).play(move)
    assert after.text.split()[3] == passing
    board = chess.Board(fen)
    board.push_san(move)
    assert after.text == board.fen()


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", True),
        ("6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1", False),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", True),
        ("R5k1/4nppp/8/8/8/8/8/4K3 b - - 0 1", False),  # the knight stands between
        ("R5k1/5ppp/8/8/8/8/r7/4K3 b - - 0 1", False),  # the rook captures
        ("8/8/8/8/R6k/8/6P1/6KR b - - 0 1", False),  # two checks, but a square to go to
        ("8/8/8/8/R6k/6pp/6PN/6KR b - - 0 1", False),
        ("R6k/6pp/6N1/8/8/8/8/K7 b - - 0 1", True),  # two checks, and the pawn can capture only one
        ("5Bk1/5p1p/5KpP/8/8/8/8/R7 b - - 0 1", False),
        ("k7/8/8/8/8/8/8/K6R b - - 0 1", False),
        ("7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1", False),  # the pawn that checks is captured en passant
        ("8/8/8/1R6/k7/8/1K6/8 b - - 0 1", False),
        ("8/8/8/8/1Q6/kp6/1p6/1K6 b - - 0 1", False),
    ],
)
def test_mate(fen, mate):
    at = CHESS.position(fen)
    board = chess.Board(fen)
    assert is_mate(at.state) == board.is_checkmate() == mate


@pytest.mark.parametrize(
    ("fen", "escape"),
    [
        ("R5k1/4nppp/8/8/8/8/8/4K3 b - - 150 80", ""),
        ("7k/4N1pp/8/8/8/8/8/6RK b - - 150 80", ""),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 80", "mate"),
    ],
)
def test_75_moves_end_the_game_but_mate_comes_first(fen, escape):
    at = CHESS.position(fen)
    assert at.is_over
    assert at.result == ((1, -1) if escape else (0, 0))
    assert not CHESS.position(fen.replace("150", "149")).is_over or escape


def test_stalemate_is_a_draw():
    at = CHESS.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert at.is_over
    assert at.result == (0, 0)


def test_all_960_first_positions():
    for number in range(960):
        pieces = "".join(".PNBRQK"[piece] for piece in first_rank(number))
        assert pieces == chess.Board.from_chess960_pos(number).fen().split("/")[-1].split()[0], number


def test_another_first_position_is_a_parameter():
    other = mossa.game("chess:start=0").start()
    assert other.text == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    assert CHESS.start().text.startswith("rnbqkbnr/")


def test_the_limits_of_the_facts():
    widest = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
    assert len(CHESS.position(widest).legal) == 218 <= CHESS.facts.widest


@pytest.mark.parametrize(
    ("fen", "move", "plies"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5),
        ("6K1/8/6k1/8/8/8/8/1r6 b - - 0 1", "b1b8", 1),
        ("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "g2g7", 1),
    ],
)
def test_mates_are_found_at_their_length(fen, move, plies):
    played, found = best(fen, 7)
    assert played == move
    assert found.value == 1.0
    assert found.score == 2**22 - plies


def test_fifty_moves_are_not_overstepped():
    _, found = best("7k/8/4K3/8/8/8/6Q1/8 w - - 96 90", 9)
    assert found.score == 2**22 - 3  # Kf7 and mate is in time
    _, late = best("7k/8/2K5/8/8/8/6Q1/8 w - - 96 90", 9)
    assert late.score == 0
