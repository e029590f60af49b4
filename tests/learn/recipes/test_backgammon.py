"""The recipe of backgammon's network: a short training that beats chance and resumes, wider networks, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learn.self_play_games import played_game

import mossa
from mossa.games.backgammon import network, network_inputs, weights
from mossa.kernel.network import run_network
from mossa.learn.averaging import Adam, Round
from mossa.learn.recipes.backgammon import (
    RoundSettings,
    SelfPlayLearner,
    compare,
    main,
    random_weights,
    read_network,
    widened,
)

START = mossa.game("backgammon").rules.start()


@pytest.mark.slow
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


def test_a_process_plays_and_learns() -> None:
    own = SelfPlayLearner(
        RoundSettings(hidden=32, batches=4, games=1, batch=8, capacity=500, trace=0.7, ahead=0, stray=0)
    )
    adam = Adam(random_weights(1, 32))
    before = adam.weights.copy()
    figures = own.learn(adam, Round(0, 1, 0.0), 1e-3)
    assert figures["positions"] > 50
    assert (adam.weights != before).any()


def chances(numbers: Any) -> Any:
    """What networks say of the positions of a game."""
    _, replay = played_game(0.7, 0)
    net = network.network_of(numbers)
    told = []
    for at in range(0, replay.count, 5):
        net.given.array[:] = replay.inputs.array[at * network_inputs.INPUTS :][: network_inputs.INPUTS]
        run_network(net, replay.kinds[at])
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
