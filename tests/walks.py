"""Random play for property tests: a position from a list of numbers, each of which chooses a legal move."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from mossa import Game, Position


def walk(game: Game, choices: Iterable[int]) -> Position:
    """The position after moves chosen by the numbers, or the end if it comes first."""
    at = game.start()
    for choice in choices:
        if at.is_over:
            break
        at = at.play(at.legal[choice % len(at.legal)])
    return at


def positions(game: Game) -> st.SearchStrategy[Position]:
    """Positions met in random play, the start and ends among them."""
    length = st.integers(0, game.facts.longest)
    choices = length.flatmap(lambda n: st.lists(st.integers(0, 2**16), min_size=n, max_size=n))
    return choices.map(lambda numbers: walk(game, numbers))
