"""mossa bench, doctor, check."""

from pathlib import Path

import pytest
from tests.cli.commands import json_of, refusal, run


def test_bench_names() -> None:
    listed = json_of("bench", "--list")
    assert listed["about"]["userspeed"].startswith("The speed of a user-defined game")
    assert list(listed["about"]) == listed["names"]


def test_a_former_name_of_a_benchmark() -> None:
    shown = run("bench", "regret")
    assert "the benchmark regret is now called move_loss" in shown.stderr
    assert "name recorded games and a file for results" in shown.stderr


def test_bench_of_the_plan_of_time(tmp_path: Path) -> None:
    """A pair of games on clocks that count nodes: it is remembered, and no clock is needed for options alone."""
    settings, kept = tmp_path / "plan.json", tmp_path / "pairs.jsonl"
    settings.write_text('{"moves": ["EXPECTED_MOVES=5,STRETCH=2", "EXPECTED_MOVES=6"]}')
    words = ("bench", "techniques", "connect4")
    assert json_of(*words, "2000+20", "0.001", str(kept), str(settings))["figures"] == {"pairs": 1}
    assert json_of(*words, "2000+20", "0", str(kept), str(settings))["figures"] == {"pairs": 1}
    assert "a clock of nodes, such as 500000+5000" in refusal(*words, "2000", "1", "", str(settings))
    settings.write_text('{"moves": ["", "EXPECTED=5"], "cut": ["EXPECTED=5", "EXPECTED=6"]}')
    assert "the time plan has no EXPECTED" in refusal(*words, "2000+20", "1", "", str(settings))


def test_doctor() -> None:
    answer = json_of("doctor")
    assert answer["healthy"]
    assert answer["self_check"] == "passed"


def test_check() -> None:
    answer = json_of("check", "tictactoe", "--interpreted", "--games", "3")
    assert answer["ok"]
    assert (answer["games"], answer["faults"]) == (3, [])
    assert "ok    utilities keep their bounds" in run("check", "tictactoe", "--interpreted", "--games", "3").stdout


def test_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run("new", "mygame.py")
    assert shown.stdout.splitlines() == [
        "Written: mygame.py and its test test_mygame.py.",
        "Now: mossa check ./mygame.py; mossa play ./mygame.py",
    ]
    assert json_of("check", "./mygame.py", "--interpreted", "--games", "3")["ok"]
    assert "is there already" in refusal("new", "mygame.py")
    assert json_of("new", "other.py") == {"rules": "other.py", "test": "test_other.py"}
    assert run("--lang", "it", "new", "terzo.py").stdout.startswith("Scritto: terzo.py e il suo test test_terzo.py.")
