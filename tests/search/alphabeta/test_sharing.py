"""Threads that search one tree together: a move that another thread is busy with comes last, with its standing kept."""

from __future__ import annotations

from typing import Any

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.memory import Memory, make_memories
from mossa.search.alphabeta.options import DEFAULTS, make_options
from mossa.search.alphabeta.ordering import MOVE_MASK
from mossa.search.alphabeta.sharing import mark_busy, pick_not_busy, unmark_busy
from mossa.search.common.stop_signal import StopSignal

GAME = mossa.game("connect4")


def order_of(state: Any, memory: Memory, standings: dict[int, int]) -> list[tuple[int, int]]:
    """The moves as they are picked, each with its standing."""
    pick = kernel_for(pick_not_busy, GAME, compiled=False)
    buffer = Ints(len(standings))
    for i, (move, standing) in enumerate(standings.items()):
        buffer[i] = standing << 24 | move
    entries = [pick(state, i, len(standings), memory, buffer) for i in range(len(standings))]
    return [(entry & MOVE_MASK, entry >> 24) for entry in entries]


def test_a_move_that_another_thread_searches_comes_last() -> None:
    state = GAME.rules.start()
    mine, other = make_memories(GAME, make_table(1), StopSignal(stop=0), make_options(base=DEFAULTS), 2)
    standings = {0: -(1 << 31), 1: 70, 2: 1 << 31, 3: 0}
    free = [(2, 1 << 31), (1, 70), (3, 0), (0, -(1 << 31))]
    assert order_of(state, mine, standings) == free
    children = {move: GAME.rules.play(state, move) for move in standings}
    for move in (2, 3):
        kernel_for(mark_busy, GAME, compiled=False)(children[move], other)
    assert order_of(state, mine, standings) == [free[1], free[3], free[0], free[2]]
    kernel_for(unmark_busy, GAME, compiled=False)(children[2], other)
    assert order_of(state, mine, standings) == [free[0], free[1], free[3], free[2]]
