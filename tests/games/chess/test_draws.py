"""Draws by repetition and fifty moves: claimed by people, seen by the engine."""

from tests.games.chess.positions import best

import mossa
from mossa.games.chess import draws

CHESS = mossa.game("chess")


def test_repetitions_and_fifty_moves_can_be_claimed():
    dance = "Nf3 Nf6 Ng1 Ng8 "
    assert draws.claim(CHESS.after(dance)) == ""
    third = CHESS.after(dance * 2)
    assert draws.claim(third) == "this position has occurred 3 times"
    assert draws.declared(third) == ""
    assert draws.declared(CHESS.after(dance * 4)) == "this position has occurred five times"
    assert not CHESS.after(dance * 4).is_over
    assert "fifty moves" in draws.claim(CHESS.position("8/8/k7/8/8/3KR3/8/8 b - - 100 90"))
    assert draws.claim(CHESS.position("8/8/k7/8/8/3KR3/8/8 b - - 99 90")) == ""
    assert draws.claim(CHESS.position("8/8/4k3/8/8/3K4/8/8 w - - 120 90")) == ""  # over already


def test_a_repetition_is_a_draw_to_the_engine():
    # Black is far behind, but has a check for ever.
    _, found = best("6k1/5ppp/8/8/8/7q/PPPPP2P/QRB3K1 b - - 0 1".replace("PPPPP2P", "PPPP1P1P"), 8)
    assert found.score >= 0
