"""Positions drawn at random from endings of which a game has tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.retrograde.indexing import Indexing

from .seeded_random import derive_seed

__all__ = ["EndingPositions"]

MOST_PIECES = 5
"""Endings with more pieces are not looked for."""
LOOKS = 20
"""So many positions are asked for, to see whether there is a table."""


class EndingPositions:
    """The positions of some endings, by the names of their tables: `KPK`, `KRKN`."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game, self.names = game, tuple(names)
        indexing = Indexing.of(game)
        chosen = {part.name: part for part in indexing.chosen(MOST_PIECES, names)}
        self._parts = [chosen[name] for name in names]
        self._index, self._state_at = indexing.functions["index"], indexing.functions["state_at"]
        for name in names:
            if not any(map(self._is_known, islice(self.drawn(name, 1), LOOKS))):
                raise MossaError(
                    f"there is no table of {name} here: mossa tables {game.name} {MOST_PIECES} --only {name}"
                )

    def drawn(self, name: str, seed: int) -> Iterator[Position]:
        """Positions of an ending, not over, each drawn by itself."""
        part = self._parts[self.names.index(name)]
        for draw in count():
            number = part.first + derive_seed(seed, draw) % part.size
            state = self._state_at(number)
            if self._index(state) == number and not self.game.rules.is_over(state):
                yield Position(self.game, state)

    def _is_known(self, at: Position) -> bool:
        bounds = self.game.rules.bounds
        assert bounds is not None
        least, most = bounds(at.state)
        return least == most
