"""The default board of a player has what `information_state` gives him, and nothing that he cannot know."""

from pathlib import Path
from typing import NamedTuple

import mossa
from mossa.core.default_scene import knowledge_scene, state_scene

DICE = Path(__file__).parents[2] / "docs" / "examples" / "liars_dice.py"


def test_a_die_that_is_not_mine_is_not_on_the_board() -> None:
    at = mossa.game(str(DICE)).after("2 3")
    assert at.scene(None).text().splitlines()[0].split() == ["dice", "2", "3"]
    for player, die in enumerate(("2", "3")):
        rows = [line.split() for line in at.scene(player).text().splitlines()]
        assert rows == [["known", "1", die], ["known", "2", "1"], ["known", "3", "0"]]
    assert at.scene(0) == at.game.after("2 4").scene(0)
    assert at.scene(1) == at.game.after("1 3").scene(1)


class Known(NamedTuple):
    hand: frozenset[int]
    bid: tuple[int, tuple[int, ...]]
    nothing: None


def test_every_kind_of_knowledge_has_a_table() -> None:
    known = Known(frozenset({12, 3}), (5, ()), None)
    text = knowledge_scene(lambda state, player: known)(known, 0).text()
    assert [line.split() for line in text.splitlines()] == [["hand", "12", "3"], ["bid", "5", "–"], ["nothing", "–"]]
    for whole, line in (("a text", "known a text"), (7, "known 7"), ((), "known nothing")):
        told = knowledge_scene(lambda state, player, whole=whole: whole)(known, 1).text()
        assert " ".join(told.split()) == line


def test_an_onlooker_sees_the_state() -> None:
    state = mossa.game(str(DICE)).after("2 3").state
    assert knowledge_scene(lambda state, player: 0)(state, None) == state_scene(state)


class Boards(NamedTuple):
    square: tuple[int, ...]
    long: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    short: tuple[int, ...]


def test_long_tuples_look_like_boards() -> None:
    rows = tuple(tuple(range(7)) for _ in range(6))
    text = state_scene(Boards(tuple(range(25)), tuple(range(40)), rows, (1, 2, 3))).text()
    lines = [line.split() for line in text.splitlines()]
    assert [len(line) for line in lines] == [6, 5, 5, 5, 5, 17, 16, 8, 8, 7, 7, 7, 7, 7, 4]
    assert [line[0] for line in lines if not line[0].isdigit()] == ["square", "long", "rows", "short"]
    assert lines[1] == ["5", "6", "7", "8", "9"]
