"""`tests` mirrors `src/mossa`: `tests/play/test_clock.py` tests `src/mossa/play/clock.py`. The exceptions are here.

And no file of the package is too long.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MOST = 25
"""The greatest number of exceptions."""
MOST_LINES = 500
"""The greatest length of a file of the package."""
COVERED_ELSEWHERE: dict[str, str] = {
    "core/declarations.py": "tests/core/test_kernel_rules.py",
    "core/state_tests.py": "tests/core/test_conformance.py::test_a_broken_promise_is_noticed",
    "jobs/ray_driver.py": "tests/jobs/test_cluster.py::test_chunks_and_errors_on_a_cluster",
    "games/checkers/endgame.py": "tests/search/retrograde/test_tables.py::test_checkers_is_played_without_tables",
    "games/checkers/explain.py": "tests/core/test_explanation.py",
    "games/checkers/indexing.py": "tests/search/retrograde/test_indexing.py",
    "games/connect4/explain.py": "tests/core/test_explanation.py",
    "games/othello/explain.py": "tests/core/test_explanation.py",
    "kernel/errors.py": "tests/test_public_api.py",
    "kernel/compiler/aggregates.py": "tests/kernel/compiler/test_subset.py",
    "kernel/compiler/calls.py": "tests/kernel/compiler/test_subset.py",
    "kernel/compiler/expressions.py": "tests/kernel/compiler/test_random_programs.py",
    "kernel/compiler/ir.py": "tests/kernel/compiler/test_random_programs.py",
    "kernel/compiler/loops.py": "tests/kernel/compiler/test_subset.py",
    "kernel/compiler/program.py": "tests/kernel/compiler/test_entry.py",
    "kernel/compiler/simd.py": "tests/kernel/compiler/test_entry.py",
    "kernel/compiler/source.py": "tests/kernel/compiler/test_diagnostics.py",
    "kernel/compiler/statements.py": "tests/kernel/compiler/test_subset.py",
    "kernel/compiler/types.py": "tests/kernel/compiler/test_random_programs.py",
    "search/common/results.py": "tests/search/alphabeta/test_deepening.py",
    "search/common/stop_signal.py": (
        "tests/search/alphabeta/test_deepening.py::test_a_stop_event_ends_a_search_and_the_searcher_lives_on"
    ),
    "search/nplayers/maxn.py": "tests/search/nplayers/test_engine.py",
    "search/nplayers/memory.py": "tests/search/nplayers/test_engine.py",
    "search/montecarlo/tree_search.py": "tests/search/montecarlo/test_uct.py",
}
"""Module → the test that covers it (a file, or `file::test`), where a file of its own would only repeat that."""


def module_files() -> list[str]:
    """Every module of the package but `__init__` and `__main__`, by its path below src/mossa."""
    package = ROOT / "src" / "mossa"
    return sorted(
        path.relative_to(package).as_posix() for path in package.rglob("*.py") if not path.name.startswith("__")
    )


def own_test(module: str) -> Path:
    """Where the tests of a module are."""
    path = Path(module)
    return ROOT / "tests" / path.parent / f"test_{path.name}"


@pytest.mark.parametrize("module", module_files())
def test_a_module_has_a_test_file_of_its_own_name(module: str) -> None:
    if own_test(module).exists():
        assert module not in COVERED_ELSEWHERE, f"{module} has its own test now: remove it from COVERED_ELSEWHERE"
        return
    expected = own_test(module).relative_to(ROOT)
    assert module in COVERED_ELSEWHERE, (
        f"src/mossa/{module} has no test file {expected}: write it, or add the module to COVERED_ELSEWHERE in "
        "tests/test_mirror.py with the test that covers it"
    )
    path, _, test = COVERED_ELSEWHERE[module].partition("::")
    there = (ROOT / path).exists() and f"def {test}" in (ROOT / path).read_text(encoding="utf-8")
    assert there, f"COVERED_ELSEWHERE in tests/test_mirror.py: the test of {module}, {path} {test}, does not exist"


def test_the_exceptions_are_few_and_exist() -> None:
    assert len(COVERED_ELSEWHERE) <= MOST
    gone = sorted(set(COVERED_ELSEWHERE) - set(module_files()))
    assert not gone, f"modules of COVERED_ELSEWHERE that do not exist: {', '.join(gone)}"


def test_no_file_is_too_long() -> None:
    files = [path for kind in ("py", "js") for path in (ROOT / "src").rglob(f"*.{kind}")]
    lengths = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in files}
    assert not {name: length for name, length in lengths.items() if length > MOST_LINES}
