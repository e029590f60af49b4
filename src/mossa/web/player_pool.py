"""Players between two moves: kept with their tables while there is room, made anew otherwise."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.play.alphabeta_player import AlphaBetaPlayer
from mossa.play.expectimax_player import ExpectimaxPlayer
from mossa.play.player import Player
from mossa.play.players import player as make_player
from mossa.search.common.limits import Limits

__all__ = ["PlayerPool"]

BUDGET = 256
"""MiB of tables that idle players may keep."""
TABLE = 16
"""MiB of an engine's table, if its spec says nothing."""
SOLVER = 256
"""MiB of the solver of a perfect player."""
PONDERERS = max(1, (os.cpu_count() or 1) // 2)
"""Players that think on the time of people at a time."""


class PlayerPool:
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
                gone = []
                while self._idle and sum(map(_mebibytes, self._idle.values())) > BUDGET:
                    gone.append(self._idle.popitem(last=False)[1])
            for one in gone:
                one.close()

    def ponder(self, board: str, position: Position) -> None:
        """Let the players of a board think on the time of whoever is to move, those whose specs say so."""
        with self._lock:
            busy = sum(isinstance(one, AlphaBetaPlayer) and one.is_pondering for one in self._idle.values())
            for player in self._ponderers(board)[: max(0, PONDERERS - busy)]:
                player.start_pondering(position)

    def rest(self, board: str) -> None:
        """Nobody of this board thinks on another's time any more."""
        with self._lock:
            for player in self._ponderers(board):
                player.stop_pondering()

    def dismiss(self, board: str) -> None:
        """Whoever sat at this board is not needed any more."""
        with self._lock:
            for key in [key for key in self._idle if key[0] == board]:
                self._idle.pop(key).close()

    def close(self) -> None:
        """Nobody is needed any more."""
        with self._lock:
            for player in self._idle.values():
                player.close()
            self._idle.clear()

    def _ponderers(self, board: str) -> list[Player]:
        """The idle players of a board whose specs say `ponder=true`."""
        return [player for key, player in self._idle.items() if key[0] == board and player.settings.get("ponder")]


def _mebibytes(player: Player) -> int:
    if isinstance(player, AlphaBetaPlayer | ExpectimaxPlayer):
        return int(player.settings.get("memory", TABLE))
    return SOLVER if player.spec.partition(":")[0] == "perfect" else 4
