"""Puzzles over HTTP: what a page is told, and what it is not."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

import mossa
from mossa.play.puzzles import puzzle_file, read_puzzles


def ask(site: TestClient, **request: Any) -> dict[str, Any]:
    answer = site.post("/api/puzzles", json=request)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_puzzle_is_solved_move_by_move(site: TestClient) -> None:
    known = {one["game"]: one["puzzles"] for one in site.get("/api/puzzles").json()["games"]}
    assert {"chess", "connect4"} <= set(known)
    puzzles = read_puzzles(puzzle_file(mossa.game("chess")))
    number, puzzle = next((i, one) for i, one in enumerate(puzzles, 1) if len(one.moves) >= 3)
    assert known["chess"][number - 1] == {
        "level": puzzle.level,
        "rating": puzzle.rating,
        "goal": puzzle.goal,
        "nodes": puzzle.nodes,
    }
    first = ask(site, game="chess", number=number)
    assert (first["verdict"], first["solution"], first["position"]) == ("ask", [], puzzle.position)
    assert len(first["moves"]) == puzzle.choices
    assert first["hint"] is None
    assert ask(site, game="chess", number=number, hint=True)["hint"]["text"] == puzzle.moves[0]
    wrong = next(move["text"] for move in first["moves"] if move["text"] != puzzle.moves[0])
    assert ask(site, game="chess", number=number, moves=[wrong])["verdict"] == "wrong"
    second = ask(site, game="chess", number=number, moves=[puzzle.moves[0]])
    assert (second["verdict"], len(second["line"]), second["solution"]) == ("ask", 2, [])
    told = ask(site, game="chess", number=number, moves=[puzzle.moves[0]], hint=True)["hint"]
    assert told["text"] == puzzle.moves[2]
    assert ask(site, game="chess", number=number, moves=list(puzzle.moves[::2]))["verdict"] == "solved"
    shown = ask(site, game="chess", number=number, solution=True)
    assert (shown["verdict"], len(shown["solution"])) == ("shown", len(puzzle.moves))


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({}, "puzzles are there of these games"),
        ({"game": "kuhn", "number": 1}, "puzzles are there of these games"),
        ({"game": "chess", "number": 0}, "numbers 1 to"),
        ({"game": "chess", "number": "1"}, "numbers 1 to"),
        ({"game": "chess", "number": 1, "moves": "e4"}, "a list of at most"),
        ({"game": "chess", "number": 1, "moves": ["zz"]}, "a move is written"),
    ],
)
def test_nonsense_is_one_sentence(site: TestClient, request_: dict[str, Any], told: str) -> None:
    answer = site.post("/api/puzzles", json=request_)
    assert answer.status_code == 400
    assert told in answer.json()["error"]
