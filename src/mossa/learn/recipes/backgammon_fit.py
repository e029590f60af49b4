"""One generation of backgammon's network: `python -m mossa.learn.recipes.backgammon_fit --out FOLDER`.

It follows `mossa.learn.recipes.backgammon`. The current network plays against itself on all cores and labels every
position with its lookahead return (`mossa.learn.temporal_differences`), which looks some plies further than the
network. A network, with more hidden units if wanted, is then fitted to all of them at once
(`mossa.learn.network_fitting`). The next generation starts from it, in a folder of its own (`--start-from
FOLDER/network.npy --generation 2`); the average of both is made by `mossa.learn.recipes.backgammon_average`.

The folder stores the state of the run: called again, the program resumes where it stopped, even within a fit. It needs
PyTorch.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.registry import game
from mossa.games.backgammon import network, network_inputs, weights
from mossa.kernel.float32_ops import LANES
from mossa.kernel.words import u64
from mossa.learn.epochs import find_torch
from mossa.learn.network_fitting import FitSettings, fit
from mossa.learn.recipe_command import at_least, fraction, recipe_parser, run_recipe, settings_from
from mossa.learn.temporal_differences import make_learning_scratch, make_replay_buffer, self_play
from mossa.learn.worker_processes import WorkerProcesses, read_chunks, remember_settings, save

from .backgammon import Array, kernel, read_network, widened

ROW = np.dtype([("inputs", "u1", network_inputs.INPUTS), ("kind", "u1"), ("targets", "<f4", network.OUTPUTS)])
"""A labelled position."""
WORTH = np.array([2, 1, 1, -1, -1], np.float32)
"""The weights of the five chances in the equity."""
JOB = "positions"


@dataclass(frozen=True)
class LabelSettings:
    """How labelled positions are made."""

    chunks: int
    """Files of positions."""
    games: int
    """Games of self-play for each file."""
    trace: float
    """λ."""
    stray: int
    """Exploring moves in a thousand."""
    seed: int
    generation: int
    """A part of the seed."""


@dataclass(frozen=True)
class NetworkSettings:
    """The network that is fitted."""

    hidden: int
    """Units of the hidden layer."""
    new_seed: int
    """The seed of the units that are new."""
    fit_seed: int
    """The seed of the order of the positions."""


class LookaheadLabeller:
    """Labels positions by lookahead returns: the kernel and the playing network of a process."""

    current: LookaheadLabeller

    def __init__(self, numbers: Array, labels: LabelSettings) -> None:
        self.labels = labels
        self.network = network.network_of(numbers)
        self.scratch = make_learning_scratch(game("backgammon").facts.widest, network.KINDS, self.network)
        self.play, self.start = kernel(self_play), game("backgammon").rules.start()
        self.replay = make_replay_buffer(500 * labels.games, self.network)
        self.play.prepare(self.start, u64(0), self.network, self.scratch, self.replay, 0.5, 0, 0)

    def chunk(self, number: int) -> NDArray[Any]:
        """The positions of some games."""
        own, replay = self.labels, self.replay
        replay.count = 0
        draws = np.random.default_rng([own.seed, own.generation, number])
        for seed in draws.integers(0, 2**63, own.games, np.uint64).tolist():
            self.play(self.start, u64(seed), self.network, self.scratch, replay, own.trace, 1, own.stray)
        rows = np.zeros(replay.count, ROW)
        rows["inputs"] = replay.inputs.array.reshape(-1, network_inputs.INPUTS)[: replay.count]
        rows["kind"] = replay.kinds.array[: replay.count]
        rows["targets"] = replay.targets.array.reshape(-1, network.OUTPUTS)[: replay.count]
        return rows


def start_labelling(numbers: Array, labels: LabelSettings) -> None:
    """Prepare a process."""
    LookaheadLabeller.current = LookaheadLabeller(numbers, labels)


def label(number: int) -> NDArray[Any]:
    """The positions of one chunk."""
    return LookaheadLabeller.current.chunk(number)


def fitted(workers: WorkerProcesses, rows: NDArray[Any], before: Array, plan: FitSettings, seed: int) -> Array:
    """The networks, each fitted to the positions of its kind."""
    scale, parts = np.array(network_inputs.scales(), np.float32), []
    for kind, part in enumerate(before.reshape(network.KINDS, -1)):
        own = rows[rows["kind"] == kind]

        def report(epoch: int, learnt: float, held: float, kind: int = kind) -> None:
            if epoch % max(1, plan.epochs // 10) == 0 or epoch == plan.epochs:
                errors = f"{learnt**0.5:.4f} on positions learnt, {held**0.5:.4f} on others"
                print(f"fit of kind {kind}, epoch {epoch}: error of the equity {errors}", flush=True)
            if epoch < plan.epochs:
                workers.check_time()

        checkpoint = workers.folder / f"fit-{kind}.pt"
        arguments = own["inputs"], own["targets"], scale, WORTH, part, plan
        parts.append(fit(*arguments, seed=seed, report=report, checkpoint=checkpoint))
    return np.concatenate(parts)


def learn(
    workers: WorkerProcesses, before: Array, labels: LabelSettings, settings: NetworkSettings, plan: FitSettings
) -> Array:
    """The next generation of a network; `network.npy` in the folder has it in full precision."""
    begin = widened(before, settings.hidden, settings.new_seed)
    start = hashlib.sha256(before.tobytes()).hexdigest()
    remember_settings(workers.folder, {**asdict(labels), **asdict(settings), **asdict(plan), "start_from": start})
    path = workers.folder / "network.npy"
    if not path.exists():
        find_torch()  # fail before hours of labelling
        LookaheadLabeller(before, labels)  # compiles; the processes find the machine code
        workers.do(JOB, labels.chunks, label, start_labelling, (before, labels))
        rows = read_chunks(workers.folder, JOB, labels.chunks)
        print(f"{len(rows)} positions", flush=True)
        save(path, fitted(workers, rows, begin, plan, settings.fit_seed))
    return read_network(path)


def main(words: Sequence[str] | None = None) -> int:
    """The command; 0 when all is done, 2 for a mistake."""
    parser = recipe_parser("backgammon_fit", __doc__)
    parser.add_argument("--start-from", type=Path, default=weights.FILE, help="a file of weights, .xz or .npy")
    parser.add_argument("--generation", type=at_least(0), default=1, help="its number, a part of the seed")
    parser.add_argument("--chunks", type=at_least(1), default=600, help="files of positions")
    parser.add_argument("--games", type=at_least(1), default=80, help="games for a file")
    parser.add_argument("--trace", type=fraction, default=0.75, help="λ")
    parser.add_argument("--stray", type=at_least(0), default=120, help="exploring moves in a thousand")
    parser.add_argument(
        "--hidden",
        type=at_least(LANES),
        default=512,
        help="units of the hidden layer; those beyond the start's get random weights",
    )
    parser.add_argument("--new-seed", type=at_least(0), default=3, help="of the random units")
    parser.add_argument("--fit-seed", type=at_least(0), default=5, help="of the order in which positions are learnt")
    parser.add_argument("--epochs", type=at_least(1), default=60, help="how often each position is seen")
    parser.add_argument("--batch", type=at_least(1), default=4096, help="positions of a step")
    parser.add_argument("--rate", type=float, default=2e-3, help="the greatest learning rate")
    parser.add_argument("--stress", type=float, default=1.0, help="weight of the error of the equity")
    given = parser.parse_args(words)
    labels, new_network, plan = (
        settings_from(LabelSettings, given),
        settings_from(NetworkSettings, given),
        settings_from(FitSettings, given),
    )

    def work(workers: WorkerProcesses) -> None:
        numbers = learn(workers, read_network(given.start_from), labels, new_network, plan)
        weights.write(workers.folder / "learnt.xz", numbers)
        if given.install:
            weights.write(weights.FILE, numbers)

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
