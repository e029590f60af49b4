"""Categories of states: those in which the chosen features have the same values, and what such states are worth.

The value of a category is what has been seen in it: the share of games won less the share lost. It needs no assumption
about how features add up, but each category needs games of its own, and there are many: n features of v values make v
to the power of n. The linear sum needs one weight for each feature, and says what a state is worth that nobody has
seen; where features do not add up, it errs. `categorise` shows both, beside the exact value where states are solved.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.features import require_features
from mossa.core.game import Game
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import unflatten
from mossa.play.seeded_random import derive_seed
from mossa.search.alphabeta.solver import Solver
from mossa.search.common.limits import Limits

from .labelled_positions import LabelledPositions
from .linear_games import MOST_GAMES, LinearGames, RecordedGames

__all__ = ["Categories", "Category", "categorise"]

Array = NDArray[np.float64]

PATIENCE = 5.0
"""Seconds for the exact value of one state."""


@dataclass(frozen=True)
class Category:
    """The states with these values of the chosen features."""

    values: tuple[float, ...]
    states: int
    """Positions of the games from which the value comes."""
    won: float
    """The share of them that the mover won."""
    drawn: float
    lost: float
    linear: float
    """What the linear sum of the chosen features expects, from −1 to +1: the mean over the states."""
    exact: float | None = None
    """The mean exact value of the states that were solved."""
    solved: int = 0

    @property
    def value(self) -> float:
        """Won less lost: what such a state has been worth to its mover, from −1 to +1."""
        return self.won - self.lost


@dataclass(frozen=True)
class Categories:
    """A partition of the states of a game, and how well it and the linear sum predict games that they have not seen."""

    features: tuple[str, ...]
    categories: tuple[Category, ...]
    """The most frequent first."""
    games: int
    loss: float
    """The mean square of the error of the categories in other games, on results from −1 to +1."""
    linear_loss: float
    """The same of the linear sum."""
    constant_loss: float
    """The same of the mean result, which knows no feature."""


def categorise(
    game: Game,
    names: Sequence[str] = (),
    *,
    games: int = 2000,
    depth: int = 2,
    explore: float = 0.3,
    seed: int = 1,
    exact: int = 0,
    seconds: float = math.inf,
    progress: Callable[[int], None] | None = None,
) -> Categories:
    """Partition the positions of games of a game's own weights by the named features (all, if none is named).

    Every second game gives the values, the others test them. Up to `exact` of the states are solved, evenly spread;
    after so many `seconds` the rest of them is left out.
    """
    features = require_features(game)
    for name in names:
        if name not in features.functions:
            raise MossaError(f"{game.name} has no feature {name!r}; its features: {', '.join(features.names)}")
    chosen = tuple(names) or features.names
    columns = [features.names.index(name) for name in chosen]
    if not 2 <= games <= 2 * MOST_GAMES:
        raise MossaError(f"categories come from 2 to {2 * MOST_GAMES:,} games, not {games}")
    player, half = LinearGames(game, depth=depth), games // 2
    seen, unseen = (
        player.record(features.weights, half, derive_seed(seed, part), explore, states=part == 0) for part in range(2)
    )
    keys, members = np.unique(seen.values[:, columns], axis=0, return_inverse=True)
    members = members.reshape(-1)
    results = 2 * seen.results - 1
    linear = _linear(seen, columns)
    counts = np.bincount(members, minlength=len(keys))
    shares = {wanted: np.bincount(members, results == wanted, len(keys)) / counts for wanted in (1, 0, -1)}
    expected = np.bincount(members, linear(seen), len(keys)) / counts
    solved = _solved(game, seen, members, exact, seconds, progress)
    categories = [
        Category(
            tuple(key.tolist()),
            int(counts[i]),
            float(shares[1][i]),
            float(shares[0][i]),
            float(shares[-1][i]),
            float(expected[i]),
            float(np.mean(solved[i])) if i in solved else None,
            len(solved.get(i, ())),
        )
        for i, key in enumerate(keys)
    ]
    value = {one.values: one.value for one in categories}
    mean, other = float(results.mean()), 2 * unseen.results - 1
    guessed = np.array([value.get(tuple(row), mean) for row in unseen.values[:, columns].tolist()])
    return Categories(
        chosen,
        tuple(sorted(categories, key=lambda one: (-one.states, one.values))),
        2 * half,
        float(np.mean((guessed - other) ** 2)),
        float(np.mean((linear(unseen) - other) ** 2)),
        float(np.mean((mean - other) ** 2)),
    )


def _linear(seen: RecordedGames, columns: list[int]) -> Callable[[RecordedGames], Array]:
    """What the linear sum of some features, fitted to these games, expects of positions: from −1 to +1."""
    values = seen.values[:, columns]
    sizes = np.sqrt(np.mean(values**2, axis=0))
    sizes = np.where(sizes > 0, sizes, 1.0)
    weights = LabelledPositions(values / sizes, seen.results).fit()

    def expect(games: RecordedGames) -> Array:
        sums = games.values[:, columns] / sizes @ weights
        return np.asarray(np.tanh(sums / 2))

    return expect


def _solved(
    game: Game,
    seen: RecordedGames,
    members: NDArray[Any],
    most: int,
    seconds: float,
    progress: Callable[[int], None] | None,
) -> dict[int, list[float]]:
    """By category: exact values of some of its states, for their movers; a state that takes too long is left out."""
    found: dict[int, list[float]] = {}
    if most <= 0:
        return found
    solver, example, known = Solver(game), game.rules.start(), dict[bytes, float | None]()
    every, over = max(1, len(members) // most), time.monotonic() + seconds
    for done, row in enumerate(range(0, len(members), every), 1):
        state = unflatten(example, seen.states[row].tolist())
        key = seen.states[row].tobytes()
        left = over - time.monotonic()
        if left <= 0:
            break
        if key not in known:
            try:
                known[key] = float(np.sign(solver.score(state, Limits(time=min(PATIENCE, left))).value))
            except MossaError:
                known[key] = None
        exact = known[key]
        if exact is not None:
            found.setdefault(int(members[row]), []).append(exact)
        if progress is not None:
            progress(done)
    return found
