"""mossa match and mossa tournament."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.commands import json_of, refusal, run


def test_match() -> None:
    answer = json_of("match", "tictactoe", "random", "minimax:depth=6", "--games", "6", "--seed", "1")
    assert {"wins", "losses", "draws", "games", "elo", "error", "illegal", "timeouts"} <= set(answer)
    assert answer["wins"] == 0
    assert answer["games"] == 6
    shown = run("match", "tictactoe", "alphabeta-textbook:depth=1", "alphabeta-textbook:depth=1", "--games", "6")
    assert "Only 1 of these games differ" in shown.stdout


def test_match_is_recorded_and_goes_on(tmp_path: Path) -> None:
    words = ("match", "tictactoe", "random", "random:seed=2", "--record", str(tmp_path / "m.jsonl"))
    first = json_of(*words, "--games", "4")
    assert json_of(*words, "--games", "4") == first
    assert json_of(*words, "--games", "8")["games"] == 8
    assert len((tmp_path / "m.jsonl").read_text().splitlines()) == 9


@pytest.mark.parametrize("time", [["--time", "5"], ["--time", "5+1"], ["--clock", "60"], ["--clock", "3/60"], []])
def test_match_clocks(time: list[str]) -> None:
    answer = json_of("match", "tictactoe", "random", "random", "--games", "2", *time)
    assert (answer["games"], answer["timeouts"]) == (2, 0)


def test_openings_with_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("b2 a1\nb2 zz\n")
    words = ("match", "tictactoe", "random", "random", "--openings", str(file))
    assert "openings.txt, line 2: move 2 (zz)" in refusal(*words)


def test_parts_of_a_match_are_merged(tmp_path: Path) -> None:
    words = ("match", "tictactoe", "random", "random:seed=1", "--games", "6")
    parts = [str(tmp_path / f"{number}.jsonl") for number in (1, 2)]
    for number, path in enumerate(parts, 1):
        json_of(*words, "--part", f"{number}/2", "--record", path)
    merged = json_of("merge", *parts, "--record", str(tmp_path / "all.jsonl"))
    whole = json_of(*words)
    assert {name: merged[name] for name in whole} == whole
    assert merged["missing"] == 0
    assert json_of(*words, "--record", str(tmp_path / "all.jsonl")) == whole
    assert "2 games that come before the last one are missing" in run("merge", parts[1]).stderr
    assert "name a file with --record" in refusal(*words, "--part", "1/2")
    assert "a part is written like 2/3" in refusal(*words, "--part", "3/2", "--record", parts[0])


def test_openings_cut_and_shuffled(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("b2 a1 c1\na1 b2 c3\n")
    words = ("match", "tictactoe", "random", "random:seed=1", "--openings", str(file), "--games", "4")
    record = tmp_path / "match.jsonl"
    json_of(*words, "--opening-plies", "1", "--shuffle", "--seed", "2", "--record", str(record))
    signature = json.loads(record.read_text().splitlines()[0])["match"]
    assert sorted(signature["openings"]) == [["a1"], ["b2"]]


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_interrupting_a_match_loses_no_game(tmp_path: Path, concurrency: str) -> None:
    record = tmp_path / "match.jsonl"
    words = ["match", "tictactoe", "random", "random:seed=1", "--record", str(record), "--concurrency", concurrency]
    process = subprocess.Popen(
        [sys.executable, "-m", "mossa", *words, "--games", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        for _ in range(600):
            if record.exists() and record.read_bytes().count(b"\n") > 5:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out, err.strip()) == (130, b"", b"stopped")
    played = record.read_bytes().count(b"\n") - 1
    assert json_of(*words[:-2], "--games", str(played))["games"] == played


def test_a_tournament_from_a_file(tmp_path: Path) -> None:
    path, plot = tmp_path / "cup.toml", tmp_path / "elo.svg"
    path.write_text('game = "tictactoe"\nplayers = ["minimax", "random"]\nrounds = 2\n')
    answer = json_of("tournament", str(path), "--record", str(tmp_path / "games"), "--plot", str(plot))
    assert (answer["played"], answer["rows"][0]["player"]) == (2, "minimax")
    assert "<svg" in plot.read_text()
    assert "minimax" in run("tournament", str(path), "--record", str(tmp_path / "games")).stdout
