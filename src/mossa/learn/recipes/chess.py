"""How chess's weights were learnt: `python -m mossa.learn.recipes.chess --out FOLDER`.

1. The engine plays fast games against itself (`selfplay`), from openings with a name and from random ones.
2. Some quiet positions of every game are taken. How often each weight of the evaluation occurs in them is counted by
   the compiled evaluation itself, with all weights 0 except some.
3. The weights are fitted to the results of the games (`ridge_regression`), starting from those of the package; one game
   of HELD_BACK is held out to measure the loss. `--also` adds the games of earlier runs, which a weaker engine played:
   those of this one count NEWER times as much.

`--install` puts the result into the package; then play a match of the two versions. The folder stores the state of the
run: called again, the program resumes where it stopped.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mossa.core.files import write_text
from mossa.core.registry import game
from mossa.games.chess.board import State, in_check
from mossa.games.chess.endgame_evaluation import FULL_SCALE, scale
from mossa.games.chess.evaluation import FULL_PHASE, balance, phase, structure
from mossa.games.chess.openings import match_openings
from mossa.games.chess.weights import FILE, ROWS, WEIGHTS, Pair, names, parts_of, weights, write_weights
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints, Words
from mossa.kernel.specialise import specialise
from mossa.learn.recipe_command import recipe_parser, run_recipe, settings_from
from mossa.learn.ridge_regression import estimates, fit, loss
from mossa.learn.selfplay import NOT_SEARCHED, SelfPlay, SelfPlayGame
from mossa.learn.worker_processes import WorkerProcesses, read_chunks, remember_settings

GAMES = 25
"""Games of a chunk."""
OPENING, AFTER_OPENING = (4, 10), (1, 4)
"""Least and greatest number of random moves at the beginning of a game, and after an opening with a name."""
LONGEST = 300
"""Moves after which a game counts as drawn."""
RESIGN = 900
"""Hundredths of a pawn that decide a game."""
CLEAR = 600
"""Positions with a greater score teach nothing about small advantages."""
EACH = 80
"""Positions taken from a game, at most."""
HELD_BACK = 20
NEWER = 3
"""A position of this run has this weight, one of an earlier run the weight 1."""
LEAST_SCALE = 33
"""Endings with a smaller scale factor are drawn too often to learn from."""
ONE_SIDE = 1 << 8
COUNT_BITS, AT_ONCE = 12, 5
"""A count lies within ±2^11, so five of them fit into 64 bits."""
BLOCK = 1 << 17
"""States counted at a time, to bound the memory before the counts are made sparse."""
WORDS = len(State._fields)
INFO, WHITE, BLACK = (State._fields.index(name) for name in ("info", "white", "black"))


@dataclass(frozen=True)
class Settings:
    """Settings that determine a run."""

    games: int
    nodes: int
    """A search begins no new iteration after this many nodes."""
    scale: float
    """Hundredths of a pawn that multiply the odds by e."""
    trust: float
    """The weight of the search's score in the target, from 0 to 1; the rest is the result of the game."""
    pull: float
    steps: int
    seed: int
    also: list[str]
    """Folders of earlier runs."""


# ----------------------------------------------------------------------------------------------------------- games

_player: list[SelfPlay] = []


def start_playing() -> None:
    """Make a process ready to play."""
    _player[:] = [SelfPlay(game("chess"))]


@lru_cache(maxsize=1)
def named_states() -> list[State]:
    """The states after the openings with which matches begin."""
    return [game("chess").after(" ".join(moves)).state for moves in match_openings()]


def played_game(player: SelfPlay, chooser: Generator, number: int, nodes: int, resign: int) -> SelfPlayGame:
    """The game of this number: every other one begins with a named opening, all go on with random moves."""
    named = named_states()[int(chooser.integers(len(named_states())))] if number % 2 else None
    least, greatest = AFTER_OPENING if number % 2 else OPENING
    return player.play(
        int(chooser.integers(1 << 62)),
        opening=int(chooser.integers(least, greatest + 1)),
        nodes=nodes,
        most=LONGEST,
        resign=resign,
        start=named,
    )


