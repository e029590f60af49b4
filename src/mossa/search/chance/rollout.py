"""Rollouts: the mean value of a state when both sides play on by static evaluation, with its standard error.

Each trial depends on the seed and its number alone. So the result is the same with any number of threads, and a rollout
that was stopped can be resumed.

*Variance reduction.* Before each throw the mean value over all outcomes is known, each outcome with its best reply. The
difference of the actual outcome from that mean is luck, whose expectation is 0. Subtracting it from the result of a
trial does not change the mean, but with a good evaluation removes most of the variance.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.files import write_json
from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_for
from mossa.core.protocol import State
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints
from mossa.kernel.random_numbers import draw, next_seed, uniform
from mossa.kernel.words import u64

from .expectimax import require_chances
from .star import static_value

__all__ = ["RolloutResult", "draw_outcome", "luck", "rollout"]

game: KernelRules = slot("game")

PATIENCE = 4000
"""Moves after which a trial ends with the static value."""
CHUNK = 12
"""Trials that a thread plays at a time."""
Z_95 = 1.96
"""Standard errors on each side of a 95 % confidence interval."""


def best_reply(state: Any, scratch: Any, buffer: Ints) -> int:
    """The place in `buffer` of the move with the best static value for the mover."""
    n = game.moves(state, buffer, 0)
    side = 1.0 if game.mover(state) == 0 else -1.0
    chosen, most = 0, -math.inf
    for i in range(n):
        value = side * static_or_final_value(game.play(state, buffer[i]), scratch)
        if value > most:
            chosen, most = i, value
    return chosen


def static_or_final_value(state: Any, scratch: Any) -> float:
    """The static value of a state for player 0; of a finished game, the utility."""
    return float(game.utility(state, 0)) if game.is_over(state) else static_value(state, scratch)


def value_after_reply(state: Any, scratch: Any, buffer: Ints) -> float:
    """The static value of an outcome of chance for player 0: after the best reply, if there is one."""
    if game.is_over(state) or game.mover(state) == CHANCE:
        return static_or_final_value(state, scratch)
    chosen = best_reply(state, scratch, buffer)
    return static_or_final_value(game.play(state, buffer[chosen]), scratch)


def draw_outcome(state: Any, seed: u64, buffer: Ints) -> int:
    """An outcome of chance, drawn by the seed."""
    if game.HAS_SAMPLE:
        return int(game.sample(state, seed))
    n = game.moves(state, buffer, 0)
    point = uniform(seed)
    outcome: int = buffer[n - 1]
    for i in range(n):
        point -= game.probability(state, buffer[i])
        if point < 0:
            outcome = buffer[i]
            break
    return outcome


def luck(state: Any, outcome: int, scratch: Any, buffer: Ints) -> float:
    """How much better an outcome of chance is for player 0 than the mean of all outcomes, by static values."""
    n = game.moves(state, buffer, 0)
    mean, value = 0.0, 0.0
    for i in range(n):
        expected = value_after_reply(game.play(state, buffer[i]), scratch, buffer[n:])
        mean += game.probability(state, buffer[i]) * expected
        if buffer[i] == outcome:
            value = expected
    return value - mean


def trial(state: Any, seed: u64, horizon: int, reduce: int, scratch: Any, buffer: Ints) -> float:
    """The result of one game for player 0, less its luck if `reduce`; after `horizon` moves, the static value."""
    total_luck, moved = 0.0, 0
    while not game.is_over(state):
        if game.mover(state) == CHANCE:
            if moved >= horizon:
                break
            seed = next_seed(seed)
            outcome = draw_outcome(state, seed, buffer)
            if reduce and not game.SAMPLED:  # the outcome need not be among those that stand for all
                total_luck += luck(state, outcome, scratch, buffer)
            state = game.play(state, outcome)
        else:
            chosen = best_reply(state, scratch, buffer)
            state = game.play(state, buffer[chosen])
            moved += 1
    return static_or_final_value(state, scratch) - total_luck


@dataclass(frozen=True)
class RolloutResult:
    """The sums of the trials, for player 0."""

    trials: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """The estimated value."""
        return self.total / max(1, self.trials)

    @property
    def error(self) -> float:
        """Its standard error."""
        if self.trials < 2:
            return math.inf
        variance = max(0.0, self.squares - self.total**2 / self.trials) / (self.trials - 1)
        return math.sqrt(variance / self.trials)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the value."""
        return self.mean - Z_95 * self.error, self.mean + Z_95 * self.error


def rollout(
    game: Game,
    state: State,
    trials: int,
    *,
    seed: int = 1,
    horizon: int = PATIENCE,
    reduce: bool = True,
    threads: int = 1,
    file: Path | None = None,
    stop: threading.Event | None = None,
    on_trials: Callable[[RolloutResult], None] | None = None,
    compiled: bool = True,
) -> RolloutResult:
    """Play trials from a state; with a file, the trials of the same rollout stored there are not played again."""
    require_chances(game)
    game = game.two_sided
    for name, number in (("trials", trials), ("horizon", horizon), ("threads", threads)):
        if number < 1:
            raise MossaError(f"{name} of a rollout is a whole number from 1 on, not {number}")
    kernel = kernel_for(trial, game, compiled)
    mark = f"{game.name} {game.rules.write_position(state)} seed={seed} horizon={horizon} reduce={reduce}"
    found = _read(file, mark)
    stop = stop or threading.Event()
    lock = threading.Lock()
    waiting = iter(range(found.trials, trials, CHUNK))
    finished: dict[int, RolloutResult] = {}
    failures: list[BaseException] = []

    def work() -> None:
        nonlocal found
        scratch, buffer = game.rules.scratch(), Ints(3 * game.facts.widest + 3)
        try:
            while not stop.is_set() and not failures:
                with lock:
                    first = next(waiting, None)
                if first is None:
                    return
                last = min(trials, first + CHUNK)
                seeds = (draw(u64(seed) ^ draw(u64(number))) for number in range(first, last))
                value = [float(kernel(state, one, horizon, int(reduce), scratch, buffer)) for one in seeds]
                with lock:
                    finished[first] = RolloutResult(last - first, math.fsum(value), math.fsum(w * w for w in value))
                    while found.trials in finished:  # in order, so that a stored rollout is a beginning of the whole
                        found = _joined(found, finished.pop(found.trials))
                    _write(file, mark, found)
                    if on_trials is not None:
                        on_trials(found)
        except BaseException as error:
            failures.append(error)

    helpers = [threading.Thread(target=work, daemon=True) for _ in range(threads - 1)]
    for helper in helpers:
        helper.start()
    work()
    for helper in helpers:
        helper.join()
    if failures:
        raise failures[0]
    return found


def _joined(one: RolloutResult, other: RolloutResult) -> RolloutResult:
    return RolloutResult(one.trials + other.trials, one.total + other.total, one.squares + other.squares)


def _read(file: Path | None, mark: str) -> RolloutResult:
    """The result so far, read from the file; a file of another rollout is refused."""
    if file is None or not file.exists():
        return RolloutResult()
    try:
        held = json.loads(file.read_text("utf-8"))
        kept, result = held["rollout"], RolloutResult(**held["outlook"])
    except (OSError, ValueError, KeyError, TypeError):
        raise MossaError(f"{file} is not a rollout that was begun: choose another file") from None
    if kept != mark:
        raise MossaError(f"{file} holds another rollout ({kept}): choose another file")
    return result


def _write(file: Path | None, mark: str, result: RolloutResult) -> None:
    if file is not None:
        write_json(file, {"rollout": mark, "outlook": asdict(result)})
