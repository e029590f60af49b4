"""Priorities of moves: by the game's own order, by history, and what reductions make of them."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import NONE, make_table
from mossa.search.alphabeta.memory import Memory, make_memory
from mossa.search.alphabeta.options import make_options, tuned
from mossa.search.alphabeta.ordering import (
    HISTORY_LIMIT,
    KILLER,
    ORDER,
    continuation_key,
    history_part,
    history_slot,
    learn_from_estimate,
    pick_by_exchange,
    rank,
    record_cutoff,
    record_move,
    record_pass,
)
from mossa.search.common.scores import INFINITE
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.wide_moves import MOVE_MASK

CHESS = mossa.game("chess")

OPTIONS = make_options(None, tuned(CHESS))


@pytest.mark.parametrize("order", [-20000, -1, 0, 1, 9000])
@pytest.mark.parametrize(
    "past", [-HISTORY_LIMIT, -1, 0, 77, HISTORY_LIMIT, KILLER - HISTORY_LIMIT, KILLER + HISTORY_LIMIT]
)
def test_a_standing_is_taken_apart(order: int, past: int) -> None:
    assert history_part(order * ORDER + past) == past


def plain(function: Any) -> Any:
    return kernel_for(function, CHESS, compiled=False)


def fresh() -> Memory:
    return make_memory(CHESS, make_table(1), StopSignal(stop=0), OPTIONS)


def test_a_capture_that_loses_comes_last() -> None:
    at = CHESS.position("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1")
    moves = Ints(64)
    for i, move in enumerate(at.legal):
        moves[i] = move
    n = len(at.legal)
    plain(rank)(at.state, n, NONE, 1, 0, fresh(), moves)
    tried = [at.write_move(plain(pick_by_exchange)(at.state, i, n, moves) & MOVE_MASK) for i in range(n)]
    assert tried[-1] == "e1e5"
    assert sorted(tried) == sorted(at.write_move(move) for move in at.legal)


def test_what_cut_after_a_move_is_tried_early_after_it_again() -> None:
    memory, at, other, ply = fresh(), CHESS.start(), continuation_key(1, 100), 4
    good = at.read_move("b1c3")

    def first() -> int:
        moves = Ints(64)
        for i, move in enumerate(at.legal):
            moves[i] = move
        memory.history.array[:] = 0
        memory.killers.array[:] = memory.counters.array[:] = NONE
        plain(rank)(at.state, len(at.legal), NONE, 1, ply, memory, moves)
        return int(plain(pick_by_exchange)(at.state, 0, len(at.legal), moves)) & MOVE_MASK

    memory.continuation_keys[ply + 1] = continuation_key(1, 200)
    moves = Ints(64)
    moves[0] = good
    plain(record_cutoff)(at.state, good, 0, 1, 1, 6, ply, memory, moves)
    assert first() == good
    memory.continuation_keys[ply] = memory.continuation_keys[ply + 1] = other
    assert first() != good


@pytest.mark.parametrize(
    ("before", "after", "learnt"),
    [
        (10, -10, 0),  # the same, seen from the other side
        (10, -15, 20),  # five more than it was
        (10, -5, -20),
        (10, -900, OPTIONS.history_sight),
        (10, 900, -OPTIONS.history_sight),
        (-INFINITE, 10, 0),  # nothing was known
    ],
)
def test_history_learns_at_once_what_a_quiet_move_did_to_the_estimate(before: int, after: int, learnt: int) -> None:
    memory, at, ply, history_index = fresh(), CHESS.start(), 3, CHESS.rules.history_index
    assert history_index is not None
    move = at.read_move("b1c3")
    memory.estimates[ply], memory.estimates[ply + 1] = before, after
    for quiet in (True, False):
        memory.history.array[:] = 0
        plain(record_move)(at.state, move, quiet, 0, ply, memory)
        plain(learn_from_estimate)(ply + 1, memory)
        assert memory.history.array.sum() == (learnt if quiet else 0)
        assert memory.history[history_slot(0, history_index(at.state, move))] == (learnt if quiet else 0)
    plain(record_pass)(0, ply, memory)
    plain(learn_from_estimate)(ply + 1, memory)
    assert not memory.history.array.any()


def test_moves_too_late_that_stood_higher_are_blamed_for_a_cut() -> None:
    at, memory = CHESS.start(), fresh()
    names = ("e2e4", "d2d4", "g1f3", "b1c3", "a2a3")
    found, moves, history_index = [at.read_move(name) for name in names], Ints(5), CHESS.rules.history_index
    for i, priority in enumerate((9, 5, 4, 7, 3)):  # one tried before, the one that cut, one to come; two too late
        moves[i] = priority << 24 | found[i]
    plain(record_cutoff)(at.state, found[1], 1, 3, 5, 6, 1, memory, moves)
    assert history_index is not None
    history = [memory.history[history_slot(0, history_index(at.state, move))] for move in found]
    assert [(gain > 0) - (gain < 0) for gain in history] == [-1, 1, 0, -1, 0]
