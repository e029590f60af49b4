"""How a network for PUCT is learnt from nothing: `python -m mossa.learn.recipes.alphazero --game GAME --out FOLDER`.

As in AlphaZero [Silver18], with the Gumbel root of [Danihelka22], which learns from few simulations a move. Again and
again, --iterations times:

1. The last network plays games against itself (`mossa.learn.puct_selfplay`), --chunks files of --games each, shared out
   among --processes. The first one knows nothing: what a search proves is all that it learns from.
2. The next network is fitted (`mossa.learn.policy_value_fitting`) to the samples of the last --window iterations, from
   the last one's weights on. Where the game knows symmetries (`symmetries` in its `network.py`), they are samples too.

`--install` puts the last network into the game's package; then play a match. The folder stores the state of the run:
called again, the program resumes where it stopped. Old samples are deleted. It needs PyTorch; the games are played on
the processor, and the fit uses a GPU if there is one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.game import Game
from mossa.core.policy_value_network import NetworkShape, PolicyValueNetwork, read_network, write_network
from mossa.core.registry import game as game_of
from mossa.kernel.errors import MossaError
from mossa.learn.epochs import find_torch
from mossa.learn.policy_value_fitting import PolicyValueFitSettings, PolicyValueLosses, fit, fresh
from mossa.learn.puct_selfplay import PuctSelfPlay, features_of_samples, sample_type, uniform_predict
from mossa.learn.recipe_command import at_least, recipe_parser, run_recipe, settings_from
from mossa.learn.worker_processes import WorkerProcesses, chunks_done, read_chunks, remember_settings

__all__ = ["AlphaZeroSettings", "learn", "main"]


@dataclass(frozen=True)
class AlphaZeroSettings:
    """How games are played, and the network."""

    game: str
    chunks: int
    """Files of samples in an iteration."""
    games: int
    """Games for a file."""
    simulations: int
    """Simulations a move."""
    considered: int
    """Moves that the root considers."""
    opening: int
    """The most random moves at the beginning of a game."""
    window: int
    """Iterations whose samples are learnt from."""
    hidden: int
    blocks: int
    seed: int


_player: list[PuctSelfPlay] = []


def start_playing(settings: AlphaZeroSettings, network: Path | None) -> None:
    """Make a process ready to play."""
    game = game_of(settings.game)
    predict = uniform_predict(game) if network is None else read_network(network).predict
    _player[:] = [
        PuctSelfPlay(
            game,
            predict,
            simulations=settings.simulations,
            considered=settings.considered,
            opening=settings.opening,
            at_once=max(1, settings.games // 4),
        )
    ]


class GameChunk:
    """The samples of some games."""

    def __init__(self, settings: AlphaZeroSettings, iteration: int) -> None:
        self.settings, self.iteration = settings, iteration

    def __call__(self, number: int) -> NDArray[Any]:
        """The chunk of this number."""
        settings = self.settings
        return _player[0].play(settings.games, f"{settings.seed} {self.iteration} {number}")


def job(iteration: int) -> str:
    """The name of an iteration's files."""
    return f"samples-{iteration:03}"


def network_file(folder: Path, iteration: int) -> Path:
    """The network after so many iterations."""
    return folder / f"network-{iteration:03}.xz"


def learn(
    workers: WorkerProcesses, settings: AlphaZeroSettings, iterations: int, plan: PolicyValueFitSettings
) -> PolicyValueNetwork:
    """All iterations; those already done are skipped."""
    find_torch()  # fail before hours of games
    game, folder = game_of(settings.game), workers.folder
    shape = NetworkShape.of(game, settings.hidden, settings.blocks)
    network = fresh(shape, settings.seed)
    for iteration in range(iterations):
        file = network_file(folder, iteration + 1)
        if file.exists():
            network = read_network(file)
            continue
        last = network_file(folder, iteration) if iteration else None
        begin = time.monotonic()
        workers.do(job(iteration), settings.chunks, GameChunk(settings, iteration), start_playing, (settings, last))
        played = time.monotonic() - begin
        rows = samples(workers, settings, iteration)
        workers.check_time()
        network = fit_to(game, network, rows, plan, settings.seed + iteration)
        write_network(file, network)
        print(
            f"iteration {iteration + 1} of {iterations}: {settings.chunks * settings.games} games in {played:.0f} s, "
            f"{len(rows)} samples, fitted in {time.monotonic() - begin - played:.0f} s",
            flush=True,
        )
        for path in folder.glob(f"{job(iteration - settings.window + 1)}-*.npy"):
            path.unlink()
    return network


