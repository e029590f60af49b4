"""What a widget shows and does, without a notebook."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa import MossaError
from mossa.bridges.widget_views import BoardView, TraceView, cell_boxes
from mossa.search import textbook

GAME = mossa.game("tictactoe")


def hear(shown: BoardView | TraceView, **message: Any) -> list[dict[str, Any]]:
    """All that is to be seen, one after the other, after a message."""
    seen: list[dict[str, Any]] = []
    shown.hear(message, lambda: seen.append(shown.view()))
    return seen


def test_a_move_is_answered() -> None:
    shown = BoardView(GAME.start(), "alphabeta:depth=9")
    assert shown.view()["caption"] == "X to move"
    mine, answered = hear(shown, move="a1")
    assert mine["history"] == ["a1"]
    assert mine["moves"] == []
    assert mine["caption"] == "O to move …"
    assert answered["history"] == ["a1", "b2"]
    assert len(answered["moves"]) == 7


def test_a_wrong_move_is_a_sentence() -> None:
    shown = BoardView(GAME.start(), None)
    (seen,) = hear(shown, move="z9")
    assert seen["error"].startswith("'z9' is not a legal move here")
    assert hear(shown, move="a1")[-1]["error"] == ""


def test_taking_back_and_beginning_anew() -> None:
    shown = BoardView(GAME.after("b2"), "random", seed=4)
    hear(shown, move="a1")
    assert len(shown.position.line) == 4
    hear(shown, undo=True)
    assert shown.position.history == ("b2",)
    hear(shown, undo=True)
    assert shown.position.history == ("b2",)
    hear(shown, move="a1")
    hear(shown, new=True)
    assert shown.position is shown.start


def test_the_opponent_may_begin_and_all_may_be_played_by_hand() -> None:
    second = BoardView(GAME.start(), "random", side=1)
    seen: list[int] = []
    second.let_others_move(lambda: seen.append(len(second.position.line)))
    assert seen == [2]
    alone = BoardView(GAME.start(), None)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        hear(alone, move=move)
    assert alone.view()["caption"] == "X won"
    assert alone.view()["moves"] == []


def test_chance_moves_by_itself_and_secrets_are_kept() -> None:
    shown = BoardView(mossa.game("kuhn").start(), "policy", side=0, seed=2)
    shown.let_others_move(lambda: None)
    assert not shown.position.is_chance
    assert shown.view()["svg"] == shown.position.scene(0).svg()
    assert shown.view()["history"] == []


@pytest.mark.parametrize("name", ["chess", "connect4", "hex", "tictactoe", "checkers"])
def test_cells_that_can_be_clicked_lie_in_the_drawing(name: str) -> None:
    scene = mossa.game(name).start().scene()
    boxes = cell_boxes(scene)
    width, height = map(float, scene.svg().split('viewBox="0 0 ')[1].split('"')[0].split())
    assert boxes
    assert all(0 <= box["x"] <= width - box["size"] + 1 and 0 <= box["y"] <= height - box["size"] + 1 for box in boxes)


def test_a_trace_is_stepped_through() -> None:
    trace = textbook.run("alphabeta", mossa.game("tree").rules)
    shown = TraceView(trace)
    assert shown.view()["step"] == shown.view()["steps"] == len(trace.events)
    (first,) = hear(shown, step=3)
    assert first["caption"] == trace.sentence(trace.events[2])
    assert first["svg"] == trace.svg(3)
    assert hear(shown, step=-5)[0]["caption"] == "the root"
    assert hear(shown, step=10**6)[0]["step"] == len(trace.events)


def test_wrong_use() -> None:
    with pytest.raises(MossaError, match="a side of tictactoe is a number from 0 to 1, not 2"):
        BoardView(GAME.start(), None, side=2)
    with pytest.raises(MossaError, match="the opponent of a widget moves by itself"):
        BoardView(GAME.start(), "human")
    with pytest.raises(MossaError, match="there is no player 'strong'"):
        BoardView(GAME.start(), "strong")
