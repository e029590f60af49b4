"""How checkers' evaluation was learnt: `python -m mossa.learn.recipes.checkers --out FOLDER`.

In Samuel's spirit: the program plays against itself and learns from how the games end.

1. Generation 0 has the weights set by hand.
2. Each further generation: the last one plays games against itself (`selfplay`), from random openings, the endgame
   tables deciding as soon as they can. The weights of its table places are fitted to the results of these games and
   of those of the generation before (`logistic_tables`).
3. Each generation plays a match against generation 0, every three-move opening with both colours, at equal depth: the
   learning curve.

The folder stores the state of the run: called again, the program resumes where it stopped.
"""

from __future__ import annotations

import json
import math
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.figures import new_figure
from mossa.core.kernel_rules import kernel_for
from mossa.core.registry import game
from mossa.games.checkers import evaluation, weights
from mossa.games.checkers.openings import openings
from mossa.games.checkers.patterns import features
from mossa.games.checkers.rules import State, noisy
from mossa.kernel.binding import slot
from mossa.kernel.memory import Bytes, Int32s, Ints, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.transposition_table import make_table
from mossa.learn.logistic_tables import NOTHING, estimates, fit, loss
from mossa.learn.recipe_command import recipe_parser, run_recipe, settings_from
from mossa.learn.selfplay import NOT_SEARCHED, SelfPlay, reset
from mossa.learn.worker_processes import WorkerProcesses, read_chunks, remember_settings
from mossa.search.alphabeta.memory import Memory, make_memory
from mossa.search.alphabeta.options import make_options
from mossa.search.alphabeta.root import search_root
from mossa.search.common.scores import INFINITE
from mossa.search.common.stop_signal import StopSignal

GAMES = 500
"""Games of a chunk."""
PAIRS = 27
"""Openings of a chunk of a match; there are 216."""
OPENING = (4, 11)
"""Least and greatest number of random moves at the beginning of a game."""
LONGEST = 200
"""Moves after which a game counts as drawn."""
RESIGN = 300
"""Hundredths of a man that decide a game: a side this far behind hardly ever draws, except by the endgame tables."""
IDLE = 8
"""Positions after this many quiet moves are not learnt from: while kings move to and fro they are all alike."""
WIDTH = 48
"""Bound of the places that a position reads: 23 and one for each king."""
ALL_PIECES = 24
HELD_BACK = 20
"""One game in this many is held out to measure the loss."""
OPTIONS = {"extensions": 0}
"""Quiescence already plays out forced captures; extending them too would slow fast games."""


@dataclass(frozen=True)
class Settings:
    """Settings that determine a run."""

    games: int
    """Games of a generation."""
    depth: int
    """Plies of every search."""
    scale: float
    """Hundredths of a man that multiply the odds by e."""
    trust: float
    """The weight of the search's score in the target; the rest is the result of the game."""
    rate: float
    pull: float
    passes: int
    seed: int


# ---------------------------------------------------------------------------------------- what the processes do

_player: list[SelfPlay] = []
_duel: list[Duel] = []


def numbers(path: str) -> Any:
    """The weights of a file, or those set by hand, as the evaluation reads them."""
    return weights.packed(weights.spread(weights.read(Path(path)) if path else weights.simple()))


def start_playing(path: str) -> None:
    """Make a process ready to play with the weights of a file."""
    evaluation.WEIGHTS.vector.array[:] = numbers(path)
    _player[:] = [SelfPlay(game("checkers"), options=OPTIONS)]


class GameChunk:
    """A chunk of games: rows of pieces, kings, number of the game, result (0, 1, 2) and score for the mover."""

    def __init__(self, settings: Settings, generation: int) -> None:
        self.settings, self.generation = settings, generation

    def __call__(self, number: int) -> NDArray[Any]:
        rows = []
        for i in range(number * GAMES, (number + 1) * GAMES):
            chooser = np.random.default_rng((self.settings.seed, self.generation, i))
            opening, seed = int(chooser.integers(OPENING[0], OPENING[1] + 1)), int(chooser.integers(1 << 62))
            played = _player[0].play(seed, opening=opening, depth=self.settings.depth, most=LONGEST, resign=RESIGN)
            used = (played.scores != NOT_SEARCHED) & (played.states[:, 3] <= IDLE)
            states, scores = played.states[used], played.scores[used]
            result = 1 + np.where(states[:, 2] == 0, played.outcome, -played.outcome)
            rows.append(np.column_stack([states[:, :2].view(np.int64), np.full(len(states), i), result, scores]))
        return np.concatenate(rows)


