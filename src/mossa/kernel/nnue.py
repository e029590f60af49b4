"""NNUE: a network that sees a board from both sides, with a first layer that is updated incrementally.

A square is empty or holds a piece of one of two sides, of some *kind* (in chess six: pawn, knight …). A *view*
(perspective) is the board as one side sees it: its own pieces and the other's, the squares mirrored so that both look
the same way. One input is one piece on one square, so a state activates as many inputs as there are pieces. Both views
go through the same first layer,

    sums = biases + Σ weights of the active inputs
    output = Σ clip(sums of the mover's view)² · first half + Σ clip(sums of the other's)² · second half + bias

All weights are integers, so that sums do not depend on the order of additions. The sums (the accumulator) of the last
state at every ply are stored, and only the squares that changed since the ply before are added and subtracted.

A board is given in four bit *planes*, which together hold a number for each square: 0 for an empty one, a kind from 1
to 7 for a piece of side 0, and 8 more for one of side 1.

There are several second layers, one for each *stage* of a game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .bits import bit_count, lowest_bit
from .int16_ops import ONE, change_rows, squared_sum
from .memory import Int16s, Int32s, Ints, Struct, Words
from .words import u64

__all__ = ["HIDDEN", "SQUARES", "UNIT", "Layers", "Nnue", "make_nnue", "run_nnue", "zero_layers"]

SQUARES = 64
PLANES = 4
OTHER = 8
"""Added to the number of a kind for a piece of side 1."""
NO_INPUT = 0
"""The input of an empty square; its weights are 0."""
PLACES = 64
"""Plies whose last state is stored; a power of two."""
NO_BOARD = PLACES
"""The slot of an empty board, from which every other can be computed."""
NEVER = -1
"""Not a value of `turns`: this slot is empty."""
HIDDEN = 64
"""Hidden units of a view. A constant rather than a field, so that sums stay in registers."""
WIDTH = 2 * HIDDEN
"""Hidden units of both views."""
UNIT = 64
"""The number that represents 1 in a second layer."""


class Nnue(Struct):
    """The weights, the board (written by the caller), and the accumulators of the last boards."""

    given: Words
    """The planes of a board."""
    turns: Ints
    """For each view what its squares are xored with, so that both look the same way."""
    cached: Words
    """The planes of the last board of each ply."""
    cached_turns: Ints
    """The `turns` of that board."""
    sums: Int16s
    """The sums of both views of that board (the accumulator); those of the empty board are the biases."""
    added: Ints
    """Inputs to be added to the sums, alternately for the view of side 0 and of side 1."""
    removed: Ints
    """As many inputs to be subtracted."""
    weights: Int16s
    """A row for each number that a square may hold, and each square."""
    outputs: Int16s
    """A row for the views of both sides, for each stage and mover."""
    output_biases: Int32s


class Layers(NamedTuple):
    """The learned parameters: arrays of int16, the last one of int32."""

    weights: Any
    """A row of hidden units for each input: square by square for each kind, a view's own pieces first."""
    biases: Any
    outputs: Any
    """For each stage a row for the mover's view and one for the other's, within ±2 · UNIT."""
    output_biases: Any


def zero_layers(kinds: int, stages: int) -> Layers:
    """Layers of this shape, all zeros."""
    import numpy as np

    first = np.zeros(2 * kinds * SQUARES * HIDDEN, np.int16)
    second, ends = np.zeros(2 * HIDDEN * stages, np.int16), np.zeros(stages, np.int32)
    return Layers(first, np.zeros(HIDDEN, np.int16), second, ends)


def make_nnue(kinds: int, layers: Layers) -> Nnue:
    """A network with its working memory."""
    import numpy as np

    assert kinds < OTHER
    assert len(layers.biases) == HIDDEN
    assert len(layers.weights) == 2 * kinds * SQUARES * HIDDEN
    weights = Int16s(2 * OTHER * SQUARES * HIDDEN)
    weights.array.reshape(2, OTHER, -1)[:, 1 : kinds + 1] = layers.weights.reshape(2, kinds, -1)
    outputs = Int16s(2 * len(layers.outputs))
    seconds = layers.outputs.reshape(-1, 2, HIDDEN)
    outputs.array.reshape(-1, 2, 2, HIDDEN)[:] = np.stack([seconds, seconds[:, ::-1]], axis=1)
    network = Nnue(
        given=Words(PLANES),
        turns=Ints(2),
        cached=Words((PLACES + 1) * PLANES),
        cached_turns=Ints(PLACES * 2),
        sums=Int16s((PLACES + 1) * WIDTH),
        added=Ints(2 * SQUARES),
        removed=Ints(2 * SQUARES),
        weights=weights,
        outputs=outputs,
        output_biases=Int32s(layers.output_biases),
    )
    network.cached_turns.array[:] = NEVER
    network.sums.array[WIDTH * NO_BOARD :] = np.tile(layers.biases, 2)
    return network


def run_nnue(network: Nnue, ply: int, mover: int, stage: int) -> int:
    """From the planes in `given` to the output, in units of 1 / (ONE · UNIT). The update is cheap if the state is one
    move away from the last one of the ply before, or similar to the last one of this ply."""
    here, before = ply & (PLACES - 1), (ply - 1) & (PLACES - 1)
    sums = update_sums(network, here, before)
    total = squared_sum(sums, network.outputs[WIDTH * (2 * stage + mover) :], WIDTH)
    output: int = total // ONE + network.output_biases[stage]
    return output


def update_sums(network: Nnue, here: int, before: int) -> Int16s:
    """Compute the sums of both views for the ply `here`, from those stored there or at the ply `before`."""
    first, second = network.turns[0], network.turns[1]
    changed, again = changes(network, before), changes(network, here)
    if bit_count(again) < bit_count(changed):  # nearer: the state before was not evaluated
        changed, before = again, here
    if network.cached_turns[2 * before] != first or network.cached_turns[2 * before + 1] != second:
        changed, before = changes(network, NO_BOARD), NO_BOARD
    now, was, added, removed = network.given, network.cached[PLANES * before :], network.added, network.removed
    count = 0
    while changed:
        square = lowest_bit(changed)
        changed &= changed - 1
        new, old = piece_on(now, square), piece_on(was, square)
        added[count], added[count + 1] = input_of(new, square ^ first), input_of(new ^ OTHER, square ^ second)
        removed[count], removed[count + 1] = input_of(old, square ^ first), input_of(old ^ OTHER, square ^ second)
        count += 2
    network.cached_turns[2 * here], network.cached_turns[2 * here + 1] = first, second
    for plane in range(PLANES):
        network.cached[PLANES * here + plane] = now[plane]
    sums: Int16s = network.sums[WIDTH * here :]
    change_rows(sums, network.sums[WIDTH * before :], network.weights, added, removed, count, HIDDEN)
    return sums


def changes(network: Nnue, place: int) -> u64:
    """The squares that differ from the board stored at a ply."""
    now, was = network.given, network.cached[PLANES * place :]
    changed: u64 = (now[0] ^ was[0]) | (now[1] ^ was[1]) | (now[2] ^ was[2]) | (now[3] ^ was[3])
    return changed


def piece_on(board: Words, square: int) -> int:
    """The number of what stands on a square."""
    low, middle = board[0] >> square & 1, board[1] >> square & 1
    high, other = board[2] >> square & 1, board[3] >> square & 1
    return int(low | middle << 1 | high << 2 | other << 3)


def input_of(piece: int, square: int) -> int:
    """The input that a piece on a square activates."""
    return SQUARES * piece + square if piece & (OTHER - 1) else NO_INPUT
