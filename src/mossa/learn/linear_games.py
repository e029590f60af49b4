"""Games of shallow players that evaluate by Σ wᵢ · fᵢ, thousands a second inside one kernel.

A game begins with random moves; then each side searches all moves a few plies deep, without tables or pruning beyond
alpha-beta, and takes the best; among equally good ones the seed decides. A player with weights 0 and depth 1 thus wins
where it can at once, and otherwise moves at random. The positions of a game are recorded as the values of their
features, from the mover's side, with the result for the mover: what evaluations are learnt from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mossa.core.features import require_features
from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_rules
from mossa.core.linear_evaluation import FeatureWeights, linear_source, measure_source, memory_of
from mossa.core.protocol import State
from mossa.kernel.binding import slot
from mossa.kernel.layout import flatten, make_writer
from mossa.kernel.memory import Ints, Reals, Struct, Words
from mossa.kernel.random_numbers import below, next_seed, uniform
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64
from mossa.search.common.scores import (
    INFINITE,
    POINT,
    child_alpha,
    child_beta,
    require_scores,
    terminal_score,
    turn_sign,
)

__all__ = [
    "MOST_GAMES",
    "MOST_PLIES",
    "GameMemory",
    "LinearGames",
    "RecordedGames",
    "default_opening",
    "linear_kernel",
    "log_odds_unit",
    "play_game",
    "sign_of",
]

game: KernelRules = slot("game")
extra: Any = slot("extra")

MOST_PLIES = 400
"""A game that lasts longer is drawn."""
MOST_OPENING = 6
"""Random moves at the beginning of a game, at most."""
SAMPLE = 400
"""Random games from which the usual size of each feature is taken."""
MOST_GAMES = 4096
"""Games in one call of a kernel."""


class GameMemory(Struct):
    """Working memory, and what was recorded."""

    features: int
    """How many features a position has."""
    rows: int
    """How many positions are recorded."""
    most: int
    """How many fit in."""
    values: Reals
    """The features of each, a row after the other."""
    movers: Ints
    """Who was to move in each."""
    explored: Ints
    """1 where the move that was made was a random one."""
    results: Reals
    """The result for the mover of each: 1 a win, ½ a draw, 0 a loss."""
    outcomes: Ints
    """The outcome of each game for player 0, on the game's own scale if it has one; in a match the half points."""
    words: int
    """How many words a state has; 0: states are not recorded."""
    states: Words
    buffer: Ints


def evaluate(state: Any, weights: FeatureWeights) -> int:
    """Σ wᵢ · fᵢ, limited to scores that no finished game has."""
    estimate: int = extra.linear(state, weights)
    if game.HAS_SCORE:
        return estimate
    limit = game.WIN - 2 * game.LONGEST - 1
    return max(-limit, min(limit, estimate))


def look_ahead(state: Any, depth: int, ply: int, alpha: int, beta: int, weights: FeatureWeights, buffer: Ints) -> int:
    """Fail-soft alpha-beta: exact if alpha < score < beta; an upper bound if score <= alpha; a lower bound if
    score >= beta."""
    if game.is_over(state):
        return terminal_score(state, ply)
    n = 0
    if game.ENDS_WITHOUT_MOVES:
        n = game.moves(state, buffer, 0)
        if n == 0:
            return terminal_score(state, ply)
    if depth == 0:
        return evaluate(state, weights)
    if not game.ENDS_WITHOUT_MOVES:
        n = game.moves(state, buffer, 0)
    best = -INFINITE
    for i in range(n):
        child = game.play(state, buffer[i])
        sign = turn_sign(state, child)
        low, high = child_alpha(sign, alpha, beta), child_beta(sign, alpha, beta)
        score = sign * look_ahead(child, depth - 1, ply + 1, low, high, weights, buffer[n:])
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                if alpha >= beta:
                    break
    return best


def choose(state: Any, n: int, depth: int, seed: u64, weights: FeatureWeights, memory: GameMemory) -> int:
    """One of the best of the n moves in the buffer; the seed decides among equally good ones."""
    best, ties = -INFINITE, 0
    chosen: int = memory.buffer[0]
    for i in range(n):
        child = game.play(state, memory.buffer[i])
        sign = turn_sign(state, child)
        low, high = child_alpha(sign, best - 1, INFINITE), child_beta(sign, best - 1, INFINITE)
        score = sign * look_ahead(child, depth - 1, 1, low, high, weights, memory.buffer[n:])
        if score > best:
            best, ties, chosen = score, 1, memory.buffer[i]
        elif score == best:
            ties += 1
            seed = next_seed(seed)
            if below(seed, ties) == 0:
                chosen = memory.buffer[i]
    return chosen


