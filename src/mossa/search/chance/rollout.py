"""Rollouts: what a state is worth on average, when both sides play on by the static evaluation. With error bars.

Each trial depends on the seed and its number alone, so the result is the same with any number of threads, and a rollout
that was stopped goes on where it was.

*Luck.* Before each throw the mean over all outcomes of what the best reply looks worth is known; how much better or
worse the outcome that falls is than that mean is luck, and luck is nothing on average. Taking it away from the result
of a trial changes no mean, but with a good evaluation most of the variance.
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

__all__ = ["Outlook", "cast", "luck", "rollout"]

game: KernelRules = slot("game")

PATIENCE = 4000
"""Moves after which a trial is judged as it stands."""
CHUNK = 12
"""Trials that a thread takes at a time."""
SURE = 1.96
"""Standard errors to each side of a 95 % interval."""


def best_reply(state: Any, scratch: Any, buffer: Ints) -> int:
    """The place in `buffer` of the move after which the state looks best to the mover."""
    n = game.moves(state, buffer, 0)
    side = 1.0 if game.mover(state) == 0 else -1.0
    chosen, most = 0, -math.inf
    for i in range(n):
        worth = side * looks(game.play(state, buffer[i]), scratch)
        if worth > most:
            chosen, most = i, worth
    return chosen


def looks(state: Any, scratch: Any) -> float:
    """What a state looks worth to player 0."""
    return float(game.utility(state, 0)) if game.is_over(state) else static_value(state, scratch)


def promise(state: Any, scratch: Any, buffer: Ints) -> float:
    """What an outcome of chance looks worth to player 0: after the best reply, if there is one to make."""
    if game.is_over(state) or game.mover(state) == CHANCE:
        return looks(state, scratch)
    chosen = best_reply(state, scratch, buffer)
    return looks(game.play(state, buffer[chosen]), scratch)


def cast(state: Any, seed: u64, buffer: Ints) -> int:
    """An outcome of chance, drawn by the seed."""
    n = game.moves(state, buffer, 0)
    point = uniform(seed)
    fallen: int = buffer[n - 1]
    for i in range(n):
        point -= game.probability(state, buffer[i])
        if point < 0:
            fallen = buffer[i]
            break
    return fallen


def luck(state: Any, fallen: int, scratch: Any, buffer: Ints) -> float:
    """How much better for player 0 an outcome of chance looks than all of them do on average."""
    n = game.moves(state, buffer, 0)
    mean, worth = 0.0, 0.0
    for i in range(n):
        promised = promise(game.play(state, buffer[i]), scratch, buffer[n:])
        mean += game.probability(state, buffer[i]) * promised
        if buffer[i] == fallen:
            worth = promised
    return worth - mean


def trial(state: Any, seed: u64, horizon: int, reduce: int, scratch: Any, buffer: Ints) -> float:
    """What one game from a state was worth to player 0, without its luck; after `horizon` moves, what it looked."""
    fortune, moved = 0.0, 0
    while not game.is_over(state):
        if game.mover(state) == CHANCE:
            if moved >= horizon:
                break
            seed = next_seed(seed)
            fallen = cast(state, seed, buffer)
            if reduce:
                fortune += luck(state, fallen, scratch, buffer)
            state = game.play(state, fallen)
        else:
            chosen = best_reply(state, scratch, buffer)
            state = game.play(state, buffer[chosen])
            moved += 1
    return looks(state, scratch) - fortune


@dataclass(frozen=True)
class Outlook:
    """What trials came to, for player 0."""

    trials: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """The estimate."""
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
        """Where the true value is with a probability of 95 %."""
        return self.mean - SURE * self.error, self.mean + SURE * self.error


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
    on_trials: Callable[[Outlook], None] | None = None,
    compiled: bool = True,
) -> Outlook:
    """Play so many trials from a state on; with a file, those it holds of the same rollout need not be played again."""
    require_chances(game)
    for name, number in (("trials", trials), ("horizon", horizon), ("threads", threads)):
        if number < 1:
            raise MossaError(f"{name} of a rollout is a whole number from 1 on, not {number}")
    kernel = kernel_for(trial, game, compiled)
    mark = f"{game.name} {game.rules.write_position(state)} seed={seed} horizon={horizon} reduce={reduce}"
    found = _read(file, mark)
    stop = stop or threading.Event()
    lock = threading.Lock()
    waiting = iter(range(found.trials, trials, CHUNK))
    finished: dict[int, Outlook] = {}
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
                worth = [float(kernel(state, one, horizon, int(reduce), scratch, buffer)) for one in seeds]
                with lock:
                    finished[first] = Outlook(last - first, math.fsum(worth), math.fsum(w * w for w in worth))
                    while found.trials in finished:  # in order, so that what is kept is a beginning
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


def _joined(one: Outlook, other: Outlook) -> Outlook:
    return Outlook(one.trials + other.trials, one.total + other.total, one.squares + other.squares)


def _read(file: Path | None, mark: str) -> Outlook:
    """What a file holds of this rollout; a file of another one is refused."""
    if file is None or not file.exists():
        return Outlook()
    try:
        held = json.loads(file.read_text())
        kept, outlook = held["rollout"], Outlook(**held["outlook"])
    except (OSError, ValueError, KeyError, TypeError):
        raise MossaError(f"{file} is not a rollout that was begun: choose another file") from None
    if kept != mark:
        raise MossaError(f"{file} holds another rollout ({kept}): choose another file")
    return outlook


def _write(file: Path | None, mark: str, outlook: Outlook) -> None:
    if file is not None:
        write_json(file, {"rollout": mark, "outlook": asdict(outlook)})
