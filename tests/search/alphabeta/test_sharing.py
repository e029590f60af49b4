"""Threads that search one tree together: a move that another thread is busy with comes last, with its priority kept."""

from __future__ import annotations

from typing import Any

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.memory import Memory, make_memories
from mossa.search.alphabeta.options import DEFAULTS, make_options
from mossa.search.alphabeta.sharing import mark_busy, pick_not_busy, unmark_busy
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.wide_moves import MOVE_MASK

GAME = mossa.game("connect4")


def order_of(state: Any, memory: Memory, priorities: dict[int, int]) -> list[tuple[int, int]]:
    """The moves as they are picked, each with its priority."""
    pick = kernel_for(pick_not_busy, GAME, compiled=False)
    buffer = Ints(len(priorities))
    for i, (move, priority) in enumerate(priorities.items()):
        buffer[i] = priority << 24 | move
    entries = [pick(state, i, len(priorities), memory, buffer) for i in range(len(priorities))]
    return [(entry & MOVE_MASK, entry >> 24) for entry in entries]


def test_a_move_that_another_thread_searches_comes_last() -> None:
    state = GAME.rules.start()
    mine, other = make_memories(GAME, make_table(1), StopSignal(stop=0), make_options(base=DEFAULTS), 2)
    priorities = {0: -(1 << 31), 1: 70, 2: 1 << 31, 3: 0}
    free = [(2, 1 << 31), (1, 70), (3, 0), (0, -(1 << 31))]
    assert order_of(state, mine, priorities) == free
    children = {move: GAME.rules.play(state, move) for move in priorities}
    for move in (2, 3):
        kernel_for(mark_busy, GAME, compiled=False)(children[move], other)
    assert order_of(state, mine, priorities) == [free[1], free[3], free[0], free[2]]
    kernel_for(unmark_busy, GAME, compiled=False)(children[2], other)
    assert order_of(state, mine, priorities) == [free[0], free[1], free[3], free[2]]
