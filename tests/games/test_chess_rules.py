"""Chess: moves and ends against published counts and python-chess, keys, draws, Chess960."""

import json
import random
from pathlib import Path

import chess
import pytest

import mossa
from mossa.core.conformance import check
from mossa.games.chess import draws
from mossa.games.chess.board import in_check, is_dead
from mossa.games.chess.rules import first_rank, is_mate, with_key
from mossa.search.common.perft import perft

CHESS = mossa.game("chess")
RULES = CHESS.rules
PERFT = [json.loads(line) for line in (Path(__file__).parents[1] / "data/chess/perft.jsonl").read_text().splitlines()]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def walk(seed, *, chess960=False):
    """A random game: our state and python-chess's board at every ply."""
    chooser = random.Random(seed)
    board = chess.Board.from_chess960_pos(chooser.randrange(960)) if chess960 else chess.Board()
    at = CHESS.position(board.shredder_fen() if chess960 else board.fen())
    for _ in range(chooser.randint(40, 200)):
        yield at, board
        if at.is_over:
            return
        moves = sorted(board.legal_moves, key=str)
        # Captures, pawns and castling more often than chance has them.
        loud = [
            m for m in moves if board.is_castling(m) or board.is_capture(m) or board.piece_type_at(m.from_square) == 1
        ]
        move = chooser.choice(loud if loud and chooser.random() < 0.4 else moves)
        at = at.play(move.uci())
        board.push(move)
    yield at, board


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_agree_with_python_chess(seed, chess960):
    for at, board in walk(seed, chess960=chess960):
        legal = set(board.legal_moves)
        if not at.is_over:
            moves = {board.parse_uci(text) for text in at.moves}
            assert moves == legal
            assert len(at.moves) == len(moves)
        assert in_check(at.state) == board.is_check()
        assert is_dead(at.state) == board.is_insufficient_material()
        assert is_mate(at.state) == board.is_checkmate()
        assert draws.occurrences(at) >= 3 if board.is_repetition(3) else draws.occurrences(at) < 3
        over = board.outcome()
        if over is None or over.termination == chess.Termination.FIVEFOLD_REPETITION:
            assert not at.is_over
        else:
            assert at.is_over
            assert at.result == ({True: (1, -1), False: (-1, 1), None: (0, 0)}[over.winner])


@pytest.mark.parametrize("name", sorted({entry["file"] for entry in PERFT}))
def test_perft(name):
    for entry in PERFT:
        if entry["file"] == name:
            state = CHESS.position(entry["fen"]).state
            assert perft(CHESS, state, entry["depth"]) == entry["nodes"], entry["fen"]


@pytest.mark.parametrize(("fen", "counts"), [("startpos", (20, 400)), (KIWIPETE, (48, 2039))])
def test_perft_interpreted(fen, counts):
    state = CHESS.position(fen).state
    assert tuple(perft(CHESS, state, depth, compiled=False) for depth in (1, 2)) == counts


def test_perft_counts_past_a_draw():
    state = CHESS.position("8/8/4k3/8/8/3NK3/8/8 w - - 0 1").state
    assert RULES.is_over(state)
    assert RULES.legal(state) == []
    assert perft(CHESS, state, 1) == 15  # eight of the knight, seven of the king


def test_keeps_every_promise_of_the_protocol():
    assert check(CHESS, games=1, seed=18).faults == []


# ------------------------------------------------------------------------------------------------------------ keys


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


# ----------------------------------------------------------------------------------------------------- how it ends


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


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3K1N2/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3K1b2/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", False),
        ("8/8/3nk3/8/8/3KN3/8/8 w - - 0 1", False),
        ("8/8/2b1k3/8/8/3KB3/8/8 w - - 0 1", False),  # bishops of both colours
        ("8/8/3bk3/8/8/3KB3/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", False),
    ],
)
def test_dead_positions(fen, dead):
    at = CHESS.position(fen)
    assert at.is_over == dead == chess.Board(fen).is_insufficient_material()
    assert at.result == ((0, 0) if dead else None)


def test_stalemate_is_a_draw():
    at = CHESS.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert at.is_over
    assert at.result == (0, 0)


def test_repetitions_and_fifty_moves_can_be_claimed():
    dance = "Nf3 Nf6 Ng1 Ng8 "
    assert draws.claim(CHESS.after(dance)) == ""
    third = CHESS.after(dance * 2)
    assert draws.claim(third) == "this position has occurred 3 times"
    assert draws.declared(third) == ""
    assert draws.declared(CHESS.after(dance * 4)) == "this position has occurred five times"
    assert not CHESS.after(dance * 4).is_over
    assert "fifty moves" in draws.claim(CHESS.position("8/8/k7/8/8/3KR3/8/8 b - - 100 90"))
    assert draws.claim(CHESS.position("8/8/k7/8/8/3KR3/8/8 b - - 99 90")) == ""
    assert draws.claim(CHESS.position("8/8/4k3/8/8/3K4/8/8 w - - 120 90")) == ""  # over already


# -------------------------------------------------------------------------------------------------------- Chess960


def test_all_960_first_positions():
    for number in range(960):
        pieces = "".join(".PNBRQK"[piece] for piece in first_rank(number))
        assert pieces == chess.Board.from_chess960_pos(number).fen().split("/")[-1].split()[0], number


def test_another_first_position_is_a_parameter():
    other = mossa.game("chess:start=0").start()
    assert other.text == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    assert CHESS.start().text.startswith("rnbqkbnr/")


@pytest.mark.parametrize(
    ("fen", "castlings"),
    [
        ("4k3/8/8/8/8/8/8/RK5R w AH - 0 1", {"b1a1", "b1h1"}),
        ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", set()),  # the rook holds off an attack that castling would let in
        ("4k3/8/8/8/8/8/8/r1RK4 w C - 0 1", set()),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", {"c1b1"}),  # the king stays where it is
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", {"e1f1"}),
        ("4k3/8/8/8/6r1/8/8/4KR2 w F - 0 1", set()),  # attacked at home
        ("4k3/8/8/8/5r2/8/8/4K2R w H - 0 1", set()),  # attacked on the way
        ("4k3/8/8/8/7r/8/8/4K2R w H - 0 1", {"e1g1"}),  # only the rook is attacked
        ("4k3/8/8/8/4r3/8/8/4K2R w H - 0 1", set()),  # in check
        ("4k3/8/8/8/8/8/8/4K1NR w H - 0 1", set()),
    ],
)
def test_castling(fen, castlings):
    at = CHESS.position(fen)
    board = chess.Board(fen, chess960=True)
    ours = {at.write_move(move) for move in at.legal if move >> 18 == 2}
    assert ours == castlings
    assert len(ours) == sum(1 for move in board.legal_moves if board.is_castling(move))


def test_the_limits_of_the_facts():
    widest = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
    assert len(CHESS.position(widest).legal) == 218 <= CHESS.facts.widest
