"""What a player of Gomoku knows without a search, against an exhaustive one; and what the engines make of it."""

import random

import pytest

import mossa
from mossa.play.match import Match, run
from mossa.play.players import player
from mossa.search.common.limits import Limits

EMPTY = 8
"""Positions with at most this many empty points are compared."""


def worth(rules, state, known):
    """(value, plies to the end) for the mover, by trying everything."""
    found = known.get(state)
    if found is None:
        if rules.is_over(state):
            found = rules.utility(state, rules.mover(state)), 0
        else:
            replies = [worth(rules, rules.play(state, move), known) for move in rules.legal(state)]
            value = max(-v for v, _ in replies)
            plies = [n for v, n in replies if -v == value]
            found = value, 1 + (min(plies) if value > 0 else max(plies))
        known[state] = found
    return found


@pytest.mark.parametrize("spec", ["gomoku:size=5", "gomoku:size=6", "gomoku:size=6,exact=1"])
def test_bounds_and_sufficient_moves_are_true(spec):
    game = mossa.game(spec)
    rules, chooser, points = game.rules, random.Random(spec), game.facts.widest
    known, settled, fewer = {}, 0, 0
    for _ in range(8):
        state = rules.start()
        while not rules.is_over(state):
            if points - state.stones <= EMPTY:
                least, most = rules.bounds(state)
                value, plies = worth(rules, state, known)
                assert least <= value <= most
                legal = rules.legal(state)
                enough = list(rules.sufficient(state))
                assert set(enough) <= set(legal)
                if least < most:
                    assert value == max(-worth(rules, rules.play(state, move), known)[0] for move in enough)
                elif value:
                    assert rules.plies_to_end(state) in (plies, -1)
                settled += least == most
                fewer += len(enough) < len(legal)
            state = rules.play(state, chooser.choice(rules.legal(state)))
    assert settled > 10
    assert fewer > 1


@pytest.mark.parametrize(
    ("moves", "bounds", "plies"),
    [
        ("h8 h9 i8 i9 j8 j9 k8 a1", (1, 1), 1),  # five next
        ("h8 h9 i8 i9 j8 j9 k8", (-1, -1), 2),  # an open four of the opponent
        ("h8 h9 i8 i9 j8 a1", (1, 1), 3),  # an open three
        ("h8 h9 i8 g7 a1", (-1, 1), -1),  # nothing yet
    ],
)
def test_threats(moves, bounds, plies):
    game = mossa.game("gomoku")
    state = game.after(moves).state
    assert game.rules.bounds(state) == bounds
    assert game.rules.plies_to_end(state) == plies


def fours(game, count, seed):
    """Random positions in which somebody has a point for five: (position, those points of the mover, of the other)."""
    chooser, found = random.Random(seed), []
    module = next(m for m in game.modules if m.__name__.endswith("evaluation"))
    while len(found) < count:
        position = game.start()
        while not position.is_over:
            state, sides = position.state, (position.mover, 1 - position.mover)
            own, other = (module.point_that(state, side, module.FIVE, -1) for side in sides)
            if own >= 0 or (other >= 0 and module.point_that(state, sides[1], module.FIVE, other) < 0):
                found.append((position, own, other))
                break
            near = [m for m in position.legal if game.rules.order(position.state, m) > 40]
            position = position.play(chooser.choice(near or list(position.legal)))
    return found


@pytest.mark.parametrize("spec", ["alphabeta:depth=1", "mcts:nodes=600"])
def test_a_five_is_made_and_a_four_is_met(spec):
    game = mossa.game("gomoku:size=9")
    one = player(spec, game)
    rules = game.rules
    for position, own, other in fours(game, 15, 7):
        one.begin(0)
        move = one.choose(position, Limits()).move
        if own >= 0:
            assert rules.is_over(rules.play(position.state, move)), position.text
        else:
            assert move == other, position.text


@pytest.mark.parametrize("spec", ["alphabeta:nodes=500", "mcts:nodes=300"])
def test_nobody_loses_to_random_moves(spec):
    assert run(Match("gomoku", (spec, "random"), games=4)).wins == 4
