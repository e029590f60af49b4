"""The features of chess, counted with python-chess."""

import chess
import pytest

import mossa
from mossa.core.features import require_features

FENS = (
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 4 9",
    "8/2k2p2/1p4p1/1Pp4p/2P4P/6P1/5PK1/8 w - - 0 1",
    "3r2k1/P4ppp/8/8/1p6/1P6/2P2PPP/4R1K1 b - - 0 1",
    "4k3/p7/p7/8/3PP3/8/P6P/B2BK2n w - - 0 1",
)


PHASES = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
"""What each piece counts for the phase of the game."""


def side(board: chess.Board, colour: chess.Color) -> dict[str, float]:
    """What a side has, square by square."""
    mine, theirs = (set(board.pieces(chess.PAWN, one)) for one in (colour, not colour))
    own = {s for s in chess.SQUARES if board.color_at(s) == colour}
    kinds = {"pawns": 1, "knights": 2, "bishops": 3, "rooks": 4, "queens": 5}
    found = {name: len(board.pieces(kind, colour)) for name, kind in kinds.items()}
    up = 1 if colour else -1

    def file(square: int) -> int:
        return chess.square_file(square)

    def ahead(one: int, other: int) -> bool:
        return (chess.square_rank(other) - chess.square_rank(one)) * up > 0

    def passed(pawn: int) -> bool:
        guards = any(ahead(pawn, other) and abs(file(pawn) - file(other)) <= 1 for other in theirs)
        return not guards and not any(ahead(pawn, other) and file(pawn) == file(other) for other in mine)

    phase = min(24, sum(len(board.pieces(kind, c)) * n for kind, n in PHASES.items() for c in chess.COLORS))
    pieces = [s for s in own if board.piece_type_at(s) in (2, 3, 4, 5)]
    king = board.king(colour)
    assert king is not None
    return found | {
        "bishop_pair": int(found["bishops"] >= 2),
        "knight_pair": int(found["knights"] >= 2),
        "knights_ending": found["knights"] * (24 - phase) / 24,
        "mobility": sum(len(set(board.attacks(s)) - own) for s in pieces),
        "centre": len(own & {chess.D4, chess.E4, chess.D5, chess.E5}),
        "passed": sum(map(passed, mine)),
        "doubled": sum(any(ahead(other, pawn) and file(pawn) == file(other) for other in mine) for pawn in mine),
        "isolated": sum(all(abs(file(pawn) - file(other)) != 1 for other in mine) for pawn in mine),
        "protected": sum(bool(set(board.attackers(colour, pawn)) & mine) for pawn in mine),
        "shelter": sum(chess.square_distance(king, pawn) == 1 for pawn in mine),
    }


def test_the_features_are_counted() -> None:
    game = mossa.game("chess")
    features = require_features(game)
    for fen in FENS:
        board = chess.Board(fen)
        mine, theirs = side(board, board.turn), side(board, not board.turn)
        expected = {name: pytest.approx(mine[name] - theirs[name]) for name in mine}
        assert features.named(features.values(game.position(fen).state)) == expected, fen
