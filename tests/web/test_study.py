"""Pasted games and their analysis over HTTP and the WebSocket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.nonsense import JSON, WORDS
from tests.web.talk import HERE, Page, begin

DATA = Path(__file__).parents[1] / "data"


def paste(site: TestClient, game: str, text: str) -> str:
    answer = site.post("/api/boards/import", json={"game": game, "text": text})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.fixture
def study(site: TestClient) -> Iterator[Page]:
    with site.websocket_connect(
        f"{HERE.replace('http', 'ws')}/ws/study/{paste(site, 'tictactoe', 'a1 b2 c3 a3')}"
    ) as s:
        yield Page(s)


def test_a_pasted_game_is_there_move_by_move(study: Page) -> None:
    told = study.hear("study")
    assert [move["text"] for move in told["line"]] == ["a1", "b2", "c3", "a3"]
    assert told["refusal"] == ""
    study.say(do="show", moves=["a1", "b2"])
    shown = study.hear("shown")
    assert (shown["told"], shown["result"]) == ("b2", None)
    assert {move["text"] for move in shown["legal"]} >= {"c3", "a3"}
    study.say(do="show", moves=["a1", "b1"])  # a variation
    assert study.hear("shown")["told"] == "b1"


SEVERAL = """[White "Anna"]
[Black "Bruno"]
[Event "Prima"]

1. e4 e5 *

[White "Carla"]
[Black "Dario"]

1. d4 d5 2. c4 *
"""


def test_of_several_games_one_is_chosen(site: TestClient) -> None:
    answer = site.post("/api/boards/import", json={"game": "chess", "text": SEVERAL})
    assert answer.status_code == 200
    assert [one["players"] for one in answer.json()["games"]] == [["Anna", "Bruno"], ["Carla", "Dario"]]
    chosen = site.post("/api/boards/import", json={"game": "chess", "text": SEVERAL, "number": 2}).json()["id"]
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{chosen}") as socket:
        page = Page(socket)
        told = page.hear("study")
        assert (told["players"], len(told["line"])) == (["Carla", "Dario"], 3)
        page.say(do="export", form="own")
        assert '[White "Carla"]' in page.hear("exported")["text"]
    for number, why in ((3, "it has 2"), (0, "it has 2"), ("2", "whole number"), (True, "whole number")):
        wrong = site.post("/api/boards/import", json={"game": "chess", "text": SEVERAL, "number": number})
        assert why in wrong.json()["error"]


def test_the_games_of_a_match_of_backgammon(site: TestClient) -> None:
    text = (DATA / "backgammon" / "match3.mat").read_text("utf-8")
    answer = site.post("/api/boards/import", json={"game": "backgammon", "text": text}).json()
    assert len(answer["games"]) > 1
    assert "backgammon:match=3 is the match" in answer["skipped"][-1]
    assert "id" in site.post("/api/boards/import", json={"game": "backgammon", "text": text, "number": 2}).json()
    assert "id" in site.post("/api/boards/import", json={"game": "backgammon:match=3", "text": text}).json()


def test_the_whole_game_is_graded_and_saved(study: Page) -> None:
    study.say(do="all", seconds=20)  # each position is solved long before
    plies = [study.hear("graded") for _ in range(5)]
    assert [one["ply"] for one in plies] == [4, 3, 2, 1, 0]
    assert [one["mark"] for one in plies] == ["", "??", "", "", ""]
    assert study.hear("summary")["rows"][1]["??"] == 1
    study.hear("idle")
    study.say(do="export", form="own")
    saved = study.hear("exported")
    assert saved["name"].endswith(".txt")
    assert "better" in saved["text"]
    study.say(do="export", form="json")
    assert len(json.loads(study.hear("exported")["text"])["positions"]) == 5


TRIED = [
    {"after": 1, "moves": ["b1", "b3"], "variations": [{"after": 2, "moves": ["c1"]}]},
    {"after": 4, "moves": ["b1"]},
]


def told(variations: list[dict[str, Any]]) -> list[Any]:
    return [(one["after"], [move["text"] for move in one["moves"]], told(one["variations"])) for one in variations]


@pytest.mark.parametrize("form", ["own", "json"])
def test_what_was_tried_is_saved_and_comes_back(site: TestClient, study: Page, form: str) -> None:
    study.say(do="export", form=form, variations=TRIED)
    saved = study.hear("exported")["text"]
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{paste(site, 'tictactoe', saved)}") as socket:
        again = Page(socket).hear("study")
    assert [move["text"] for move in again["line"]] == ["a1", "b2", "c3", "a3"]
    after_the_end = (4, ["b1"], []) if form == "json" else (3, ["a3", "b1"], [])  # a list says the last move again
    assert told(again["variations"]) == [(1, ["b1", "b3"], [(2, ["c1"], [])]), after_the_end]


def test_of_a_position_what_was_tried_is_the_game(site: TestClient) -> None:
    pasted = paste(site, "chess", "8/P6k/8/8/8/8/7K/8 w - - 0 1")
    tried = [{"after": 0, "moves": ["a7a8q", "h7g7"]}, {"after": 0, "moves": ["a7a8r"]}]
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{pasted}") as socket:
        page = Page(socket)
        page.say(do="export", form="own", variations=tried)
        assert "1. a8=Q (1. a8=R) 1... Kg7 *" in page.hear("exported")["text"]


@pytest.mark.parametrize(
    ("variations", "told"),
    [
        ("x", "'variations' is missing or wrong"),
        ([{"after": 9, "moves": ["a1"]}], "begins after 9 moves, but its line has 4"),
        ([{"after": 1, "moves": ["a1"]}], "not a legal move"),
        ([{"after": 1, "moves": ["b1"] * 1001}], "at most 1000 moves of variations"),
    ],
)
def test_wrong_variations_are_one_sentence(study: Page, variations: Any, told: str) -> None:
    study.say(do="export", variations=variations)
    assert told in study.hear("error")["text"]


TOLD = """[Event "Club night"]
[Date "2024.05.06"]
[White "Anna"]
[Black "Bruno"]
[Result "0-1"]

