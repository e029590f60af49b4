"""MAX sees only the cards played."""

import mossa

GAME = mossa.game("cards")


def test_max_sees_only_the_cards_played():
    """He cannot tell the deals apart while MIN has played the cards common to both; then he can."""
    information_state = GAME.rules.information_state
    one, two = GAME.after("1 c8 c9 s4"), GAME.after("2 c8 c9 s4")
    assert information_state(one.state, 0) == information_state(two.state, 0)
    assert information_state(one.state, 1) != information_state(two.state, 1)
    assert one.scene(0) == two.scene(0)
    assert "♥4" not in one.scene(0).text().split("MIN was")[0]
    assert information_state(GAME.after("1 h6 h4").state, 0) != information_state(GAME.after("2 h6 s4").state, 0)
