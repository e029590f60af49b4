"""The benchmark of default players goes on where it was stopped."""

import json
from pathlib import Path
from runpy import run_path

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "defaults.py"


def test_finished_parts_are_read_from_the_file_and_the_missing_one_is_played(tmp_path: Path) -> None:
    defaults, file = run_path(str(BENCHMARK)), tmp_path / "rows.jsonl"
    rows = [row for row in defaults["_rows"](0.001) if row.game == "goofspiel 4"]
    parts = [[*row.part(0), [1.0, 0.5] * 5] for row in rows if row.other != "random"]
    cut = json.dumps([*rows[-1].part(0), [0.0] * 10])[:-5]  # the process was killed while it wrote this one
    file.write_text("".join(json.dumps(part) + "\n" for part in parts) + cut)
    said: list[str] = []
    found = defaults["run"](said.append, "20", "0.001", "goofspiel 4", "1", str(file))
    assert len(said) == 1
    assert "against random" in said[0]
    assert not found["unfinished"]
    assert not found["failed"]
    assert len(found["figures"]) == len(rows) >= 4
    assert found["figures"].pop(rows[-1].title) > 0.5
    assert set(found["figures"].values()) == {0.75}
    assert [json.loads(line)[2] for line in file.read_text().splitlines()[-1:]] == ["random"]


def test_a_match_that_failed_is_not_played_again(tmp_path: Path) -> None:
    defaults, file = run_path(str(BENCHMARK)), tmp_path / "rows.jsonl"
    rows = [row for row in defaults["_rows"](0.001) if row.game == "goofspiel 4"]
    file.write_text("".join(json.dumps([*row.part(0), "it is too big to solve"]) + "\n" for row in rows))
    found = defaults["run"](print, "200", "0.001", "goofspiel 4", "1", str(file))
    assert set(found["failed"].values()) == {"it is too big to solve"}
    assert len(found["failed"]) == len(rows)
    assert not found["figures"]
    assert not found["unfinished"]


def test_a_limit_of_no_time_plays_nothing(tmp_path: Path) -> None:
    found = run_path(str(BENCHMARK))["run"](print, "20", "0.001", "peg", "1", str(tmp_path / "rows.jsonl"), "0")
    assert not found["figures"]
    assert len(found["unfinished"]) > 10
