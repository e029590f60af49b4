"""The second player does not see the first choice."""

import mossa

GAME = mossa.game("rps")


def test_the_second_player_does_not_see_the_first_choice():
    rock, paper = GAME.start().play("rock"), GAME.start().play("paper")
    assert GAME.rules.information_state(rock.state, 1) == GAME.rules.information_state(paper.state, 1)
    assert GAME.rules.information_state(rock.state, 0) != GAME.rules.information_state(paper.state, 0)
    assert "rock" not in rock.scene(1).text()
    assert "rock" in rock.scene(0).text()
    assert "rock" in rock.play("paper").scene(1).text()
