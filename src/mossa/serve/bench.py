"""Players between two moves: kept with their tables while there is room, made anew otherwise."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from mossa.core.game import Game
from mossa.play.engine import AlphaBeta
from mossa.play.expectimax import ExpectimaxPlayer
from mossa.play.player import Player
from mossa.play.players import player as make_player
from mossa.search.found import Limits

__all__ = ["Bench"]

BUDGET = 256
"""MiB of tables that idle players may keep."""
TABLE = 16
"""MiB of an engine's table, if its spec says nothing."""
SOLVER = 256
"""MiB of the solver of a perfect player."""


class Bench:
    """Players by the board and the seat they play at. A player is in one thread at a time."""

    def __init__(self) -> None:
        self._idle: OrderedDict[tuple[str, int, str], Player] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def seated(self, board: str, seat: int, spec: str, game: Game, seed: int, limits: Limits) -> Iterator[Player]:
        """Inside, a player of this spec: the one that sat on this seat before if it is still there."""
        key = (board, seat, spec)
        with self._lock:
            player = self._idle.pop(key, None)
        if player is None or player.game is not game:
            player = make_player(spec, game)
            player.prepare(limits)
            player.begin(seed)
        try:
            yield player
        finally:
            player.on_depth = None
            with self._lock:
                self._idle[key] = player
                while self._idle and sum(map(_mebibytes, self._idle.values())) > BUDGET:
                    self._idle.popitem(last=False)

    def dismiss(self, board: str) -> None:
        """Whoever sat at this board is not needed any more."""
        with self._lock:
            for key in [key for key in self._idle if key[0] == board]:
                del self._idle[key]


def _mebibytes(player: Player) -> int:
    if isinstance(player, AlphaBeta | ExpectimaxPlayer):
        return int(player.own.get("memory", TABLE))
    return SOLVER if player.spec.partition(":")[0] == "perfect" else 4
