"""perft: the number of move sequences of a given length. The first test of any rules."""

from __future__ import annotations

import threading
from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_for
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Flag, Ints, Struct
from mossa.kernel.specialise import prepare

from .threads import node_count, run_threads

__all__ = ["perft", "require_depth"]

game: KernelRules = slot("game")

DEEPEST = 1000
"""The greatest fixed depth: the kernels recurse, and a thread's stack is limited."""


class Progress(Struct):
    """How far the count has come, and the signal that ends it."""

    stop: Flag
    """0 while it may go on."""
    nodes: int
    """The nodes above the last two plies."""


def count(state: Any, depth: int, buffer: Ints, progress: Progress) -> int:
    """The leaves at exactly `depth` plies; a game that ends earlier has none there. Once it is stopped, too few."""
    if depth == 0:
        return 1
    if not game.ENDS_WITHOUT_MOVES and game.is_over(state):
        return 0
    n = game.moves(state, buffer, 0)
    if depth == 1:
        return n
    total = 0
    if progress.stop:
        return total
    progress.nodes += 1
    for i in range(n):
        total += count(game.play(state, buffer[i]), depth - 1, buffer[n:], progress)
    return total


def require_depth(depth: int) -> None:
    """Refuse an impossible depth: the size of the kernels' buffers follows from it."""
    if not 0 <= depth <= DEEPEST:
        raise MossaError(f"a depth is a number of plies from 0 to {DEEPEST}, not {depth}")


def perft(game: Game, state: Any, depth: int, *, compiled: bool = True, stop: threading.Event | None = None) -> int:
    """The number of ways to play `depth` moves from `state`; too small a number if `stop` was set meanwhile.

    >>> import mossa
    >>> tictactoe = mossa.game("tictactoe")
    >>> perft(tictactoe, tictactoe.rules.start(), 5, compiled=False)
    15120
    """
    require_depth(depth)
    if game.rules.sampled:
        raise MossaError(f"{game.name} draws the outcomes of chance and does not list them: they cannot be counted")
    buffer = Ints(game.facts.widest * (depth + 1) + 1)
    kernel, progress, found = kernel_for(count, game, compiled), Progress(stop=0, nodes=0), list[int]()
    prepare(kernel, state, depth, buffer, progress)

    def halt() -> None:
        progress.stop = 1

    nodes = node_count(game, lambda: progress.nodes)
    run_threads(
        [lambda: found.append(int(kernel(state, depth, buffer, progress)))],
        halt,
        stop or threading.Event(),
        None,
        nodes,
    )
    return found[0]
