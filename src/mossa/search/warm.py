"""Compile ahead of use: every kernel of a game, so that the first move does not wait."""

from __future__ import annotations

from collections.abc import Callable

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

from .alphabeta.deepening import Searcher
from .alphabeta.fixed_depth import fixed_depth_alphabeta
from .chance.expectimax import Expectimax, require_chances
from .common.perft import perft
from .common.scores import require_scores

__all__ = ["warm"]


def warm(game: Game, progress: Callable[[str], None] | None = None) -> int:
    """Compile what the engines need for this game, or read it from the cache; how many kernels there are."""
    say = progress or (lambda line: None)
    state = game.rules.start()
    counted = 0
    if not game.rules.sampled:  # else there is nothing to count
        say(f"{game.name}: perft")
        perft(game, state, 1)
        counted = 1
    try:
        require_scores(game)
    except MossaError:
        return counted + _warm_chances(game, say)  # a game that the compiled alpha-beta does not play
    say(f"{game.name}: alpha-beta")
    fixed_depth_alphabeta(game, state, 1)
    Searcher(game, memory_mib=1).prepare()
    return counted + 2


def _warm_chances(game: Game, say: Callable[[str], None]) -> int:
    """Compile the kernels of the engine for games with chance; their number."""
    try:
        require_chances(game)
    except MossaError:
        return 0
    say(f"{game.name}: expectimax")
    Expectimax(game, memory_mib=1)
    return 2
