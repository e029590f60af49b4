"""The player for puzzles."""

from pathlib import Path

import mossa
from mossa.play.players import default_player, player
from mossa.search.common.limits import Limits

PEG = str(Path(__file__).resolve().parents[2] / "docs" / "examples" / "peg.py")


def test_it_is_the_default_of_a_puzzle_and_solves_it_move_by_move():
    game = mossa.game(PEG)
    assert default_player(game) == "single-agent"
    for spec in ("single-agent", "single-agent:method=depth-first", "single-agent:method=idastar"):
        solver, at = player(spec, game), game.start()
        solver.begin(1)
        while not at.is_over:
            at = at.play(solver.choose(at, Limits(time=20)).move)
        assert at.result == (1,)


def test_best_and_perfect_agree():
    at = mossa.game(PEG).start()
    assert at.best().moves == at.best(player="perfect").moves == ("4-1", "6-1")
