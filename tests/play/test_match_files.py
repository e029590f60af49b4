"""The record of a match: it continues after a kill, and no other file is overwritten."""

from pathlib import Path

import pytest

from mossa import MossaError
from mossa.play.match import Match, run


@pytest.mark.parametrize("cut", [1, 40, 4000])
def test_a_match_that_was_killed_goes_on(tmp_path: Path, cut: int) -> None:
    """Whatever the kill left of the last lines, the end is the same as without it."""
    whole = Match("tictactoe", ("random", "random:seed=1"), games=20, seed=5)
    record = tmp_path / "match.jsonl"
    expected = run(whole).as_dict()
    run(Match("tictactoe", ("random", "random:seed=1"), games=14, seed=5), record=record)
    content = record.read_bytes()
    record.write_bytes(content[:-cut])
    left = record.read_bytes().count(b"\n") - 1
    played: list[int] = []
    again = run(whole, record=record, progress=lambda match_score: played.append(match_score.games))
    assert again.as_dict() == expected
    assert played == list(range(max(1, left), 21))
    assert len(record.read_bytes().splitlines()) == 21
    assert run(whole, record=record).as_dict() == expected


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"match": {"game": "othello"}}\n', "not a record of this match"),
        ("hello\n", "line 1 is not JSON"),
        ("[1]\n", "not a record of this match"),
    ],
)
def test_another_file_is_not_overwritten(tmp_path: Path, content: str, sentence: str) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text(content)
    with pytest.raises(MossaError, match=sentence):
        run(Match("tictactoe", ("random", "random")), record=record)
    assert record.read_text() == content


@pytest.mark.parametrize("line", ["{}", '{"number": 3, "records": []}', '{"number": 3, "records": [{}]}', "[2]"])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    record, match = tmp_path / "match.jsonl", Match("tictactoe", ("random", "random"))
    run(match, record=record)
    with record.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(MossaError, match="line 4"):
        run(match, record=record)
