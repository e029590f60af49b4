"""The nearest end of a game: a win or a loss within a few plies, found without guesses.

The search of `think` finds wins and losses too, and they are ones; but it passes over moves that look bad, so there
may be a nearer one. Here every move counts: is there a win within one ply, within two, three …? Mate in three is
found after it is known that there is none in two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.hashtable import make_table
from mossa.kernel.memory import Ints

from .memory import Memory, Signal, make_memory
from .options import exact, make_options
from .scores import win_score

__all__ = ["End", "Nearest", "plies_to"]

TABLE_MIB = 16


@dataclass(frozen=True)
class End:
    """A proven win or loss."""

    move: int
    score: int
    pv: tuple[int, ...]


def plies_to(game: Game, score: int) -> int:
    """How many plies away the greatest win or loss is; for other scores more than any search is deep."""
    return _utmost(game, score > 0) - abs(score)


def _utmost(game: Game, won: bool) -> int:
    """The score of the greatest win (or loss) there is, were it here and now, in size."""
    worst, best = game.facts.utility
    return int(best if won else -worst) * win_score(game)


class Nearest:
    """Looks for ends of one game. Its table is its own: what others guessed is not to be found there."""

    def __init__(self, game: Game, kernel: Callable[..., int], signal: Signal) -> None:
        self.game, self.kernel = game, kernel
        options = make_options({"proof": 0, "extensions": 0}, exact(game))
        self.memory = make_memory(game, make_table(TABLE_MIB), signal, options)

    def find(
        self, state: State, moves: Sequence[int], other: Memory, *, won: bool, most: int, nodes: int | None = None
    ) -> End | None:
        """The nearest win (or loss) within `most` plies, if there is one and the signal to stop does not come before.

        `other` is the memory of the search that asks: it knows the states before the root and the limit of nodes, and
        is charged with the nodes. No more of them are spent here than `nodes`.
        """
        memory, n = self.memory, len(moves)
        memory.nodes, memory.limit = other.nodes, other.limit
        if nodes is not None:
            memory.limit = min(memory.limit, memory.nodes + nodes)
        memory.past = other.past
        memory.path.array[:] = other.path.array
        root, scores = Ints(n), Ints(n)
        for i, move in enumerate(moves):
            root[i] = move
        for plies in range(1, most + 1):
            near = _utmost(self.game, won) - plies
            low = near - 1 if won else -near
            answer = self.kernel(state, plies, low, low + 1, memory, root, scores, 0, n)
            other.nodes = memory.nodes
            if memory.signal.stop:
                return None
            if (answer > low) == won:
                # All moves lose? Then the one that was first to hold out a ply less still stands in front.
                # Null windows leave no line behind: once more with one about the score.
                score = near if won else -near
                self.kernel(state, plies, score - 1, score + 1, memory, root, scores, 0, n)
                other.nodes = memory.nodes
                line = tuple(memory.lines[i] for i in range(memory.lengths[0]))
                return End(root[0], score, line or (root[0],))
        return None
