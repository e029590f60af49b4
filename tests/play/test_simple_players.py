"""The random player."""

import mossa
from mossa.play.player import ask
from mossa.play.players import player
from mossa.search.common.limits import Limits

TICTACTOE = mossa.game("tictactoe")


def test_random_draws_from_its_seeds_only() -> None:
    def moves(spec: str, seed: int) -> list[int]:
        one = player(spec, TICTACTOE)
        one.begin(seed)
        return [ask(one, TICTACTOE.start(), Limits(), 0).move for _ in range(20)]

    assert moves("random", 1) == moves("random", 1) != moves("random", 2)
    assert moves("random:seed=1", 1) != moves("random:seed=2", 1)
    assert len(set(moves("random", 1))) > 5
