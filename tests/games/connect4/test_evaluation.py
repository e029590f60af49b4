"""What Connect Four proves without a search, against an exhaustive one."""

import random

import pytest

import mossa

SIZES = [(4, 4), (5, 4), (4, 5), (5, 5), (6, 4), (7, 4)]

EMPTY = 11
"""Positions with at most this many empty cells are compared."""


def worth(rules, state, known):
    """The score of the mover, by trying everything."""
    if state not in known:
        if rules.is_over(state):
            known[state] = rules.score(state, rules.mover(state))
        else:
            known[state] = max(-worth(rules, rules.play(state, move), known) for move in rules.legal(state))
    return known[state]


@pytest.mark.parametrize("size", SIZES)
def test_bounds_and_sufficient_moves_are_true(size):
    columns, rows = size
    rules = mossa.game(f"connect4:columns={columns},rows={rows}").rules
    source, known = random.Random(rows * 10 + columns), {}
    narrowed = 0
    for _ in range(60):
        state = rules.start()
        while not rules.is_over(state):
            if columns * rows - state.mask.bit_count() <= EMPTY:
                least, most = rules.bounds(state)
                value = worth(rules, state, known)
                assert least <= value <= most
                if least < most:
                    assert value == max(
                        -worth(rules, rules.play(state, move), known) for move in rules.sufficient(state)
                    )
                narrowed += least == 0 or most == 0 or least > 0 or most < 0
            state = rules.play(state, source.choice(rules.legal(state)))
    assert narrowed > 20


@pytest.mark.parametrize(
    ("moves", "bounds"),
    [
        ("72541246543424364712", (-10, -1)),  # all columns even: the opponent answers, and wins so
        ("442445523431", (-14, 0)),  # two bases: the opponent answers one by the other
        ("55127746257432536244345", (0, 9)),  # three bases: the mover takes one first
        ("777664327244514542412", (-9, -2)),  # the opponent waits for the cell under his threat
        ("33176167133375541223", (2, 10)),  # the mover takes a base, then waits
    ],
)
def test_tempo(moves, bounds):
    game = mossa.game("connect4")
    assert game.rules.bounds(game.position(moves).state) == bounds
