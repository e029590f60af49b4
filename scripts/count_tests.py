"""Add up the test runs of `.ci/run`: what was skipped and why, then all counts in one line, as pytest writes it.

    scripts/count_tests.py COUNTS.jsonl

Each run of the tests with MOSSA_TEST_COUNTS=COUNTS.jsonl adds a line to that file (tests/conftest.py). The exit status
is 1 if a test failed, or if there is no such file.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

NAMES = {"failed": "failed", "passed": "passed", "skipped": "skipped", "error": "errors"}
"""Counts of a run, and how pytest calls them."""
ALWAYS = ("failed", "passed", "skipped")
"""Counts that are shown even if they are 0."""


def summary(path: Path) -> tuple[list[str], bool]:
    """The lines to print, and whether all tests that ran have passed."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if not lines:
        return ["no test was run"], False
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    seconds = 0.0
    for run in map(json.loads, lines):
        counts.update({name: run[name] for name in NAMES})
        reasons.update(run["reasons"])
        seconds += run["seconds"]
    shown = [f"skipped {count}: {reason}" for reason, count in reasons.most_common()] or ["skipped 0"]
    total = ", ".join(f"{counts[name]} {word}" for name, word in NAMES.items() if counts[name] or name in ALWAYS)
    return [*shown, f"=== {total} in {seconds:.0f}s ({len(lines)} runs) ==="], not counts["failed"] + counts["error"]


def main() -> int:
    lines, passed = summary(Path(sys.argv[1]))
    print("\n".join(["", *lines]))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
