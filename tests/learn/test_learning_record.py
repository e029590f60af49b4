"""The record of a run: continued where it was cut, refused where it is another one."""

from pathlib import Path

import pytest

from mossa import MossaError
from mossa.learn.learning_record import LearningRecord

SETTINGS = {"game": "tictactoe", "seed": 1, "start": {"pairs": 0.5}}


def written(path: Path, rounds: int) -> None:
    record = LearningRecord(path)
    assert record.read(SETTINGS) == []
    for number in range(1, rounds + 1):
        record.add({"number": number, "weight": number / 3})
    record.close()


def test_a_line_that_a_kill_cut_short_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    written(path, 3)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    record = LearningRecord(path, resume=True)
    assert [one["number"] for one in record.read(SETTINGS)] == [1, 2]
    record.add({"number": 3, "weight": 1.0})
    record.close()
    assert path.read_bytes() == whole


def test_a_record_cut_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    written(path, 0)
    whole = path.read_bytes()
    path.write_bytes(whole[:10])
    record = LearningRecord(path, resume=True)
    assert record.read(SETTINGS) == []
    record.close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense\n", "not JSON"),
        ("[1]\n", "not the record"),
        ('{"match": 1}\n', "not the record"),
        ('{"learn": {"game": "othello", "seed": 1}}\n', "other settings \\(game othello\\)"),
        ('{"learn": {"game": "tictactoe", "seed": 1, "start": {"pairs": 0.5}}}\n{"number": 2}\n', "lacks a round"),
    ],
)
def test_what_is_no_record_of_this_run_is_refused(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(MossaError, match=told):
        LearningRecord(path, resume=True).read(SETTINGS)
    assert path.read_text() == text


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    written(path, 1)
    with pytest.raises(MossaError, match="--resume"):
        LearningRecord(path).read(SETTINGS)


def test_a_record_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match="cannot be written"):
        LearningRecord(tmp_path / "missing" / "run.jsonl").read(SETTINGS)


def test_without_a_path_nothing_is_written() -> None:
    record = LearningRecord()
    assert record.read(SETTINGS) == []
    record.add({"number": 1})
    record.close()
