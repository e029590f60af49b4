"""The notebooks of docs/notebooks run from their first cell to the last, and hold no old results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
RUN = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shown = 0
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        result = shell.run_cell("".join(cell["source"]), store_history=True)
        result.raise_error()
        if result.result is not None:
            data, _ = shell.display_formatter.format(result.result)
            shown += bool({"text/html", "image/svg+xml", "application/vnd.jupyter.widget-view+json"} & set(data))
print("shown", shown)
"""
"""Runs the code of a notebook, and counts what shows itself as more than text."""


def test_there_are_five() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        *("chance", "hidden_cards", "learn_an_evaluation", "minimax_and_alphabeta", "write_a_game")
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("anywidget", reason="anywidget is not installed")
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path / "ipython"), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", RUN, str(path)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    shown = int(done.stdout.rsplit("shown ", 1)[1])
    assert shown >= (0 if path.stem == "learn_an_evaluation" else 2)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_clean(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    assert notebook["cells"][0]["cell_type"] == "markdown"
    assert "".join(notebook["cells"][0]["source"]).startswith("# ")
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) > 4
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
