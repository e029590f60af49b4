"""Every registered game: interpreted and compiled say the same, to the node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import mossa
from mossa import Game, MossaError
from mossa.core.compiled_check import CompiledCheck
from mossa.core.registry import names
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.chance.expectimax import Expectimax
from mossa.search.common.limits import Limits
from mossa.search.common.perft import perft

HEAVY = {"backgammon": 1, "checkers": 4, "chess": 2, "gomoku": 1, "hex": 1, "mastermind": 1, "othello": 3}
"""Games that take long, interpreted → the depth of the search here."""
GAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name in HEAVY)) for name in names()]


def played(game: Game, plies: int) -> Iterator[Any]:
    """The states of a game in which move after move is chosen by a fixed rule."""
    at = game.start()
    for ply in range(plies):
        yield at.state
        if at.is_over:
            return
        at = at.play(at.legal[ply * 7 % len(at.legal)])


def first(game: Game) -> Any:
    """The first state in which a player moves."""
    at = game.start()
    while at.is_chance:
        at = at.play(at.legal[0])
    return at.state


def found(name: str, compiled: bool = True) -> list[Any]:
    """What the engines find that can play the game: values, moves and nodes."""
    game, depth = mossa.game(name), HEAVY.get(name, 4)
    state, said = first(game), list[Any]()
    if not game.rules.sampled:
        said.append(perft(game, state, min(depth, 3), compiled=compiled))
    limits = Limits(depth=depth)
    for make in (Searcher, Expectimax):
        try:
            engine: Any = make(game, compiled=compiled)
        except MossaError:  # not a game for this engine
            continue
        result = engine.search(state, limits)
        said.append([getattr(result, field, None) for field in ("moves", "nodes", "pv", "depth")])
        said.append(result.value)
    return said


@pytest.mark.parametrize("name", GAMES)
def test_engines_agree_with_interpreted_ones(name: str) -> None:
    expected = found(name, compiled=False)
    # NumPy adds the numbers of a small network in another order.
    assert found(name) == [pytest.approx(one, abs=1e-6) if isinstance(one, float) else one for one in expected]


@pytest.mark.parametrize("name", GAMES)
def test_rules_agree_with_interpreted_ones(name: str) -> None:
    game = mossa.game(name)
    twins = CompiledCheck(game)
    for state in played(game, 40):
        if not game.facts.chance:
            assert twins.difference(state) is None
