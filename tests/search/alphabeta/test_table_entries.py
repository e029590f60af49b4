"""What the search takes from the table without a look, and what it stores."""

from __future__ import annotations

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.transposition_table import (
    CERTAIN,
    EXACT,
    LOWER,
    UPPER,
    bound_of,
    depth_of,
    make_table,
    move_of,
    probe,
    score_of,
    store,
)
from mossa.kernel.words import u64
from mossa.search.alphabeta.memory import make_memory
from mossa.search.alphabeta.options import make_options
from mossa.search.alphabeta.table_entries import entry_decides, store_score
from mossa.search.common.scores import from_table
from mossa.search.common.stop_signal import StopSignal

CHESS = mossa.game("chess")


@pytest.mark.parametrize(
    ("bound", "certain", "window", "loose", "strict"),
    [
        (LOWER, False, (20, 21), True, True),
        (LOWER, False, (10, 25), True, False),  # a principal variation, which is not cut short
        (LOWER, True, (10, 25), True, True),
        (LOWER, False, (40, 60), False, False),
        (UPPER, False, (35, 60), True, False),
        (EXACT, False, (10, 60), False, False),
        (EXACT, True, (10, 60), True, True),
    ],
)
def test_what_the_table_settles(bound: int, certain: bool, window: tuple[int, int], loose: bool, strict: bool) -> None:
    table, settles = make_table(1), kernel_for(entry_decides, CHESS, compiled=False)
    store(table, u64(9), 1, 30, 6, bound, certain)
    data = probe(table, u64(9))
    for number, expected in enumerate((loose, strict)):
        options = make_options({"table_strict": number})
        assert settles(data, 6, *window, 2, options) == expected
        assert settles(data, 7, *window, 2, options) == (expected and certain)


@pytest.mark.parametrize(
    ("score", "bound"), [(9, UPPER), (10, UPPER), (11, EXACT), (19, EXACT), (20, LOWER), (900, LOWER)]
)
@pytest.mark.parametrize("certain", [False, True])
def test_what_a_search_stores(score: int, bound: int, certain: bool) -> None:
    memory = make_memory(CHESS, make_table(1), StopSignal(stop=0), make_options())
    kernel_for(store_score, CHESS, compiled=False)(u64(9), 3, score, 10, 20, 6, 2, certain, memory)
    data = probe(memory.table, u64(9))
    assert (move_of(data), kernel_for(from_table, CHESS, compiled=False)(score_of(data), 2), bound_of(data)) == (
        3,
        score,
        bound,
    )
    assert depth_of(data) == (CERTAIN if certain else 6)
