"""A cursor in a trace: forwards and back, and the labels on the way."""

import pytest

from mossa import MossaError, game
from mossa.search.textbook import run

TWO_PLY = game("tree").rules


def test_the_cursor_goes_both_ways():
    trace = run("alphabeta-list", TWO_PLY)
    cursor = trace.cursor(0)
    assert cursor.sentence == "the beginning"
    assert not cursor.back()
    seen = [(dict(cursor.labels), cursor.list)]
    while cursor.forward():
        seen.append((dict(cursor.labels), cursor.list))
    assert len(seen) == len(trace.events) + 1
    for labels, contents in reversed(seen):
        assert (cursor.labels, cursor.list) == (labels, contents)
        cursor.back()
    cursor.go(7)
    assert (cursor.labels, cursor.list) == seen[7]
    for wrong in (-1, len(seen)):
        with pytest.raises(MossaError, match="the trace has steps 0 to"):
            cursor.go(wrong)


def test_labels_on_the_way():
    trace = run("alphabeta", TWO_PLY)
    labels = trace.labels()
    assert (labels[()].status, labels[()].value, labels[()].bound) == ("done", 3, "")
    assert (labels[(1,)].value, labels[(1,)].bound) == (2, "≤")
    assert labels[(1, 1)].status == labels[(1, 2)].status == "cut"
    early = trace.labels(3)
    assert early[()].status == "open"
    assert (2,) not in early
