"""Learning by temporal differences: gradients, returns, rounds that resume, and a short training that beats chance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mossa
from mossa.games.backgammon import network, network_inputs, weights
from mossa.kernel.memory import Float32s
from mossa.kernel.network import run_network
from mossa.kernel.random_numbers import below, next_seed
from mossa.kernel.words import u64
from mossa.learn.averaging import Adam, Batches, Round, Rounds, train
from mossa.learn.recipes.backgammon import (
    Lessons,
    SelfPlay,
    compare,
    kernel,
    main,
    random_weights,
    read_network,
    widened,
)
from mossa.learn.temporal_differences import add_gradient, make_lesson, make_ring, self_play

START = mossa.game("backgammon").rules.start()


def taught(trace: float, ahead: int) -> tuple[Any, Any]:
    """A network, and a ring that one game has filled."""
    net = network.seat(weights.read(weights.FILE).copy())
    lesson, ring = make_lesson(mossa.game("backgammon").facts.widest, network.KINDS, net), make_ring(600, net)
    assert kernel(self_play)(START, u64(5), net, lesson, ring, trace, ahead, 0) == ring.count > 10
    return net, ring


def targets(ring: Any) -> Any:
    return ring.targets.array.reshape(-1, network.OUTPUTS)[: ring.count]


def test_with_a_full_trace_every_target_is_what_was_known_at_the_end() -> None:
    _, ring = taught(1.0, 0)
    found = targets(ring)  # from the last position to the first, each from the side of who is about to roll
    assert found[1:, 0] == pytest.approx(1 - found[:-1, 0], abs=1e-6)
    assert len(np.unique(found[::2].round(5), axis=0)) == 1
    assert (ring.inputs.array.reshape(-1, network_inputs.INPUTS)[: ring.count, network_inputs.ONE] == 1).all()


def test_lookahead_targets_are_chances_near_the_judgement() -> None:
    _, ring = taught(0.0, 1)
    found = targets(ring)
    assert ((found >= 0) & (found <= 1)).all()
    jumps = np.abs(found[1:, 0] - (1 - found[:-1, 0]))  # from one position to the next only the luck of one roll
    assert 0 < jumps.mean() < 0.2


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    """Against differences of the cross-entropy itself, on a few weights of each layer."""
    net, ring = taught(0.7, 0)
    lesson = make_lesson(mossa.game("backgammon").facts.widest, network.KINDS, net)
    gradient = Float32s(network.KINDS * net.size)
    count = 64
    kernel(add_gradient)(u64(1), count, net, lesson, ring, gradient)
    base = net.weights.array

    def loss() -> float:
        total, seed = 0.0, u64(1)
        for _ in range(count):
            at, seed = below(seed, min(ring.count, ring.room)), next_seed(seed)
            net.given.array[:] = ring.inputs.array[at * network_inputs.INPUTS :][: network_inputs.INPUTS]
            net.kind = -1
            run_network(net, ring.kinds[at])
            wanted = targets(ring)[at].astype(float)
            out = net.result.array
            total -= float(np.sum(wanted * np.log(out) + (1 - wanted) * np.log(1 - out)))
        return total

    strongest = np.argsort(-np.abs(gradient.array))[:3].tolist()
    second = network_inputs.INPUTS * net.hidden
    for place in [*strongest, network_inputs.ONE * net.hidden + 7, second + 3, second + network.OUTPUTS * net.hidden]:
        kept, step = base[place], 0.01
        base[place] = kept + step
        above = loss()
        base[place] = kept - step
        slope = (above - loss()) / (2 * step)
        base[place] = kept
        assert gradient[place] == pytest.approx(slope, abs=0.05 + 0.05 * abs(slope))


def test_a_short_training_beats_the_random_player_and_resumes(tmp_path: Path) -> None:
    words = [
        "--out",
        str(tmp_path),
        "--processes",
        "1",
        "--batches",
        "60",
        "--games",
        "2",
        "--snapshots",
        "1",
        "--hidden",
        "64",
    ]
    assert main([*words, "--rounds", "6", "--rate", "2e-3", "--last-rate", "1e-3"]) == 0
    learnt = weights.read(tmp_path / "learnt.xz")
    points, error = compare(learnt, None, 100, 1)
    assert points > 4 * error > 0
    lines = [json.loads(line) for line in (tmp_path / "rounds.jsonl").read_text().splitlines()]
    assert [line["round"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert main([*words, "--rounds", "7"]) == 2  # other settings
    assert main([*words, "--rounds", "6", "--rate", "2e-3", "--last-rate", "1e-3"]) == 0  # all is done
    assert len((tmp_path / "rounds.jsonl").read_text().splitlines()) == 6


def test_a_start_that_is_refused_leaves_the_folder_free(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--out", str(tmp_path / "run"), "--hidden", "16", "--start-from"]
    weights.write(tmp_path / "wide.xz", random_weights(1, 32))
    for name, fault in (("none.xz", "none.xz cannot be read"), ("wide.xz", "32 at least as in the start, not 16")):
        assert main([*words, str(tmp_path / name)]) == 2
        assert fault in capsys.readouterr().err
        assert not (tmp_path / "run" / "settings.json").exists()


class Downhill(Batches):
    """A lesson that needs no game: find the place where the slope is 0."""

    def learn(self, adam: Adam, turn: Round, rate: float) -> dict[str, float]:
        for _ in range(20):
            adam.step((adam.weights - np.arange(4, dtype=np.float32)), rate)
        return {"far": float(np.abs(adam.weights - np.arange(4)).max())}


class Stop(Exception):
    """What kills the training of the test."""


def test_a_killed_training_goes_on_where_it_was(tmp_path: Path) -> None:
    settings, seen = Rounds(8, 1, 0.2, 0.01), []

    def report(done: int, figures: dict[str, float], numbers: Any) -> None:
        seen.append(done)
        if seen == [1, 2, 3]:
            raise Stop

    def go(folder: Path) -> Any:
        begin = np.zeros(4, np.float32)
        return train(folder, settings, {}, Downhill, begin.copy, processes=1, seconds=1e9, report=report)

    with pytest.raises(Stop):
        go(tmp_path / "one")
    interrupted = go(tmp_path / "one")
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (go(tmp_path / "two") == interrupted).all()
    assert np.abs(interrupted - np.arange(4)).max() < 0.1


def test_a_process_plays_and_learns() -> None:
    own = SelfPlay(Lessons(hidden=32, batches=4, games=1, batch=8, room=500, trace=0.7, ahead=0, stray=0))
    adam = Adam(random_weights(1, 32))
    before = adam.weights.copy()
    figures = own.learn(adam, Round(0, 1, 0.0), 1e-3)
    assert figures["positions"] > 50
    assert (adam.weights != before).any()


def chances(numbers: Any) -> Any:
    """What networks say of the positions of a game."""
    _, ring = taught(0.7, 0)
    net = network.seat(numbers)
    told = []
    for at in range(0, ring.count, 5):
        net.given.array[:] = ring.inputs.array[at * network_inputs.INPUTS :][: network_inputs.INPUTS]
        run_network(net, ring.kinds[at])
        told.append(net.result.array.copy())
    return np.array(told)


def test_wider_networks_say_almost_the_same_at_first() -> None:
    narrow = random_weights(1, 32)
    wide = widened(narrow, 64, 3)
    assert network.width(wide) == 64
    assert (widened(narrow, 64, 3) == wide).all()
    assert (widened(narrow, 64, 4) != wide).any()
    assert widened(narrow, 32, 3) is narrow
    assert 0 < np.abs(chances(wide) - chances(narrow)).mean() < 0.05
    # Without the second layer of the units that came along they say the very same.
    units = np.arange(64) >= 32
    for part in wide.reshape(network.KINDS, -1):
        part[network_inputs.INPUTS * 64 : (network_inputs.INPUTS + network.OUTPUTS) * 64].reshape(-1, 64)[:, units] = 0
    assert chances(wide) == pytest.approx(chances(narrow), abs=1e-5)


@pytest.mark.parametrize("hidden", [16, 40])
def test_widths_that_cannot_be_are_refused(hidden: int) -> None:
    with pytest.raises(mossa.MossaError, match=f"a multiple of 16, and 32 at least as in the start, not {hidden}"):
        widened(random_weights(1, 32), hidden, 1)
    with pytest.raises(mossa.MossaError, match="a multiple of 16, not 40"):
        random_weights(1, 40)


def test_networks_are_read_in_full_precision_or_half(tmp_path: Path) -> None:
    numbers = random_weights(1, 32)
    np.save(tmp_path / "full.npy", numbers)
    weights.write(tmp_path / "half.xz", numbers)
    assert (read_network(tmp_path / "full.npy") == numbers).all()
    assert (read_network(tmp_path / "half.xz") == numbers.astype(np.float16)).all()
    np.save(tmp_path / "short.npy", numbers[:-1])
    (tmp_path / "text.npy").write_text("nonsense")
    for name in ("short.npy", "text.npy", "none.npy", "none.xz"):
        with pytest.raises(mossa.MossaError, match=name.replace(".", r"\.")):
            read_network(tmp_path / name)


def test_networks_of_two_widths_can_play(tmp_path: Path) -> None:
    points, error = compare(random_weights(1, 32), weights.read(weights.FILE), 20, 1)
    assert points < -4 * error < 0
