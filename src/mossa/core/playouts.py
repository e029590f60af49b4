"""Playouts: random games from a position to the end, compiled, as many at once as are asked for.

Each game depends on the seed and its number alone. So the results are the same with any number of threads, and one game
of many can be played again, move by move.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Reals
from mossa.kernel.random_numbers import below, draw, next_seed, uniform
from mossa.kernel.specialise import prepare
from mossa.kernel.words import u64

from .facts import CHANCE
from .game import Game
from .kernel_rules import KernelRules, kernel_for

if TYPE_CHECKING:
    import numpy as np

    from .position import Position

__all__ = ["Playouts", "drawn_outcome", "playouts"]

game: KernelRules = slot("game")

CHUNK_SECONDS = 0.05
"""About how long machine code runs before Python looks for Ctrl-C."""


def drawn_outcome(state: Any, seed: u64, outcomes: Ints, n: int) -> int:
    """One of the n outcomes of chance, drawn by the seed with their probabilities."""
    point, reached = uniform(seed), 0.0
    for i in range(n - 1):
        reached += game.probability(state, outcomes[i])
        if point < reached:
            return int(outcomes[i])
    return int(outcomes[n - 1])


def play_out(state: Any, seed: u64, longest: int, results: Reals, line: Ints, keep: int, buffer: Ints) -> int:
    """Play one random game from a state: its utilities go to `results`, the first `keep` moves to `line`.

    Returns the number of moves; if the game has not ended after `longest` of them, −1 less that number.
    """
    played = 0
    while not game.is_over(state):
        n, chance = 1, game.HAS_CHANCE and game.mover(state) == CHANCE
        drawn = game.HAS_SAMPLE and chance
        if not drawn:
            n = game.moves(state, buffer, 0)
        if n == 0:
            break
        if played >= longest:
            return -1 - played
        seed = next_seed(seed)
        if game.HAS_SAMPLE and chance:
            move = game.sample(state, seed)
        elif game.HAS_CHANCE and chance:
            move = drawn_outcome(state, seed, buffer, n)
        else:
            move = buffer[below(seed, n)]
        if played < keep:
            line[played] = move
        state = game.play(state, move)
        played += 1
    for player in range(game.PLAYERS):
        results[player] = float(game.utility(state, player))
    return played


def play_games(
    state: Any,
    seed: u64,
    first: int,
    count: int,
    longest: int,
    results: Reals,
    lengths: Ints,
    line: Ints,
    keep: int,
    buffer: Ints,
) -> int:
    """Play the games number `first` … `first + count - 1`, and write their results and lengths one after the other.

    Returns the number of moves of all.
    """
    total = 0
    for i in range(count):
        one = draw(seed ^ draw(u64(first + i)))
        lengths[i] = play_out(state, one, longest, results[i * game.PLAYERS :], line, keep, buffer)
        total += lengths[i]
    return total


@dataclass(frozen=True, eq=False)
class Playouts:
    """The results of random games from one position.

    >>> import mossa
    >>> games = mossa.game("tictactoe").start().playout(1000, seed=1)
    >>> len(games), games.results.shape, games.finished
    (1000, (1000, 2), 1000)
    >>> games.position(0).is_over, len(games.position(0).history) == int(games.lengths[0])
    (True, True)
    """

    start: Position
    """Where all games begin."""
    seed: int
    first: int
    """The number of the first game among those of this seed."""
    results: np.ndarray[Any, Any]
    """A row for each game: what it is worth to each player. NaN if it was not finished."""
    lengths: np.ndarray[Any, Any]
    """The number of moves of each game, chance outcomes included."""
    longest: int
    """The most moves of a game."""

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def finished(self) -> int:
        """How many games were played to their end."""
        return sum(not math.isnan(row[0]) for row in self.results)

    @property
    def mean(self) -> tuple[float, ...]:
        """The mean utility of each player in the finished games."""
        import numpy as np

        if not self.finished:
            return (math.nan,) * self.start.game.facts.players
        return tuple(float(mean) for mean in np.nanmean(self.results, axis=0))

    @property
    def error(self) -> tuple[float, ...]:
        """The standard error of each mean; infinite for a single game."""
        import numpy as np

        if self.finished < 2:
            return (math.inf,) * self.start.game.facts.players
        return tuple(float(x) for x in np.nanstd(self.results, axis=0, ddof=1) / math.sqrt(self.finished))

    def position(self, number: int) -> Position:
        """The last position of one game, with the moves that led there."""
        if not 0 <= number < len(self):
            raise MossaError(f"these are {len(self)} games, numbered from 0: there is no number {number}")
        chosen, count = self.start.game, int(self.lengths[number])
        line, result, length, buffer = Ints(count + 1), Reals(chosen.facts.players), Ints(1), _buffer(chosen)
        kernel = kernel_for(play_games, chosen)
        kernel(
            self.start.state,
            _word(self.seed),
            self.first + number,
            1,
            self.longest,
            result,
            length,
            line,
            count,
            buffer,
        )
        at = self.start
        for move in line.array[:count].tolist():
            at = at.play(move)
        return at

    def _repr_html_(self) -> str:
        from .html import paragraph, table

        names = self.start.game.rules.player_names
        rows = [(names[player], self.mean[player], self.error[player]) for player in range(len(names))]
        about = f"{len(self):,} random games, {self.finished:,} of them finished, {self.lengths.mean():.1f} moves each"
        return paragraph(about) + table(["player", "mean utility", "standard error"], rows)

    def __repr__(self) -> str:
        means = ", ".join(f"{mean:+.3f}" for mean in self.mean)
        return (
            f"<{len(self)} random games of {self.start.game.name}: {means} on average, {self.lengths.mean():.1f} moves>"
        )


def playouts(
    positions: Sequence[Position], n: int = 1, *, seed: int = 0, threads: int = 1, longest: int | None = None
) -> list[Playouts]:
    """n random games from each of some positions of one game.

    All moves are equally likely, and chance keeps its probabilities. A game that goes on after `longest` moves (by
    default those that the game declares, or 4,096) is left unfinished.

    >>> import mossa
    >>> start = mossa.game("tictactoe").start()
    >>> [len(games) for games in mossa.playouts([start, start.play("b2")], 100, seed=1)]
    [100, 100]
    """
    import numpy as np

    if not positions:
        return []
    chosen = positions[0].game
    if any(position.game is not chosen for position in positions):
        raise MossaError("a batch of playouts is of one game: these positions are of several")
    limit = chosen.facts.horizon if longest is None else longest
    for name, number in (("n", n), ("threads", threads), ("longest", limit)):
        if number < 1:
            raise MossaError(f"{name} of playouts is a whole number from 1 on, not {number}")
    players, games = chosen.facts.players, len(positions) * n
    results, lengths = Reals(games * players), Ints(games)
    kernel, no_line = kernel_for(play_games, chosen), Ints(1)
    word = _word(seed)
    prepare(kernel, positions[0].state, word, 0, 0, limit, results, lengths, no_line, 0, _buffer(chosen))
    next_game, lock, stopped = 0, Lock(), False

    def work() -> None:
        nonlocal next_game
        buffer, size = _buffer(chosen), 1
        while not stopped:
            with lock:
                first = next_game
                at, within = divmod(first, n)
                count = min(size, n - within)
                next_game = first + count
            if first >= games:
                return
            began = time.perf_counter()
            at_results, at_lengths = results[first * players :], lengths[first:]
            kernel(positions[at].state, word, first, count, limit, at_results, at_lengths, no_line, 0, buffer)
            if time.perf_counter() - began < CHUNK_SECONDS / 2:
                size *= 2

    if threads == 1:
        work()
    else:
        with ThreadPoolExecutor(threads) as pool:
            try:
                for done in [pool.submit(work) for _ in range(threads)]:
                    done.result()
            finally:
                stopped = True
    unfinished = lengths.array < 0
    table = results.array.reshape(games, players)
    table[unfinished] = np.nan
    lengths.array[unfinished] = -1 - lengths.array[unfinished]
    return [
        Playouts(at, seed, i * n, table[i * n : (i + 1) * n], lengths.array[i * n : (i + 1) * n], limit)
        for i, at in enumerate(positions)
    ]


def _word(seed: int) -> u64:
    return u64(seed % 2**64)


def _buffer(chosen: Game) -> Ints:
    return Ints(max(chosen.facts.widest, chosen.facts.samples) + 1)
