"""Events: what alpha-beta reports, as plain records."""

import math

from mossa import game
from mossa.search.textbook import Event, run

TWO_PLY = game("tree").rules


def test_events_of_alpha_beta():
    trace = run("alphabeta", TWO_PLY)
    words = [trace.sentence(event) for event in trace.events]
    assert words[0] == "enter the root with the window [−∞, +∞]"
    assert words[3] == "a1/b1 is a leaf worth 3"
    assert "a1 is worth 3 so far" in words
    assert "a1 gets the value 3" in words
    assert "at a2, b2 and b3 are cut: MAX has 3 at the root already, and here it is 2 or less" in words
    assert words[-1] == "a1 is chosen, worth 3"
    assert len(words) == len(trace.events)


def test_events_are_plain_records():
    assert Event("enter", (0,), alpha=-math.inf) == Event("enter", (0,), None, -math.inf)
    assert "alphabeta: value 3, best a1" in repr(run("alphabeta", TWO_PLY))
