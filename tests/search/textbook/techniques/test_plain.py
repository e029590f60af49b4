"""The comparison with minimax that a technique ends with."""

import pytest

from mossa import game
from mossa.search.textbook import EXAMPLES, run
from mossa.search.textbook.notes import noted
from mossa.search.textbook.techniques import plain


def test_what_is_told_where_they_differ_and_where_not():
    trace = EXAMPLES["forward-pruning"].run()
    assert noted(trace.remarks[0], "en").startswith("minimax finds 7 for sacrifice, forward pruning 3 for safe")
    alike = run("forward-pruning", game("tree").rules, keep=3)
    assert noted(alike.remarks[0], "en") == "minimax to the same depth agrees: 3, a1"
    assert alike.sentence(alike.events[-1]) == noted(alike.remarks[0], "en")


def test_a_large_tree_is_not_compared(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(plain, "MOST_COMPARED", 5)
    trace = run("forward-pruning", game("tree").rules)
    assert trace.remarks == [("not-compared", "5")]
    assert trace.value == 3
