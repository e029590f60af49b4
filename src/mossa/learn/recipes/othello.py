"""How Othello's evaluation was learnt: `python -m mossa.learn.recipes.othello --out FOLDER`.

1. Self-play of varied strength gives positions (`sampling`); a number of different ones is stored for each stage.
2. From the last stage to the first: each position is labelled by a full-width search, whose leaves lie in later
   stages, where the evaluation has been learnt already, or are exact endgames; then the stage's tables are fitted to
   the labels (`table_regression`).

So one pass suffices: values flow back from the end of the game, as in retrograde analysis, but estimated. A second
pass that starts from the result of the first (`--play-with`) samples better games.

The folder stores the state of the run: called again, the program resumes where it stopped.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.registry import game
from mossa.games.othello import evaluation, weights
from mossa.games.othello.end_solver import LAST_EMPTIES
from mossa.games.othello.patterns import COUNT, SIZE, STAGES, features, stage
from mossa.games.othello.rules import SQUARES, State
from mossa.kernel.binding import slot
from mossa.kernel.memory import Int32s, Ints, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64
from mossa.learn.labels import Labeller
from mossa.learn.recipe_command import recipe_parser, run_recipe, settings_from
from mossa.learn.sampling import Sampler
from mossa.learn.table_regression import add_up, fit, root_mean_square
from mossa.learn.worker_processes import WorkerProcesses, read_chunks, remember_settings, save

GAMES = 500
"""Games of a chunk."""
POSITIONS = 2000
"""Positions of a chunk of labels."""
NOISES = (0, 50, 100, 150, 200, 300)
"""Hundredths of a disc added to scores in self-play; each game takes one of these."""
OPENINGS = (2, 4, 6, 8, 10, 12, 16)
"""Random moves at the beginning of a game; each takes one of these."""
HELD_BACK = 20
"""One position in this many is held out to measure the error."""
WORKING = "weights.xz"


@dataclass(frozen=True)
class Settings:
    """Settings that determine a run."""

    games: int
    """Games of self-play."""
    positions: int
    """The greatest number of positions of a stage."""
    play_depth: int
    depth: int
    """Plies of the searches that label."""
    ridge: float
    rounds: int
    seed: int


# ---------------------------------------------------------------------------------------- what the processes do

_sampler: list[Sampler] = []
_labeller: list[tuple[Labeller, NDArray[np.uint64]]] = []


def use_weights(path: str) -> None:
    """Let the evaluation of this process be that of a file."""
    if path:
        evaluation.WEIGHTS.vector.array[:] = weights.read(Path(path))


def start_sampling(path: str) -> None:
    """Make a process ready to play."""
    use_weights(path)
    _sampler[:] = [Sampler(game("othello"))]


class SampleChunk:
    """The boards of a chunk of games."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __call__(self, number: int) -> NDArray[Any]:
        boards = []
        for i in range(GAMES):
            seed = (self.settings.seed * 1_000_003 + number) * GAMES + i
            chooser = np.random.default_rng(seed)
            opening, noise = int(chooser.choice(OPENINGS)), int(chooser.choice(NOISES))
            depth = self.settings.play_depth
            boards.append(_sampler[0].play(seed, opening=opening, depth=depth, noise=noise)[:, :2])
        return np.concatenate(boards)


def start_labelling(path: str, boards: str) -> None:
    """Make a process ready to label."""
    use_weights(path)
    _labeller[:] = [(Labeller(game("othello")), np.load(boards))]


class LabelChunk:
    """The labels of a chunk of boards."""

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def __call__(self, number: int) -> NDArray[Any]:
        labeller, boards = _labeller[0]
        chunk = boards[number * POSITIONS : (number + 1) * POSITIONS]
        states = (State(u64(mine), u64(theirs), 0) for mine, theirs in chunk.tolist())
        return np.array([labeller.label(state, self.depth) for state in states], np.int32)


# ------------------------------------------------------------------------------------------- reading the patterns

model: Any = slot("model")


def read_boards(boards: Words, count: int, buffer: Ints, places: Int32s) -> None:
    """The places of the weights of each board."""
    for i in range(count):
        n = model.features(State(boards[2 * i], boards[2 * i + 1], 0), buffer, 0)
        for j in range(n):
            places[i * n + j] = buffer[j]


def places_of(boards: NDArray[np.uint64]) -> NDArray[np.int32]:
    """The groups of weights that each board of one stage reads."""
    kernel = specialise(read_boards, {"model": {"features": features}}, name="othello features")
    places = Int32s(len(boards) * COUNT)
    kernel(Words(np.ascontiguousarray(boards).reshape(-1)), len(boards), Ints(COUNT), places)
    _, group = weights.groups()
    found: NDArray[np.int32] = group[places.array % SIZE].astype(np.int32).reshape(-1, COUNT)
    return found


# ----------------------------------------------------------------------------------------------------- the steps


