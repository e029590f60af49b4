"""The positions of a line that a page names by its moves: what two lines share is not played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mossa.core.position import Position
from mossa.kernel.errors import MossaError

from .reading import FEW_MOVES, LONGEST, follow
from .turns import Client
from .workers import Workers

__all__ = ["FollowedLine"]


class FollowedLine:
    """The last line that was asked for. A long one is followed by a worker."""

    def __init__(self, line: Sequence[Position], moves: Sequence[str], workers: Workers, client: Client) -> None:
        self._line, self._moves = list(line), list(moves)
        self._workers, self._client = workers, client

    async def positions(self, moves: Any) -> list[Position]:
        """The positions of a line from the beginning; those that it shares with the last line are reused."""
        if not (isinstance(moves, list) and len(moves) <= LONGEST and all(isinstance(one, str) for one in moves)):
            raise MossaError(f"moves are a list of at most {LONGEST} texts")
        if any(len(text) > 200 for text in moves):
            raise MossaError("a move is a text of at most 200 characters")
        known, told = self._line, self._moves
        shared = next((ply for ply, pair in enumerate(zip(moves, told, strict=False)) if pair[0] != pair[1]), None)
        at = known[min(len(moves), len(told)) if shared is None else shared]
        rest = moves[len(at.line) - len(known[0].line) :]
        if len(rest) <= FEW_MOVES:
            at = follow(at, rest)
        else:
            at = await self._workers.do(self._client, follow, at, rest)
        self._line, self._moves = list(at.line), moves
        return self._line
