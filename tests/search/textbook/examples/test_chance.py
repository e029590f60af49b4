"""The worked figures of chance: exact utilities matter, and the windows of Star1."""

import pytest
from tests.search.textbook.trees import reasons

from mossa import game
from mossa.search.textbook import EXAMPLES, run


def test_exact_utilities_matter_only_with_chance():
    plain = "((2 2 3 3) (1 1 4 4))"
    stretched = plain.replace("2", "20").replace("3", "30").replace("4", "400")
    same = [run("minimax", game(f"tree:tree={text}").rules).best for text in (plain, stretched)]
    assert same == ["a1", "a1"]
    assert EXAMPLES["chance"].run().best != EXAMPLES["chance-rescaled"].run().best


def test_star1_window():
    trace = EXAMPLES["star1-window"].run()
    first = next(event for event in trace.events if event.path == (0,))
    assert (first.alpha, first.beta) == (pytest.approx(0.5), pytest.approx(0.875))
    assert reasons(trace) == ["the window of the next outcome would be [1, 1.5], and it is worth from 0 to 1"]
    assert "[1, 3]" in EXAMPLES["star1-window"].english


def test_the_gamble_depends_on_the_exact_value():
    spec = EXAMPLES["gamble"].spec
    assert run("expectiminimax", game(spec).rules).best == "gamble"
    assert run("expectiminimax", game(spec.replace("4", "2")).rules).best == "sure"
