"""Exercises on a trace: the questions, and the mistakes in an answer."""

import pytest

from mossa import MossaError, game
from mossa.search.textbook import run
from mossa.web.lab_exercises import finite, mistakes, questions


def test_an_exercise_asks_for_the_inner_nodes_and_marks_them() -> None:
    trace = run("alphabeta", game("tree:tree=((3 12) (2 4))").rules)
    asked = questions(trace)
    assert [one["node"] for one in asked["nodes"]] == ["", "0", "1"]
    right = mistakes(trace, {"values": {"": 3, "0": 3, "1": 2}, "cut": ["1.1"], "windows": {"1": "3, inf"}})
    assert right["right"]
    wrong = mistakes(trace, {"values": {"": 3, "0": 12, "1": 2}, "cut": [], "windows": {"1": "0 1"}})
    assert (wrong["wrong"], wrong["missed"], wrong["windows"]) == ({"0": "3"}, ["1.1"], ["1"])


def test_a_tree_of_many_nodes_is_no_exercise() -> None:
    with pytest.raises(MossaError, match="60 nodes"):
        questions(run("minimax", game("tictactoe").rules, depth=2))


def test_what_is_finite() -> None:
    assert finite(1)
    assert finite(0.5)
    assert not any(map(finite, (True, "1", float("inf"), None)))
