"""The options of Monte Carlo tree search."""

from __future__ import annotations

import pytest

import mossa
from mossa.search.montecarlo.options import NUMBERS, SIMULATED, SWITCHES, chosen_options, game_options


def test_what_is_not_given_has_its_default() -> None:
    options = chosen_options(mossa.game("connect4"), {"exploration": 2})
    assert options["exploration"] == 2.0
    assert options["proofs"] == SWITCHES["proofs"][0]
    assert options.keys() == SWITCHES.keys() | NUMBERS.keys()


def test_a_game_sets_what_suits_it() -> None:
    hexes = mossa.game("hex")
    assert chosen_options(hexes, {})["rave"] == game_options(hexes)["rave"] > 0
    assert chosen_options(hexes, {"rave": 0})["rave"] == 0
    assert game_options(hexes, network=True).keys().isdisjoint(SIMULATED)
    assert chosen_options(hexes, {}, network=True)["rave"] == 0


def test_more_than_two_players_prove_nothing() -> None:
    assert chosen_options(mossa.game("trio"), {})["proofs"] == 0


def test_wrong_options() -> None:
    game = mossa.game("connect4")
    for given, why in (
        ({"colour": 1}, "no option 'colour'; it has proofs"),
        ({"proofs": 2}, "proofs of Monte Carlo tree search is 0 or 1, not 2"),
        ({"exploration": -1}, "exploration of Monte Carlo tree search is a number from 0 to 1000000, not -1"),
    ):
        with pytest.raises(mossa.MossaError, match=why):
            chosen_options(game, given)
