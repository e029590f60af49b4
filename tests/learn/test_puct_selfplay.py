"""Self-play with a network: many games at once are the games one by one, samples keep what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from tests.search.montecarlo.forest import forest, meaningless

import mossa
from mossa import MossaError
from mossa.core.network_rules import features_of_states
from mossa.kernel.layout import unflatten
from mossa.learn.puct_selfplay import PuctSelfPlay, features_of_samples, sample_type, uniform_predict

CONNECT4 = mossa.game("connect4")


def made(at_once: int, opening: int = 6) -> PuctSelfPlay:
    """Self-play of a network that knows nothing."""
    predict = uniform_predict(CONNECT4)
    return PuctSelfPlay(CONNECT4, predict, simulations=20, considered=7, opening=opening, at_once=at_once)


def test_games_at_once_are_the_games_one_by_one() -> None:
    found = [made(at_once).play(5, "a seed") for at_once in (1, 4)]
    rows = [sorted(samples.tobytes()[i : i + samples.itemsize] for i in range(0, samples.nbytes, samples.itemsize))
            for samples in found]  # fmt: skip
    assert rows[0] == rows[1]
    assert made(2).play(5, "another").tobytes() != found[1].tobytes()


def test_samples_are_states_with_policies_and_values() -> None:
    samples = made(3).play(6, "x")
    rules = CONNECT4.rules
    assert samples.dtype == sample_type(CONNECT4)
    assert samples["policy"].sum(1) == pytest.approx(1, abs=0.01)
    assert (samples["value"] >= 0).all()
    assert (samples["value"] <= 1).all()
    features = features_of_samples(CONNECT4, samples["state"])
    for sample, row in zip(samples, features, strict=True):
        state = unflatten(rules.start(), sample["state"].tolist())
        legal = rules.legal(state)
        assert legal
        assert {int(i) for i in np.flatnonzero(sample["policy"])} <= set(legal)
        assert row.tolist() == features_of_states(CONNECT4, [state]).reshape(-1).tolist()
        winning = [move for move in legal if rules.is_over(rules.play(state, move)) and len(legal) > 1]
        if winning:
            assert sample["value"][0] == 1
            assert sum(sample["policy"][move] for move in winning) == pytest.approx(1, abs=1e-3)


def test_chance_and_one_player() -> None:
    for game in (forest(chance=3, deep=6), forest(players=1)):
        play = PuctSelfPlay(game, meaningless(game), simulations=12, considered=3, opening=0, at_once=2)
        samples = play.play(4, "y")
        assert len(samples) >= 4
        assert samples["policy"].sum(1) == pytest.approx(1, abs=0.01)


def test_three_players_are_refused() -> None:
    game = forest(players=3)
    with pytest.raises(MossaError, match="self-play is for one player, or two with opposite interests"):
        PuctSelfPlay(game, meaningless(game), simulations=4, considered=2, opening=0, at_once=1)
