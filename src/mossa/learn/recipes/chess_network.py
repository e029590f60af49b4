"""How chess's network was learnt: `python -m mossa.learn.recipes.chess_network --out FOLDER`.

1. The engine plays fast games against itself, from openings with a name and from random ones (`selfplay`); every quiet
   position is stored, with the score of the search and the result of the game.
2. A network is fitted (`mossa.learn.nnue_fitting`) as a correction: the weighted sum of features and the network
   together should predict the score of the search. So it learns what a search sees beyond the features.

`--also` adds the positions of earlier runs; `--features-only` plays as the first run did, before there was a network.
`--install` puts the result into the package; then play a match of the two versions. The folder stores the state of the
run: called again, the program resumes where it stopped. It needs PyTorch.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.registry import game
from mossa.games.chess import network
from mossa.games.chess.attack_tables import KINDS
from mossa.games.chess.board import in_check
from mossa.games.chess.evaluation import evaluate
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Words
from mossa.learn.epochs import find_torch
from mossa.learn.nnue_fitting import LabelledStates, NnueFitSettings, fit
from mossa.learn.recipe_command import at_least, fraction, recipe_parser, run_recipe, settings_from
from mossa.learn.selfplay import NOT_SEARCHED, SelfPlay
from mossa.learn.worker_processes import WorkerProcesses, read_chunks, remember_settings

from .chess import BLACK, INFO, WHITE, WORDS, played_game, run, state_at

RESIGN = 1500
"""Hundredths of a pawn that decide a game."""
CLEAR = 3000
"""A greater score means a mate, not an advantage."""
ROW = np.dtype([("sets", "<u8", KINDS + 1), ("score", "<i2"), ("result", "u1"), ("ply", "u1")])
"""A position relative to the mover, as if White moved: bitboards of the kinds of pieces and of the mover's pieces; the
search's score and the result (0, 1, 2) for the mover; the ply of the game."""
JOB = "positions"


@dataclass(frozen=True)
class PositionSettings:
    """Where positions come from."""

    chunks: int
    """Files of positions."""
    games: int
    """Games for each file."""
    nodes: int
    """A search begins no new iteration after this many nodes."""
    features_only: bool
    seed: int
    also: list[str]
    """Folders of earlier runs."""


# ----------------------------------------------------------------------------------------------------------- games

_player: list[SelfPlay] = []


def start_playing(features_only: bool) -> None:
    """Make a process ready to play."""
    _player[:] = [SelfPlay(game("chess"), options={"network": 0} if features_only else None)]


class PositionChunk:
    """The positions of some games."""

    def __init__(self, source: PositionSettings) -> None:
        self.source = source

    def __call__(self, number: int) -> NDArray[Any]:
        source, rows = self.source, [np.zeros(0, ROW)]
        for i in range(number * source.games, (number + 1) * source.games):
            chooser = np.random.default_rng((source.seed, i))
            played = played_game(_player[0], chooser, i, source.nodes, RESIGN)
            rows.append(quiet_positions(played.states, played.scores, played.outcome))
        return np.concatenate(rows)


def quiet_positions(states: NDArray[np.uint64], scores: NDArray[np.int64], outcome: int) -> NDArray[Any]:
    """The positions of a game without check in which the move played was no capture."""
    pieces = np.bitwise_count(states[:, WHITE] | states[:, BLACK])
    calm = np.append(pieces[1:] == pieces[:-1], np.zeros(min(1, len(states)), bool))
    quiet = np.flatnonzero((scores != NOT_SEARCHED) & (np.abs(scores) < CLEAR) & calm & (run(checks, states) == 0))
    black = states[quiet, INFO] & np.uint64(1) == 1
    boards = states[quiet, : BLACK + 1]
    boards[black] = boards[black].byteswap()  # seen from the other side
    rows = np.zeros(len(quiet), ROW)
    rows["sets"][:, :KINDS] = boards[:, :KINDS]
    rows["sets"][:, KINDS] = np.where(black, boards[:, BLACK], boards[:, WHITE])
    rows["score"], rows["result"] = scores[quiet], 1 + np.where(black, -outcome, outcome)
    rows["ply"] = np.minimum(quiet, 255)
    return rows


def checks(words: Words, count: int, out: Ints) -> None:
    """state → is the mover in check?"""
    for row in range(count):
        out[row] = 1 if in_check(state_at(words, row)) else 0


