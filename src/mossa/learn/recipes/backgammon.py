"""How backgammon's network was learnt: `python -m mossa.learn.recipes.backgammon --out FOLDER`.

From random weights, by self-play alone:

1. temporal differences: λ-returns of millions of games;
2. the same with lookahead returns (`--ahead 1`): what all rolls and best replies come to, without their luck.

The folder remembers everything: called again, the program goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.compiled import kernel_rules
from mossa.core.registry import game
from mossa.games.backgammon import inputs, network, weights
from mossa.games.backgammon.bearoff import at_home
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Singles
from mossa.kernel.network import Network, make_network, network_size
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64
from mossa.learn.averaging import Adam, Batches, Round, Rounds, train
from mossa.learn.temporal import add_gradient, duel, make_lesson, make_ring, self_play

Array = NDArray[np.float32]

MODEL = {"read": inputs.read, "judge": network.judge, "known": at_home, "final": network.final, "flip": network.flip}
SIZE = network_size(inputs.INPUTS, network.HIDDEN, network.OUTPUTS)
FEWEST = 8
"""Batches that the ring holds before the first one is drawn."""


@dataclass(frozen=True)
class Lessons:
    """What a process does in a round."""

    batches: int
    games: int
    """Games played before each batch."""
    batch: int
    """Positions drawn from the ring for each step."""
    room: int
    """Positions that the ring holds."""
    trace: float
    """λ."""
    ahead: int
    """1: lookahead returns, 0: plain ones."""
    stray: int
    """Moves among a thousand that are not simply the best, with lookahead."""


def kernel(entry: Any) -> Any:
    """One of the kernels of `temporal`, for backgammon."""
    slots = {"game": kernel_rules(game("backgammon").rules), "model": MODEL}
    return specialise(entry, slots, name=f"backgammon temporal.{entry.__name__}")


def seat(numbers: Array) -> Network:
    """A network that uses these weights."""
    return make_network(inputs.INPUTS, network.HIDDEN, network.OUTPUTS, numbers, inputs.scales())


def random_weights(seed: int) -> Array:
    """Where learning starts."""
    chooser = np.random.default_rng(seed)
    numbers = np.zeros((network.KINDS, SIZE), np.float32)
    first, second = inputs.INPUTS * network.HIDDEN, network.OUTPUTS * network.HIDDEN
    numbers[:, :first] = chooser.normal(0, 0.15, (network.KINDS, first))
    numbers[:, first : first + second] = chooser.normal(0, 0.05, (network.KINDS, second))
    return numbers.reshape(-1)


class SelfPlay(Batches):
    """A process: plays, and learns from what it has played."""

    def __init__(self, lessons: Lessons) -> None:
        self.lessons = lessons
        self.numbers = np.zeros(network.KINDS * SIZE, np.float32)
        self.network = seat(self.numbers)
        self.lesson = make_lesson(game("backgammon").facts.widest, network.KINDS, self.network)
        self.ring = make_ring(lessons.room, self.network)
        self.gradient = Singles(network.KINDS * SIZE)
        self.play, self.add = kernel(self_play), kernel(add_gradient)
        self.start = game("backgammon").rules.start()
        self.play.prepare(self.start, u64(0), self.network, self.lesson, self.ring, 0.5, 0, 0)
        self.add.prepare(u64(0), 1, self.network, self.lesson, self.ring, self.gradient)

    def learn(self, adam: Adam, turn: Round, rate: float) -> dict[str, float]:
        """The batches of one round."""
        own, loss = self.lessons, self.lesson.loss.array
        slope: Array = self.gradient.array
        draws = np.random.default_rng(turn.seed).integers(0, 2**63, (own.batches, own.games + 1), np.uint64)
        loss[:] = 0
        before = self.ring.count
        for row in draws.tolist():
            self.numbers[:] = adam.weights
            self.network.kind = -1
            for number in row[1:]:
                self.play(
                    self.start, u64(number), self.network, self.lesson, self.ring, own.trace, own.ahead, own.stray
                )
            if self.ring.count < FEWEST * own.batch:
                continue
            slope[:] = 0
            self.add(u64(row[0]), own.batch, self.network, self.lesson, self.ring, self.gradient)
            adam.step(slope / np.float32(own.batch), rate)
        kinds = network.KINDS
        errors = loss[:kinds] / np.maximum(1, loss[kinds:])
        named = {f"error{kind}": float(error) for kind, error in enumerate(errors)}
        return {**named, "positions": float(self.ring.count - before), "games": float(own.batches * own.games)}


def compare(mine: Array, other: Array | None, pairs: int, seed: int) -> tuple[float, float]:
    """Points per game of one network against another, or random moves, with duplicate dice; and the standard error."""
    first, second, wild = seat(mine), seat(mine if other is None else other), int(other is None)
    lesson, play = make_lesson(game("backgammon").facts.widest, network.KINDS, first), kernel(duel)
    start = game("backgammon").rules.start()
    seeds = np.random.default_rng(seed).integers(0, 2**63, pairs, np.uint64).tolist()
    points = [sum(play(start, u64(s), first, second, wild, side, lesson) for side in (0, 1)) / 2 for s in seeds]
    return float(np.mean(points)), float(np.std(points) / np.sqrt(max(1, pairs - 1)))


def main(words: Sequence[str] | None = None) -> int:
    """The command; 0 when all is done, 2 for a mistake."""
    parser = argparse.ArgumentParser(prog="python -m mossa.learn.recipes.backgammon", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder that remembers the run")
    parser.add_argument("--seconds", type=float, default=1e9, help="train no longer than this in all")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate at first")
    parser.add_argument("--last-rate", type=float, default=1e-4, help="and at the end")
    parser.add_argument("--batches", type=int, default=200, help="steps of a process in a round")
    parser.add_argument("--games", type=int, default=4, help="games played before each step")
    parser.add_argument("--batch", type=int, default=256, help="positions of a step")
    parser.add_argument("--room", type=int, default=20_000, help="recent positions to draw from")
    parser.add_argument("--trace", type=float, default=0.7, help="λ")
    parser.add_argument("--ahead", type=int, default=0, choices=(0, 1), help="1: lookahead returns")
    parser.add_argument(
        "--stray", type=int, default=30, help="moves among a thousand not simply the best, with --ahead"
    )
    parser.add_argument("--start-from", default="", help="a file of weights; else random ones")
    parser.add_argument("--snapshots", type=int, default=10, help="rounds between the snapshots that are kept")
    parser.add_argument("--install", action="store_true", help="put the result into the package")
    given = parser.parse_args(words)
    lessons = Lessons(**{name: getattr(given, name) for name in Lessons.__dataclass_fields__})
    settings = Rounds(given.rounds, given.seed, given.rate, given.last_rate)
    snapshots = given.out / "snapshots"

    def begin() -> Array:
        return weights.read(Path(given.start_from)) if given.start_from else random_weights(given.seed)

    def report(done: int, figures: dict[str, float], numbers: Array) -> None:
        line = {"round": done, **{name: round(figure, 6) for name, figure in figures.items()}}
        with (given.out / "rounds.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        if done % given.snapshots == 0:
            snapshots.mkdir(exist_ok=True)
            weights.write(snapshots / f"{done:05}.xz", numbers)
            print(json.dumps(line), flush=True)

    try:
        more = {**lessons.__dict__, "start_from": Path(given.start_from).name}
        numbers = train(
            given.out,
            settings,
            more,
            partial(SelfPlay, lessons),
            begin,
            processes=given.processes,
            seconds=given.seconds,
            report=report,
        )
    except MossaError as error:
        print(error, file=sys.stderr)
        return 2
    result = given.out / "learnt.xz"
    weights.write(result, numbers)
    print(f"learnt: {result}, {result.stat().st_size} bytes", flush=True)
    if given.install:
        weights.write(weights.FILE, numbers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
