"""A network that looks at a board from both sides, run where the search is: the first layer by differences.

Each side has some sets of squares (in chess six: where its pawns, its knights … stand). A *view* is the board as one
side sees it, its own sets first, the squares turned so that both look the same way. One input is one square of one
set, so a state turns on as many inputs as there are pieces; each side's view is summed up by the same first layer,

    sums = biases + Σ weights of the inputs that are on
    output = Σ clip(sums of the mover's view)² · first half + Σ clip(sums of the other's)² · second half + bias

All weights are whole numbers, so that sums do not depend on the way to them. A search goes from one state to the
next by a move: the sums of the last state of every ply are kept, and only what changed since the ply before is added
and taken away.

There are several second layers, one for each *kind* of state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .bits import lowest_bit
from .memory import Int32s, Ints, Record, Shorts, Words
from .shorts import ONE, change_rows, squared_sum
from .words import u64

__all__ = ["SQUARES", "UNIT", "Layers", "TwoSided", "make_two_sided", "run_two_sided", "seat_layers"]

SQUARES = 64
PLACES = 64
"""Plies of which the last state is kept; a power of two."""
NEVER = -1
"""No view is turned so: nothing was summed up yet."""
UNIT = 64
"""What stands for 1 in a second layer."""


class TwoSided(Record):
    """The weights, the sets that whoever asks has written, and the sums of the last states."""

    sets: int
    """Of one side."""
    hidden: int
    given: Words
    """The sets of side 0, then those of side 1."""
    turns: Ints
    """Of each view: what its squares are xored with, so that both look the same way."""
    kept: Words
    """The sets of the last state of each place."""
    kept_turns: Ints
    """And how its views were turned."""
    sums: Shorts
    """And the sums of its views."""
    came: Ints
    """Inputs that are to be added to the sums, of the view of side 0, then of side 1."""
    left: Ints
    """The same, to be taken away."""
    weights: Shorts
    biases: Shorts
    outputs: Shorts
    output_biases: Int32s


class Layers(NamedTuple):
    """The numbers that a network learnt: arrays of int16, the last one of int32."""

    weights: Any
    """A row of hidden units for each input: square by square for each set, a view's own sets first."""
    biases: Any
    outputs: Any
    """For each kind of state a row for the mover's view and one for the other's, within ±2 · UNIT."""
    output_biases: Any


def seat_layers(sets: int, hidden: int, kinds: int) -> Layers:
    """Layers of this shape, all zeros."""
    import numpy as np

    first = np.zeros(2 * sets * SQUARES * hidden, np.int16)
    return Layers(first, np.zeros(hidden, np.int16), np.zeros(2 * hidden * kinds, np.int16), np.zeros(kinds, np.int32))


def make_two_sided(sets: int, layers: Layers) -> TwoSided:
    """A network with its working memory; the layers are used as they are, not copied."""
    hidden = len(layers.biases)
    assert len(layers.weights) == 2 * sets * SQUARES * hidden
    assert sets <= 32
    network = TwoSided(
        sets=sets,
        hidden=hidden,
        given=Words(2 * sets),
        turns=Ints(2),
        kept=Words(PLACES * 2 * sets),
        kept_turns=Ints(PLACES * 2),
        sums=Shorts(PLACES * 2 * hidden),
        came=Ints(4 * sets * SQUARES),
        left=Ints(4 * sets * SQUARES),
        weights=Shorts(layers.weights),
        biases=Shorts(layers.biases),
        outputs=Shorts(layers.outputs),
        output_biases=Int32s(layers.output_biases),
    )
    network.kept_turns.array[:] = NEVER
    return network


def run_two_sided(network: TwoSided, ply: int, mover: int, kind: int) -> int:
    """From the sets in `given` to the output, in parts of ONE · UNIT. The state is probably one move away from the last
    one of the ply before."""
    here, before = ply & (PLACES - 1), (ply - 1) & (PLACES - 1)
    look(network, here, before)
    hidden = network.hidden
    second, sums = network.outputs[2 * hidden * kind :], network.sums[2 * hidden * here :]
    total = squared_sum(sums[hidden * mover :], second, hidden)
    total += squared_sum(sums[hidden * (1 - mover) :], second[hidden:], hidden)
    output: int = total // ONE + network.output_biases[kind]
    return output


def look(network: TwoSided, here: int, before: int) -> None:
    """Sum up both views at one place, by what is kept at another."""
    sets, hidden = 2 * network.sets, network.hidden
    was = network.kept[sets * before :]
    touched = u64(0)
    for number in range(sets):
        touched |= u64(network.given[number] != was[number]) << number
    most, comers, leavers = sets * SQUARES, 0, 0
    first, second = network.turns[0], network.turns[1]
    while touched:
        number = lowest_bit(touched)
        touched &= touched - 1
        own, other = input_of(network, number, 0), input_of(network, number, 1)
        rest = network.given[number] & ~was[number]
        while rest:
            square = lowest_bit(rest)
            rest &= rest - 1
            network.came[comers] = own + (square ^ first)
            network.came[most + comers] = other + (square ^ second)
            comers += 1
        rest = was[number] & ~network.given[number]
        while rest:
            square = lowest_bit(rest)
            rest &= rest - 1
            network.left[leavers] = own + (square ^ first)
            network.left[most + leavers] = other + (square ^ second)
            leavers += 1
    for view in range(2):
        sums = network.sums[hidden * (2 * here + view) :]
        if network.turns[view] == network.kept_turns[2 * before + view]:
            last = network.sums[hidden * (2 * before + view) :]
            came, left = network.came[most * view :], network.left[most * view :]
            change_rows(sums, last, network.weights, came, comers, left, leavers, hidden)
        else:
            look_anew(network, view, sums)
        network.kept_turns[2 * here + view] = network.turns[view]
    for number in range(sets):
        network.kept[sets * here + number] = network.given[number]


def look_anew(network: TwoSided, view: int, sums: Shorts) -> None:
    """Sum up all inputs of a view."""
    comers = 0
    for number in range(2 * network.sets):
        rest = network.given[number]
        while rest:
            network.came[comers] = input_of(network, number, view) + (lowest_bit(rest) ^ network.turns[view])
            comers += 1
            rest &= rest - 1
    change_rows(sums, network.biases, network.weights, network.came, comers, network.left, 0, network.hidden)


def input_of(network: TwoSided, number: int, view: int) -> int:
    """The first input of a set, in a view: its own sets come first."""
    if view == 1:
        number += network.sets if number < network.sets else -network.sets
    return SQUARES * number