def play_game(
    state: Any,
    seed: u64,
    opening: int,
    explore: float,
    depth: int,
    first: FeatureWeights,
    second: FeatureWeights,
    records: int,
    memory: GameMemory,
) -> int:
    """Play one game; its outcome for player 0. The first `opening` moves are random, and `explore` of the others.

    `first` are the weights of player 0. With `records` 1 the positions after the opening are recorded.
    """
    choices = seed ^ u64(0x9E6C63D0876A9A62)  # the opening depends on the seed alone, however ties are broken later
    for ply in range(MOST_PLIES):
        if game.is_over(state):
            return game.outcome(state, 0)
        n = game.moves(state, memory.buffer, 0)
        if game.ENDS_WITHOUT_MOVES and n == 0:
            return game.outcome(state, 0)
        mover = game.mover(state)
        seed, choices, strayed = next_seed(seed), next_seed(choices), 0
        move: int = memory.buffer[below(seed, n)]
        if ply >= opening:
            if uniform(choices) >= explore:
                move = choose(state, n, depth, choices ^ u64(0x51ED270B), first if mover == 0 else second, memory)
            else:
                strayed = 1
            if records == 1 and memory.rows < memory.most:
                extra.measure(state, memory.values, memory.rows * memory.features)
                if memory.words > 0:
                    extra.write(state, memory.states, memory.rows * memory.words)
                memory.movers[memory.rows], memory.explored[memory.rows] = mover, strayed
                memory.rows += 1
        state = game.play(state, move)
    return 0


def play_match(
    start: Any,
    seed: u64,
    pairs: int,
    opening: int,
    depth: int,
    first: FeatureWeights,
    second: FeatureWeights,
    memory: GameMemory,
) -> int:
    """Play pairs of games with the same opening and sides exchanged: `memory.outcomes` gets the half points, from 0
    to 4, that `first` takes in each pair. Returns how many pairs were played."""
    for pair in range(pairs):
        seed = next_seed(seed)
        one = play_game(start, seed, opening, 0.0, depth, first, second, 0, memory)
        other = -play_game(start, seed, opening, 0.0, depth, second, first, 0, memory)
        memory.outcomes[pair] = 2 + sign_of(one) + sign_of(other)
    return pairs


def choose_move(state: Any, seed: u64, depth: int, weights: FeatureWeights, memory: GameMemory) -> int:
    """The move of a player, as in a game."""
    n = game.moves(state, memory.buffer, 0)
    return choose(state, n, depth, seed, weights, memory)


def sign_of(outcome: int) -> int:
    """1 for a win, 0 for a draw, −1 for a loss."""
    return (1 if outcome > 0 else 0) - (1 if outcome < 0 else 0)


def record_games(
    start: Any,
    seed: u64,
    games: int,
    opening: int,
    explore: float,
    depth: int,
    weights: FeatureWeights,
    memory: GameMemory,
) -> int:
    """Play games of the weights against themselves and record their positions; returns how many were recorded."""
    memory.rows = 0
    for number in range(games):
        seed, begin = next_seed(seed), memory.rows
        outcome = play_game(start, seed, opening, explore, depth, weights, weights, 1, memory)
        memory.outcomes[number] = outcome
        for row in range(begin, memory.rows):
            result = 0.5 + 0.5 * float(sign_of(outcome))
            memory.results[row] = result if memory.movers[row] == 0 else 1.0 - result
    return memory.rows


