"""The engine for games with chance as a player."""

import pytest

import mossa
from mossa import MossaError
from mossa.play.player import ask
from mossa.play.players import default_player, player
from mossa.search.common.limits import Limits

TICTACTOE = mossa.game("tictactoe")


def test_dice_are_played_by_expectimax() -> None:
    backgammon = mossa.game("backgammon")
    assert default_player(backgammon) == "expectimax"
    at = backgammon.position("4HPwATDgc/ABMA 31")
    for spec in ("expectimax:depth=2", "expectimax:depth=2,filter=off,threads=2,memory=1"):
        found = ask(player(spec, backgammon), at, Limits(), 0, multipv=len(at.legal))
        assert at.write_move(found.move) == "8/5 6/5"
        assert {move for move, _ in found.candidates} == set(at.legal)  # those that were filtered out too
        assert found.depth == 2
    assert default_player(mossa.game("tree:tree={1/2:(1 2) 1/2:(3 4)}")) == "value-iteration"  # exact, and small
    with pytest.raises(MossaError, match="expectimax cannot play tictactoe"):
        player("expectimax", TICTACTOE)
    with pytest.raises(MossaError, match="one of on, off"):
        player("expectimax:filter=maybe", backgammon)
