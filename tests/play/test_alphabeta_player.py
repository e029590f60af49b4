"""The alpha-beta engine as a player."""

import pytest

import mossa
from mossa import MossaError
from mossa.play.players import default_opponent, player
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits

TICTACTOE = mossa.game("tictactoe")


def test_options_of_the_engine_are_settings() -> None:
    start, limits = TICTACTOE.start(), Limits(depth=6)
    nodes = {spec: player(spec, TICTACTOE).choose(start, limits).nodes for spec in ("alphabeta", "alphabeta:table=0")}
    expected = Searcher(TICTACTOE, options={"table": 0}).search(start.state, limits).nodes
    assert nodes["alphabeta"] < nodes["alphabeta:table=0"] == expected


def test_openings_from_the_book() -> None:
    chess = mossa.game("chess")
    assert default_opponent(chess) == "alphabeta:book=true"
    assert default_opponent(mossa.game("tictactoe")) == "alphabeta"
    booked = player("alphabeta:book=true,depth=1", chess)
    first = set()
    for seed in range(8):
        booked.begin(seed)
        found = booked.choose(chess.start(), Limits())
        assert (found.nodes, found.pv) == (0, (found.move,))
        first.add(found.move)
    assert len(first) > 1
    assert booked.choose(chess.position("8/8/8/8/8/5k2/8/R3K3 w - - 0 1"), Limits()).nodes > 0
    with pytest.raises(MossaError, match="Tic-tac-toe has no book"):
        player("alphabeta:book=true", mossa.game("tictactoe"))
