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


def test_a_series_shows_the_score_and_how_often_each_sign_was_chosen():
    series = mossa.game("rps:rounds=5")
    scene = series.after("rock paper scissors rock paper").scene(1)
    rows = [line.split() for line in scene.text().splitlines()]
    assert rows[0] == ["round", "3", "of", "5", "chosen", "."]
    assert rows[1:5] == [["won", "0", "2"], ["rock", "1", "1"], ["paper", "0", "1"], ["scissors", "1", "0"]]
    grounds = [cell.ground for cell in series.after("rock paper").scene(0).cells[:2]]
    assert grounds == ["paper", "light"]  # the winner's hand


def test_a_sign_is_clicked():
    draft = GAME.rules.draft(GAME.start().state, (), 0)
    assert draft.parts == ("rock", "paper", "scissors")
    assert {cell.name for cell in draft.scene.cells if cell.name} == set(draft.parts)
    assert GAME.rules.draft(GAME.start().state, ("paper",), 0).move == "paper"
