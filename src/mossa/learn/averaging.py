"""Parallel training by averaging: each process learns by itself for a round, then their weights are averaged.

A round is a fixed number of batches, and every draw depends on the seed, the round and the process, so a run with the
same settings and number of processes is the same run. After each round a checkpoint is written, from which a run
resumes.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.files import atomic_write
from mossa.kernel.errors import MossaError

from .worker_processes import remember_settings

__all__ = ["Adam", "Round", "RoundLearner", "TrainingSettings", "train"]

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Round:
    """One round of one process."""

    number: int
    seed: int
    """The seed of this process in this round."""
    progress: float
    """The fraction of the training that is done, from 0 to 1."""


@dataclass(frozen=True)
class TrainingSettings:
    """Settings that determine a run."""

    rounds: int
    seed: int
    rate: float
    """The learning rate of the first round."""
    last_rate: float
    """The learning rate of the last round; it falls by the same factor each round."""


class Adam:
    """The optimiser of [KingmaBa14] on one flat array of weights."""

    def __init__(self, weights: Array) -> None:
        self.weights, self.steps = weights, 0
        self.mean, self.square = np.zeros_like(weights), np.zeros_like(weights)

    def step(self, gradient: Array, rate: float, memory: float = 0.9, memory_square: float = 0.999) -> None:
        """Move the weights against the gradient, in place."""
        self.steps += 1
        self.mean += np.float32(1 - memory) * (gradient - self.mean)
        self.square += np.float32(1 - memory_square) * (gradient * gradient - self.square)
        scale = rate * np.sqrt(1 - memory_square**self.steps) / (1 - memory**self.steps)
        self.weights -= np.float32(scale) * self.mean / (np.sqrt(self.square) + np.float32(1e-7))


class RoundLearner(ABC):
    """What one process does in a round; each process makes its own learner by calling the maker."""

    @abstractmethod
    def learn(self, adam: Adam, turn: Round, rate: float) -> dict[str, float]:
        """Learn the batches of a round; returns figures for the report, which are averaged over the processes."""


Maker = Callable[[], RoundLearner]


def _work(maker: Maker, shared: Path, size: int, place: int, pipe: Any) -> None:
    """The loop of a process: for each round, read the averaged weights, learn, write the result to its own row."""
    batches = maker()
    rows = np.memmap(shared, np.float32, "r+").reshape(-1, 3 * size)
    adam = Adam(np.zeros(size, np.float32))
    pipe.send({})
    while True:
        message = pipe.recv()
        if message is None:
            return
        turn, rate, adam.steps = message
        adam.weights[:], adam.mean[:], adam.square[:] = rows[0].reshape(3, size)
        figures = batches.learn(adam, turn, rate)
        rows[1 + place] = np.concatenate([adam.weights, adam.mean, adam.square])
        pipe.send({**figures, "steps": adam.steps})


def train(
    folder: Path,
    settings: TrainingSettings,
    more: dict[str, Any],
    maker: Maker,
    begin: Callable[[], Array],
    *,
    processes: int,
    seconds: float,
    report: Callable[[int, dict[str, float], Array], None],
) -> Array:
    """Train until all rounds are done or the time, earlier runs included, is over; returns the weights.

    `more` are further settings that a resumed run must share. With less time than the rounds need, the learning rate
    falls with the time instead.
    """
    checkpoint = folder / "checkpoint.npz"
    if checkpoint.exists():
        remember_settings(folder, {**asdict(settings), **more, "processes": processes})
        with np.load(checkpoint) as held:
            average = held["average"]
            done, spent, steps = int(held["done"]), float(held["spent"]), int(held["steps"])
    else:
        weights = begin()  # first, since this may be refused
        remember_settings(folder, {**asdict(settings), **more, "processes": processes})
        average = np.stack([weights, np.zeros_like(weights), np.zeros_like(weights)])
        done, spent, steps = 0, 0.0, 0
    size = average.shape[1]
    shared = folder / "shared.f32"
    rows = np.memmap(shared, np.float32, "w+", shape=(1 + processes, 3 * size))
    context = get_context("spawn")
    started = time.monotonic()
    workers = []
    try:
        for place in range(processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(maker, shared, size, place, theirs), daemon=True)
            process.start()
            theirs.close()
            workers.append((process, ours))
            if place == 0:
                _receive(ours)  # it compiles; the others find the machine code in the cache
        for _, pipe in workers[1:]:
            _receive(pipe)
        while done < settings.rounds and spent < seconds:
            progress = max(done / settings.rounds, spent / seconds)
            rate = settings.rate * (settings.last_rate / settings.rate) ** progress
            rows[0] = average.reshape(-1)
            for place, (_, pipe) in enumerate(workers):
                turn = Round(done, (settings.seed * 1_000_003 + done) * 1009 + place, progress)
                pipe.send((turn, rate, steps))
            heard = [_receive(pipe) for _, pipe in workers]
            average = rows[1:].mean(axis=0).reshape(3, size)
            done, steps = done + 1, int(heard[0]["steps"])
            spent += time.monotonic() - started
            started = time.monotonic()
            _save(checkpoint, average=average, done=done, spent=spent, steps=steps)
            figures = {name: float(np.mean([one[name] for one in heard])) for name in heard[0]}
            report(done, {**figures, "rate": rate, "spent": spent}, average[0])
        for _, pipe in workers:
            pipe.send(None)
    finally:
        for process, pipe in workers:
            pipe.close()
            process.join(5)
            process.kill()
        del rows
        shared.unlink()
    return np.array(average[0])


def _receive(pipe: Any) -> dict[str, float]:
    try:
        heard: dict[str, float] = pipe.recv()
    except EOFError:
        raise MossaError("a training process died; the last complete round is stored: run again to go on") from None
    return heard


def _save(path: Path, **arrays: Any) -> None:
    with atomic_write(path) as file:
        np.savez(file, **arrays)