def default_opening(game: Game) -> int:
    """Random moves at the beginning of a game: enough that no two games are the same, few enough to be forgiven.

    >>> import mossa
    >>> default_opening(mossa.game("tictactoe")), default_opening(mossa.game("othello"))
    (2, 6)
    """
    return min(MOST_OPENING, game.facts.horizon // 4)


def log_odds_unit(game: Game) -> float:
    """What one unit of log odds is worth as a score: Σ wᵢ · fᵢ of that size makes a win e times as likely.

    Four of them are a point where the game counts points: so what is certain outweighs what is guessed.
    """
    return POINT / 4 if game.facts.score is not None else float(POINT)


class RecordedGames(NamedTuple):
    """The positions of some games."""

    values: NDArray[np.float64]
    """A row for each position: its features, for the mover."""
    results: NDArray[np.float64]
    """The result for the mover: 1, ½ or 0."""
    outcomes: NDArray[np.int64]
    """By game: the outcome for player 0, on the game's own scale if it has one."""
    states: NDArray[np.uint64]
    """The states themselves, if they were asked for, as the words of `mossa.kernel.layout.flatten`."""


@lru_cache(maxsize=256)
def linear_kernel(entry: Callable[..., Any], game: Game, compiled: bool = True) -> Callable[..., Any]:
    """An entry function bound to a game and to its features."""
    name = f"{game.name.rsplit('/', 1)[-1]} {entry.__name__}"
    slots = {"game": kernel_rules(game.rules), "extra": _feature_functions(game)}
    return specialise(entry, slots, name=name, compiled=compiled)


@lru_cache(maxsize=64)
def _feature_functions(game: Game) -> dict[str, Any]:
    features = require_features(game)
    write = make_writer(game.rules.start())
    return {"linear": linear_source(features), "measure": measure_source(features), "write": write}


class LinearGames:
    """Plays games of shallow players of one game; each thread needs one of its own."""

    def __init__(self, game: Game, *, depth: int = 1, opening: int | None = None, compiled: bool = True) -> None:
        require_scores(game)
        game = game.two_sided
        self.game, self.features, self.depth = game, require_features(game), depth
        self.opening = default_opening(game) if opening is None else opening
        self._match = linear_kernel(play_match, game, compiled)
        self._record = linear_kernel(record_games, game, compiled)
        self._choose = linear_kernel(choose_move, game, compiled)
        self.memory = self.make_memory(1)

    def make_memory(self, games: int, *, states: bool = False) -> GameMemory:
        """Memory that has room for the positions of so many games, and for their states if they are to be recorded."""
        rows = games * min(MOST_PLIES, self.game.facts.horizon)
        words = len(flatten(self.game.rules.start())) if states else 0
        count = len(self.features.names)
        return GameMemory(
            features=count,
            rows=0,
            most=rows,
            values=Reals(max(1, rows * count)),
            movers=Ints(rows),
            explored=Ints(rows),
            results=Reals(rows),
            outcomes=Ints(MOST_GAMES),
            words=words,
            states=Words(max(1, rows * words)),
            buffer=Ints(self.game.facts.widest * (self.depth + 2) + 1),
        )

    def usual_sizes(self, seed: int) -> NDArray[np.float64]:
        """How much there usually is of each feature: its root mean square in random games; 1 where there is none."""
        nothing = dict.fromkeys(self.features.names, 0.0)
        values = self.record(nothing, SAMPLE, seed, 1.0).values
        found: NDArray[np.float64] = np.sqrt(np.sum(values**2, axis=0) / max(1, len(values)))
        return np.where(found > 0, found, 1.0)

    def choose(self, state: State, weights: Mapping[str, float], seed: int = 0) -> int:
        """The move that a player with these weights makes."""
        return int(self._choose(state, u64(seed), self.depth, memory_of(self.features, weights), self.memory))

    def match(
        self, first: Mapping[str, float], second: Mapping[str, float], pairs: int, seed: int
    ) -> NDArray[np.float64]:
        """The points (0, ¼, ½, ¾, 1) that the first weights take in each pair of games."""
        one, other = memory_of(self.features, first), memory_of(self.features, second)
        pairs, start = min(pairs, MOST_GAMES), self.game.rules.start()
        self._match(start, u64(seed), pairs, self.opening, self.depth, one, other, self.memory)
        return self.memory.outcomes.array[:pairs] / 4

    def record(
        self, weights: Mapping[str, float], games: int, seed: int, explore: float, *, states: bool = False
    ) -> RecordedGames:
        """The positions of so many games of the weights against themselves, `explore` of the moves at random."""
        games = min(games, MOST_GAMES)
        if self.memory.most < games * min(MOST_PLIES, self.game.facts.horizon) or states != (self.memory.words > 0):
            self.memory = self.make_memory(games, states=states)
        memory, own = self.memory, memory_of(self.features, weights)
        start = self.game.rules.start()
        rows = self._record(start, u64(seed), games, self.opening, explore, self.depth, own, memory)
        count = memory.features
        return RecordedGames(
            memory.values.array[: rows * count].reshape(-1, count).copy(),
            memory.results.array[:rows].copy(),
            memory.outcomes.array[:games].copy(),
            memory.states.array[: rows * memory.words].reshape(rows, -1).copy(),
        )
