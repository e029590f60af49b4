"""Positions of matrix games as text."""

import pytest
from tests.hidden_information_oracles import histories

import mossa

DILEMMA = mossa.game("matrix:payoffs=[3,3 0,5; 5,0 1,1],rows=[silent confess],columns=[silent, confess]")


def test_text_both_ways():
    for state, _ in histories(DILEMMA.rules):
        assert DILEMMA.position(DILEMMA.rules.write_position(state)).state == state


@pytest.mark.parametrize("text", ["maybe", "silent maybe", "silent silent silent"])
def test_wrong_positions(text):
    with pytest.raises(mossa.MossaError):
        DILEMMA.position(text)