class GameChunk:
    """A chunk of games: rows of a state's 64-bit words, the number of the game, the result (0, 1, 2) and the search's
    score
    (+ CLEAR) for the mover."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __call__(self, number: int) -> NDArray[Any]:
        rows = []
        for i in range(number * GAMES, (number + 1) * GAMES):
            chooser = np.random.default_rng((self.settings.seed, i))
            played = played_game(_player[0], chooser, i, self.settings.nodes, RESIGN)
            states = played.states
            pieces = np.bitwise_count(states[:, WHITE] | states[:, BLACK])
            calm = np.append(pieces[1:] == pieces[:-1], False)  # the move played captures nothing
            chosen = np.flatnonzero((played.scores != NOT_SEARCHED) & (np.abs(played.scores) < CLEAR) & calm)
            chosen = np.sort(chooser.permutation(chosen)[:EACH])
            turn = states[chosen, INFO] & np.uint64(1)
            result = 1 + np.where(turn == 0, played.outcome, -played.outcome)
            # All of one type: from unsigned and signed integers together numpy would make floats.
            columns = [np.full(len(chosen), i), result, played.scores[chosen] + CLEAR]
            rows.append(np.column_stack([states[chosen], *(column.astype(np.uint64) for column in columns)]))
        return np.concatenate(rows)


# -------------------------------------------------------------------------------------------------------- counting


def state_at(words: Words, row: int) -> State:
    """The state in a row of words."""
    at = WORDS * row
    return State(
        words[at],
        words[at + 1],
        words[at + 2],
        words[at + 3],
        words[at + 4],
        words[at + 5],
        words[at + 6],
        words[at + 7],
        words[at + 8],
        int(words[at + 9]),
        words[at + 10],
    )


def balances(words: Words, count: int, out: Ints) -> None:
    """The evaluation of each state, packed, from the mover's side."""
    for row in range(count):
        state = state_at(words, row)
        out[row] = balance(state, structure(state), WEIGHTS)


def stages(words: Words, count: int, out: Ints) -> None:
    """The phase of each state, or −1 if it is not to be learnt from."""
    for row in range(count):
        state = state_at(words, row)
        sound = min(scale(state, True), scale(state, False)) >= LEAST_SCALE and not in_check(state)
        out[row] = phase(state) if sound else -1


def scales(words: Words, count: int, out: Ints) -> None:
    """The scale factors of each state, of FULL_SCALE: the mover's + ONE_SIDE · the opponent's."""
    for row in range(count):
        state = state_at(words, row)
        out[row] = scale(state, True) + ONE_SIDE * scale(state, False)


@lru_cache(maxsize=8)
def _kernel(entry: Callable[..., None]) -> Callable[..., None]:
    return specialise(entry, {}, name=f"chess {entry.__name__}")


def run(entry: Callable[..., None], states: NDArray[np.uint64]) -> NDArray[np.int64]:
    """A number for each state."""
    out = Ints(len(states))
    _kernel(entry)(Words(states.reshape(-1)), len(states), out)
    return out.array


def counts_of(states: NDArray[np.uint64]) -> NDArray[np.int16]:
    """How often each weight counts in each state, those of the other side with a minus sign: a row a state.

    Several weights are counted in one evaluation: with the values 1, 2^12, 2^24 … the sum holds their counts side by
    side.
    """
    rows_of: dict[tuple[str, int], list[int]] = {}
    for row in range(ROWS):
        for name in parts_of(row):
            rows_of.setdefault(name, []).append(row)
    own = WEIGHTS.vector.array
    original, found = own.copy(), np.zeros((len(states), len(names())), np.int16)
    try:
        for first in range(0, len(names()), AT_ONCE):
            together = names()[first : first + AT_ONCE]
            own[:] = 0
            for i, name in enumerate(together):
                own[rows_of.get(name, [])] += 1 << COUNT_BITS * i
            packed = run(balances, states)
            for i in range(len(together)):
                count = (packed + (1 << COUNT_BITS - 1)) % (1 << COUNT_BITS) - (1 << COUNT_BITS - 1)
                found[:, first + i] = count
                packed = (packed - count) >> COUNT_BITS
    finally:
        own[:] = original
    return found


