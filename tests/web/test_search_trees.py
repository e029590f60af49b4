"""The trees of searches over the WebSocket of a board."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.talk import Page, begin, watch


def after_a_move(page: Page, move: str) -> dict[str, Any]:
    page.ready()
    page.say(do="move", move=move)
    return page.hear("state", lambda state: len(state["history"]) == 2)


def test_the_tree_of_the_last_move_is_the_one_that_was_searched(site: TestClient) -> None:
    with watch(site, begin(site, "connect4", "human", "alphabeta:depth=8", seconds=60)) as socket:
        page = Page(socket)
        after_a_move(page, "4")
        page.say(do="tree", ply=1, path=[])
        root = page.hear("tree")
        assert (root["real"], root["exact"], root["depth"]) == (True, True, 8)
        visit = root["visit"]
        assert [one["path"] for one in visit["visits"]][:2] == [[0], [1]]
        assert {one["move"] for one in visit["visits"]} <= set("1234567")
        page.say(do="tree", ply=1, path=[0])
        below = page.hear("tree")["visit"]
        assert below["nodes"] == visit["visits"][0]["nodes"]
        assert all(one["path"][:1] == [0] for one in below["visits"])


def test_where_nothing_was_recorded_a_new_search_is_shown_as_such(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "random")) as socket:
        page = Page(socket)
        after_a_move(page, "b2")
        page.say(do="tree", ply=0)
        assert page.hear("tree")["real"] is False


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"ply": 7}, "positions 0 to"),
        ({"ply": 0, "path": "x"}, "a list of at most"),
        ({"ply": 0, "path": [True]}, "a list of at most"),
        ({"ply": 0, "path": [0] * 1000}, "a list of at most"),
        ({"ply": 0, "path": [-3, 99]}, "made no call"),
    ],
)
def test_a_wrong_question_is_one_sentence(site: TestClient, words: dict[str, Any], told: str) -> None:
    with watch(site, begin(site, "tictactoe", "human", "human")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="tree", **words)
        assert told in page.hear("error")["text"]


def test_games_that_alphabeta_does_not_play_say_so(site: TestClient) -> None:
    with watch(site, begin(site, "trio", "human", "human", "human")) as socket:
        page = Page(socket)
        assert page.ready()["searchable"] is False
        page.say(do="tree", ply=0)
        assert "3 players" in page.hear("error")["text"]


@pytest.mark.parametrize(("game", "move"), [("chess", "e2e4"), ("othello", "d3")])
def test_the_evaluation_is_taken_apart(site: TestClient, game: str, move: str) -> None:
    with watch(site, begin(site, game, "human", "human")) as socket:
        page = Page(socket)
        assert page.ready()["explains"]
        page.say(do="move", move=move)
        page.ready()
        page.say(do="explain", ply=1)
        told = page.hear("explained")
        total = sum(feature["balance"] for feature in told["features"])
        assert abs(total - float(told["shown"].replace("−", "-"))) < 0.02
        page.say(do="explain", ply=9)
        assert "positions 0 to 1" in page.hear("error")["text"]


def test_an_evaluation_without_features_says_so(site: TestClient) -> None:
    with watch(site, begin(site, "nim", "human", "human")) as socket:
        page = Page(socket)
        assert not page.ready()["explains"]
        page.say(do="explain", ply=0)
        assert "not made of features" in page.hear("error")["text"]


def test_the_moves_of_a_tree_are_told_as_players_write_them(site: TestClient) -> None:
    with watch(site, begin(site, "chess", "human", "random")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="tree", ply=0)
        assert {"e4", "Nf3"} <= {one["move"] for one in page.hear("tree")["visit"]["visits"]}