def samples(workers: WorkerProcesses, settings: AlphaZeroSettings, iteration: int) -> NDArray[Any]:
    """The samples of the window; those of the first iterations leave early, since their network knew nothing."""
    first = max(iteration - settings.window + 1, iteration // 2)
    runs = [
        read_chunks(workers.folder, job(one), settings.chunks)
        for one in range(first, iteration + 1)
        if len(chunks_done(workers.folder, job(one), settings.chunks)) == settings.chunks
    ]
    return np.concatenate(runs)


def fit_to(
    game: Game, network: PolicyValueNetwork, rows: NDArray[Any], plan: PolicyValueFitSettings, seed: int
) -> PolicyValueNetwork:
    """The network fitted to samples and what is symmetrical to them."""
    assert rows.dtype == sample_type(game)
    features = features_of_samples(game, rows["state"]).astype(np.float16).reshape(-1, *(game.facts.features or ()))
    policies, values = rows["policy"].astype(np.float32), rows["value"].astype(np.float32)
    symmetries = game.extra("symmetries", "network")
    pairs = [(features, policies)] if symmetries is None else symmetries(features, policies)
    given = np.concatenate([one.reshape(len(rows), -1) for one, _ in pairs])
    likely = np.concatenate([policy for _, policy in pairs])

    def report(losses: PolicyValueLosses) -> None:
        print(
            f"  epoch {losses.epoch}: policy {losses.policy:.4f}, value {losses.value:.4f}, "
            f"best move {losses.best_move:.1%}",
            flush=True,
        )

    return fit(network, given, likely, np.concatenate([values] * len(pairs)), plan, seed=seed, report=report)


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit status is that of `run_recipe`."""
    parser = recipe_parser("alphazero", __doc__)
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--iterations", type=at_least(1), default=24)
    parser.add_argument("--chunks", type=at_least(1), default=64, help="files of samples in an iteration")
    parser.add_argument("--games", type=at_least(1), default=128, help="games for a file")
    parser.add_argument("--simulations", type=at_least(2), default=48, help="simulations a move")
    parser.add_argument("--considered", type=at_least(2), default=8, help="moves that the root considers")
    parser.add_argument("--opening", type=at_least(0), default=8, help="the most random moves that a game begins with")
    parser.add_argument("--window", type=at_least(1), default=8, help="iterations whose samples are learnt from")
    parser.add_argument("--hidden", type=at_least(16), default=256, help="hidden units")
    parser.add_argument("--blocks", type=at_least(0), default=3, help="residual blocks")
    parser.add_argument("--epochs", type=at_least(1), default=2, help="how often each sample is seen in an iteration")
    parser.add_argument("--batch", type=at_least(1), default=4096, help="samples of a step")
    parser.add_argument("--rate", type=float, default=1e-3, help="the greatest learning rate")
    parser.add_argument("--value-weight", type=float, default=1.0, help="of the value's error beside the policy's")
    given = parser.parse_args(words)
    settings, plan = settings_from(AlphaZeroSettings, given), settings_from(PolicyValueFitSettings, given)

    def work(workers: WorkerProcesses) -> None:
        remember_settings(workers.folder, {**asdict(settings), **asdict(plan)})
        network = learn(workers, settings, given.iterations, plan)
        write_network(workers.folder / "network.xz", network)
        if given.install:
            place = game_of(settings.game).extra("NETWORK", "network")
            if place is None:
                raise MossaError(f"{settings.game} names no file for its network: NETWORK in its network.py")
            write_network(place, network)

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
