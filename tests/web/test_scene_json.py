"""Scenes and moves as JSON."""

import json

import pytest

import mossa
from mossa import names
from mossa.web.scene_json import changed, draw_moves, draw_scene, drawings, is_turned, marks, path_of


@pytest.mark.parametrize("name", names())
def test_the_scene_of_every_game_is_plain_json(name: str) -> None:
    scene = mossa.game(name).start().scene()
    drawn = json.loads(json.dumps(draw_scene(scene)))
    assert len(drawn["cells"]) == len(scene.cells)
    assert (drawn["width"], drawn["height"]) == tuple(scene.size)
    assert [cell["name"] for cell in drawn["cells"]] == [cell.name for cell in scene.cells]


def test_cells_are_found_in_the_text_of_a_move() -> None:
    assert path_of("d3", ["d3", "d33"]) == ["d3"]
    assert path_of("d33", ["d3", "d33"]) == ["d33"]  # the longest name that fits
    assert path_of("x1", ["a1"]) == []
    assert path_of("", ["a1", ""]) == []


def test_the_cells_that_a_move_changed_are_marked() -> None:
    before = mossa.game("connect4").start()
    after = before.play("4")
    touched = changed(before.scene(), after.scene())
    (cell,) = touched
    assert after.scene().cells[cell].piece is not None
    assert marks(after.scene(), ["4"], touched) == [cell]  # all cells of a column share its name
    assert changed(after.scene(), after.scene()) == []


def test_a_move_into_a_column_shows_where_the_piece_falls() -> None:
    at = mossa.game("connect4").after("4 4")
    scene = at.scene()
    for move in draw_moves(at, scene):
        (target,) = move["target"]
        fallen = at.play(move["text"]).scene()
        assert changed(scene, fallen) == [target]


def test_hidden_outcomes_are_not_looked_at_for_the_sake_of_a_target() -> None:
    at = mossa.game("kuhn").start()
    while at.is_chance:
        at = at.play(at.legal[0])
    assert all(move["target"] == [] or move["path"] for move in draw_moves(at, at.scene(at.mover), at.mover))


def test_lines_are_sent_where_there_are_any() -> None:
    drawn = draw_scene(mossa.game("gomoku:size=5").start().scene())
    assert [len(cell["lines"]) for cell in drawn["cells"][:6]] == [2, 3, 3, 3, 2, 3]
    assert all("lines" not in cell for cell in draw_scene(mossa.game("chess").start().scene())["cells"])


def test_outlines_are_sent_where_there_are_any() -> None:
    drawn = draw_scene(mossa.game("docs/examples/hex.py:size=2").start().scene())
    assert [len(cell["outline"]) for cell in drawn["cells"]] == [6] * 4
    lines = draw_scene(mossa.game("docs/examples/dots_and_boxes.py").start().scene())
    assert sorted({len(cell.get("outline", ())) for cell in lines["cells"]}) == [0, 2]
    assert all("outline" not in cell for cell in draw_scene(mossa.game("chess").start().scene())["cells"])


def test_moves_with_the_same_cells_are_told_apart_by_the_piece_they_leave() -> None:
    at = mossa.game("chess").position("1n5k/P7/8/8/8/8/7K/8 w - - 0 1")
    moves = {move["text"]: move.get("piece") for move in draw_moves(at, at.scene())}
    assert [moves[f"a7a8{letter}"][2] for letter in "qrbn"] == ["queen", "rook", "bishop", "knight"]
    assert moves["h2h3"] is None
    assert {"king", "pawn"} < drawings().keys()


def test_moves_are_told_as_players_write_them() -> None:
    at = mossa.game("chess").start()
    moves = {move["text"]: move.get("told") for move in draw_moves(at, at.scene())}
    assert (moves["g1f3"], moves["e2e4"]) == ("Nf3", "e4")
    at = mossa.game("tictactoe").start()
    assert all("told" not in move for move in draw_moves(at, at.scene()))


def test_a_king_in_check_is_an_alarm() -> None:
    drawn = draw_scene(mossa.game("chess").after("f2f3 e7e5 g2g4 d8h4").scene())
    assert [cell["name"] for cell in drawn["cells"] if cell.get("alarm")] == ["e1"]


@pytest.mark.parametrize(
    ("game", "turned"),
    [
        ("chess", [False, True]),
        ("checkers", [True, False]),
        ("connect4", [False, False]),
        ("backgammon", [False, False]),  # drawn from the viewer's side
    ],
)
def test_a_player_plays_up_the_board(game: str, turned: list[bool]) -> None:
    assert [is_turned(mossa.game(game), player) for player in (0, 1)] == turned
