"""perft: naive counts for every game, published ones where there are any."""

from __future__ import annotations

import pytest

import mossa
from mossa import MossaError
from mossa.search.common.perft import perft

MOST = 2000
"""Naive counting stops above this many states."""


def counts(name: str) -> list[int]:
    """How many ways there are to play 0, 1, 2 … moves, by making a list of them all."""
    rules = mossa.game(name).rules
    states, found = [rules.start()], [1]
    while states and len(states) * rules.facts.widest <= 20 * MOST and len(states) <= MOST and len(found) < 12:
        states = [rules.play(state, move) for state in states for move in rules.legal(state)]
        found.append(len(states))
    return found


LISTED = [name for name in mossa.names() if not mossa.game(name).rules.sampled]
"""Games whose outcomes of chance can be counted."""


@pytest.mark.parametrize("name", LISTED)
def test_every_game(name: str) -> None:
    game = mossa.game(name)
    expected = counts(name)
    assert len(expected) > 1
    assert [perft(game, game.rules.start(), depth) for depth in range(len(expected))] == expected
    few = [count for count in expected if count <= MOST]
    assert [perft(game, game.rules.start(), depth, compiled=False) for depth in range(len(few))] == few


def test_tic_tac_toe_to_its_end() -> None:
    """Leaves at exactly each depth; games of 9 moves are 127,872, those that ended earlier are not counted."""
    game = mossa.game("tictactoe")
    expected = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]
    assert [perft(game, game.rules.start(), depth) for depth in range(11)] == expected


def test_connect_four() -> None:
    """All sequences of moves, as counted by John Tromp."""
    game = mossa.game("connect4")
    expected = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert [perft(game, game.rules.start(), depth) for depth in range(9)] == expected


def test_a_game_that_is_over_has_no_sequences() -> None:
    game = mossa.game("tictactoe")
    state = game.after("a1 b1 a2 b2 a3").state
    assert [perft(game, state, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize("depth", [-1, 1001])
def test_a_depth_that_is_none(depth: int) -> None:
    game = mossa.game("tictactoe")
    with pytest.raises(MossaError, match=f"a depth is a number of plies from 0 to 1000, not {depth}"):
        perft(game, game.rules.start(), depth)
