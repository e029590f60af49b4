"""Weights learnt from self-play: rounds of games, a method that makes of them better weights, and a curve.

Every method begins a round with the weights that the last one left. What it draws depends on the seed and the round
alone, so a run is the beginning of each longer one with the same settings, on any number of threads. Inside, a weight
is the log odds that a usual amount of its feature is worth (`Scale`); outside it is what `Features` says.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass, field
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.features import require_features
from mossa.core.game import Game
from mossa.core.registry import game as find_game
from mossa.jobs import Job, Place, Pool
from mossa.kernel.errors import MossaError
from mossa.play.elo import EloDifference, elo_difference
from mossa.play.seeded_random import derive_seed

from .champions import CHALLENGERS, challenge
from .hill_climbing import FIRST_STEP, anneal, climb
from .labelled_positions import LabelledPositions
from .learning_record import LearningRecord
from .linear_differences import LinearDifferences
from .linear_games import MOST_GAMES, LinearGames, RecordedGames, log_odds_unit

__all__ = ["METHODS", "LearningRound", "LearningSettings", "WeightLearning"]

Array = NDArray[np.float64]

# The numbers of the methods
PART, PARTS = 10, 256
"""The games of a round are played in parts of so many or a little more, but in no more than so many parts, however many
threads or workers share them out."""
LEARNERS = 4
"""TD(λ) learns from move to move, so its parts cannot be small: a round leads to the mean of what so many learnt."""
DECIDING = 4
"""The version to which the challengers lead plays so many times as many games as each of them."""
LEAST_PAIRS = 4
"""Of a match."""
MOST_POSITIONS = 20_000
"""Positions of a round to which hill climbing and annealing look: a loss takes half a millisecond."""
TRIES = 60
"""Changes of each weight that they try in a round."""
HOT, COOLING, COLDEST = 0.01, 0.8, 1e-9
"""The temperature of the first round (nats), its factor from round to round, and where it stays."""
LARGE_STEP, SMALL_STEP = 0.4, 0.01
"""Steps of annealing: at the first temperature, and at none; between them they fall with its square root."""
MEMORY = 8
"""What a round finds is as uncertain as its games: the weights are the mean of so many rounds, the later the more."""
RATE, RATE_ROUNDS = 0.01, 10
"""TD(λ): the rate of the first round; after so many rounds it is half."""
SPREAD = 0.3
"""Of the first challengers."""
MEASURED = 10
"""After a round of n games, n / MEASURED pairs of games measure the weights against those of the beginning, and as many
against the game's own."""
FINAL = 5
"""At the end so many times as many."""

# What a seed is derived for.
SIZES, GAMES, DRAWS, MATCHES, MEASURE = 1, 2, 3, 4, 5


@dataclass(frozen=True)
class LearningSettings:
    """What determines a run."""

    game: str
    method: str
    start: dict[str, float]
    """The weights of the beginning."""
    depth: int = 2
    """Plies that the players look ahead."""
    games: int = 1000
    """Games in a round."""
    explore: float = 0.1
    """The part of the moves, after the opening, that are random."""
    trace: float = 0.9
    """λ of TD(λ)."""
    seed: int = 1
    pairs: int | None = None
    """Pairs of games that measure the weights after a round; by default a tenth of the games."""


@dataclass(frozen=True)
class LearningRound:
    """What a round has led to: a point of the curve."""

    number: int
    games: int
    """Games played so far, those that measure not counted."""
    seconds: float
    """Of the whole run so far."""
    weights: dict[str, float]
    loss: float | None
    """The cross-entropy of results of new games, before they were learnt from; None where a method has none."""
    before: EloDifference
    """The difference to the weights of the beginning."""
    own: EloDifference
    """The difference to the game's own weights."""
    state: dict[str, Any] = field(default_factory=dict)
    """What the method needs for the next round."""

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> LearningRound:
        """The inverse of `as_dict`."""
        differences = {name: EloDifference(**data[name]) for name in ("before", "own")}
        return cls(**{**data, **differences})


class PartPlayers:
    """Plays parts of a round: what a thread, or a worker elsewhere, needs of its own."""

    def __init__(self, game: Game, depth: int) -> None:
        self.games = LinearGames(game, depth=depth)
        self.learner = LinearDifferences(self.games)

    def record(self, weights: Mapping[str, float], games: int, seed: int, explore: float) -> RecordedGames:
        """Games of the weights against themselves."""
        return self.games.record(weights, games, seed, explore)

    def match(self, first: Mapping[str, float], second: Mapping[str, float], pairs: int, seed: int) -> Array:
        """The points of the first weights in each pair of games."""
        return self.games.match(first, second, pairs, seed)

    def learn(
        self, weights: Mapping[str, float], games: int, seed: int, options: Mapping[str, Any]
    ) -> dict[str, float]:
        """The weights after games of TD(λ)."""
        return self.learner.learn(weights, games, seed, **options)


_players: PartPlayers


