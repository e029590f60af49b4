"""The equilibrium player."""

import mossa
from mossa.play.player import ask
from mossa.play.players import player
from mossa.search.common.limits import Limits


def test_kuhn_by_policy_is_worth_minus_an_eighteenth_and_never_folds_a_king() -> None:
    kuhn = mossa.game("kuhn")
    at = kuhn.position("JK:b")
    found = ask(player("policy", kuhn), at, Limits(), 0)
    assert (at.write_move(found.move), found.value) == ("call", 2)
