"""How backgammon's network was learnt: `python -m mossa.learn.recipes.backgammon --out FOLDER`.

From random weights, by self-play alone:

1. temporal differences: λ-returns of millions of games;
2. then lookahead returns (`--ahead 1`): means over all rolls, without the luck of the dice.

The folder stores the state of the run: called again, the program resumes where it stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.files import read_bytes
from mossa.core.kernel_rules import kernel_rules
from mossa.core.registry import game
from mossa.games.backgammon import network, network_inputs, weights
from mossa.games.backgammon.bearoff import at_home
from mossa.kernel.errors import MossaError
from mossa.kernel.float32_ops import LANES
from mossa.kernel.memory import Float32s
from mossa.kernel.network import network_size
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64
from mossa.learn.averaging import Adam, Round, RoundLearner, TrainingSettings, train
from mossa.learn.recipe_command import at_least, fraction
from mossa.learn.temporal_differences import add_gradient, duel, make_learning_scratch, make_replay_buffer, self_play

Array = NDArray[np.float32]

MODEL = {
    "read": network_inputs.read,
    "judge": network.judge,
    "known": at_home,
    "final": network.final,
    "flip": network.flip,
}
FEWEST = 8
"""Learning starts when the replay buffer holds this many batches."""


@dataclass(frozen=True)
class RoundSettings:
    """What a process does in a round. Field names are keys of `settings.json`."""

    hidden: int
    """Units of the hidden layer."""
    batches: int
    games: int
    """Games played before each batch."""
    batch: int
    """Positions drawn from the replay buffer for each step."""
    capacity: int
    """Positions that the replay buffer holds."""
    trace: float
    """λ."""
    ahead: int
    """1: lookahead returns, 0: plain ones."""
    stray: int
    """Exploring moves in a thousand, with lookahead."""


def kernel(entry: Any) -> Any:
    """A kernel of `temporal_differences`, compiled for backgammon."""
    slots = {"game": kernel_rules(game("backgammon").rules), "model": MODEL}
    return specialise(entry, slots, name=f"backgammon temporal.{entry.__name__}")


def random_weights(seed: int, hidden: int) -> Array:
    """Random initial weights."""
    if hidden % LANES:
        raise MossaError(f"hidden units are a multiple of {LANES}, not {hidden}")
    chooser = np.random.default_rng(seed)
    numbers = np.zeros((network.KINDS, network_size(network_inputs.INPUTS, hidden, network.OUTPUTS)), np.float32)
    first, second = network_inputs.INPUTS * hidden, network.OUTPUTS * hidden
    numbers[:, :first] = chooser.normal(0, 0.15, (network.KINDS, first))
    numbers[:, first : first + second] = chooser.normal(0, 0.05, (network.KINDS, second))
    return numbers.reshape(-1)


def read_network(path: Path) -> Array:
    """The weights of a file: as in the package, or (`.npy`) in full precision, as a fit writes them."""
    if path.suffix != ".npy":
        return np.asarray(weights.read(path), np.float32)
    try:
        numbers = np.load(path)
    except (OSError, ValueError, EOFError) as error:
        raise MossaError(f"{path} cannot be read as an array: {error}") from None
    if numbers.ndim != 1 or numbers.dtype != np.float32 or not network.width(numbers):
        raise MossaError(f"{path} holds no networks of backgammon, but {numbers.dtype} of the shape {numbers.shape}")
    return np.asarray(numbers, np.float32)


def widened(numbers: Array, hidden: int, seed: int) -> Array:
    """The networks widened to `hidden` units: the new ones are random, with small output weights."""
    old, chooser, parts = network.width(numbers), np.random.default_rng(seed), []
    if hidden % LANES or hidden < old:
        raise MossaError(f"hidden units are a multiple of {LANES}, and {old} at least as in the start, not {hidden}")
    if hidden == old:
        return numbers
    for part in numbers.reshape(network.KINDS, -1):
        first, second, rest = np.split(
            part, [network_inputs.INPUTS * old, (network_inputs.INPUTS + network.OUTPUTS) * old]
        )
        for layer, rows, spread in ((first, network_inputs.INPUTS, 0.1), (second, network.OUTPUTS, 0.02)):
            more = chooser.normal(0, spread, (rows, hidden - old)).astype(np.float32)
            parts.append(np.concatenate([layer.reshape(rows, old), more], axis=1).reshape(-1))
        parts.append(rest)
    return np.concatenate(parts)


class SelfPlayLearner(RoundLearner):
    """A process that learns from its own games."""

    def __init__(self, settings: RoundSettings) -> None:
        self.settings = settings
        size = network.KINDS * network_size(network_inputs.INPUTS, settings.hidden, network.OUTPUTS)
        self.numbers = np.zeros(size, np.float32)
        self.network = network.network_of(self.numbers)
        self.scratch = make_learning_scratch(game("backgammon").facts.widest, network.KINDS, self.network)
        self.replay = make_replay_buffer(settings.capacity, self.network)
        self.gradient = Float32s(size)
        self.play, self.add = kernel(self_play), kernel(add_gradient)
        self.start = game("backgammon").rules.start()
        self.play.prepare(self.start, u64(0), self.network, self.scratch, self.replay, 0.5, 0, 0)
        self.add.prepare(u64(0), 1, self.network, self.scratch, self.replay, self.gradient)

    def learn(self, adam: Adam, turn: Round, rate: float) -> dict[str, float]:
        """Play and learn the batches of one round."""
        own, loss = self.settings, self.scratch.loss.array
        slope: Array = self.gradient.array
        draws = np.random.default_rng(turn.seed).integers(0, 2**63, (own.batches, own.games + 1), np.uint64)
        loss[:] = 0
        before = self.replay.count
        for row in draws.tolist():
            self.numbers[:] = adam.weights
            self.network.kind = -1
            for number in row[1:]:
                self.play(
                    self.start, u64(number), self.network, self.scratch, self.replay, own.trace, own.ahead, own.stray
                )
            if self.replay.count < FEWEST * own.batch:
                continue
            slope[:] = 0
            self.add(u64(row[0]), own.batch, self.network, self.scratch, self.replay, self.gradient)
            adam.step(slope / np.float32(own.batch), rate)
        kinds = network.KINDS
        errors = loss[:kinds] / np.maximum(1, loss[kinds:])
        named = {f"error{kind}": float(error) for kind, error in enumerate(errors)}
        return {**named, "positions": float(self.replay.count - before), "games": float(own.batches * own.games)}


def compare(mine: Array, other: Array | None, pairs: int, seed: int) -> tuple[float, float]:
    """Points per game of one network against another, or random moves, with duplicate dice; and the standard error."""
    first, second = (network.network_of(numbers) for numbers in (mine, mine if other is None else other))
    wild = int(other is None)
    scratch, play = make_learning_scratch(game("backgammon").facts.widest, network.KINDS, first), kernel(duel)
    start = game("backgammon").rules.start()
    seeds = np.random.default_rng(seed).integers(0, 2**63, pairs, np.uint64).tolist()
    points = [sum(play(start, u64(s), first, second, wild, side, scratch) for side in (0, 1)) / 2 for s in seeds]
    return float(np.mean(points)), float(np.std(points) / np.sqrt(max(1, pairs - 1)))


def main(words: Sequence[str] | None = None) -> int:
    """The command; 0 when all is done, 2 for a mistake."""
    parser = argparse.ArgumentParser(prog="python -m mossa.learn.recipes.backgammon", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder of the run")
    parser.add_argument("--seconds", type=float, default=1e9, help="train no longer than this in all")
    parser.add_argument("--processes", type=at_least(1), default=2, help="each learns by itself for a round")
    parser.add_argument(
        "--rounds", type=at_least(1), default=200, help="after each the weights are averaged and stored"
    )
    parser.add_argument("--seed", type=at_least(0), default=1, help="of the games and of random weights")
    parser.add_argument(
        "--hidden",
        type=at_least(LANES),
        default=256,
        help="units of the hidden layer; those beyond the start's get random weights",
    )
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate at first")
    parser.add_argument("--last-rate", type=float, default=1e-4, help="and at the end")
    parser.add_argument("--batches", type=at_least(1), default=200, help="steps of a process in a round")
    parser.add_argument("--games", type=at_least(1), default=4, help="games played before each step")
    parser.add_argument("--batch", type=at_least(1), default=256, help="positions of a step")
    parser.add_argument(
        "--capacity", "--room", type=at_least(1), default=20_000, help="positions of the replay buffer (0.1: --room)"
    )
    parser.add_argument("--trace", type=fraction, default=0.7, help="λ")
    parser.add_argument("--ahead", type=int, default=0, choices=(0, 1), help="1: lookahead returns")
    parser.add_argument("--stray", type=at_least(0), default=30, help="with --ahead: moves in a thousand not the best")
    parser.add_argument("--start-from", type=Path, help="a file of weights, .xz or .npy; else random ones")
    parser.add_argument("--snapshots", type=at_least(1), default=10, help="rounds between two stored snapshots")
    parser.add_argument("--install", action="store_true", help="put the result into the package")
    given = parser.parse_args(words)
    round_settings = RoundSettings(**{name: getattr(given, name) for name in RoundSettings.__dataclass_fields__})
    settings = TrainingSettings(given.rounds, given.seed, given.rate, given.last_rate)
    snapshots = given.out / "snapshots"

    def begin() -> Array:
        if given.start_from:
            return widened(read_network(given.start_from), given.hidden, given.seed)
        return random_weights(given.seed, given.hidden)

    def report(done: int, figures: dict[str, float], numbers: Array) -> None:
        line = {"round": done, **{name: round(figure, 6) for name, figure in figures.items()}}
        with (given.out / "rounds.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        if done % given.snapshots == 0:
            snapshots.mkdir(exist_ok=True)
            weights.write(snapshots / f"{done:05}.xz", numbers)
            print(json.dumps(line), flush=True)

    try:
        start = hashlib.sha256(read_bytes(given.start_from)).hexdigest() if given.start_from else ""
        more = {**round_settings.__dict__, "start_from": start}
        numbers = train(
            given.out,
            settings,
            more,
            partial(SelfPlayLearner, round_settings),
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
