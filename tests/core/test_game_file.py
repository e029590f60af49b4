"""A game as files hold it."""

import mossa
from mossa.core.game_file import GameFile

GAME = mossa.game("tictactoe")


def test_from_a_line_of_positions():
    line = GAME.after("b2 a1 c3").line
    written = GameFile.of(line, players=("Ada", "Bob"), tags={"Event": "tea"})
    assert written.first == GAME.start().state
    assert written.moves == tuple(at.last for at in line[1:])
    assert (written.players, written.tags, written.result) == (("Ada", "Bob"), {"Event": "tea"}, None)
    assert written.states(GAME.rules.play) == [at.state for at in line]
    assert GameFile.of(line[2:]).first == line[2].state
    assert GameFile.of(line[:1]).states(GAME.rules.play) == [line[0].state]


def test_annotation_and_comment_as_one_text():
    written = GameFile(None, comments={1: "good", 3: "why?"}, marks={1: "!", 2: "??"})
    assert [written.remark(played) for played in range(4)] == ["", "! good", "??", "why?"]
