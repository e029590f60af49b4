"""Exact values: the alpha-beta kernel run to the end of the game, window by window, or a clear refusal.

The value is closed in on by null windows, the middle of the possible range first but never across 0 in one step: is it
won at all? By how much? Each question is cheap, since a null window cuts most, and the table remembers the answers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from mossa.core.compiled import specialise
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.hashtable import make_table
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import prepare
from mossa.search.found import Found, Limits

from .alphabeta import search_root
from .memory import PLIES, Signal, make_memory
from .options import exact, make_options
from .scores import POINT, require_scores, value_of, win_score
from .think import POLL, UNLIMITED, ordered

__all__ = ["PATIENCE", "Solver", "solve"]

PATIENCE = 60.0
"""Seconds after which a game is called too big, if no limit is given."""


class Solver:
    """Proves values of one game; keeps its table from position to position."""

    def __init__(self, game: Game, *, memory_mib: int = 64, compiled: bool = True) -> None:
        require_scores(game)
        if game.facts.longest > PLIES:
            raise MossaError(f"{game.name} is too big to solve: a game may last {game.facts.longest} moves")
        self.game = game
        self.kernel: Callable[..., int] = specialise(search_root, game, compiled)
        self.signal = Signal(stop=0)
        self.memory = make_memory(game, make_table(memory_mib), self.signal, make_options(base=exact(game)))
        prepare(self.kernel, game.rules.start(), 1, 0, 1, self.memory, Ints(1), Ints(1), 0, 1)

    def forget(self) -> None:
        """Clear the table: the next position is solved as if it were the first."""
        self.memory.table.words.array[:] = 0

    def solve(self, state: State, limits: Limits | None = None, *, all_moves: bool = True) -> Found:
        """The proven value of a state, on the game's own scale in `score`, with all optimal moves.

        Among winning moves the optimal ones win soonest, among losing ones they hold out longest. Without `all_moves`
        only the value is proven; the move is the one that raised the lower bound last.
        """
        limits = limits or Limits(time=PATIENCE)
        moves = self.game.rules.legal(state)
        if not moves:
            raise MossaError("the game is over: there is nothing to solve")
        begin = time.perf_counter()
        self.signal.stop = 0
        self.memory.table.age = (self.memory.table.age + 1) & 63
        self.memory.nodes, self.memory.horizon, self.memory.limit = 0, 0, limits.nodes or UNLIMITED
        found: list[Found] = []
        failed: list[BaseException] = []

        def work() -> None:
            try:
                found.append(self._prove(state, moves, all_moves))
            except BaseException as error:
                failed.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while worker.is_alive():
                worker.join(POLL)
                if limits.stop.is_set() or (limits.time is not None and time.perf_counter() - begin > limits.time):
                    self.signal.stop = 1
        finally:
            self.signal.stop = 1
            worker.join()
        seconds, nodes = time.perf_counter() - begin, self.memory.nodes
        for error in failed:
            if isinstance(error, _Stopped):
                raise MossaError(
                    f"{self.game.name} is too big to solve from this position within the limits: {nodes:,} nodes in "
                    f"{seconds:.1f} s were not enough; give a position nearer to the end, or more time"
                )
            raise error
        answer = found[0]
        return Found(**{**answer.__dict__, "nodes": nodes, "seconds": seconds})

    def _ask(self, state: State, moves: Ints, alpha: int, beta: int) -> int:
        scores = Ints(len(moves))
        left = self.game.rules.plies_left
        depth = self.game.facts.longest if left is None else left(state)
        score = self.kernel(state, depth, alpha, beta, self.memory, moves, scores, 0, len(moves))
        if self.signal.stop:
            raise _Stopped
        if self.memory.horizon:  # an honest game ends within its declared length
            raise MossaError(
                f"{self.game.name} cannot be solved: a line repeats itself, or goes beyond the {depth} moves that "
                f"{'FACTS.longest declares' if left is None else 'plies_left promises'}"
            )
        return int(score)

    def _reaches(self, state: State, move: int, value: int) -> bool:
        """Is this move worth as much? Asked by a null window just below the value."""
        one = Ints(1)
        one[0] = move
        return self._ask(state, one, value - 1, value) >= value

    def _prove(self, state: State, moves: list[int], all_moves: bool) -> Found:
        game, rules = self.game, self.game.rules
        own = game.facts.score
        least, most = (own[0] * POINT, own[1] * POINT) if own else _reach(game)
        if own and rules.bounds is not None:
            low, high = rules.bounds(state)
            least, most = max(least, low * POINT), min(most, high * POINT)
        enough = list(rules.sufficient(state)) if rules.sufficient is not None and least < most else moves
        enough = ordered(game, state, enough)
        root = Ints(len(enough))
        for i, move in enumerate(enough):
            root[i] = move
        best, unit = root[0], POINT if own else 1
        while least < most:
            middle = _middle(least // unit, most // unit) * unit
            score = self._ask(state, root, middle, middle + 1)
            if score <= middle:
                most = score
            else:
                least, best = score, root[0]
        value = least
        optimal = [move for move in moves if self._reaches(state, move, value)] if all_moves else [best]
        score = value // POINT if own else int(value_of(game, value))
        return Found(
            move=best if best in optimal else optimal[0],
            value=value_of(game, value),
            moves=tuple(optimal),
            score=score,
            depth=game.facts.longest,
            exact=True,
        )


def _middle(least: int, most: int) -> int:
    """Where to ask next: the middle of the range, but half way to 0 where the middle lies beyond that."""
    middle = least + (most - least) // 2
    if middle <= 0 and -(-least // 2) < middle:
        return -(-least // 2)
    if middle >= 0 and most // 2 > middle:
        return most // 2
    return middle


class _Stopped(Exception):
    """The limits were reached before the proof was complete."""


def _reach(game: Game) -> tuple[int, int]:
    """The least and the greatest score of a game without a scale of its own."""
    low, high = game.facts.utility
    win = win_score(game)
    return int(low) * win, int(high) * win


def solve(
    game: Game, state: State, limits: Limits | None = None, *, memory_mib: int = 64, compiled: bool = True
) -> Found:
    """Solve one position with fresh memory.

    >>> import mossa
    >>> nim = mossa.game("tictactoe")
    >>> solve(nim, nim.position("XX-OO----").state).score
    1
    """
    return Solver(game, memory_mib=memory_mib, compiled=compiled).solve(state, limits)
