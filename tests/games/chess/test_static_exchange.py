"""Static exchanges against a naive twin."""

import chess
import pytest
from tests.games.chess.positions import boards

import mossa
from mossa.games.chess.static_exchange import exchange_at_least

CHESS = mossa.game("chess")

WORTH = {chess.PAWN: 100, chess.KNIGHT: 325, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 10000}


def naive_exchange(board, move):
    """What a capture wins when both sides go on capturing there with their least valuable piece, or stop."""
    if board.is_en_passant(move):
        won = 100
    else:
        won = WORTH[board.piece_type_at(move.to_square)] if board.piece_at(move.to_square) else 0
    after = board.copy(stack=False)
    piece = after.piece_at(move.from_square)
    after.remove_piece_at(move.from_square)
    after.set_piece_at(move.to_square, piece)
    after.turn = not board.turn
    attackers = sorted(
        after.attackers(after.turn, move.to_square), key=lambda square: WORTH[after.piece_type_at(square)]
    )
    if not attackers:
        return won
    if after.piece_type_at(attackers[0]) == chess.KING and after.attackers(board.turn, move.to_square):
        return won
    return won - max(0, naive_exchange(after, chess.Move(attackers[0], move.to_square)))


def test_exchanges_agree_with_a_naive_twin():
    judged = lost = 0
    for board in boards("exchange", 60):
        at = CHESS.position(board.fen())
        for move in at.legal:
            theirs = board.parse_uci(at.write_move(move))
            if not (board.is_castling(theirs) or board.is_en_passant(theirs) or theirs.promotion):
                won = naive_exchange(board, theirs)
                for least in (won - 1, won, won + 1, 0):
                    assert exchange_at_least(at.state, move, least) == (won >= least), (board.fen(), theirs)
                judged, lost = judged + 1, lost + (won < 0)
    assert judged > 500
    assert lost > 100


@pytest.mark.parametrize(
    ("fen", "move", "losing"),
    [
        ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", True),
        ("4k3/8/8/4p3/8/8/4Q3/4R1K1 w - - 0 1", "e2e5", False),  # nobody captures back
        ("4k3/8/3p4/4p3/8/5N2/8/4R1K1 w - - 0 1", "f3e5", True),  # two pawns for a knight
        ("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", True),
        ("4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", False),  # the rook behind captures back
        ("4r3/8/4k3/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", False),  # the king may not
        ("6k1/5p2/8/4b3/3P4/8/8/6K1 w - - 0 1", "d4e5", False),
    ],
)
def test_exchanges(fen, move, losing):
    at = CHESS.position(fen)
    assert (
        (not exchange_at_least(at.state, at.read_move(move), 0))
        == losing
        == (naive_exchange(chess.Board(fen), chess.Move.from_uci(move)) < 0)
    )