def _start_worker(name: str, depth: int) -> None:
    """What each worker does first."""
    global _players
    _players = PartPlayers(find_game(name), depth)


def _do_part(part: tuple[str, tuple[Any, ...]]) -> Any:
    what, arguments = part
    return getattr(_players, what)(*arguments)


class WeightLearning:
    """A run: it learns the weights of one game's features by one method."""

    def __init__(self, game: Game, settings: LearningSettings, *, threads: int = 1, place: Place | None = None) -> None:
        if settings.method not in METHODS:
            raise MossaError(f"there is no method {settings.method!r}; methods: {', '.join(METHODS)}")
        if not LEARNERS <= settings.games <= LEARNERS * MOST_GAMES:
            raise MossaError(f"a round has from {LEARNERS} to {LEARNERS * MOST_GAMES:,} games, not {settings.games}")
        self.game, self.settings, self.features = game, settings, require_features(game)
        self.unit = log_odds_unit(game)
        self._threads = ThreadPoolExecutor(threads, "mossa-learn") if threads > 1 else None
        self._workers = Pool(Job(_do_part, _start_worker, (game.name, settings.depth)), place) if place else None
        players = [PartPlayers(game, settings.depth) for _ in range(1 if place else threads)]
        self.sizes = players[0].games.usual_sizes(derive_seed(settings.seed, SIZES))
        """How much there usually is of each feature."""
        self._idle = SimpleQueue[PartPlayers]()
        for one in players:
            self._idle.put(one)

    def run(
        self,
        record: LearningRecord,
        *,
        seconds: float = 60.0,
        rounds: int | None = None,
        on_round: Callable[[LearningRound], None] | None = None,
        stop: threading.Event | None = None,
    ) -> list[LearningRound]:
        """Learn until the time is over (earlier parts of the run included), the rounds are done, or `stop` is set; at
        least one round. Returns the whole curve; every round is written to the record as it ends."""
        done = [LearningRound.from_dict(one) for one in record.read(asdict(self.settings))]
        stop = stop or threading.Event()
        began = time.monotonic() - (done[-1].seconds if done else 0.0)
        with closing(record):
            while not stop.is_set() and (rounds is None or len(done) < rounds):
                if done and time.monotonic() - began >= seconds:
                    break
                made = self.next_round(done[-1] if done else None, began)
                done.append(made)
                record.add(made.as_dict())
                if on_round is not None:
                    on_round(made)
        return done

    def close(self) -> None:
        """End the threads and workers."""
        if self._threads is not None:
            self._threads.shutdown()
        if self._workers is not None:
            self._workers.close()

    def next_round(self, last: LearningRound | None, began: float) -> LearningRound:
        """The round after this one (None: the first) of a run that began at this time of the monotonic clock."""
        number = last.number + 1 if last is not None else 1
        weights = self._inside(last.weights if last is not None else self.settings.start)
        state = dict(last.state) if last is not None else {}
        draws = np.random.default_rng(derive_seed(self.settings.seed, DRAWS, number))
        weights, loss = METHODS[self.settings.method](self, number, weights, state, draws)
        found = self._outside(weights)
        return LearningRound(
            number,
            (last.games if last is not None else 0) + self._round_games(),
            time.monotonic() - began,
            found,
            loss,
            self.measure(found, self.settings.start, number),
            self.measure(found, self.features.weights, number),
            state,
        )

    def measure(self, first: Mapping[str, float], second: Mapping[str, float], number: int = 0) -> EloDifference:
        """The difference of two weights that a match shows, after this round; 0: a longer match, for the end."""
        pairs = max(LEAST_PAIRS, self.settings.pairs or self.settings.games // MEASURED) * (1 if number else FINAL)
        (points,) = self._matches([first], second, pairs, derive_seed(self.settings.seed, MEASURE, number))
        return elo_difference(points.tolist())

    # Inside and outside

    def _inside(self, weights: dict[str, float]) -> Array:
        return np.array(self.features.vector(weights)) * self.sizes / self.unit

    def _outside(self, weights: Array) -> dict[str, float]:
        return self.features.named((weights / self.sizes * self.unit).tolist())

    # Games

    def _in_parts(self, what: str, parts: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Let players do something with the arguments of each part, on the threads or the workers; the results are in
        the order of the parts."""
        if self._workers is not None:
            return self._workers.map([(what, arguments) for arguments in parts])

        def play(arguments: tuple[Any, ...]) -> Any:
            players = self._idle.get()
            try:
                return getattr(players, what)(*arguments)
            finally:
                self._idle.put(players)

        return list((map if self._threads is None else self._threads.map)(play, parts))

    def _record(self, weights: Array, number: int) -> list[RecordedGames]:
        """The games of a round."""
        found, settings = self._outside(weights), self.settings
        return self._in_parts(
            "record",
            [
                (found, games, derive_seed(settings.seed, GAMES, number, i), settings.explore)
                for i, games in enumerate(_parts(settings.games, PART))
            ],
        )

    def _round_games(self) -> int:
        """How many games a round has."""
        if self.settings.method == "versions":
            return 2 * (CHALLENGERS + DECIDING) * self._contest_pairs()
        return LEARNERS * self._learner_games() if self.settings.method == "td" else self.settings.games

    def _learner_games(self) -> int:
        """Games of each learner of TD(λ)."""
        return self.settings.games // LEARNERS

    def _contest_pairs(self) -> int:
        """Pairs of games of each challenger."""
        return max(LEAST_PAIRS, self.settings.games // (2 * (CHALLENGERS + DECIDING)))

    def _matches(
        self, versions: Sequence[Mapping[str, float]], against: Mapping[str, float], pairs: int, seed: int
    ) -> list[Array]:
        """The points of each of these weights in as many pairs of games, which begin alike for all of them."""
        parts = [(size, derive_seed(seed, i)) for i, size in enumerate(_parts(pairs, PART // 2))]
        points = iter(self._in_parts("match", [(one, against, *part) for one in versions for part in parts]))
        return [np.concatenate([next(points) for _ in parts]) for _ in versions]

    # The methods: the weights after a round, and the loss of new games before they were learnt from

    def _positions(self, weights: Array, number: int) -> LabelledPositions:
        found = LabelledPositions.of(self._record(weights, number), self.sizes, MOST_POSITIONS)
        if len(found.results) == 0:
            raise MossaError(f"games of {self.game.name} end before there is anything to learn from")
        return found

    def _climb(self, number: int, weights: Array, state: dict[str, Any], draws: Any) -> tuple[Array, float]:
        positions = self._positions(weights, number)
        steps = np.array(state.get("steps", [FIRST_STEP] * len(weights)))
        found, _, helped = climb(positions.loss, weights, steps, TRIES * len(weights), draws)
        state.update(steps=steps.tolist(), kept=helped)
        return _averaged(weights, found, number), positions.loss(weights)

    def _anneal(self, number: int, weights: Array, state: dict[str, Any], draws: Any) -> tuple[Array, float]:
        positions, cooled = self._positions(weights, number), COOLING ** (number - 1)
        step = SMALL_STEP + LARGE_STEP * cooled**0.5
        temperature = max(COLDEST, HOT * cooled)
        found, _, kept = anneal(positions.loss, weights, temperature, step, TRIES * len(weights), draws)
        state.update(temperature=temperature, kept=kept)
        return _averaged(weights, found, number), positions.loss(weights)

    def _regress(self, number: int, weights: Array, state: dict[str, Any], draws: Any) -> tuple[Array, float]:
        positions = self._positions(weights, number)
        return _averaged(weights, positions.fit(), number), positions.loss(weights)

    def _differences(self, number: int, weights: Array, state: dict[str, Any], draws: Any) -> tuple[Array, None]:
        settings, found = self.settings, self._outside(weights)
        rate = RATE / (1 + (number - 1) / RATE_ROUNDS)
        state.update(rate=rate)

        options = {
            "explore": settings.explore,
            "trace": settings.trace,
            "rate": rate,
            "unit": self.unit,
            "sizes": (self.sizes**2).tolist(),
        }

        parts = [
            (found, self._learner_games(), derive_seed(settings.seed, GAMES, number, i), options)
            for i in range(LEARNERS)
        ]
        return np.mean([self._inside(learnt) for learnt in self._in_parts("learn", parts)], axis=0), None

    def _versions(self, number: int, weights: Array, state: dict[str, Any], draws: Any) -> tuple[Array, None]:
        pairs = self._contest_pairs()

        def matches(versions: Sequence[Array], champion: Array, which: int) -> list[Array]:
            seed = derive_seed(self.settings.seed, MATCHES, number, which)
            length = pairs * (DECIDING if which == 2 else 1)
            return self._matches([self._outside(one) for one in versions], self._outside(champion), length, seed)

        contest = challenge(weights, state.get("spread", SPREAD), matches, draws)
        replaced = state.get("champions", 0) + contest.replaced
        state.update(spread=contest.spread, champions=replaced, challenge=asdict(contest.difference))
        return contest.champion, None


def _parts(count: int, size: int) -> list[int]:
    """So many games or pairs in parts of this size or a little more, at most PARTS of them."""
    parts = max(1, min(PARTS, count // size))
    return [count * (i + 1) // parts - count * i // parts for i in range(parts)]


def _averaged(weights: Array, found: Array, number: int) -> Array:
    """The mean of what was found in this round and in those before."""
    return weights + (found - weights) * max(1 / number, 1 / MEMORY)


METHODS: dict[str, Callable[[WeightLearning, int, Array, dict[str, Any], Any], tuple[Array, float | None]]] = {
    "hill-climbing": WeightLearning._climb,
    "annealing": WeightLearning._anneal,
    "regression": WeightLearning._regress,
    "td": WeightLearning._differences,
    "versions": WeightLearning._versions,
}
"""How weights are found, by name."""
