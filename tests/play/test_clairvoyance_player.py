"""Averaging over clairvoyance as a player."""

import mossa
from mossa.play.player import ask
from mossa.play.players import player
from mossa.search.common.limits import Limits


def test_clairvoyance_sees_no_difference_where_the_exact_answer_does() -> None:
    """The course's cards: every lead is worth 0 on the average of open deals; clubs first is really a guess."""
    at = mossa.game("cards").position("1:")
    averaged = ask(player("clairvoyance", at.game), at, Limits(), 0, multipv=4)
    assert {value for _, value in averaged.candidates} == {0}
    assert not ask(player("averaging", at.game), at, Limits(), 0).exact
    exact = ask(player("policy", at.game), at, Limits(), 0)
    assert exact.exact
    values = {at.write_move(move): value for move, value in exact.candidates}
    assert values["♥6"] == values["♦6"] == 0 > values["♣8"]


def test_clairvoyance_answers_within_any_limit() -> None:
    at = mossa.game("cards").position("1:")
    for limits in (Limits(), Limits(time=1e-6, most=1e-3)):
        found = ask(player("clairvoyance:nodes=3,samples=5", at.game), at, limits, 0)
        assert found.move in at.legal