def sums(words: Words, count: int, out: Ints) -> None:
    """state → the sum of its features"""
    for row in range(count):
        out[row] = evaluate(state_at(words, row))


# --------------------------------------------------------------------------------------------------------- targets


def lessons(rows: NDArray[Any], trust: float) -> LabelledStates:
    """States with their targets: the search's score with the weight `trust`, the result with the rest."""
    kinds, own = rows["sets"][:, :KINDS], rows["sets"][:, KINDS:]
    mine, theirs = kinds & own, kinds & ~own
    states = np.zeros((len(rows), WORDS), np.uint64)
    states[:, :KINDS], states[:, WHITE] = kinds, own[:, 0]
    states[:, BLACK] = np.bitwise_or.reduce(theirs, axis=1)
    pieces = np.bitwise_count(states[:, WHITE] | states[:, BLACK]).astype(np.int64)
    turns = np.column_stack([wings(mine[:, KINDS - 1]), wings(theirs[:, KINDS - 1]) ^ network.UPSIDE_DOWN])
    return LabelledStates(
        sets=np.column_stack([mine, theirs]),
        turns=turns.astype(np.uint8),
        stages=np.minimum(network.STAGES - 1, (pieces - 2) // 4).astype(np.uint8),
        known=(run(sums, states) / network.CENTIPAWNS).astype(np.float32),
        goals=(trust * chance(rows["score"]) + (1 - trust) * rows["result"] / 2).astype(np.float32),
    )


def wings(kings: NDArray[np.uint64]) -> NDArray[np.int64]:
    """`network.mirror` of boards with one king."""
    return np.where(np.log2(kings.astype(np.float64)).astype(np.int64) % 8 < 4, network.MIRRORED, 0)


def chance(scores: NDArray[Any]) -> NDArray[np.float64]:
    """The expected results of scores."""
    return np.asarray(1 / (1 + np.exp(-scores / network.CENTIPAWNS)))


def learn(workers: WorkerProcesses, source: PositionSettings, trust: float, plan: NnueFitSettings) -> Any:
    """All steps; those already done are skipped."""
    find_torch()  # fail before hours of games
    workers.do(JOB, source.chunks, PositionChunk(source), start_playing, (source.features_only,))
    runs = [read_chunks(workers.folder, JOB, source.chunks), *(earlier(Path(folder)) for folder in source.also)]
    rows = np.concatenate(runs)
    print(f"{len(rows)} positions", flush=True)

    def report(epoch: int, learnt: float, held: float) -> None:
        print(f"epoch {epoch}: error {learnt**0.5:.5f} on positions learnt, {held**0.5:.5f} on others", flush=True)
        if epoch < plan.epochs:
            workers.check_time()

    return fit(lessons(rows, trust), plan, seed=source.seed, report=report, checkpoint=workers.folder / "fit.pt")


def earlier(folder: Path) -> NDArray[Any]:
    """The positions of an earlier run."""
    chunks = len(list(folder.glob(f"{JOB}-*.npy")))
    if chunks == 0:
        raise MossaError(f"{folder} holds no positions of an earlier run")
    return read_chunks(folder, JOB, chunks)


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit status is that of `run_recipe`."""
    parser = recipe_parser("chess_network", __doc__)
    parser.add_argument("--chunks", type=at_least(1), default=200, help="files of positions")
    parser.add_argument("--games", type=at_least(1), default=1000, help="games for a file")
    parser.add_argument("--nodes", type=at_least(1), default=1000, help="nodes of a search, about")
    parser.add_argument("--features-only", action="store_true", help="play without the network of the package")
    parser.add_argument(
        "--also", action="append", default=[], metavar="FOLDER", help="positions of an earlier run, too"
    )
    parser.add_argument("--trust", type=fraction, default=0.9, help="how much the search's scores count beside results")
    parser.add_argument("--epochs", type=at_least(1), default=14, help="how often each position is seen")
    parser.add_argument("--batch", type=at_least(1), default=16384, help="positions of a step")
    parser.add_argument("--rate", type=float, default=1e-3, help="the greatest learning rate")
    given = parser.parse_args(words)
    source, plan = settings_from(PositionSettings, given), settings_from(NnueFitSettings, given)

    def work(workers: WorkerProcesses) -> None:
        remember_settings(workers.folder, {**asdict(source), **asdict(plan), "trust": given.trust})
        learnt = learn(workers, source, given.trust, plan)
        network.write(workers.folder / "network.xz", learnt)
        if given.install:
            network.write(network.FILE, learnt)

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
