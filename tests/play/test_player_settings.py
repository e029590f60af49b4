"""Specs of players: wrong ones are refused with what is accepted."""

import pytest

import mossa
from mossa import MossaError
from mossa.play.players import player

TICTACTOE = mossa.game("tictactoe")


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("alphabta", r"no player 'alphabta' \(did you mean alphabeta\?\); players: alphabeta, "),
        ("", "no player ''"),
        ("alphabeta:tme=1", r"no setting 'tme' \(did you mean time\?\); it takes: time \(seconds a move\)"),
        ("alphabeta:time", "settings are written key=value"),
        ("alphabeta:time=", "time is a number of seconds above 0, not ''"),
        ("alphabeta:time=nan", "time is a number of seconds above 0, not 'nan'"),
        ("alphabeta:time=-1", "not '-1'"),
        ("alphabeta:threads=0", "threads is a whole number from 1 to 256"),
        ("alphabeta:null_move=2", "null_move is a whole number from 0 to 1, not '2'"),
        ("alphabeta:late_base=few", "late_base is a whole number from 0 to 1000000, not 'few'"),
        ("minimax:depth=2.5", "depth is a whole number from 1"),
        ("random:depth=2", "random has no setting 'depth'; it takes: seed"),
        ("human:depth=2", "human has no setting 'depth'; it takes: none"),
        ("policy", "policy cannot play tictactoe: is for games with hidden information; players: "),
        ("averaging", "averaging cannot play tictactoe"),
    ],
)
def test_wrong_specs_are_told_with_what_is_accepted(spec: str, sentence: str) -> None:
    with pytest.raises(MossaError, match=sentence):
        player(spec, TICTACTOE)
