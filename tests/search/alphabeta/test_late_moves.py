"""Late moves: how much they are reduced, and why they are pruned."""

from __future__ import annotations

import random
from typing import Any

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.estimates import improving
from mossa.search.alphabeta.late_moves import (
    EXCHANGE,
    FUTILE,
    LATE,
    late_from,
    move_prunable_last,
    prune_reason,
    prunes_others,
    reduction,
)
from mossa.search.alphabeta.memory import Memory, make_memory
from mossa.search.alphabeta.options import make_options, tuned
from mossa.search.alphabeta.ordering import (
    HISTORY_LIMIT,
    KILLER,
    ORDER,
)
from mossa.search.common.scores import INFINITE
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.wide_moves import MOVE_MASK

CHESS = mossa.game("chess")

OPTIONS = make_options(None, tuned(CHESS))

ROOK = CHESS.position("6k1/8/8/2p5/8/8/3R4/6K1 w - - 0 1")
"""The rook can be lost on d4 (to a pawn) and gives check on d8 and g2."""


def plain(function: Any) -> Any:
    return kernel_for(function, CHESS, compiled=False)


def fresh() -> Memory:
    return make_memory(CHESS, make_table(1), StopSignal(stop=0), OPTIONS)


@pytest.mark.parametrize(
    ("move", "late", "gap", "why"),
    [
        ("d2d3", False, 0, 0),
        ("d2d3", True, 0, LATE),
        ("d2d3", False, 5000, FUTILE),
        ("d2d8", True, 5000, 0),  # a check asks for an answer
        ("d2d4", False, 0, EXCHANGE),
        ("d2d4", True, 0, LATE),
    ],
)
def test_why_a_move_is_not_worth_a_look(move: str, late: bool, gap: int, why: int) -> None:
    assert plain(prune_reason)(ROOK.state, ROOK.read_move(move), True, late, 3, 2, gap, OPTIONS) == why


def test_far_from_the_horizon_every_move_is() -> None:
    for move in ROOK.legal:
        assert plain(prune_reason)(ROOK.state, move, True, True, 20, 15, 5000, OPTIONS) == 0


def test_a_capture_may_lose_more_the_deeper_it_is_searched() -> None:
    at = CHESS.position("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1")
    capture = at.read_move("e1e5")  # a rook for a pawn: 400
    asked = [
        plain(prune_reason)(at.state, capture, False, False, depth, depth - 1, 0, OPTIONS) for depth in range(1, 7)
    ]
    assert asked == [EXCHANGE] * 4 + [0] * 2


def test_late_moves_come_sooner_where_nothing_improves() -> None:
    assert late_from(3, 0, OPTIONS) == late_from(3, 1, OPTIONS) // 2


def test_reductions_know_cuts_improvement_and_reputation() -> None:
    memory = fresh()

    def plies(priority: int = 0, better: int = 1) -> int:
        return int(reduction(10, 10, priority, 4, better, memory))

    usual = plies()
    assert plies(better=0) == usual + OPTIONS.reduction_worse > usual
    assert plies(KILLER + 5 * ORDER) == usual - 1
    assert plies(-2 * OPTIONS.reduction_history) == usual + 2
    memory.cuts[4] = 1
    assert plies() == usual + OPTIONS.reduction_cut > usual


def test_what_comes_too_late_is_moved_last_at_once() -> None:
    """All but checks and captures, as `prune_reason` says of each; nothing is lost, and what is before stays."""
    at = CHESS.position("6k1/8/8/2p5/3P4/8/3R4/6K1 w - - 0 1")
    moves = Ints(len(at.legal))
    for i, move in enumerate(at.legal):
        moves[i] = i << 24 | move
    entries = moves.array.tolist()
    rest = plain(move_prunable_last)(at.state, 2, len(entries), moves)
    after = moves.array.tolist()
    assert (after[:2], sorted(after)) == (entries[:2], entries)
    why = plain(prune_reason)
    quiet = CHESS.rules.quiet
    assert quiet is not None
    found = [entry & MOVE_MASK for entry in after]
    late = [why(at.state, move, quiet(at.state, move), True, 1, 0, 0, OPTIONS) == LATE for move in found]
    assert late[2:] == [False] * (rest - 2) + [True] * (len(entries) - rest)
    assert set(found[:rest]) >= {at.read_move(name) for name in ("d2g2", "d4c5")}


def test_below_a_futile_move_all_are_futile() -> None:
    """The lower a move stands, the less depth it is left, unless it is a killer."""
    chooser, memory, plies = random.Random(1), fresh(), plain(reduction)
    for depth in range(1, 12):
        for cut in range(2):
            memory.cuts[3] = cut
            priorities = sorted(chooser.randint(-3, 3) * HISTORY_LIMIT + chooser.randint(-9, 0) for _ in range(40))
            left = [
                depth - plies(depth, i, priority, 3, cut, memory) for i, priority in enumerate(reversed(priorities))
            ]
            assert left == sorted(left, reverse=True)
    for reason, priority, settled in (
        (LATE, KILLER, True),
        (FUTILE, 3 * HISTORY_LIMIT, True),
        (FUTILE, -5, True),
        (FUTILE, KILLER, False),
        (EXCHANGE, -5, False),
    ):
        assert plain(prunes_others)(reason, priority, OPTIONS) == settled


def test_improving_looks_two_plies_back_or_four() -> None:
    memory, looks_better = fresh(), plain(improving)
    memory.estimates.array[:] = -INFINITE
    memory.estimates[4] = 30
    assert looks_better(4, memory)  # nothing is known of before
    memory.estimates[0] = 40
    assert not looks_better(4, memory)
    memory.estimates[2] = 20
    assert looks_better(4, memory)
    memory.estimates[4] = -INFINITE
    assert not looks_better(4, memory)
