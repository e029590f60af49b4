"""Matrix games: payoffs, names, zero sum, what the players know."""

from tests.hidden_information_oracles import check_redeal

import mossa

DILEMMA = mossa.game("matrix:payoffs=[3,3 0,5; 5,0 1,1],rows=[silent confess],columns=[silent, confess]")


def test_zero_sum_by_default():
    game = mossa.game("matrix")
    assert game.facts.zero_sum
    assert game.start().moves == ("r1", "r2")
    assert game.after("r2 c1").result == (-2, 2)
    assert all(isinstance(payoff, int) for payoff in game.after("r2 c1").result)


def test_pairs_and_names():
    assert not DILEMMA.facts.zero_sum
    assert DILEMMA.facts.utility == (0, 5)
    assert DILEMMA.after("silent confess").result == (0, 5)
    assert DILEMMA.after("confess silent").result == (5, 0)


def test_pairs_that_cancel_are_zero_sum():
    assert mossa.game("matrix:payoffs=[1,-1 0,0]").facts.zero_sum


def test_redeal():
    check_redeal(DILEMMA.rules, 400)
