"""mossa tune."""

from pathlib import Path

from tests.cli.commands import json_of, refusal, run

WORDS = ("tune", "tictactoe", "alphabeta:memory=1", "null_depth=3:1:9", "--nodes", "50", "--plies", "2", "--pairs", "1")


def test_tune(tmp_path: Path) -> None:
    record, plot = str(tmp_path / "run.jsonl"), tmp_path / "values.svg"
    first = json_of(*WORDS, "--steps", "2", "--record", record)
    assert (first["steps"], first["games"], list(first["values"])) == (2, 4, ["null_depth"])
    assert first["spec"] == f"alphabeta:memory=1,null_depth={first['values']['null_depth']}"
    assert "is there already: go on with that run (--resume)" in refusal(*WORDS, "--steps", "2", "--record", record)
    more = json_of(*WORDS, "--steps", "2", "--record", record, "--resume", "--plot", str(plot))
    assert more == first
    assert "<svg" in plot.read_text()
    assert "null_depth" in run(*WORDS, "--steps", "1").stdout
    assert "a parameter is written NAME=START:LEAST:MOST" in refusal("tune", "tictactoe", "alphabeta", "null_depth=3")
    assert "work can be done on ray" in refusal(*WORDS, "--on", "moon")
