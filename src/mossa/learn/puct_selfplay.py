"""Games of PUCT with a Gumbel root against itself, many at once, so that a network answers for all of them together.

A game begins with some random moves, so that games differ; then each move is that of a search [Danihelka22]. Of every
state that was searched there is a sample: the state, the policy that the search recommends, and what the state was
worth to its mover: half the result of the game, half what the search said. A proven outcome ends a game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.facts import CHANCE
from mossa.core.game import Game
from mossa.core.network_rules import Predictor, network_kernel
from mossa.core.protocol import State
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten
from mossa.kernel.memory import Float32s, Words
from mossa.search.montecarlo.leaf_batches import LeafBatch
from mossa.search.montecarlo.puct import Puct, answer, questions

__all__ = ["PuctSelfPlay", "features_of_samples", "sample_type", "uniform_predict"]

POOL = 1
"""MiB of the node pool of a game."""

network: Any = slot("network")
extra: Any = slot("extra")


def sample_type(game: Game) -> np.dtype[Any]:
    """A sample: the numbers of the state, for each action how good it is, and the value for the mover (in a game of
    many: the mover's first, then those of the players after him), as a share of the way from the least utility to the
    greatest."""
    values = 1 if game.facts.players == 2 and game.facts.zero_sum else game.facts.players
    words = len(flatten(game.rules.start()))
    return np.dtype(
        [("state", "<u8", (words,)), ("policy", "<f2", (game.facts.actions or 0,)), ("value", "<f2", (values,))]
    )


def uniform_predict(game: Game) -> Callable[[Any], tuple[Any, Any]]:
    """A network that knows nothing: all moves alike, and every state worth the middle."""
    middle = sum(map(float, game.facts.utility)) / 2

    def predict(batch: Any) -> tuple[Any, Any]:
        shape = (len(batch), game.facts.players)
        values = np.full(shape[0] if game.facts.players <= 2 else shape, middle, np.float32)
        return np.zeros((len(batch), game.facts.actions or 0), np.float32), values

    return predict


class PuctSelfPlay:
    """Plays games of a network against itself."""

    def __init__(
        self,
        game: Game,
        predict: Callable[[Any], Any],
        *,
        simulations: int,
        considered: int,
        opening: int,
        at_once: int,
    ) -> None:
        """`opening`: the most random moves at the beginning; `at_once`: games that are played at the same time."""
        facts = game.facts
        if facts.players > 2 or (facts.players == 2 and not facts.zero_sum):
            raise MossaError(
                f"self-play is for one player, or two with opposite interests: {game.name} is another kind"
            )
        self.game, self.simulations, self.opening = game, simulations, opening
        self.predictor = Predictor(game, predict)
        options = {"gumbel": float(considered), "noise": 1.0, "batch": float(considered)}
        self.engines = [Puct(game, predict, memory_mib=POOL, options=options) for _ in range(at_once)]

    def play(self, games: int, seed: str) -> NDArray[Any]:
        """The samples of so many games; the same for the same seed."""
        found, started = list[NDArray[Any]](), 0

        def table(engine: Puct) -> Iterator[LeafBatch]:
            """One game after the other."""
            nonlocal started
            while started < games:
                chooser = random.Random(f"{seed} {started}")
                started += 1
                found.append((yield from self._game(engine, chooser)))

        tables = [table(engine) for engine in self.engines]
        waiting: list[tuple[Iterator[LeafBatch], LeafBatch]] = []
        while tables:
            waiting = [(one, batch) for one in tables if (batch := next(one, None)) is not None]
            tables = [one for one, _ in waiting]
            if waiting:
                self._answer([batch for _, batch in waiting])
        return np.concatenate(found) if found else np.zeros(0, sample_type(self.game))

    def _answer(self, batches: list[LeafBatch]) -> None:
        """Ask the network about all batches together."""
        policies, values = self.predictor(np.concatenate([questions(batch) for batch in batches]))
        at = 0
        for batch in batches:
            end = at + batch.count
            answer(batch, policies[at:end], values[at:end])
            at = end

    def _game(self, engine: Puct, chooser: random.Random) -> Generator[LeafBatch, None, NDArray[Any]]:
        """Play a game; its samples are what the generator returns."""
        rules, state = self.game.rules, self.game.rules.start()
        searched, left = list[tuple[State, list[int], list[float], float]](), chooser.randint(0, self.opening)
        engine.memories[0].seed = type(engine.memories[0].seed)(chooser.getrandbits(64))
        outcome: tuple[float, ...] | None = None
        while not rules.is_over(state):
            moves = rules.legal(state)
            if rules.mover(state) == CHANCE:
                assert rules.probability is not None
                state = rules.play(state, chooser.choices(moves, [rules.probability(state, move) for move in moves])[0])
                continue
            if left > 0:
                left -= 1
                state = rules.play(state, chooser.choice(moves))
                continue
            yield from engine.steps(state, self.simulations)
            result = engine.result()
            searched.append((state, moves, engine.recommended(), self._share(result.value)))
            if result.exact:
                mover = rules.mover(state)
                outcome = tuple(result.value if player == mover else -result.value for player in range(2))
                break
            state = rules.play(state, result.move)
        return self._samples(searched, outcome or rules.utilities(state))

    def _share(self, utility: float) -> float:
        low, high = self.game.facts.utility
        return (utility - low) / (high - low)

    def _samples(
        self, searched: list[tuple[State, list[int], list[float], float]], outcome: tuple[float, ...]
    ) -> NDArray[Any]:
        rules, samples = self.game.rules, np.zeros(len(searched), sample_type(self.game))
        for sample, (state, moves, policy, value) in zip(samples, searched, strict=True):
            sample["state"] = np.array([number & (1 << 64) - 1 for number in flatten(state)], np.uint64)
            for move, share in zip(moves, policy, strict=True):
                sample["policy"][rules.action(state, move)] = share
            sample["value"] = (value + self._share(outcome[rules.mover(state)])) / 2
        return samples


def read_features(words: Words, states: int, size: int, features: Float32s, inputs: int) -> int:
    """Write the features of states of `size` numbers each, side by side."""
    at = 0
    for i in range(states):
        at = network.features(extra.read(words, i * size), features[i * inputs :], 0)
    return at


def features_of_samples(game: Game, states: NDArray[np.uint64]) -> NDArray[np.float32]:
    """The features of states that are given as their numbers, a row each."""
    kernel = network_kernel(read_features, game)
    inputs = game.facts.inputs
    words, features = Words(np.ascontiguousarray(states).reshape(-1)), Float32s(len(states) * inputs)
    kernel(words, len(states), states.shape[1], features, inputs)
    return features.array.reshape(len(states), inputs)
