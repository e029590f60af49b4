"""Samples: states that noisy self-play can reach."""

from itertools import pairwise

import numpy as np
import pytest

import mossa
from mossa.kernel.layout import unflatten
from mossa.learn.sampling import Sampler

CONNECT4 = mossa.game("connect4:columns=4,rows=4")


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0, 500])
def test_samples_are_games_that_can_be_played(noise):
    rules, sampler = CONNECT4.rules, Sampler(CONNECT4, memory_mib=1)
    for seed in range(5):
        rows = sampler.play(seed, opening=3, depth=2, noise=noise)
        states = [unflatten(rules.start(), row.tolist()) for row in rows]
        assert states[0] == rules.start()
        assert rules.is_over(states[-1])
        for before, after in pairwise(states):
            assert after in [rules.play(before, move) for move in rules.legal(before)]


def test_a_seed_gives_the_same_game_again():
    one, other = Sampler(CONNECT4, memory_mib=1), Sampler(CONNECT4, memory_mib=1)
    games = [one.play(seed, opening=4, depth=2, noise=300) for seed in range(4)]
    assert all((game == other.play(seed, opening=4, depth=2, noise=300)).all() for seed, game in enumerate(games))
    assert len({game.tobytes() for game in games}) > 1
    assert games[0].dtype == np.uint64
