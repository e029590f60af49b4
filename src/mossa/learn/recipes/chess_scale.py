"""How the scale of chess's expected result was fitted: `python -m mossa.learn.recipes.chess_scale --out FOLDER`.

A score is told to people as an expected result from −1 to +1, the share of wins less that of losses. Both are
logistic: a win has the probability 1 / (1 + exp((margin − score) / spread)), a loss the same of −score, and the rest
is drawn. (With a single logistic curve the tenths below are off by 0.07: drawn games make it flatter in the middle.)
The engine plays fast games against itself, as in the recipe of the weights; of each game some positions are taken,
with the search's score, the static evaluation and the result. Margin and spread are those of the greatest likelihood
of the results; one game of HELD_BACK is held out. The positions of those games are sorted by what the scale says of
them and cut into ten equal parts: in each the mean of what was expected stands beside the mean of the results.

`--games` is an upper limit: with `--seconds` the run stops there, and a run with fewer games fits those that are
finished. The folder stores the state of the run: called again, the program resumes where it stopped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from mossa.core.files import write_text
from mossa.core.registry import game
from mossa.games.chess.board import in_check
from mossa.games.chess.evaluation import evaluate, phase, refine, scratch
from mossa.kernel.memory import Ints, Words
from mossa.kernel.specialise import specialise
from mossa.learn.recipe_command import recipe_parser, run_recipe, settings_from
from mossa.learn.selfplay import NOT_SEARCHED, SelfPlay
from mossa.learn.worker_processes import OutOfTime, WorkerProcesses, chunks_done, remember_settings

from .chess import BLACK, INFO, RESIGN, WHITE, WORDS, played_game, state_at

__all__ = ["Decile", "Scale", "deciles", "expected", "fit_scale", "main"]

GAMES = 25
"""Games of a chunk."""
EACH = 16
"""Positions taken from a game."""
HELD_BACK = 5
COLUMNS = ("game", "result", "score", "static", "phase", "calm")
"""What stands beside the words of a state in a row: the number of the game, the mover's result (−1, 0, 1), the search's
score and the static evaluation from the mover's side, the phase, and whether nothing is captured and no king in
check."""


@dataclass(frozen=True)
class Settings:
    """Settings that determine a run."""

    games: int
    nodes: int
    """A search begins no new iteration after this many nodes."""
    seed: int


class Decile(NamedTuple):
    """A tenth of the positions: what was expected on average, and what came."""

    least: float
    most: float
    expected: float
    result: float
    positions: int


# ----------------------------------------------------------------------------------------------------------- games

_player: list[SelfPlay] = []


def start_playing() -> None:
    """Make a process ready to play."""
    _player[:] = [SelfPlay(game("chess"))]


def judge(words: Words, count: int, memory: Any, statics: Ints, phases: Ints, checks: Ints) -> None:
    """The static evaluation with the network's part, the phase, and whether the mover is in check, of each state."""
    for row in range(count):
        state = state_at(words, row)
        statics[row] = evaluate(state) + refine(state, memory)
        phases[row] = phase(state)
        checks[row] = 1 if in_check(state) else 0


