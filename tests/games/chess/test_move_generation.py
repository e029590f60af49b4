"""Moves of chess against python-chess and published perft counts."""

import json
from pathlib import Path

import chess
import pytest
from tests.games.chess.positions import walk

import mossa
from mossa.games.chess import draws
from mossa.games.chess.board import in_check, insufficient_material
from mossa.games.chess.rules import is_mate
from mossa.search.common.perft import perft

CHESS = mossa.game("chess")

RULES = CHESS.rules

PERFT = [json.loads(line) for line in (Path(__file__).parents[2] / "data/chess/perft.jsonl").read_text().splitlines()]

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


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
        assert insufficient_material(at.state) == board.is_insufficient_material()
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