class Duel:
    """Two sets of weights that play against each other at equal depth."""

    def __init__(self, first: Any, second: Any, depth: int) -> None:
        self.game, self.depth = game("checkers"), depth
        self.kernel = kernel_for(search_root, self.game)
        self.weights = (first, second)
        self.memories = [self._memory(), self._memory()]
        self.starts = [self.game.after(" ".join(moves)).state for moves in openings()]
        self.moves, self.scores = Ints(self.game.facts.widest), Ints(self.game.facts.widest)

    def _memory(self) -> Memory:
        memory = make_memory(self.game, make_table(4), StopSignal(stop=0), make_options(OPTIONS))
        memory.limit = 1 << 62
        return memory

    def play(self, state: State, black: int) -> int:
        """Play from a state, one of the two (0 or 1) having Black; 1 if the first wins, 0 a draw, −1."""
        rules = self.game.rules
        past: list[int] = []
        for memory in self.memories:
            reset(memory)
        assert rules.bounds is not None
        for _ in range(LONGEST):
            least, most = (int(rules.utility(state, state.turn)),) * 2 if rules.is_over(state) else rules.bounds(state)
            if least == most:
                return least if (state.turn == 0) == (black == 0) else -least
            key = int(rules.key(state))
            if past.count(key) == 2:
                return 0
            state = rules.play(state, self._choose(state, black if state.turn == 0 else 1 - black, past))
            past.append(key)
        return 0

    def _choose(self, state: State, player: int, past: list[int]) -> int:
        memory = self.memories[player]
        evaluation.WEIGHTS.vector.array[:] = self.weights[player]
        legal = self.game.rules.legal(state)
        for i, move in enumerate(legal):
            self.moves[i] = move
        for i, key in enumerate(past):
            memory.path.array[i] = key
        memory.past = len(past)
        for depth in range(1, self.depth + 1 if len(legal) > 1 else 1):
            self.kernel(state, depth, -INFINITE, INFINITE, memory, self.moves, self.scores, 0, len(legal))
        return int(self.moves[0])


def start_duelling(first: str, second: str, depth: int) -> None:
    """Make a process ready for a match."""
    _duel[:] = [Duel(numbers(first), numbers(second), depth)]


def duel_chunk(number: int) -> NDArray[Any]:
    """The results of some openings, each played with both colours."""
    starts = _duel[0].starts[number * PAIRS : (number + 1) * PAIRS]
    return np.array([[_duel[0].play(start, black) for black in (0, 1)] for start in starts], np.int8)


# -------------------------------------------------------------------------------------------- reading the places

model: Any = slot("model")


def read_states(states: Words, count: int, buffer: Ints, places: Int32s, is_noisy: Bytes) -> None:
    """The places that each state reads, and whether it is noisy (no static evaluation)."""
    for i in range(count):
        state = State(states[2 * i], states[2 * i + 1], 0, 0)
        is_noisy[i] = 1 if model.noisy(state) else 0
        n = model.features(state, buffer, 0)
        for j in range(n):
            places[i * WIDTH + j] = buffer[j]