class GameChunk:
    """A chunk of games: rows of a state's words and COLUMNS, as int64."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __call__(self, number: int) -> NDArray[Any]:
        rows = []
        kernel = specialise(judge, {}, name="chess judge")
        for i in range(number * GAMES, (number + 1) * GAMES):
            chooser = np.random.default_rng((self.settings.seed, i))
            played = played_game(_player[0], chooser, i, self.settings.nodes, RESIGN)
            searched = np.flatnonzero(played.scores != NOT_SEARCHED)
            chosen = np.sort(chooser.permutation(searched)[:EACH])
            pieces = np.bitwise_count(played.states[:, WHITE] | played.states[:, BLACK])
            still = np.append(pieces[1:] == pieces[:-1], False)[chosen]
            states = np.ascontiguousarray(played.states[chosen])
            statics, phases, checks = (Ints(max(1, len(chosen))) for _ in range(3))
            kernel(Words(states.reshape(-1)), len(chosen), scratch(), statics, phases, checks)
            white = (states[:, INFO] & np.uint64(1)) == 0
            result = np.where(white, played.outcome, -played.outcome)
            found = (statics.array[: len(chosen)], phases.array[: len(chosen)])
            calm = still & (checks.array[: len(chosen)] == 0)
            columns = (np.full(len(chosen), i), result, played.scores[chosen], *found, calm)
            rows.append(np.column_stack([states.view(np.int64), *(one.astype(np.int64) for one in columns)]))
        return np.concatenate(rows)


# ----------------------------------------------------------------------------------------------------------- the fit


class Scale(NamedTuple):
    """What turns a score into an expected result, in hundredths of a pawn."""

    margin: float
    """With this score half the games are won."""
    spread: float

    def wins(self, scores: NDArray[Any]) -> NDArray[np.float64]:
        """The probabilities of winning."""
        found: NDArray[np.float64] = 1 / (1 + np.exp(np.clip((self.margin - scores) / self.spread, -40, 40)))
        return found


def expected(scores: NDArray[Any], scale: Scale) -> NDArray[np.float64]:
    """The expected results of scores, from −1 to +1."""
    return scale.wins(scores) - scale.wins(-scores)


def fit_scale(scores: NDArray[Any], results: NDArray[Any]) -> Scale:
    """The scale under which the results are likeliest."""

    def loss(logarithms: NDArray[np.float64]) -> float:
        scale = Scale(*np.exp(logarithms))
        won, lost = scale.wins(scores), scale.wins(-scores)
        came = np.where(results > 0, won, np.where(results < 0, lost, 1 - won - lost))
        return -float(np.mean(np.log(np.maximum(came, 1e-12))))

    found = minimize(loss, np.log([80.0, 80.0]), method="Nelder-Mead", options={"xatol": 1e-4, "fatol": 1e-9})
    return Scale(*(float(one) for one in np.exp(found.x)))


def deciles(scores: NDArray[Any], results: NDArray[Any], scale: Scale) -> list[Decile]:
    """Ten equal parts of the positions, by what the scale says of them."""
    hopes = expected(scores, scale)
    parts = np.array_split(np.argsort(hopes, kind="stable"), 10)
    return [
        Decile(float(hopes[i].min()), float(hopes[i].max()), float(hopes[i].mean()), float(results[i].mean()), len(i))
        for i in parts
    ]


def report(rows: NDArray[Any]) -> dict[str, Any]:
    """The scale, and the deciles on the games held out: by the search's score, and by the static evaluation of calm
    positions."""
    column = {name: rows[:, WORDS + i] for i, name in enumerate(COLUMNS)}
    unseen = column["game"] % HELD_BACK == 0
    scale = fit_scale(column["score"][~unseen], column["result"][~unseen])
    calm = unseen & (column["calm"] == 1)
    tables = {
        "search": deciles(column["score"][unseen], column["result"][unseen], scale),
        "static": deciles(column["static"][calm], column["result"][calm], scale),
    }
    learnt = (column["calm"] == 1) & ~unseen
    return {
        "games": len(np.unique(column["game"])),
        "positions": len(rows),
        "draws": float(np.mean(column["result"] == 0)),
        "scale": scale._asdict(),
        "scale_of_static": fit_scale(column["static"][learnt], column["result"][learnt])._asdict(),
        **{name: [one._asdict() for one in found] for name, found in tables.items()},
        "greatest_error": {
            name: max(abs(one.expected - one.result) for one in found) for name, found in tables.items()
        },
    }


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit status is that of `run_recipe`."""
    parser = recipe_parser("chess_scale", __doc__)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--nodes", type=int, default=3000, help="nodes of a search, about")
    given = parser.parse_args(words)
    settings = settings_from(Settings, given)

    def work(workers: WorkerProcesses) -> None:
        remember_settings(workers.folder, asdict(settings))
        chunks = -(-settings.games // GAMES)
        try:
            workers.do("games", chunks, GameChunk(settings), start_playing)
        except OutOfTime:
            print("the time is over; the games that are finished are fitted", flush=True)
        done = chunks_done(workers.folder, "games", chunks)
        if not done:
            raise OutOfTime
        rows = np.concatenate([np.load(workers.folder / f"games-{number:05}.npy") for number in done])
        np.savez_compressed(workers.folder / "positions.npz", rows=rows)
        found = report(rows)
        print(json.dumps(found, indent=1))
        write_text(workers.folder / "scale.json", json.dumps(found, indent=1) + "\n")

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
