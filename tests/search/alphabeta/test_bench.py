"""`mossa bench`: the node signature is the sum of nodes, and the same again."""

import mossa
from mossa.search.alphabeta.bench import DEPTHS, run
from mossa.search.alphabeta.deepening import search
from mossa.search.common.limits import Limits


def test_the_signature_is_reproducible() -> None:
    games, reported = [mossa.game("tictactoe"), mossa.game("connect4:columns=5,rows=4")], list[str]()
    first, again = run(games, reported.append), run(games, reported.append)
    assert reported == [game.name for game in games] * 2
    assert first["signature"] == again["signature"] == sum(first["figures"][game.name]["nodes"] for game in games)
    for game in games:
        figures = first["figures"][game.name]
        alone = search(game, game.rules.start(), Limits(depth=DEPTHS.get(game.name, 6)), memory_mib=16)
        assert (figures["nodes"], figures["depth"]) == (alone.nodes, alone.depth)
