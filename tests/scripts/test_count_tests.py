"""The last lines of `.ci/run`: skipped tests by reason, then the counts of all runs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = run_path(str(ROOT / "scripts" / "count_tests.py"))["summary"]

TESTS = """
import pytest

def test_good():
    pass

def test_bad():
    assert False

@pytest.mark.skip(reason="no browser here")
def test_page():
    pass

def test_peer():
    pytest.skip("no peer")

def test_other_page():
    pytest.skip("no browser here")
"""


def test_runs_are_added_up(tmp_path: Path) -> None:
    path = tmp_path / "counts.jsonl"
    runs = [
        {"passed": 10, "failed": 0, "error": 0, "skipped": 3, "reasons": {"no browser": 2, "no peer": 1}, "seconds": 1},
        {"passed": 5, "failed": 0, "error": 0, "skipped": 1, "reasons": {"no browser": 1}, "seconds": 2.2},
    ]
    path.write_text("".join(json.dumps(run) + "\n" for run in runs))
    lines = ["skipped 3: no browser", "skipped 1: no peer", "=== 0 failed, 15 passed, 4 skipped in 3s (2 runs) ==="]
    assert SUMMARY(path) == (lines, True)
    path.write_text(json.dumps({**runs[0], "failed": 1}) + "\n")
    assert SUMMARY(path)[1] is False
    assert SUMMARY(tmp_path / "none.jsonl") == (["no test was run"], False)


def test_a_run_writes_its_counts(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    counts = tmp_path / "counts.jsonl"
    for workers in ("0", "1"):
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", workers, "-c", os.devnull, "--rootdir", ".", "test_sample.py"],
            cwd=tmp_path,
            env={**os.environ, "MOSSA_TEST_COUNTS": str(counts)},
            stdout=subprocess.DEVNULL,
            check=False,
        )
    lines, passed = SUMMARY(counts)
    assert lines[:2] == ["skipped 4: no browser here", "skipped 2: no peer"]
    assert lines[2].startswith("=== 2 failed, 2 passed, 6 skipped in ")
    assert not passed
