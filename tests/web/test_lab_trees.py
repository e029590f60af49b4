"""The nodes of the lab's trees and what each step changes; nodes that are opened by hand, and their boards."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from mossa import MossaError, game
from mossa.search.textbook import EXAMPLES, run
from mossa.web.lab_trees import TraceNodes, boards_at, opened, read_path


def test_nodes_stand_behind_their_parents() -> None:
    nodes = TraceNodes(run("alphabeta", game("tree:tree=((3 12) (2 4))").rules)).nodes()
    assert nodes["parents"] == [-1, 0, 1, 1, 0, 4, 4]
    assert nodes["kinds"] == ["max", "min", "leaf", "leaf", "min", "leaf", "leaf"]
    assert nodes["moves"] == ["", "a1", "b1", "b2", "a2", "b1", "b2"]
    assert nodes["worths"] == ["", "", "3", "12", "", "2", "4"]


@pytest.mark.parametrize("name", ["long-walk", "deepening", "transpositions", "ucb", "chance"])
def test_changes_lead_from_any_step_to_any_other(name: str) -> None:
    trace = EXAMPLES[name].run()
    nodes, end = TraceNodes(trace), len(trace.events)
    whole = {step: nodes.changes(-1, step)["changes"] for step in (0, end // 3, end // 2, end)}
    for since, before in whole.items():
        for step, after in whole.items():
            changes = nodes.changes(since, step)["changes"]
            there = {**before, **changes}
            assert {number: label for number, label in there.items() if label is not None} == after


def test_a_cut_and_the_best_line_are_told() -> None:
    trace = run("alphabeta", game("tree").rules)
    nodes = TraceNodes(trace)
    (cut,) = (step for step, event in enumerate(trace.events, 1) if event.kind == "cut")
    told = nodes.changes(cut - 1, cut)
    assert [label[0] for label in told["changes"].values()] == ["open", "cut", "cut"]
    assert nodes.paths[told["now"]] == (1,)
    assert [nodes.paths[number] for number in nodes.changes(0, len(trace.events))["best"]] == [(), (0,), (0, 0)]


def test_a_leaf_of_a_game_is_opened() -> None:
    at = game("tictactoe").after("a1 b1 b2 c1")
    below = opened(at, (0,))
    assert below["kind"] == "min"
    assert len(below["children"]) == 4
    won = opened(at, (at.moves.index("c3"),))
    assert won == {"kind": "leaf", "children": []}
    ends = {child["move"]: (child["ended"], child["worth"]) for child in opened(at, ())["children"]}
    assert ends["c3"] == (True, "1")
    assert ends["a2"] == (False, "0")


def test_boards_are_drawn_for_the_nodes_asked_for() -> None:
    first, second = boards_at(game("tictactoe").start(), [(), (0,)])
    assert first["svg"].startswith("<svg")
    assert ">X<" not in first["svg"]
    assert ">X<" in second["svg"]
    assert (first["width"], first["height"]) == (44.0, 44.0)


def test_what_cannot_be_opened_is_refused() -> None:
    with pytest.raises(MossaError, match="hidden"):
        opened(game("kuhn").start(), ())
    with pytest.raises(MossaError, match="no such node"):
        boards_at(game("tictactoe").start(), [(9,)])
    wrong: list[Any] = ["0", [-1], [True], [0] * 61, ["a"]]
    for path in wrong:
        with pytest.raises(MossaError):
            read_path(path)


def test_the_site_answers_with_nodes_changes_and_boards(site: TestClient) -> None:
    asked = {"algorithm": "minimax", "tree": "", "game": "tictactoe", "moves": "a1 b1 b2 c1", "depth": 1}
    done = site.post("/api/lab/run", json=asked).json()
    assert len(site.get(f"/api/lab/trace/{done['key']}").json()["parents"]) == 6
    first = site.get(f"/api/lab/trace/{done['key']}/3?since=-1&lang=it").json()
    assert "svg" not in first
    assert first["changes"]
    assert site.get(f"/api/lab/trace/{done['key']}/3?since=999").status_code == 400
    assert site.post("/api/lab/open", json={**asked, "path": [7]}).status_code == 400
    assert len(site.post("/api/lab/open", json={**asked, "path": [0]}).json()["children"]) == 4
    assert len(site.post("/api/lab/boards", json={**asked, "paths": [[], [0]]}).json()["boards"]) == 2
    assert site.post("/api/lab/boards", json=asked).status_code == 400
