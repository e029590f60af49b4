"""What players with an engine and a table share."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa.play.engine_player import EnginePlayer
from mossa.play.player import ask
from mossa.search import Limits, SearchResult

GAME = mossa.game("tictactoe")


class Engine:
    """Notes how it is asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def search(self, state: Any, limits: Limits, **how: Any) -> SearchResult:
        self.asked.append({"depth": limits.depth, **how})
        found = SearchResult(GAME.rules.legal(state)[0], 0.0, depth=1)
        how["on_depth"](found)
        return found


class Toy(EnginePlayer):
    """A player with that engine."""

    def make_engine(self) -> Engine:
        return Engine()


def test_an_engine_is_made_for_each_game_and_asked_within_the_settings() -> None:
    toy = Toy(GAME, "toy:depth=3", {"depth": 3, "memory": 5})
    assert toy.memory_mib == 5
    found = ask(toy, GAME.start(), Limits(depth=9), 0, ties=True, multipv=2)
    first = toy.engine
    (asked,) = first.asked
    assert (asked["depth"], asked["ties"], asked["multipv"]) == (3, True, 2)
    assert list(toy.progress) == [found]
    toy.begin(1)
    assert toy.engine is not first


def test_progress_goes_to_a_listener_where_there_is_one() -> None:
    toy, heard = Toy(GAME, "toy", {}), []
    toy.on_depth = heard.append
    found = ask(toy, GAME.start(), Limits(), 0)
    assert heard == [found]
    assert not toy.progress


def test_a_player_without_an_engine_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        EnginePlayer(GAME, "none", {})  # type: ignore[abstract]
