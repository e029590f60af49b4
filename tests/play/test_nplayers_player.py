"""max^n, paranoid and best reply as players."""

from __future__ import annotations

import pytest

import mossa
from mossa import MossaError
from mossa.play.nplayers_player import NPlayersPlayer
from mossa.play.player import ask
from mossa.play.players import player
from mossa.search.common.limits import Limits

TRIO = mossa.game("trio")


@pytest.mark.parametrize("name", ["maxn", "paranoid", "best-reply"])
def test_they_play_and_the_textbook_plays_the_same(name: str) -> None:
    at = TRIO.after("d2")
    compiled, plain = player(f"{name}:depth=4", TRIO), player(f"{name}-textbook:depth=4", TRIO)
    assert isinstance(compiled, NPlayersPlayer)
    one, other = (ask(chosen, at, Limits(), 0, ties=True) for chosen in (compiled, plain))
    assert one.value == pytest.approx(other.value)
    assert one.move in other.moves
    assert one.vector == pytest.approx(other.vector)
    assert ask(player(f"{name}:nodes=2000,memory=1", TRIO), at, Limits(), 0).nodes <= 2000


def test_what_they_do_not_take() -> None:
    with pytest.raises(MossaError, match="paranoid cannot play kuhn: kuhn hides information"):
        player("paranoid", mossa.game("kuhn"))
    with pytest.raises(MossaError, match="threads"):
        player("maxn:threads=0", TRIO)
