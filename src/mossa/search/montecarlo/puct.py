"""The Monte Carlo engine with a network: PUCT, with the leaves of several simulations shown to it at once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.network_rules import Predictor, network_kernel
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Float32s, Ints, whole_lines
from mossa.kernel.specialise import prepare

from .gumbel import improved_policy
from .leaf_batches import LeafBatch, collect, deliver
from .pool import LINK, STRIDE, children, first_child
from .root import best_children, root_children
from .tree_search import TreeMemory
from .uct import MonteCarlo

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Puct", "answer", "make_batch", "questions"]

WAIT = 1e-4
"""Seconds until a thread that met a leaf of another one looks again."""
CONCENTRATION = 10.0
"""Of Dirichlet noise: divided by the number of moves, so that it falls on few of many moves [Silver18]."""


def make_batch(game: Game, size: int, longest: int) -> LeafBatch:
    """A batch of at most this many leaves, for lines of this length."""
    facts = game.facts
    places, width, actions = whole_lines(longest + 1), _width(game), facts.actions or 0
    return LeafBatch(
        size=size,
        count=0,
        places=places,
        width=width,
        inputs=facts.inputs,
        actions=actions,
        paths=Ints(places * size),
        choosers=Ints(places * size),
        settled=Ints(places * size),
        depths=Ints(size),
        movers=Ints(size),
        moves=Ints(width * size),
        move_actions=Ints(width * size),
        counts=Ints(size),
        features=Float32s(facts.inputs * size),
        policies=Float32s(actions * size),
        values=Float32s(facts.players * size),
    )


def _width(game: Game) -> int:
    """Numbers of a vector that any generator of the game may fill."""
    return whole_lines(max(game.facts.widest, game.facts.inputs))


def questions(batch: LeafBatch) -> np.ndarray[Any, Any]:
    """The features of the leaves that wait, a row each."""
    n = batch.count
    return batch.features.array[: n * batch.inputs].reshape(n, batch.inputs)


def answer(batch: LeafBatch, policies: np.ndarray[Any, Any], values: np.ndarray[Any, Any]) -> None:
    """Put what a `Predictor` says of them into the batch."""
    batch.policies.array[: policies.size] = policies.reshape(-1)
    batch.values.array[: values.size] = values.reshape(-1)


class Puct(MonteCarlo):
    """PUCT for one game, with a network [Silver18]. Limits, threads, memory and the tree are those of `MonteCarlo`."""

    advised = True

    def __init__(self, game: Game, predict: Callable[[Any], Any], **settings: Any) -> None:
        if game.rules.sample is not None and settings.get("threads", 1) > 1:
            raise MossaError(f"{game.name} draws the outcomes of chance: with a network, that is for one thread")
        self.predictor = Predictor(game, predict)
        self.first_value = 0.0
        """What the network said of the root that `steps` searched, for the mover, from 0 to 1."""
        self.noisy: State | None = None
        """The root whose priors have noise."""
        super().__init__(game, **settings)
        size = int(self.options["batch"])
        self.batches = [make_batch(game, size, memory.longest) for memory in self.memories]
        prepare(self.deliverer, self.memories[0], self.batches[0])

    def _bind(self, compiled: bool) -> None:
        self.kernel = network_kernel(collect, self.game, compiled)
        self.deliverer: Callable[..., None] = network_kernel(deliver, self.game, compiled)

    def _prepare(self) -> None:
        example = make_batch(self.game, 1, self.memories[0].longest)
        prepare(self.kernel, self.game.rules.start(), self.memories[0], example, 1)

    def _memory(self, number: int, threads: int, seed: int) -> TreeMemory:
        memory = super()._memory(number, threads, seed)
        memory.buffer = Ints(_width(self.game))
        memory.loss = self._loss()
        return memory

    def _simulate(self, thread: int, count: int) -> int:
        """Simulate so often, unless something ends it; how often it did.

        A single thread goes on to the end of a batch: what a search finds does not depend on how it is cut into slices.
        """
        memory, batch, done = self.memories[thread], self.batches[thread], 0
        share = self._share(thread)
        count = min(count, share)
        most = share if len(self.memories) == 1 else count
        while done < count:
            begun = self.kernel(self.state, memory, batch, most - done)
            if batch.count:
                self._ask(batch)
                self.deliverer(memory, batch)
            elif begun == 0:
                if self.halt.stop or self.halt.pause:
                    break
                time.sleep(WAIT)
            done += begun
        return done

    def _ask(self, batch: LeafBatch) -> None:
        """Ask the network about the leaves of a batch."""
        answer(batch, *self.predictor(questions(batch)))

    def steps(self, state: State, simulations: int) -> Iterator[LeafBatch]:
        """Search a state with this many simulations, one thread and an empty tree, and yield each batch of leaves
        before it is answered: so one network can answer for many searches at once (`questions` and `answer`)."""
        self.forget()
        self._begin(state, (), simulations)
        memory, batch = self.memories[0], self.batches[0]
        while self.simulated < simulations and not self._is_solved():
            self.halt.pause = 0
            begun = self.kernel(state, memory, batch, self.left)
            if batch.count:
                yield batch
                if self.simulated == 0:
                    low, high = self.game.facts.utility
                    self.first_value = (batch.values[0] - low) / (high - low)
                self.deliverer(memory, batch)
            if self.pool.used[0] > self.pool.capacity:
                self._recycle(0, self.pool.capacity // 2)
            self._count(begun)
        if self.halving is not None:
            self.halving.finish()

    def recommended(self) -> list[float]:
        """The policy that the last search recommends, in the order of the moves: that of a Gumbel root, else in
        proportion to the visits. If moves are proven to be best, they share it."""
        found = root_children(self.pool, 0, self.game.rules.mover(self.state))
        visits = [one.visits for one in found]
        ranked, equal = best_children(found)
        if self._is_solved():
            best = {one.move for one in ranked[:equal]}
            return [(one.move in best) / len(best) for one in found]
        if self.halving is None:
            return [count / max(sum(visits), 1) for count in visits]
        return improved_policy(self._root_logits(), self.halving.visits, self.root_means(), self.first_value)

    def _open_root(self) -> None:
        """The network is asked about a new root first. Then its priors are known, and get their noise."""
        if self.pool.words[LINK] == 0:
            self.halving, self.plan[0], self.left = None, 0, 1
            return
        if self.options["noise"] and not self.options["gumbel"] and self.state != self.noisy:
            self._add_noise()
        super()._open_root()

    def _add_noise(self) -> None:
        """Mix Dirichlet noise into the priors of the root, once for each root."""
        import numpy as np

        self.noisy, noise = self.state, self.options["noise"]
        link = self.pool.words[LINK]
        row, n = first_child(link) // STRIDE, children(link)
        random = np.random.default_rng(int(self.memories[0].seed))
        priors = self.pool.priors.array[row : row + n]
        priors[:] = (1 - noise) * priors + noise * random.dirichlet([CONCENTRATION / n] * n)

    def _root_logits(self) -> list[float]:
        link = self.pool.words[LINK]
        row, n = first_child(link) // STRIDE, children(link)
        return [math.log(max(prior, 1e-30)) for prior in self.pool.priors.array[row : row + n].tolist()]