def places_of(states: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The groups that each state reads, with their signs, as `logistic_tables` takes them; and which states are
    noisy."""
    kernel = specialise(read_states, {"model": {"features": features, "noisy": noisy}}, name="checkers features")
    places = Int32s(np.full(len(states) * WIDTH, -1, np.int32))
    is_noisy = Bytes(len(states))
    kernel(Words(np.ascontiguousarray(states).reshape(-1)), len(states), Ints(WIDTH), places, is_noisy)
    _, group, sign = weights.groups()
    signed = np.where(sign > 0, group, np.where(sign < 0, ~group, NOTHING)).astype(np.int32)
    read = np.append(signed, np.int32(NOTHING))[places.array].reshape(-1, WIDTH)
    return read, is_noisy.array.astype(bool)


# ----------------------------------------------------------------------------------------------------- the steps


class Recipe:
    """One run in one folder."""

    def __init__(self, workers: WorkerProcesses, settings: Settings) -> None:
        self.workers, self.settings, self.folder = workers, settings, workers.folder
        remember_settings(workers.folder, asdict(settings))

    def run(self, generations: int) -> None:
        """All steps; those already done are skipped."""
        for number in range(1, generations + 1):
            if not self.learnt(number).exists():
                chunk = GameChunk(self.settings, number)
                self.workers.do(f"games-{number}", self.chunks, chunk, start_playing, (self.path(number - 1),))
                self.fit(number)
            self.measure(number)

    @property
    def chunks(self) -> int:
        """Into how many chunks the games of a generation are cut."""
        return -(-self.settings.games // GAMES)

    def fit(self, number: int) -> None:
        """Learn the weights of a generation from its games and those of the one before."""
        self.workers.check_time()
        used = [before for before in (number - 1, number) if before > 0]
        rows = np.concatenate([read_chunks(self.folder, f"games-{before}", self.chunks) for before in used])
        chosen = self.settings
        boards = np.ascontiguousarray(rows[:, :2]).view(np.uint64)
        places, is_noisy = places_of(boards)
        held = rows[:, 2] % HELD_BACK == 0
        results = rows[:, 3] / 2
        foreseen = 1 / (1 + np.exp(-np.clip(rows[:, 4] / chosen.scale, -30, 30)))
        aims = (1 - chosen.trust) * results + chosen.trust * foreseen
        shares = np.bitwise_count(boards[:, 0]) / ALL_PIECES
        training, unseen = ~held & ~is_noisy, held & ~is_noisy
        start = weights.simple() / weights.UNIT

        def mean_loss(table: NDArray[Any], which: NDArray[np.bool_]) -> float:
            return loss(estimates(places[which], shares[which], table), results[which], chosen.scale)

        table = fit(
            places[training],
            shares[training],
            aims[training],
            start,
            scale=chosen.scale,
            rate=chosen.rate,
            pull=chosen.pull,
            passes=chosen.passes,
            seed=chosen.seed,
        )
        self.note(
            generation=number,
            positions=int(training.sum()),
            loss_by_hand=mean_loss(start, unseen),
            loss_seen=mean_loss(table, training),
            loss_unseen=mean_loss(table, unseen),
        )
        weights.write(self.learnt(number), table * weights.UNIT)

    def measure(self, number: int) -> None:
        """Play the match of a generation against the weights set by hand."""
        job, count = f"match-{number}", len(openings()) // PAIRS
        self.workers.do(job, count, duel_chunk, start_duelling, (self.path(number), "", self.settings.depth))
        pairs = read_chunks(self.folder, job, count).astype(float)
        points = (pairs.mean(axis=1) + 1) / 2  # of a pair of games, which share their opening
        mean, error = float(points.mean()), float(points.std(ddof=1) / math.sqrt(len(points)))
        counts = [int((pairs == sign).sum()) for sign in (1, 0, -1)]
        self.note(generation=number, wins=counts[0], draws=counts[1], losses=counts[2], score=mean, error=error)

    def note(self, **facts: Any) -> None:
        """Store and print a result, once."""
        log = self.folder / "log.jsonl"
        line = json.dumps(facts)
        if not log.exists() or line not in log.read_text("utf-8").splitlines():
            with log.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
            print(", ".join(f"{name} {value:.4g}" for name, value in facts.items()), flush=True)

    def learnt(self, number: int) -> Path:
        """The file of a generation's weights."""
        return self.folder / f"generation-{number}.xz"

    def path(self, number: int) -> str:
        """The path of a generation's weights for the processes; empty for generation 0, which is set by hand."""
        return str(self.learnt(number)) if number else ""


def elo(score: float, error: float) -> tuple[float, float]:
    """The difference in strength that a mean score stands for, and its error bar (95 %)."""
    inside = min(max(score, 0.001), 0.999)
    return 400 * math.log10(inside / (1 - inside)), 1.96 * error * 400 / math.log(10) / (inside * (1 - inside))


def draw_curve(folder: Path, image: Path) -> None:
    """The learning curve: strength of each generation against the weights set by hand."""
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text("utf-8").splitlines()]
    matches = sorted((line for line in lines if "score" in line), key=lambda line: int(line["generation"]))
    steps = [0, *(line["generation"] for line in matches)]
    heights, errors = zip((0.0, 0.0), *(elo(line["score"], line["error"]) for line in matches), strict=True)
    figure = new_figure(6, 3.6, layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(steps, heights, yerr=errors, marker="o", capsize=3)
    axes.set(xlabel="generation", ylabel="Elo against the weights set by hand", xticks=steps)
    axes.grid(alpha=0.3)
    figure.savefig(image, metadata={"Date": None} if image.suffix == ".svg" else None)


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit status is that of `run_recipe`."""
    parser = recipe_parser("checkers", __doc__)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--games", type=int, default=20_000, help="games of a generation")
    parser.add_argument("--depth", type=int, default=7, help="plies of every search")
    parser.add_argument("--scale", type=float, default=53.0)
    parser.add_argument("--trust", type=float, default=0.3, help="weight of the search's score in the target")
    parser.add_argument("--rate", type=float, default=4.0)
    parser.add_argument("--pull", type=float, default=2e-6)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--curve", type=Path, help="draw the learning curve into this file (.svg, .png)")
    given = parser.parse_args(words)

    def work(workers: WorkerProcesses) -> None:
        recipe = Recipe(workers, settings_from(Settings, given))
        recipe.run(given.generations)
        if given.curve is not None:
            draw_curve(given.out, given.curve)
        if given.install:
            shutil.copyfile(recipe.learnt(given.generations), weights.FILE)

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