class Recipe:
    """One run in one folder."""

    def __init__(self, workers: WorkerProcesses, settings: Settings, play_with: str) -> None:
        self.workers, self.settings, self.play_with = workers, settings, play_with
        self.folder = workers.folder
        remember_settings(workers.folder, asdict(settings))

    def run(self) -> None:
        """All steps; those already done are skipped."""
        self.sample()
        for number in reversed(range(STAGES)):
            if not self.fitted(number).exists():
                self.label(number)
                self.fit(number)

    def sample(self) -> None:
        """Positions, one file a stage."""
        if all(self.boards(number).exists() for number in range(STAGES)):
            return
        count = -(-self.settings.games // GAMES)
        self.workers.do("games", count, SampleChunk(self.settings), start_sampling, (self.play_with,))
        boards = np.unique(read_chunks(self.folder, "games", count), axis=0)
        discs = np.bitwise_count(boards[:, 0] | boards[:, 1]).astype(int)
        stages = np.array([stage(n) for n in range(SQUARES + 1)])[discs]
        chooser = np.random.default_rng(self.settings.seed)
        for number in range(STAGES):
            own = boards[(stages == number) & (discs < SQUARES - LAST_EMPTIES)]
            save(self.boards(number), own[chooser.permutation(len(own))[: self.settings.positions]])

    def label(self, number: int) -> None:
        """Label the positions of a stage with the weights of the later ones."""
        path = self.folder / WORKING
        weights.write(path, self.assembled(number))
        job = f"labels-{number:02}"
        arguments = (str(path), str(self.boards(number)))
        self.workers.do(job, self.chunks(number), LabelChunk(self.settings.depth), start_labelling, arguments)

    def fit(self, number: int) -> None:
        """Fit the tables of a stage to its labels."""
        self.workers.check_time()
        boards = np.load(self.boards(number))
        labels = read_chunks(self.folder, f"labels-{number:02}", self.chunks(number)).astype(float)
        places = places_of(boards)
        first, group = weights.groups()
        held = np.arange(len(boards)) % HELD_BACK == 0
        table = fit(places[~held], labels[~held], len(first), ridge=self.settings.ridge, rounds=self.settings.rounds)
        seen = root_mean_square(add_up(places[~held], table) - labels[~held])
        unseen = root_mean_square(add_up(places[held], table) - labels[held])
        spread = float(labels.std())
        line = {"stage": number, "positions": len(boards), "error": seen, "error_unseen": unseen, "spread": spread}
        with (self.folder / "fits.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        print(
            f"stage {number:2}: {len(boards)} positions; error {seen / 100:.2f} discs, of unseen ones "
            f"{unseen / 100:.2f}; the labels spread by {spread / 100:.2f}",
            flush=True,
        )
        numbers = np.clip(np.rint(table), -weights.LIMIT, weights.LIMIT).astype(np.int16)
        save(self.fitted(number), numbers[group])

    def assembled(self, later_than: int = -1) -> Any:
        """The weights of all stages. A stage that is not fitted yet (or not later than `later_than`) gets those of the
        next
        fitted one."""
        stages = weights.simple().reshape(STAGES, SIZE)
        for number in reversed(range(STAGES)):
            if number > later_than and self.fitted(number).exists():
                stages[number] = np.load(self.fitted(number))
            elif number + 1 < STAGES:
                stages[number] = stages[number + 1]
        return stages.reshape(-1)

    def chunks(self, number: int) -> int:
        """Into how many chunks the positions of a stage are cut for labelling."""
        return -(-len(np.load(self.boards(number), mmap_mode="r")) // POSITIONS)

    def boards(self, number: int) -> Path:
        """The file of a stage's positions."""
        return self.folder / f"boards-{number:02}.npy"

    def fitted(self, number: int) -> Path:
        """The file of a stage's weights."""
        return self.folder / f"stage-{number:02}.npy"


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit status is that of `run_recipe`."""
    parser = recipe_parser("othello", __doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games of self-play")
    parser.add_argument("--positions", type=int, default=100_000, help="most positions of a stage")
    parser.add_argument("--play-depth", type=int, default=2, help="plies of the searches in self-play")
    parser.add_argument("--depth", type=int, default=6, help="plies of the searches that label (at least 4)")
    parser.add_argument("--ridge", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=60, help="rounds of conjugate gradients")
    parser.add_argument("--play-with", default="", help="a file of weights for self-play; else the package's own")
    given = parser.parse_args(words)

    def work(workers: WorkerProcesses) -> None:
        recipe = Recipe(workers, settings_from(Settings, given), given.play_with)
        recipe.run()
        result = given.out / "learnt.xz"
        weights.write(result, recipe.assembled())
        print(f"learnt: {result}, {result.stat().st_size} bytes", flush=True)
        if given.install:
            shutil.copyfile(result, weights.FILE)

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
