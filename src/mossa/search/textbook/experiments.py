"""Experiments: what the order of moves is worth, measured on ideal trees.

An ideal tree has b moves at every node and all its leaves at depth d. How many of the b^d leaves alpha-beta visits
depends on the order: all of them if the worst move always comes first, about b^(3d/4) in random order, and exactly
b^⌈d/2⌉ + b^⌊d/2⌋ − 1 if the best always does [KnuthMoore75].

>>> for row in order_effect(3, 4):
...     print(row.depth, row.worst, round(row.random, 1), row.best, row.knuth_moore)
1 3 3.0 3 3
2 9 7.8 5 5
3 27 18.4 11 11
4 81 43.0 17 17
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mossa.core import Facts, Rules
from mossa.core.figures import new_figure, write_figure
from mossa.kernel.bits import mix
from mossa.kernel.errors import MossaError
from mossa.kernel.words import u64

from .registry import run

__all__ = ["ORDERS", "OrderRow", "count_positions", "ideal_tree", "knuth_moore", "order_effect", "plot_order_effect"]

ORDERS = ("worst", "random", "best")
MOST_LEAVES = 1_000_000
"""Of an ideal tree."""


class Place(NamedTuple):
    """A node of an ideal tree."""

    ply: int
    leaf: int
    """The number of the leftmost leaf below it, from 0."""


def ideal_tree(branching: int, depth: int, order: str, seed: int = 0) -> Rules:
    """The game whose tree has `branching` moves everywhere and ends after `depth` plies.

    In the best (worst) order each player's moves are sorted with the best (worst) for him first: every leaf below a
    move is better for him than every leaf below the next (previous) one. In random order the leaves have random values.
    """
    if branching < 1 or depth < 1 or branching**depth > MOST_LEAVES:
        raise MossaError(
            f"an ideal tree has a branching and a depth from 1 up and at most {MOST_LEAVES:,} leaves, "
            f"not {branching}^{depth}"
        )
    if order not in ORDERS:
        raise MossaError(f"an order is one of {', '.join(ORDERS)}, not {order!r}")
    leaves = branching**depth

    def value(leaf: int) -> int:
        if order == "random":
            return int(mix(u64(leaf) + mix(u64(seed) + 1)) >> 33)
        rank = 0  # of the leaf among all; the digits of its number are the moves that lead to it
        for ply in range(depth):
            move = leaf // branching ** (depth - 1 - ply) % branching
            rising = (ply % 2 == 0) == (order == "worst")  # do values rise with the number of the move?
            rank = rank * branching + (move if rising else branching - 1 - move)
        return rank

    return Rules(
        Facts(players=2, utility=(-(2**31), 2**31), widest=branching, longest=depth),
        start=lambda: Place(0, 0),
        mover=lambda state: state.ply % 2,
        moves=lambda state: iter(range(branching)) if state.ply < depth else iter(()),
        play=lambda state, move: Place(state.ply + 1, state.leaf + move * branching ** (depth - 1 - state.ply)),
        utility=lambda state, player: value(state.leaf) if player == 0 else -value(state.leaf),
        is_over=lambda state: state.ply == depth,
        key=lambda state: mix(u64(state.leaf * 64 + state.ply)),
        write_position=lambda state: f"leaf {state.leaf} of {leaves}",
    )


def knuth_moore(branching: int, depth: int) -> int:
    """The least number of leaves that alpha-beta has to visit: b^⌈d/2⌉ + b^⌊d/2⌋ − 1. [KnuthMoore75]"""
    half: int = branching ** (depth // 2)
    return half + half * (branching if depth % 2 else 1) - 1


@dataclass(frozen=True)
class OrderRow:
    """Leaves that alpha-beta visited on ideal trees of one size, beside what theory says."""

    branching: int
    depth: int
    worst: int
    random: float
    """The mean of several trees."""
    best: int
    all_leaves: int
    """b^d: the leaves that minimax visits."""
    three_quarters: float
    """b^(3d/4): about what random order costs."""
    knuth_moore: int


def order_effect(branching: int, deepest: int, *, trees: int = 10, seed: int = 0) -> list[OrderRow]:
    """Alpha-beta on ideal trees of depth 1 to `deepest`; in random order on `trees` trees."""
    if trees < 1:
        raise MossaError(f"the mean of {trees} trees cannot be taken; give a number from 1 up")

    def leaves(depth: int, order: str, seed: int = 0) -> int:
        return run("alphabeta", ideal_tree(branching, depth, order, seed), trace=False).leaves

    return [
        OrderRow(
            branching,
            depth,
            leaves(depth, "worst"),
            sum(leaves(depth, "random", seed * trees + i) for i in range(trees)) / trees,
            leaves(depth, "best"),
            branching**depth,
            branching ** (0.75 * depth),
            knuth_moore(branching, depth),
        )
        for depth in range(1, deepest + 1)
    ]


def plot_order_effect(rows: Sequence[OrderRow], file: str | Path) -> None:
    """Draw the rows of `order_effect` to a file, PNG, SVG or PDF by its name: measured points on theory's curves."""
    if not rows:
        raise MossaError("there are no rows to plot")
    depths = [row.depth for row in rows]
    figure = new_figure(7, 4.5, layout="constrained")
    axes = figure.add_subplot()
    curves = (
        ("worst", "#b3001b", "b^d", "all_leaves"),
        ("random", "#b36b00", "b^(3d/4)", "three_quarters"),
        ("best", "#1f4e9c", "b^⌈d/2⌉ + b^⌊d/2⌋ − 1", "knuth_moore"),
    )
    for order, colour, formula, theory in curves:
        axes.plot(depths, [getattr(row, theory) for row in rows], color=colour, linewidth=1, label=formula)
        measured = [getattr(row, order) for row in rows]
        axes.plot(depths, measured, "o", color=colour, markersize=5, label=f"{order} order, measured")
    axes.set_yscale("log")
    axes.set_xticks(depths)
    axes.set_xlabel("depth d")
    axes.set_ylabel("leaves looked at")
    axes.set_title(f"Alpha-beta on ideal trees, branching b = {rows[0].branching}")
    axes.legend(frameon=False)
    axes.grid(alpha=0.25)
    write_figure(Path(file), figure)


def count_positions(rules: Rules, most: int = 1_000_000) -> int:
    """How many different states can arise, including the first one; more than `most` is a MossaError.

    >>> from mossa import game
    >>> count_positions(game("tictactoe").rules)
    5478
    """
    start = rules.start()
    seen = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for move in rules.legal(state):
            after = rules.play(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > most:
            raise MossaError(f"more than {most:,} positions can arise: too many to count one by one")
    return len(seen)
