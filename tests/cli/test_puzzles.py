"""`mossa puzzles`: made, written, continued, refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.commands import json_of, refusal, run


def test_puzzles_are_made_and_a_file_is_continued(tmp_path: Path) -> None:
    whole, parts = str(tmp_path / "whole.json"), str(tmp_path / "parts.json")
    told = json_of("puzzles", "tictactoe", "--count", "4", "--out", whole)
    assert told == json.loads(Path(whole).read_text("utf-8"))
    assert told["command"] == "mossa puzzles tictactoe --count 4 --seed 1"
    assert len(told["puzzles"]) == 4
    assert "--games allows more" in run("puzzles", "tictactoe", "--count", "4", "--games", "2", "--out", parts).stderr
    assert "b2 a1 b1" in run("puzzles", "tictactoe", "--count", "4", "--out", parts).stdout
    assert Path(parts).read_text("utf-8") == Path(whole).read_text("utf-8")


@pytest.mark.parametrize(
    ("game", "told"), [("kuhn", "two players, zero sum"), ("backgammon", "no chance"), ("trio", "two players")]
)
def test_what_has_no_puzzles_says_so(game: str, told: str) -> None:
    assert told in refusal("puzzles", game)


def begun(path: Path) -> Path:
    """A file for checkers, without puzzles."""
    path.write_text('{"game": "checkers", "seed": 1, "games": 0, "puzzles": []}', "utf-8")
    return path


def test_endings_are_named_in_the_command_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    told = json_of("puzzles", "checkers", "--endings", "KM-K, KK-K", "--count", "1", "--games", "6", "--out", str(path))
    assert told["command"] == "mossa puzzles checkers --count 1 --seed 1 --endings KM-K,KK-K"
    assert (told["endings"], told["licence"]) == ("KM-K,KK-K", "Apache-2.0")
    assert "has no endgame 'KPK'" in refusal("puzzles", "checkers", "--endings", "KPK")


def test_another_file_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    run("puzzles", "tictactoe", "--count", "1", "--out", str(path))
    other = refusal("puzzles", "tictactoe", "--seed", "2", "--out", str(path))
    assert "with seed 1, not of tictactoe with seed 2" in other
    assert "no --endings: repeat that" in refusal("puzzles", "checkers", "--endings", "KM-K", "--out", str(begun(path)))
    path.write_text("[]", "utf-8")
    assert "is not a file of puzzles" in refusal("puzzles", "tictactoe", "--out", str(path))
