"""Actions and observations: every legal move has its action, and a player sees what he knows."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.bridges.frameworks import FITTING

import mossa
from mossa import MossaError
from mossa.bridges.encoding import Encoding
from mossa.core.network_rules import features_of_states
from mossa.core.position import Position


def line(start: Position, seed: int, most: int = 80) -> list[Position]:
    """The positions of a random game."""
    rng, positions = random.Random(seed), [start]
    while not positions[-1].is_over and len(positions) < most:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal)))
    return positions


def test_the_games_that_fit() -> None:
    assert {"chess", "connect4", "hearts", "mastermind", "tictactoe", "trio"} <= set(FITTING)
    assert {"backgammon", "checkers"}.isdisjoint(FITTING)


@pytest.mark.parametrize("name", FITTING)
def test_every_legal_move_has_an_action_of_its_own(name: str) -> None:
    encoding = Encoding(mossa.game(name))
    for position in line(mossa.game(name).start(), 1):
        mask = encoding.mask(position)
        assert mask.shape == (encoding.actions,)
        assert mask.dtype == np.int8
        if position.is_over or position.is_chance:
            assert not mask.any()
        else:
            moves = encoding.moves(position)
            assert sorted(moves.values()) == sorted(position.legal)
            assert sorted(moves) == np.flatnonzero(mask).tolist()
        for player in range(position.game.facts.players):
            assert encoding.observe(position, player).shape == encoding.shape


def test_promotions_of_chess_are_different_actions() -> None:
    position = mossa.game("chess").position("k2r4/4P3/8/8/8/8/8/4K3 w - - 0 1")
    encoding = Encoding(position.game)
    texts = {position.write_move(move): action for action, move in encoding.moves(position).items()}
    assert {move for move in texts if move.startswith("e7")} == {f"e7{to}{p}" for to in ("e8", "d8") for p in "qrbn"}
    assert texts["e7e8q"] == 64 * 52 + 60
    assert texts["e7d8n"] == 64 * 64 + 3 * 4


def test_features_are_shown_to_the_mover() -> None:
    game = mossa.game("connect4")
    encoding = Encoding(game)
    for position in line(game.start(), 2)[:-1]:
        expected = features_of_states(game, [position.state])[0]
        assert np.array_equal(encoding.observe(position, position.mover), expected)
        assert not encoding.observe(position, 1 - position.mover).any()


def test_bits_are_those_of_the_numbers() -> None:
    game = mossa.game("tictactoe")
    encoding = Encoding(game)
    position = game.after("a1 b2 c3")
    seen = encoding.observe(position, 0)
    assert seen.shape == (2, 64)
    assert [sum(int(bit) << i for i, bit in enumerate(row)) for row in seen] == list(position.state)


def test_nobody_sees_what_is_hidden() -> None:
    game = mossa.game("kuhn")
    encoding = Encoding(game)
    for mine, theirs in ((0, 1), (0, 2), (2, 1)):
        position = game.start().play(mine).play(theirs)
        other = game.start().play(mine).play(3 - mine - theirs)
        assert np.array_equal(encoding.observe(position, 0), encoding.observe(other, 0))
        assert not np.array_equal(encoding.observe(position, 1), encoding.observe(other, 1))


@pytest.mark.parametrize("name", ["backgammon", "checkers"])
def test_a_game_without_a_fixed_action_space_is_refused(name: str) -> None:
    with pytest.raises(MossaError, match=f"^{name} has no fixed action space: its facts say neither actions=…"):
        Encoding(mossa.game(name))
