"""Kuhn poker: counts of histories and information sets, payoffs."""

from collections import Counter

import pytest
from tests.hidden_information_oracles import check_redeal, histories

import mossa

GAME = mossa.game("kuhn")

TRIO = mossa.game("kuhn:players=3")


def kinds(game):
    """How many histories are at chance, at a decision, at an end."""
    rules = game.rules
    seen = Counter(2 if rules.is_over(s) else 0 if rules.is_chance(s) else 1 for s, _ in histories(rules))
    return [seen[0], seen[1], seen[2]]


def test_number_of_histories():
    """OpenSpiel's counts, tests/data/poker_openspiel.json."""
    assert kinds(GAME) == [4, 24, 30]
    assert kinds(TRIO) == [17, 288, 312]


def test_number_of_information_sets():
    for game, count in (GAME, 12), (TRIO, 48):
        rules = game.rules
        decisions = [s for s, _ in histories(rules) if not rules.is_over(s) and not rules.is_chance(s)]
        assert len({(rules.mover(s), rules.information_state(s, rules.mover(s))) for s in decisions}) == count


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("K Q check check", (1, -1)),
        ("J Q check check", (-1, 1)),
        ("J K bet fold", (1, -1)),
        ("J K bet call", (-2, 2)),
        ("K J bet call", (2, -2)),
        ("K J check bet fold", (-1, 1)),
        ("K J check bet call", (2, -2)),
    ],
)
def test_payoffs(moves, result):
    assert GAME.after(moves).result == result


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("T J Q check check check", (-1, -1, 2)),
        ("K T J bet fold fold", (2, -1, -1)),
        ("T K J bet call fold", (-2, 3, -1)),
        ("T K J check bet call fold", (-1, 3, -2)),
        ("T K J check check bet call call", (-2, 4, -2)),
    ],
)
def test_payoffs_of_three(moves, result):
    assert TRIO.after(moves).result == result


@pytest.mark.parametrize("game", [GAME, TRIO], ids=["two", "three"])
def test_facts_hold(game):
    rules, facts = game.rules, game.facts
    low, high = facts.utility
    for state, _ in histories(rules):
        if rules.is_over(state):
            assert sum(rules.utilities(state)) == 0
            assert all(low <= u <= high for u in rules.utilities(state))
        else:
            assert 1 <= len(rules.legal(state)) <= facts.widest
        if rules.is_chance(state):
            assert sum(rules.probability(state, m) for m in rules.moves(state)) == pytest.approx(1)


def test_redeal():
    check_redeal(GAME.rules, 400)
    check_redeal(TRIO.rules, 100)
