import pytest
from tests.hidden import check_redeal, histories

import mossa

GAME = mossa.game("rps")


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ("rock", "scissors", (1, -1)),
        ("scissors", "paper", (1, -1)),
        ("paper", "rock", (1, -1)),
        ("scissors", "rock", (-1, 1)),
        ("paper", "paper", (0, 0)),
    ],
)
def test_what_beats_what(first, second, result):
    assert GAME.start().play(first).play(second).result == result


def test_the_second_player_does_not_see_the_first_choice():
    rock, paper = GAME.start().play("rock"), GAME.start().play("paper")
    assert GAME.rules.information_state(rock.state, 1) == GAME.rules.information_state(paper.state, 1)
    assert GAME.rules.information_state(rock.state, 0) != GAME.rules.information_state(paper.state, 0)
    assert "rock" not in rock.scene(1).text()
    assert "rock" in rock.scene(0).text()
    assert "rock" in rock.play("paper").scene(1).text()


def test_redeal():
    check_redeal(GAME.rules, 600)


def test_text_both_ways():
    for state, _ in histories(GAME.rules):
        assert GAME.position(GAME.rules.write_position(state)).state == state


@pytest.mark.parametrize(("text", "move"), [("R", 0), ("pap", 1), ("s", 2), ("Rock", 0)])
def test_short_words(text, move):
    assert GAME.start().read_move(text) == move


@pytest.mark.parametrize("text", ["lizard", "", "rocks"])
def test_wrong_choices(text):
    with pytest.raises(mossa.MossaError, match="rock, paper or scissors"):
        GAME.start().read_move(text)


def test_wrong_positions():
    with pytest.raises(mossa.MossaError, match="one choice or two"):
        GAME.position("rock rock rock")