{A trap.} 1. e4 {[%clk 0:05:00] best} 1... e5 2. Nf3 $14 ({or} 2. f4 $1 {bold} 2... exf4) 0-1
"""


def test_tags_comments_annotations_and_the_result_are_kept(site: TestClient) -> None:
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{paste(site, 'chess', TOLD)}") as socket:
        page = Page(socket)
        told = page.hear("study")
        assert (told["tags"]["Date"], told["result"], told["own"]) == ("2024.05.06", [-1.0, 1.0], None)
        assert told["comments"] == {"0": "A trap.", "1": "[%clk 0:05:00] best"}
        assert told["marks"] == {"3": "$14"}
        (inner,) = told["variations"]
        assert (inner["comments"], inner["marks"]) == ({"2": "or", "3": "bold"}, {"3": "!"})
        page.say(do="export", form="own", variations=[{**inner, "moves": [move["text"] for move in inner["moves"]]}])
        text = page.hear("exported")["text"]
    assert '[Date "2024.05.06"]' in text
    moves = " ".join(text.split("\n\n")[1].split())
    assert moves == "{A trap.} 1. e4 {[%clk 0:05:00] best} 1... e5 2. Nf3 $14 ({or} 2. f4 $1 {bold} 2... exf4) 0-1"


def test_an_analysis_is_kept_under_the_address_of_its_game(site: TestClient) -> None:
    address = f"{HERE.replace('http', 'ws')}/ws/study/{paste(site, 'tictactoe', 'a1 b2 c3 a3')}"
    with site.websocket_connect(address) as socket:
        page = Page(socket)
        told = page.hear("study")
        assert (told["reviews"], told["rows"]) == ([], None)
        page.say(do="all", seconds=20)
        page.hear("summary")
        page.hear("idle")
    with site.websocket_connect(address) as socket:
        page = Page(socket)
        told = page.hear("study")
        assert [one["mark"] for one in told["reviews"]] == ["", "", "", "??", ""]
        assert told["rows"][1]["??"] == 1
        for move, good in (("c1", False), ("b1", True), ("a2", True)):
            page.say(do="try", ply=3, move=move)  # O must stop X at an edge: corners lose
            assert page.hear("tried")["good"] is good
            page.hear("idle")
        page.say(do="try", ply=9, move="c1")
        assert "positions 0 to 4" in page.hear("error")["text"]
        page.say(do="try", ply=3, move="a1")
        assert "not a legal move" in page.hear("error")["text"]


def test_one_position_is_judged_live(study: Page) -> None:
    study.say(do="judge", moves=["a1"])
    found = study.hear("judged", lambda one: one["done"])
    assert (found["moves"], found["lines"][0]["moves"][0], found["exact"]) == (["a1"], "b2", True)
    study.hear("idle")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"do": "show"}, "moves are a list"),
        ({"do": "show", "moves": ["z9"]}, "not a legal move"),
        ({"do": "show", "moves": ["a1" * 200]}, "200 characters"),
        ({"do": "show", "moves": ["a1"] * 5000}, "moves are a list|at most"),
        ({"do": "judge", "moves": [1]}, "moves are a list"),
        ({"do": "all", "seconds": "x"}, "seconds for a position"),
        ({"do": "dance"}, "one of show"),
    ],
)
def test_nonsense_is_one_sentence(study: Page, words: dict[str, Any], told: str) -> None:
    study.say(**words)
    text = study.hear("error")["text"]
    assert any(one in text for one in told.split("|"))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, "fields game and text"),
        ({"game": "chess", "text": ""}, "nothing to read"),
        ({"game": "chess", "text": "1. e9"}, "left out"),
        ({"game": "../x", "text": "1"}, "there is no game"),
    ],
)
def test_a_text_that_cannot_be_read_is_one_sentence(site: TestClient, body: dict[str, Any], told: str) -> None:
    answer = site.post("/api/boards/import", json=body)
    assert answer.status_code == 400
    assert told in answer.json()["error"]


def test_a_hidden_hand_cannot_be_looked_at_before_the_end(site: TestClient) -> None:
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{begin(site, 'kuhn', 'human', 'random')}") as s:
        assert "hidden information" in s.receive_json()["text"]


STUDIES = st.fixed_dictionaries(
    {"do": st.sampled_from(["show", "judge", "all", "stop", "export"]) | JSON},
    optional={
        "moves": JSON | st.lists(st.sampled_from(["a1", "b2", "c3"])),
        "seconds": JSON,
        "form": JSON,
        "variations": JSON,
    },
)


@pytest.mark.slow
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists((WORDS | STUDIES).map(json.dumps) | st.text(max_size=40), max_size=8))
def test_whatever_is_said_of_a_game_it_can_be_studied(site: TestClient, messages: list[str]) -> None:
    pasted = site.post("/api/boards/import", json={"game": "tictactoe", "text": "a1 b2"}).json()["id"]
    with site.websocket_connect(f"{HERE.replace('http', 'ws')}/ws/study/{pasted}") as socket:
        page = Page(socket)
        for message in messages:
            socket.send_text(message)
        page.say(do="show", moves=["a1", "b2", "c3"])
        page.hear("shown", lambda shown: shown["moves"] == ["a1", "b2", "c3"])
