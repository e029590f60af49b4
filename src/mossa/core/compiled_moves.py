"""The moves of a game for positions, compiled: `Game.interpreted` says when that has paid."""

from __future__ import annotations

from typing import Any

from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import Kernel

from .game import Game
from .kernel_rules import KernelRules, kernel_for
from .protocol import State

__all__ = ["CompiledMoves"]

game: KernelRules = slot("game")

OVER = -1
"""What `list_moves` returns for a finished game."""


def list_moves(state: Any, out: Ints) -> int:
    """Write the legal moves, or the outcomes of chance, to `out`: their number, or OVER."""
    if game.is_over(state):
        return OVER
    n = game.moves(state, out, 0)
    if game.ENDS_WITHOUT_MOVES and n == 0:
        return OVER
    return n


def play_move(state: Any, move: int) -> Any:
    """The state after a legal move."""
    return game.play(state, move)


class CompiledMoves:
    """The moves of a game, compiled."""

    def __init__(self, chosen: Game) -> None:
        example = chosen.rules.start()
        listed, played = kernel_for(list_moves, chosen), kernel_for(play_move, chosen)
        assert isinstance(listed, Kernel)
        assert isinstance(played, Kernel)
        self._widest = chosen.facts.widest
        self._listed = listed.prepare(example, Ints(self._widest))
        self._played = played.prepare(example, 0)

    def legal(self, state: State) -> tuple[int, ...] | None:
        """The legal moves; None if the game is over."""
        out = Ints(self._widest)
        n = self._listed(state, out)
        return None if n == OVER else tuple(out.array[:n].tolist())

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        return self._played(state, move)

    @staticmethod
    def are_cached(chosen: Game) -> bool:
        """Are the kernels in the cache, so that nothing is compiled for them?"""
        example = chosen.rules.start()
        listed, played = kernel_for(list_moves, chosen), kernel_for(play_move, chosen)
        assert isinstance(listed, Kernel)
        assert isinstance(played, Kernel)
        return listed.is_cached(example, Ints(chosen.facts.widest)) and played.is_cached(example, 0)
