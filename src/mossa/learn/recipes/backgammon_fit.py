"""The last part of how backgammon's network was learnt: `python -m mossa.learn.recipes.backgammon_fit --out FOLDER`.

Generations. In each, the network so far plays against itself on all cores and writes down what every position should
have been judged: lookahead returns (`mossa.learn.temporal`), which see some plies further than the network does. A
network is then fitted to all of them at once (`mossa.learn.fitting`), and is the next to play. The result is the
average of the last two: they lie in one valley, and what is wrong with one is only half wrong with both.

The folder remembers everything: called again, the program goes on where it stopped. It needs PyTorch.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.registry import game
from mossa.games.backgammon import inputs, network, weights
from mossa.kernel.errors import MossaError
from mossa.kernel.words import u64
from mossa.learn.command import chosen, recipe_parser, run_recipe
from mossa.learn.crew import Crew, read_chunks
from mossa.learn.fitting import Fit, fit
from mossa.learn.recipes.backgammon import SIZE, Array, kernel, seat
from mossa.learn.temporal import make_lesson, make_ring, self_play

ROW = np.dtype([("inputs", "u1", inputs.INPUTS), ("kind", "u1"), ("targets", "<f4", network.OUTPUTS)])
"""A labelled position."""
WORTH = np.array([2, 1, 1, -1, -1], np.float32)
"""What the five chances add to the equity."""


@dataclass(frozen=True)
class Labels:
    """How positions are made."""

    chunks: int
    """Files of one generation."""
    games: int
    """Of self-play, for a file."""
    trace: float
    """λ."""
    stray: int
    """Moves among a thousand that are not simply the best."""
    seed: int


class Labeller:
    """What a process needs: the kernel and a network that plays."""

    current: Labeller

    def __init__(self, path: Path, labels: Labels, generation: int) -> None:
        self.labels, self.generation = labels, generation
        self.network = seat(weights.read(path))
        self.lesson = make_lesson(game("backgammon").facts.widest, network.KINDS, self.network)
        self.play, self.start = kernel(self_play), game("backgammon").rules.start()
        self.ring = make_ring(500 * labels.games, self.network)
        self.play.prepare(self.start, u64(0), self.network, self.lesson, self.ring, 0.5, 0, 0)

    def chunk(self, number: int) -> NDArray[Any]:
        """The positions of some games."""
        own, ring = self.labels, self.ring
        ring.count = 0
        draws = np.random.default_rng([own.seed, self.generation, number])
        for seed in draws.integers(0, 2**63, own.games, np.uint64).tolist():
            self.play(self.start, u64(seed), self.network, self.lesson, ring, own.trace, 1, own.stray)
        rows = np.zeros(ring.count, ROW)
        rows["inputs"] = ring.inputs.array.reshape(-1, inputs.INPUTS)[: ring.count]
        rows["kind"] = ring.kinds.array[: ring.count]
        rows["targets"] = ring.targets.array.reshape(-1, network.OUTPUTS)[: ring.count]
        return rows


def start_labelling(path: Path, labels: Labels, generation: int) -> None:
    """What a process does first."""
    Labeller.current = Labeller(path, labels, generation)


def label(number: int) -> NDArray[Any]:
    """One chunk."""
    return Labeller.current.chunk(number)


def fitted(rows: NDArray[Any], before: Array, plan: Fit, seed: int) -> Array:
    """The networks of all kinds of positions, each fitted to its own."""
    result = before.copy()
    for kind in range(network.KINDS):
        place = slice(kind * SIZE, (kind + 1) * SIZE)
        own = rows[rows["kind"] == kind]

        def report(epoch: int, learnt: float, held: float, kind: int = kind) -> None:
            print(f"kind {kind}, epoch {epoch}: errors of the equity {learnt**0.5:.4f}, {held**0.5:.4f}", flush=True)

        scale = np.array(inputs.scales(), np.float32)
        result[place] = fit(own["inputs"], own["targets"], scale, WORTH, before[place], plan, seed=seed, report=report)
    return result


def learn(crew: Crew, first: Path, labels: Labels, plan: Fit, generations: int, install: bool) -> None:
    """All generations; that number n is `network-n.xz`, and the result `learnt.xz`."""
    if generations < 1:
        raise MossaError(f"generations is a whole number from 1 on, not {generations}")
    if not first.exists():
        raise MossaError(f"there are no weights {first} to start from")
    path = first
    for generation in range(1, generations + 1):
        learnt = crew.folder / f"network-{generation}.xz"
        if not learnt.exists():
            job = f"positions-{generation}"
            Labeller(path, labels, generation)  # compiles; the processes find the machine code
            crew.do(job, labels.chunks, label, start_labelling, (path, labels, generation))
            rows = read_chunks(crew.folder, job, labels.chunks)
            print(f"generation {generation}: {len(rows)} positions", flush=True)
            weights.write(learnt, fitted(rows, weights.read(path), plan, labels.seed + generation))
        path = learnt
    last = [crew.folder / f"network-{generation}.xz" for generation in range(max(1, generations - 1), generations + 1)]
    average = np.mean([weights.read(path) for path in last], axis=0)
    weights.write(crew.folder / "learnt.xz", average)
    if install:
        weights.write(weights.FILE, average)


def main(words: Sequence[str] | None = None) -> int:
    """The command; 0 when all is done, 2 for a mistake."""
    parser = recipe_parser("backgammon_fit", __doc__)
    parser.add_argument("--start-from", type=Path, default=weights.FILE, help="a file of weights")
    parser.add_argument("--generations", type=int, default=2, help="1 or more")
    parser.add_argument("--chunks", type=int, default=600, help="files of one generation")
    parser.add_argument("--games", type=int, default=80, help="games for a file")
    parser.add_argument("--trace", type=float, default=0.75, help="λ")
    parser.add_argument("--stray", type=int, default=120, help="moves among a thousand chosen with blurred eyes")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3, help="the greatest learning rate")
    parser.add_argument("--stress", type=float, default=1.0, help="weight of the error of the equity")
    given = parser.parse_args(words)
    labels, plan = chosen(Labels, given), chosen(Fit, given)
    return run_recipe(given, lambda crew: learn(crew, given.start_from, labels, plan, given.generations, given.install))


if __name__ == "__main__":
    sys.exit(main())
