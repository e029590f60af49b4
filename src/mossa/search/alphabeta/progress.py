"""What a search under way has found so far, and whether it is decided."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from mossa.core.game import Game
from mossa.search.common.results import SearchResult
from mossa.search.mate.mate_search import plies_to_mate

from .memory import Memory

__all__ = ["Progress"]


class Progress:
    """The result so far, `found`, which iterative deepening and the mate search both improve."""

    def __init__(
        self,
        game: Game,
        memories: Sequence[Memory],
        first_move: int,
        on_depth: Callable[[SearchResult], None] | None,
        begin: float,
    ) -> None:
        self.game, self.memories, self.on_depth, self.begin = game, memories, on_depth, begin
        # Until an iteration is done, any move is better than none.
        self.found = SearchResult(move=first_move, value=0.0, moves=(first_move,))

    @property
    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.begin

    @property
    def score(self) -> int:
        """The score found so far; 0 before there is any."""
        return self.found.score or 0

    def update(self, **changes: object) -> None:
        """Change fields of what was found."""
        self.found = replace(self.found, **changes)  # type: ignore[arg-type]

    def notify(self) -> None:
        """Report the result so far to the search's listener."""
        if self.on_depth is not None:
            self.on_depth(self.found)

    def is_mate(self, score: int, depth: int) -> bool:
        """Is this the score of the greatest possible win or loss, within the depth?"""
        return self.game.facts.score is None and plies_to_mate(self.game, score) <= depth

    @property
    def is_won(self) -> bool:
        """Is the result so far the greatest possible win?"""
        return self.score > 0 and self.is_mate(self.score, self.found.depth)
