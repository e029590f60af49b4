import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mossa import MossaError
from mossa.core.variations import Variation
from mossa.play.record import GameRecord

GAME = GameRecord("tictactoe", ("human", "random"), ("b2", "a1", "c3"), seed=2**63)


def test_saved_and_loaded(tmp_path: Path) -> None:
    ended = GameRecord(
        "kuhn", ("policy", "random:seed=3"), ("K", "J", "bet", "fold"), None, (1.0, -1.0), "over", None, 5
    )
    tried = Variation(1, ("a3", "b1"), (Variation(2, ("c1",)),))
    for record in (GAME, ended, replace(GAME, variations=(tried, Variation(3, ("a3",))))):
        record.save(tmp_path / "game.json")
        assert GameRecord.load(tmp_path / "game.json") == record
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_replayed() -> None:
    assert GAME.final().text == "O---X---X"
    assert GAME.line()[0].text == "---------"
    assert GameRecord("tictactoe", (), ("c1",), position="XO-------").final().text == "XOX------"


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(MossaError, match="move 2 of the record: 'b2'"):
        GameRecord("tictactoe", (), ("b2", "b2")).final()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", 3),
        ("players", "human"),
        ("moves", [1]),
        ("moves", None),
        ("result", ["x"]),
        ("result", [float("nan"), 1]),
        ("ended", "somehow"),
        ("by", "me"),
        ("seed", 0.5),
        ("position", 4),
        ("variations", {}),
        ("variations", [{"after": -1, "moves": ["a1"]}]),
        ("variations", [{"after": 1, "moves": []}]),
        ("variations", [{"after": 1, "moves": ["a1"], "variations": [3]}]),
    ],
)
def test_a_wrong_field_is_named(field: str, value: Any) -> None:
    data = {**GAME.as_dict(), field: value}
    with pytest.raises(MossaError, match=f"'{field}' is missing or wrong"):
        GameRecord.from_dict(data)


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '"game"'])
def test_files_that_are_no_records(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(MossaError, match=r"game\.json"):
        GameRecord.load(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match="cannot be read"):
        GameRecord.load(tmp_path / "none.json")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GAME.save(path)
    before = path.read_text()
    with pytest.raises(ValueError, match="JSON"):
        GameRecord("tictactoe", (), (), result=(float("nan"),)).save(path)
    assert path.read_text() == before
    assert json.loads(before)["moves"] == ["b2", "a1", "c3"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match="cannot be written: No such file"):
        GAME.save(tmp_path / "folder" / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_the_opening_of_a_record() -> None:
    assert GameRecord("chess", ("a", "b"), ("e2e4", "e7e6", "d2d4")).opening() == "C00 French Defense"
    assert GameRecord("tictactoe", ("a", "b"), ("b2",)).opening() == ""
