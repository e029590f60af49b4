"""What a game says to the engines beside its functions: the options that suit it, and the player that is to play it.

`mossa check` reads them all; without it, a wrong one would come to light only when that engine plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

from .players import named_players, player_kinds

__all__ = ["wrong_settings"]


def _readers() -> dict[str, Callable[[Game], Any]]:
    """For each dictionary of options, the engine's function that reads and tests it."""
    from mossa.search.alphabeta.options import exact, tuned
    from mossa.search.montecarlo import information_options, options

    return {
        "TUNING": tuned,
        "PROVING": exact,
        "MONTE_CARLO": lambda game: options.chosen_options(game, {}),
        "INFORMATION_SETS": lambda game: information_options.chosen_options(game, {}),
    }


def wrong_settings(game: Game) -> Iterator[str]:
    """A sentence about each thing that no engine can take."""
    for name, read in _readers().items():
        given = [vars(module)[name] for module in game.modules if name in vars(module)]
        wrong = [one for one in given if not _is_options(one)]
        if wrong:
            yield f"{name} is a dictionary from the names of options to numbers, not {wrong[0]!r}"
        elif given:
            try:
                read(game)
            except MossaError as error:
                yield f"{name}: {error}"
    try:
        for named in named_players(game):
            refusal = player_kinds(game)[named].refuses(game)
            if refusal:
                yield f"PLAYER = {named!r}, which cannot play it: {refusal}"
    except MossaError as error:
        yield str(error)


def _is_options(one: Any) -> bool:
    return isinstance(one, dict) and all(
        isinstance(name, str) and isinstance(value, int | float) for name, value in one.items()
    )
