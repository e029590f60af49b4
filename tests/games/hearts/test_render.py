"""The table of Hearts: who sees what, where he sits, what is told below."""

import pytest
from tests.games.hearts.deals import dealt, passed_by_all, random_game

import mossa
from mossa.games.cards.hands import cards_of, write_card
from mossa.games.hearts.render import player_names, scene
from mossa.games.hearts.rules import TAKE

GAME = mossa.game("hearts")


def test_a_player_sits_at_the_bottom_and_sees_his_own_cards_only():
    state = dealt(GAME, 3)
    for player in range(4):
        drawn = scene(state, player)
        shown = [cell for cell in drawn.cells if cell.piece and cell.piece.shape in ("card", "back")]
        assert {cell.name for cell in shown if cell.y >= 5} == set(map(write_card, cards_of(state.hands[player])))
        assert [cell.piece.glyph for cell in shown if cell.y < 5] == ["13"] * 3
        lines = drawn.text().splitlines()
        left, across, right = (player_names[(player + turn) % 4] for turn in (1, 2, 3))
        assert lines[0].split() == [across, "13"]
        assert lines[2].split() == [left, "13", ".", ".", ".", "13", right]
        assert lines[4].split() == [player_names[player]]
        assert max(map(len, lines)) < 80
    assert scene(state, None).text().count("♠") == 13


@pytest.mark.parametrize("seed", range(3))
def test_what_a_player_is_shown_follows_from_what_he_knows(seed):
    rules = GAME.rules
    for number, state in enumerate(random_game(GAME, seed)):
        if not rules.is_over(state):
            for player in range(4):
                other = rules.redeal(state, player, mossa.u64(number))
                assert scene(other, player) == scene(state, player)


def test_the_last_trick_lies_there_until_the_next_has_been_played():
    state = passed_by_all(GAME, dealt(GAME, 3))
    for count in range(1, 6):
        state = GAME.rules.play(state, GAME.rules.legal(state)[0])
        shown = count if count < 5 else 1
        assert len([cell for cell in scene(state, None).cells if cell.x == 14 and cell.piece]) == shown
        middle = [cell for cell in scene(state, 2).cells if 1 <= cell.y <= 3 and 2 <= cell.x <= 4]
        assert len(middle) == 9
        assert len([cell for cell in middle if cell.piece and not cell.piece.faint]) == shown
        assert len([cell for cell in middle if cell.piece and cell.piece.faint]) == (4 if count == 5 else 0)


def test_chosen_cards_are_marked_for_their_owner_and_the_clicks_are_moves():
    state = dealt(GAME, 3)
    state = GAME.rules.play(state, GAME.rules.legal(state)[4])
    marked = [cell for cell in scene(state, 0).cells if cell.ground == "dark"]
    assert len(marked) == 1
    assert not [cell for cell in scene(state, 1).cells if cell.ground == "dark"]
    names = {cell.name for cell in scene(state, 0).cells if cell.name}
    assert {GAME.rules.write_move(state, move) for move in GAME.rules.legal(state)} < names
    assert "to the left" in scene(state, 0).text()


def test_points_and_score():
    end = random_game(GAME, 1)[-1]
    assert f"score: South {end.scores[0]}, West {end.scores[1]}" in scene(end, 2).text()


def test_the_last_player_takes_up_the_passed_cards_by_a_click():
    state = dealt(GAME, 3)
    while GAME.rules.legal(state) != [TAKE]:
        state = GAME.rules.play(state, GAME.rules.legal(state)[0])
    assert "take" in {cell.name for cell in scene(state, 3).cells}
