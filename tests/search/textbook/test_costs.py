"""Completeness, optimality, time and space beside the measured counts."""

import re

import pytest

from mossa import game
from mossa.search.textbook import ALGORITHMS, EXAMPLES, run
from mossa.search.textbook.costs import EXACT, PRUNING, WORDS, in_mind, told_costs

TWO_PLY = game("tree").rules


def test_the_two_ply_tree_in_words():
    assert told_costs(run("minimax", TWO_PLY)) == [
        "complete: yes, if the tree is finite; optimal: yes, against an opponent who plays his best",
        "time O(b^m): b = 3, m = 2, b^m is 9; 9 leaves were valued",
        "space O(bm), or O(m) if children are made one at a time, as here: b·m is 6, 3 nodes were held",
        "people keep 7 ± 2 things in mind (Miller 1956), or 4 ± 1 (Cowan 2001): 3 can be kept even by Cowan's count",
    ]
    pruned = told_costs(run("alphabeta", TWO_PLY))
    assert "b^m is 9, b^(m/2) is 3; 7 leaves were valued" in pruned[1]
    assert "13 nodes were held" in told_costs(run("minimax-whole", TWO_PLY))[2]
    assert told_costs(run("minimax-list", TWO_PLY))[3].endswith("7 can be kept by Miller's count, not by Cowan's")
    assert told_costs(run("minimax-whole", TWO_PLY), "it")[3].endswith("13 sono troppi")


def test_with_an_evaluation_it_is_as_good_as_that():
    lines = told_costs(run("alphabeta", game("tictactoe").rules, depth=2))
    assert lines[0].startswith("complete to its depth; optimal only if e(x) is right")
    at = game("tictactoe").after("a1 b2 c3 a3")
    assert told_costs(run("alphabeta", at.game.rules, at.state, depth=9))[0].startswith("complete: yes")


def test_both_languages_fill_in_the_same():
    for english, italian in WORDS.values():
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", italian))


@pytest.mark.parametrize(("held", "whose"), [(1, "4 ± 1"), (5, "4 ± 1"), (6, "7 ± 2"), (9, "7 ± 2"), (10, "–")])
def test_what_people_keep_in_mind(held, whose):
    assert in_mind(held) == whose


def test_every_algorithm_that_finds_the_value_of_minimax_is_told():
    exact = {name for name, one in ALGORITHMS.items() if one.exact and one.technique}
    assert exact < {*EXACT, *PRUNING} < set(ALGORITHMS)
    assert len(told_costs(EXAMPLES["ucb"].run())) <= 1
    assert told_costs(run("minimax", TWO_PLY, trace=False)) == []
