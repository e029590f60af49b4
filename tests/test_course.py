"""docs/course.md: each command of its table runs, each test it names is there, and what is "not yet" is known."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import mossa
from mossa.cli import cli
from mossa.search.textbook import EXAMPLES, run

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "course.md").read_text(encoding="utf-8")
TABLE = PAGE.split("\n## Every row, its command and its test\n")[1]
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in TABLE.splitlines()
    if line.startswith("| ") and not line.startswith("| row |")
]

NOT_YET = {"Go", "bridge", "hold'em", "Scrabble", "Monopoly", "Risk"}
"""What the course names and mossa does not have."""
PLAYABLE = [row for row in ROWS if not row[1].startswith("not yet")]


def commands(cell: str) -> list[list[str]]:
    """The commands of a cell, as words, with the paths of this checkout."""
    return [
        [word.replace("./docs/", f"{ROOT}/docs/") for word in shlex.split(text)[1:]]
        for text in re.findall(r"`(mossa [^`]*)`", cell)
    ]


@cache
def names_in(path: str) -> set[str]:
    """The tests in a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")}


def test_the_table_has_all_rows() -> None:
    assert len(ROWS) > 90
    assert all(len(row) == 3 for row in ROWS), [row for row in ROWS if len(row) != 3]
    assert all(commands(row[1]) for row in PLAYABLE), [row for row in PLAYABLE if not commands(row[1])]


def test_what_is_not_yet_is_exactly_the_list() -> None:
    missing = {row[0] for row in ROWS if row[1] == "not yet"}
    named = {word for row in missing for word in NOT_YET if word in row}
    assert named == NOT_YET
    assert all(any(word in row for word in NOT_YET) for row in missing), missing
    assert not [row[0] for row in ROWS if row[1].startswith("not yet:")]


def test_every_example_of_the_lab_is_on_the_page() -> None:
    named = set(re.findall(r"--example\s+([\w-]+)", PAGE)) | set(re.findall(r"`([\w-]+)`", PAGE))
    assert not EXAMPLES.keys() - named


@pytest.mark.parametrize("row", PLAYABLE, ids=lambda row: re.sub(r"\W+", "-", row[0])[:50])
def test_a_row_is_tested(row: tuple[str, ...]) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", row[2])
    assert named, row
    for path, test in named:
        assert names_in(path), path
        assert not test or test in names_in(path), f"{path} has no {test}"


def marked(row: tuple[str, ...]) -> object:
    """The row as a parameter; slow where it says so."""
    return pytest.param(row[1], marks=[pytest.mark.slow] if "(slow)" in row[1] else [])


@pytest.mark.parametrize("cell", [marked(row) for row in PLAYABLE], ids=lambda cell: re.sub(r"\W+", "-", cell)[:60])
def test_a_command_runs(cell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in commands(cell):
        result = CliRunner().invoke(cli, words, catch_exceptions=False)
        assert result.exit_code == 0, (words, result.stderr)
        assert result.stdout.strip()


def test_the_notes_measured() -> None:
    """The figures of the section that are quick to find again."""
    chess = mossa.game("chess").rules
    state = chess.start()
    first = [chess.play(state, move) for move in chess.moves(state)]
    assert (len(first), sum(len(list(chess.moves(after))) for after in first)) == (20, 400)
    for algorithm, nodes in (("minimax", 421), ("alphabeta", 157)):
        assert run(algorithm, chess, depth=2, trace=False).nodes == nodes
        assert f"{nodes:,}" in PAGE
    for figure in (400 * 19 * 19, 35**4 + 35**3 - 1, round(35**3.5), round(7_918_088 / 40)):
        assert f"{figure:,}" in PAGE
    two_ply = EXAMPLES["two-ply"]
    rules = mossa.game(two_ply.spec).rules
    assert [run(name, rules).held for name in ("minimax", "minimax-list", "minimax-whole")] == [3, 7, 13]
