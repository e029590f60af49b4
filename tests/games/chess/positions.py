"""Positions of random games for the tests of chess, as boards of python-chess and as ours."""

import random

import chess
import chess.pgn

import mossa
from mossa.games.chess.explain import counts
from mossa.search.alphabeta.deepening import search
from mossa.search.common.limits import Limits


def random_games(count, *, chess960=False, most=120):
    """Random games of python-chess, as boards with their moves on the stack."""
    for seed in range(count):
        chooser = random.Random(f"text {seed}")
        board = chess.Board.from_chess960_pos(chooser.randrange(960)) if chess960 else chess.Board()
        while not board.is_game_over() and board.ply() < most:
            board.push(chooser.choice(list(board.legal_moves)))
        yield board


CHESS = mossa.game("chess")


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


RULES = CHESS.rules


def boards(seed, count=12):
    """Boards from random games, all stages."""
    chooser = random.Random(f"evaluation {seed}")
    while count:
        board = chess.Board()
        for _ in range(chooser.randint(4, 160)):
            if board.is_game_over():
                break
            board.push(chooser.choice(list(board.legal_moves)))
        if not board.is_game_over():
            board.halfmove_clock = 0
            count -= 1
            yield board


def state_of(board):
    return CHESS.position(board.fen()).state


def judged(board):
    """What the features add up to, and what the network adds."""
    state = state_of(board)
    return RULES.evaluate(state), RULES.refine(state, RULES.scratch())


def best(fen, depth):
    at = CHESS.position(fen)
    found = search(CHESS, at.state, Limits(depth=depth))
    return at.write_move(found.move), found


def feature_counts(feature, fen):
    """How often a feature of the evaluation counts for White and for Black."""
    state = CHESS.position(fen + " 0 1").state
    return [sum(count for (group, _), count in counts(state, side).items() if group == feature) for side in (0, 1)]