# ----------------------------------------------------------------------------------------------------------- the fit


def learn(workers: WorkerProcesses, settings: Settings) -> dict[str, list[Pair]]:
    """All steps; those already done are skipped."""
    from scipy.sparse import csr_matrix, diags, vstack

    chunks = -(-settings.games // GAMES)
    workers.do("games", chunks, GameChunk(settings), start_playing)
    runs = [read_chunks(workers.folder, "games", chunks), *(earlier_games(Path(folder)) for folder in settings.also)]
    rows, new = np.concatenate(runs), np.repeat([True, *(False for _ in settings.also)], [len(one) for one in runs])
    stage = run(stages, np.ascontiguousarray(rows[:, :WORDS]))
    rows, new, stage = rows[stage >= 0], new[stage >= 0], stage[stage >= 0]
    states, shares = np.ascontiguousarray(rows[:, :WORDS]), stage / FULL_PHASE
    start = np.array([weights()[group][i] for group, i in names()], np.float64)
    blocks = np.array_split(states, -(-len(states) // BLOCK))
    counts = vstack([csr_matrix(counts_of(block).astype(np.float32)) for block in blocks])
    counts = (diags(counting(states, estimates(counts, shares, start))) @ counts).tocsr()
    results = rows[:, WORDS + 1].astype(np.float64) / 2
    scores = rows[:, WORDS + 2].astype(np.float64) - CLEAR
    aims = (1 - settings.trust) * results + settings.trust / (1 + np.exp(-scores / settings.scale))
    unseen = new & (rows[:, WORDS] % HELD_BACK == 0)
    seen = np.repeat(np.arange(len(rows)), np.where(unseen, 0, np.where(new & ~new.all(), NEWER, 1)))

    def mean_loss(table: NDArray[Any]) -> float:
        return loss(estimates(counts[unseen], shares[unseen], table), results[unseen], settings.scale)

    table = fit(
        counts[seen],
        shares[seen],
        aims[seen],
        start,
        scale=settings.scale,
        pull=settings.pull,
        steps=settings.steps,
        on_step=lambda number, now: print(f"step {number}: loss {mean_loss(now):.5f}", flush=True),
    )
    before, after = mean_loss(start), mean_loss(table)
    print(f"{len(rows)} positions; loss on games not seen: {before:.5f}, now {after:.5f}")
    found: dict[str, list[Pair]] = {}
    for (group, _), (middle, ending) in zip(names(), np.rint(table).astype(int).tolist(), strict=True):
        found.setdefault(group, []).append((middle, ending))
    return found


def earlier_games(folder: Path) -> NDArray[Any]:
    """The games of an earlier run."""
    chunks = len(list(folder.glob("games-*.npy")))
    if chunks == 0:
        raise MossaError(f"{folder} holds no games of an earlier run")
    return read_chunks(folder, "games", chunks)


def counting(states: NDArray[np.uint64], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The scale factor of each state, from 0 to 1, given the sums of features."""
    other, own = np.divmod(run(scales, states), ONE_SIDE)
    return np.where(sums > 0, own, other) / FULL_SCALE


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit status is that of `run_recipe`."""
    parser = recipe_parser("chess", __doc__)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--nodes", type=int, default=3000, help="nodes of a search, about")
    parser.add_argument("--scale", type=float, default=125.0)
    parser.add_argument("--trust", type=float, default=0.6, help="how much the search's scores count beside results")
    parser.add_argument(
        "--pull", type=float, default=1e-8, help="the penalty on the distance from the weights of the package"
    )
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--also", action="append", default=[], metavar="FOLDER", help="games of an earlier run, too")
    given = parser.parse_args(words)
    settings = settings_from(Settings, given)

    def work(workers: WorkerProcesses) -> None:
        remember_settings(workers.folder, asdict(settings))
        learnt = write_weights(learn(workers, settings))
        write_text(workers.folder / "weights.json", learnt)
        if given.install:
            write_text(FILE, learnt)

    return run_recipe(given, work)


if __name__ == "__main__":
    sys.exit(main())
