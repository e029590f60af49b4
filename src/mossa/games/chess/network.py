"""An NNUE network that corrects the weighted sum of features: see `mossa.kernel.nnue`.

Its inputs are the pieces on their squares, from White's and from Black's side, each mirrored so that the own king
stands on the files e to h. It was trained on the engine's own games to predict the errors of the features
(`mossa.learn.recipes.chess_network`). There is one second layer for every four pieces on the board.

The file (sealed, `mossa.core.files`) holds the numbers in the layout of `mossa.kernel.nnue`, 16 bits each,
little-endian, and the biases of the second layers behind them, 32 bits each; its first line has the shape.
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path

from mossa import MossaError, bit_count, lowest_bit
from mossa.core.files import seal, unseal
from mossa.kernel.int16_ops import ONE
from mossa.kernel.nnue import HIDDEN, UNIT, Layers, Nnue, make_nnue, run_nnue, zero_layers

from .attack_tables import KINDS
from .board import State, mover, plies_played

__all__ = ["CENTIPAWNS", "FILE", "STAGES", "correction", "read", "scratch", "write"]

FILE = Path(__file__).parent / "data" / "network.xz"
FORMAT = "mossa chess network"
STAGES = 8
"""Second layers, by the number of pieces."""
SHAPE = f"{2 * KINDS}x64x{HIDDEN}x{STAGES}"
"""Kinds of pieces, squares, hidden units, second layers."""
CENTIPAWNS = 130
"""An output of 1, in hundredths of a pawn. This advantage multiplies the odds of winning by e."""
UPSIDE_DOWN, MIRRORED = 56, 7
"""Numbers to xor a square with: see `Nnue.turns`."""


def scratch() -> Nnue:
    """The network, with its scratch memory."""
    return make_nnue(KINDS, learnt())


def correction(state: State, scratch: Nnue) -> int:
    """What the network adds for the mover, in hundredths of a pawn."""
    board = scratch.given
    board[0] = state.pawns | state.bishops | state.queens  # the kinds are numbered from PAWN = 1 to KING = 6
    board[1] = state.knights | state.bishops | state.kings
    board[2] = state.rooks | state.queens | state.kings
    board[3] = state.black
    scratch.turns[0] = mirror(lowest_bit(state.kings & state.white))
    scratch.turns[1] = mirror(lowest_bit(state.kings & state.black)) ^ UPSIDE_DOWN
    stage = min(STAGES - 1, (bit_count(state.white | state.black) - 2) // 4)
    return run_nnue(scratch, plies_played(state), mover(state), stage) * CENTIPAWNS // (ONE * UNIT)


def mirror(square: int) -> int:
    """The number to xor squares with so that a king on this square stands on the files e to h."""
    return MIRRORED if square & 7 < 4 else 0


# -------------------------------------------------------------------------------------------------------- the file


@cache
def learnt() -> Layers:
    """The network of the package; if its file is missing or damaged, one that adds nothing, with a warning."""
    try:
        return read(FILE)
    except MossaError as error:
        warnings.warn(f"{error}; chess is played by the features alone", stacklevel=2)
        return zero_layers(KINDS, STAGES)


def read(path: Path) -> Layers:
    """The network in a file."""
    import numpy as np

    shape, data = unseal(path, FORMAT)
    if shape != SHAPE:
        raise MossaError(f"{path} holds a network of the shape {shape}; this version reads {SHAPE}")
    layers = zero_layers(KINDS, STAGES)
    if len(data) != sum(part.nbytes for part in layers):
        raise MossaError(f"{path} holds {len(data)} bytes, which is no network of the shape {shape}")
    at = 0
    for part in layers:
        part[:] = np.frombuffer(data, part.dtype.newbyteorder("<"), len(part), at)
        at += part.nbytes
    return layers


def write(path: Path, layers: Layers) -> None:
    """Write a network, in one step."""
    data = b"".join(part.astype(part.dtype.newbyteorder("<")).tobytes() for part in layers)
    seal(path, f"{FORMAT} {SHAPE}", data)
