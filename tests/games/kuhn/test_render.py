"""Cards are shown at a showdown only."""

import mossa

GAME = mossa.game("kuhn")


def test_cards_are_shown_at_a_showdown_only():
    showdown, folded = GAME.after("K J bet call"), GAME.after("K J bet fold")
    assert GAME.rules.information_state(showdown.state, 1) != GAME.rules.information_state(
        GAME.after("Q J bet call").state, 1
    )
    assert GAME.rules.information_state(folded.state, 1) == GAME.rules.information_state(
        GAME.after("Q J bet fold").state, 1
    )
    assert "?" in folded.scene(1).text()
    assert "?" not in showdown.scene(1).text()
