"""The column player does not see the row."""

import mossa

DILEMMA = mossa.game("matrix:payoffs=[3,3 0,5; 5,0 1,1],rows=[silent confess],columns=[silent, confess]")


def test_the_column_player_does_not_see_the_row():
    silent, confess = DILEMMA.start().play("silent"), DILEMMA.start().play("confess")
    assert DILEMMA.rules.information_state(silent.state, 1) == DILEMMA.rules.information_state(confess.state, 1)
    assert silent.scene(1) == confess.scene(1)
    assert silent.scene(0) != confess.scene(0)
