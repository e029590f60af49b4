"""CONTRIBUTING.md is followed to the letter: its six steps, in an empty folder, with its own files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mossa
from mossa.core import registry
from mossa.core.conformance import check
from mossa.core.loading import load_package
from mossa.search.alphabeta.solver import solve

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text()
FILES = dict(re.findall(r"`([\w.]+\.py)`:\n\n```python\n(.*?)```", PAGE, re.DOTALL))

GRUNDY_NUMBERS = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
"""Of rows of 0 … 9 pins (OEIS A002186)."""


@pytest.fixture(name="package")
def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Step 4 and 5 in a folder of their own, where Python finds it."""
    folder = tmp_path / "kayles"
    folder.mkdir()
    for name, source in {"rules.py": "kayles.py", "__init__.py": "", "notation.py": "", "render.py": ""}.items():
        (folder / name).write_text(FILES[source or name])
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0].partition("__")[0] == "kayles"]:
        del sys.modules[name]


def test_all_files_are_there() -> None:
    assert sorted(FILES) == ["__init__.py", "kayles.py", "notation.py", "render.py", "test_rules.py"]


def test_steps_1_to_3_one_file(tmp_path: Path) -> None:
    (tmp_path / "kayles.py").write_text(FILES["kayles.py"])
    game = mossa.game(str(tmp_path / "kayles.py"))
    assert check(game, games=5).faults == []
    for pins in range(1, 8):
        row = mossa.game(f"{tmp_path / 'kayles.py'}:pins={pins}")
        assert solve(row, row.rules.start(), compiled=False).value == (1 if GRUNDY_NUMBERS[pins] else -1)


def test_steps_4_and_5_a_package(package: Path) -> None:
    game = load_package("kayles", "kayles", {})
    assert game.title == "Kayles"
    assert check(game, games=5).faults == []
    position = game.start().play("4-5").play("1")
    assert position.text == ".II..IIII first"
    assert game.position(position.text) == position
    for wrong in ("4-6", "x", "4-"):
        with pytest.raises(mossa.MossaError, match="a move of Kayles is a pin or two side by side"):
            position.read_move(wrong)


def test_step_6_its_tests(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the page, run as pytest would run it."""
    found = {**registry._packages(), "kayles": "kayles"}
    monkeypatch.setattr(registry, "_packages", lambda: found)
    space: dict[str, object] = {}
    exec(compile(FILES["test_rules.py"], "test_rules.py", "exec"), space)
    test_by_symmetry, test_rows = (
        space["test_whoever_begins_wins_by_symmetry"],
        space["test_rows_whose_numbers_are_equal_cancel"],
    )
    assert callable(test_by_symmetry)
    assert callable(test_rows)
    for pins in range(1, 9):
        test_by_symmetry(pins)
    test_rows()
