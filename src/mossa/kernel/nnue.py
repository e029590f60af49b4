"""A network that looks at a board from both sides, run where the search is: the first layer by differences.

On each square stands nothing or a piece of one of two sides, of some *kind* (in chess six: pawn, knight …). A *view* is
the board as one side sees it: its own pieces and the other's, the squares turned so that both look the same way. One
input is one piece on one square, so a state turns on as many inputs as there are pieces; each side's view is summed
up by the same first layer,

    sums = biases + Σ weights of the inputs that are on
    output = Σ clip(sums of the mover's view)² · first half + Σ clip(sums of the other's)² · second half + bias

All weights are whole numbers, so that sums do not depend on the way to them. A search goes from one state to the
next by a move: the sums of the last state of every ply are kept, and only the squares that changed since the ply before
are looked at.

A board is given in four *planes*, bit by bit the number of what stands on each square: 0 for nothing, a kind from 1
to 7 for a piece of side 0, and the plane of the eights set as well for one of side 1.

There are several second layers, one for each *stage* of a game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .bits import bit_count, lowest_bit
from .int16_ops import ONE, change_rows, squared_sum
from .memory import Int16s, Int32s, Ints, Struct, Words
from .words import u64

__all__ = ["HIDDEN", "SQUARES", "UNIT", "Layers", "Nnue", "make_two_sided", "run_two_sided", "seat_layers"]

SQUARES = 64
PLANES = 4
OTHER = 8
"""What a piece of side 1 has more than one of side 0."""
NO_INPUT = 0
"""The input of an empty square; its weights are 0."""
PLACES = 64
"""Plies of which the last state is kept; a power of two."""
NO_BOARD = PLACES
"""The place of an empty board, from which every other can be reached."""
NEVER = -1
"""No view is turned so: nothing was summed up yet."""
HIDDEN = 64
"""Hidden units of a view. It is no field of the network, so that sums stay in registers."""
WIDTH = 2 * HIDDEN
"""Those of both views."""
UNIT = 64
"""What stands for 1 in a second layer."""


class Nnue(Struct):
    """The weights, the board that whoever asks has written, and the sums of the last boards."""

    given: Words
    """The planes of a board."""
    turns: Ints
    """Of each view: what its squares are xored with, so that both look the same way."""
    kept: Words
    """The planes of the last board of each place."""
    kept_turns: Ints
    """And how its views were turned."""
    sums: Int16s
    """And the sums of its views; those of the empty board are the biases."""
    came: Ints
    """Inputs that are to be added to the sums, in turn of the view of side 0 and of side 1."""
    left: Ints
    """As many inputs, to be taken away."""
    weights: Int16s
    """A row for each square of each number that a square may have."""
    outputs: Int16s
    """A row for the views of both sides, for each stage and mover."""
    output_biases: Int32s


class Layers(NamedTuple):
    """The numbers that a network learnt: arrays of int16, the last one of int32."""

    weights: Any
    """A row of hidden units for each input: square by square for each kind, a view's own pieces first."""
    biases: Any
    outputs: Any
    """For each stage a row for the mover's view and one for the other's, within ±2 · UNIT."""
    output_biases: Any


def seat_layers(kinds: int, stages: int) -> Layers:
    """Layers of this shape, all zeros."""
    import numpy as np

    first = np.zeros(2 * kinds * SQUARES * HIDDEN, np.int16)
    second, ends = np.zeros(2 * HIDDEN * stages, np.int16), np.zeros(stages, np.int32)
    return Layers(first, np.zeros(HIDDEN, np.int16), second, ends)


def make_two_sided(kinds: int, layers: Layers) -> Nnue:
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
        kept=Words((PLACES + 1) * PLANES),
        kept_turns=Ints(PLACES * 2),
        sums=Int16s((PLACES + 1) * WIDTH),
        came=Ints(2 * SQUARES),
        left=Ints(2 * SQUARES),
        weights=weights,
        outputs=outputs,
        output_biases=Int32s(layers.output_biases),
    )
    network.kept_turns.array[:] = NEVER
    network.sums.array[WIDTH * NO_BOARD :] = np.tile(layers.biases, 2)
    return network


def run_two_sided(network: Nnue, ply: int, mover: int, stage: int) -> int:
    """From the planes in `given` to the output, in parts of ONE · UNIT. The state is probably one move away from the
    last one of the ply before."""
    here, before = ply & (PLACES - 1), (ply - 1) & (PLACES - 1)
    sums = look(network, here, before)
    total = squared_sum(sums, network.outputs[WIDTH * (2 * stage + mover) :], WIDTH)
    output: int = total // ONE + network.output_biases[stage]
    return output


def look(network: Nnue, here: int, before: int) -> Int16s:
    """Sum up both views at one place, by what is kept there or at another; their sums."""
    first, second = network.turns[0], network.turns[1]
    changed, again = changes(network, before), changes(network, here)
    if bit_count(again) < bit_count(changed):  # the last state of this ply is nearer: that before was not asked for
        changed, before = again, here
    if network.kept_turns[2 * before] != first or network.kept_turns[2 * before + 1] != second:
        changed, before = changes(network, NO_BOARD), NO_BOARD
    now, was, came, left = network.given, network.kept[PLANES * before :], network.came, network.left
    count = 0
    while changed:
        square = lowest_bit(changed)
        changed &= changed - 1
        comer, leaver = piece_on(now, square), piece_on(was, square)
        came[count], came[count + 1] = input_of(comer, square ^ first), input_of(comer ^ OTHER, square ^ second)
        left[count], left[count + 1] = input_of(leaver, square ^ first), input_of(leaver ^ OTHER, square ^ second)
        count += 2
    network.kept_turns[2 * here], network.kept_turns[2 * here + 1] = first, second
    for plane in range(PLANES):
        network.kept[PLANES * here + plane] = now[plane]
    sums: Int16s = network.sums[WIDTH * here :]
    change_rows(sums, network.sums[WIDTH * before :], network.weights, came, left, count, HIDDEN)
    return sums


def changes(network: Nnue, place: int) -> u64:
    """The squares that are not as in the board of a place."""
    now, was = network.given, network.kept[PLANES * place :]
    changed: u64 = (now[0] ^ was[0]) | (now[1] ^ was[1]) | (now[2] ^ was[2]) | (now[3] ^ was[3])
    return changed


def piece_on(board: Words, square: int) -> int:
    """The number of what stands on a square."""
    low, middle = board[0] >> square & 1, board[1] >> square & 1
    high, other = board[2] >> square & 1, board[3] >> square & 1
    return int(low | middle << 1 | high << 2 | other << 3)


def input_of(piece: int, square: int) -> int:
    """The input that a piece on a square turns on."""
    return SQUARES * piece + square if piece & (OTHER - 1) else NO_INPUT
