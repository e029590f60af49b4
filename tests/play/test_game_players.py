"""Players of a game's own package."""

import mossa
from mossa.play.player import ask
from mossa.play.players import player, suitable_players
from mossa.search.common.limits import Limits


def test_a_game_brings_its_own_strategies() -> None:
    game = mossa.game("mastermind:pegs=3,colours=4")
    assert {"knuth", "expected"} < set(suitable_players(game))
    at = game.position("123")
    for spec in ("knuth", "expected"):
        found = ask(player(spec, game), at, Limits(), 0)
        assert found.move in at.legal
        assert found.value < 0
