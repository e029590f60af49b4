"""The static evaluation of a position.

A weighted sum of features, Σ wᵢ·fᵢ. Each weight has one number for the middle game and one for the ending; the two sums
are interpolated by the pieces left on the board (tapered evaluation). Every feature is a function in
`piece_features.py` (the pieces), `pawn_features.py`, `king_features.py` or `threat_features.py`; `weights.py` lists
them and `data/weights.json` has the numbers. A function evaluates one side and returns its part of the sum, both halves
packed into one number. The features that depend on pawns and kings alone make up the `structure`, which the engine
caches (pawn hash).

To this sum the engine adds a correction that a network (`network.py`) has learnt: `refine`.

`weights` is a parameter so that the same functions can also count the features: see `explain.py`.
"""

import math
from typing import Any

from mossa import bit_count, lowest_bit, mix, u64
from mossa.kernel.binding import inline
from mossa.kernel.nnue import Nnue

from .board import BLACK, WHITE, State, mover, quiet_plies
from .endgame import bounds, plies_to_end
from .endgame_evaluation import FULL_SCALE, mop_up, scale
from .king_features import king_attack, king_shelter
from .network import correction, scratch
from .ordering import can_win, correction_keys, history_index, may_pass, noisy, order, pass_turn, quiet, threatens
from .pawn_features import passed_pawns, pawn_squares, pawn_structure
from .piece_features import PieceFeatures, piece_features
from .static_exchange import exchange_at_least
from .threat_features import threats
from .weights import OFFSETS, WEIGHTS, ending_of, middle_of

__all__ = [
    "TUNING",
    "bounds",
    "can_win",
    "correction_keys",
    "evaluate",
    "evaluate_with_structure",
    "exchange_at_least",
    "expected",
    "history_index",
    "may_pass",
    "noisy",
    "order",
    "pass_turn",
    "plies_to_end",
    "quiet",
    "refine",
    "scratch",
    "structure",
    "structure_key",
    "threatens",
]

TUNING = {
    "lookahead": 0,
    "continuation": 1,
    "internal": 1,
    "improving": 1,
    "history_step": 80,
    "history_most": 1200,
    "history_sight": 80,
    "quiescence_evasions": 2,
    "quiescence_margin": 150,
    "table_strict": 1,
    "singular_less": 1,
    "null_depth": 4,
    "reduction_history": 4096,
    "reduction_cut": 2,
    "reduction_worse": 1,
    "reduction_root": 1,
    "reduction_regret": 60,
    "late_depth": 8,
    "late_base": 5,
    "late_growth": 1,
    "futility_depth": 10,
    "futility_margin": 80,
    "futility_quiet": 100,
    "futility_left": 1,
    "aspiration_window": 16,
}
"""Search options for chess: late moves are many and seldom good, and a single move changes much."""
FULL_PHASE = 24
"""Pieces at the start of the game: knight or bishop 1, rook 2, queen 4."""
FADE = 200
"""The score shrinks linearly with quiet plies and would be 0 after this many (a draw is claimed before)."""
TEMPO = OFFSETS["tempo"]
LAST_SQUARE = u64(1) << 63
"""No pawn stands there, so the two parts of `structure_key` never collide."""


def evaluate(state: State) -> int:
    """From the mover's side, in hundredths of a pawn."""
    return evaluate_with_structure(state, structure(state))


def evaluate_with_structure(state: State, structure: int) -> int:
    """`evaluate`, given the value of `structure`."""
    packed = balance(state, structure, WEIGHTS)
    stage = phase(state)
    score: int = (middle_of(packed) * stage + ending_of(packed) * (FULL_PHASE - stage)) // FULL_PHASE
    score = score * scale(state, score > 0) // FULL_SCALE
    return (score + mop_up(state)) * (FADE - quiet_plies(state)) // FADE


def refine(state: State, scratch: Nnue) -> int:
    """What the network adds, in hundredths of a pawn; it shrinks with quiet plies like the rest."""
    added: int = correction(state, scratch)
    return added * (FADE - quiet_plies(state)) // FADE


DRAW_MARGIN, DRAW_SPREAD = 84.0, 70.0
"""Hundredths of a pawn: with a score of DRAW_MARGIN half the games are won, and DRAW_SPREAD more make it 73 in 100; the
same for losses. Fitted to results by `mossa.learn.recipes.chess_scale`: see docs/chess.md."""
SURE = 10_000
"""Every greater score expects the same."""


def expected(score: int) -> float:
    """The share of wins less that of losses among games with this score: both are logistic, and the rest is drawn."""
    sure = max(-SURE, min(SURE, score))
    won = 1.0 / (1.0 + math.exp((DRAW_MARGIN - sure) / DRAW_SPREAD))
    lost = 1.0 / (1.0 + math.exp((DRAW_MARGIN + sure) / DRAW_SPREAD))
    return won - lost


def structure(state: State) -> int:
    """Features that depend on pawns and kings alone, White's minus Black's, packed. Few moves change it."""
    return structure_features(state, WHITE, WEIGHTS) - structure_features(state, BLACK, WEIGHTS)


def structure_key(state: State) -> u64:
    """A hash of the pawns and the kings: equal keys, equal `structure`."""
    kings = u64(64 * lowest_bit(state.kings & state.white) + lowest_bit(state.kings & state.black))
    return mix(state.pawns & state.white) ^ mix(~(state.pawns & state.black)) ^ mix(kings | LAST_SQUARE)


def phase(state: State) -> int:
    """The game phase: FULL_PHASE with all pieces, 0 with pawns only."""
    pieces = bit_count(state.knights | state.bishops) + 2 * bit_count(state.rooks) + 4 * bit_count(state.queens)
    return min(pieces, FULL_PHASE)


def balance(state: State, structure: int, weights: Any) -> int:
    """All features of the mover's side minus those of the other, packed. (White's side is always computed first: with a
    constant side the compiled code has fewer branches.)"""
    white, black = piece_features(state, WHITE, weights), piece_features(state, BLACK, weights)
    total = (
        other_features(state, WHITE, white, black, weights)
        - other_features(state, BLACK, black, white, weights)
        + structure
    )
    tempo: int = weights[TEMPO]
    return (-total if mover(state) else total) + tempo


@inline
def structure_features(state: State, side: int, weights: Any) -> int:
    """The features of one side that depend on pawns and kings alone, packed."""
    return (
        pawn_squares(state, side, weights) + pawn_structure(state, side, weights) + king_shelter(state, side, weights)
    )


@inline
def other_features(state: State, side: int, ours: PieceFeatures, theirs: PieceFeatures, weights: Any) -> int:
    """All other features of one side, packed."""
    return (
        ours.score
        + passed_pawns(state, side, ours, theirs, weights)
        + king_attack(state, side, ours, theirs, weights)
        + threats(state, side, ours, theirs, weights)
    )
