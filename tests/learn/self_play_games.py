"""A game of self-play in a replay buffer."""

from __future__ import annotations

from typing import Any

import mossa
from mossa.games.backgammon import network, weights
from mossa.kernel.words import u64
from mossa.learn.recipes.backgammon import (
    kernel,
)
from mossa.learn.temporal_differences import make_learning_scratch, make_replay_buffer, self_play

START = mossa.game("backgammon").rules.start()


def played_game(trace: float, ahead: int) -> tuple[Any, Any]:
    """A network, and a replay buffer that one game has filled."""
    net = network.network_of(weights.read(weights.FILE).copy())
    scratch, replay = (
        make_learning_scratch(mossa.game("backgammon").facts.widest, network.KINDS, net),
        make_replay_buffer(600, net),
    )
    assert kernel(self_play)(START, u64(5), net, scratch, replay, trace, ahead, 0) == replay.count > 10
    return net, replay
