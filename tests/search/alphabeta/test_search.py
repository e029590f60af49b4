"""What the search takes from the table without a look."""

from __future__ import annotations

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.transposition_table import EXACT, LOWER, UPPER, make_table, probe, store
from mossa.kernel.words import u64
from mossa.search.alphabeta.options import make_options
from mossa.search.alphabeta.search import entry_decides

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
