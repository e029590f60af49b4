"""The network of Connect Four: mirror images are worth the same, it takes wins, and it fits the usual board alone."""

from __future__ import annotations

import numpy as np
import pytest

import mossa
from mossa import MossaError
from mossa.core.network_rules import features_of_states
from mossa.games.connect4.network import NETWORK, answer, symmetries
from mossa.play.players import player
from mossa.search.common.limits import Limits

GAME = mossa.game("connect4")


def test_symmetrical_samples_are_those_of_the_mirrored_state() -> None:
    one, other = (features_of_states(GAME, [GAME.after(moves).state]) for moves in ("1 1 2 4", "7 7 6 4"))
    policy = np.arange(7.0)[None]
    (features, same), (mirrored, reverse) = symmetries(one, policy)
    assert (features == one).all()
    assert (mirrored == other).all()
    assert (same[0].tolist(), reverse[0].tolist()) == (list(range(7)), list(range(6, -1, -1)))


def test_it_likes_the_middle_and_has_learnt_the_mirror() -> None:
    policies, values = answer(features_of_states(GAME, [GAME.start().state]))
    assert policies[0].argmax() == 3
    assert 0 < values[0, 0] < 1  # the first player wins, but a network is never sure
    powers = np.exp(policies[0] - policies[0].max())
    assert abs(powers - powers[::-1]).max() < 0.2


def test_with_the_network_a_few_simulations_suffice() -> None:
    one = player("mcts:network=true,nodes=50", GAME)
    for moves, best in (("", "4"), ("4 4 4 4 4 2", "2"), ("4 3 4 3 4", "4")):
        at = GAME.after(moves)
        found = one.choose(at, Limits())
        assert at.write_move(found.move) == best, moves


def test_another_board_is_refused() -> None:
    other = mossa.game("connect4:columns=5")
    with pytest.raises(MossaError, match="connect4:columns=5 has no network"):
        player("mcts:network=true,nodes=5", other).prepare(Limits())
    with pytest.raises(MossaError, match=r"for features of the shape \(5, 6, 7\), not \(5, 6, 5\)"):
        player(f"mcts:network={NETWORK},nodes=5", other).prepare(Limits())
