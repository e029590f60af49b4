"""The game that `mossa new` writes is a whole game, and its test passes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.processes import environment

import mossa
from mossa import MossaError
from mossa.core.conformance import check
from mossa.core.game_template import write_template


@pytest.mark.parametrize("name", ["mygame.py", "heap_2.py"])
def test_it_passes_the_conformance_test(tmp_path: Path, name: str) -> None:
    rules, test = write_template(tmp_path / name)
    game = mossa.game(str(rules))
    report = check(game, games=5)
    assert report.ok, report.faults
    assert game.title == "Last stone"
    assert game.start().best().moves == ("take 3",)
    assert test == tmp_path / f"test_{name}"
    assert name in rules.read_text(encoding="utf-8")
    assert name in test.read_text(encoding="utf-8")


def test_its_test_passes_and_fails_for_other_rules(tmp_path: Path) -> None:
    rules, test = write_template(tmp_path / "mine.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=300, check=False
        )

    done = run()
    assert (done.returncode, "7 passed" in done.stdout) == (0, True), done.stdout
    rules.write_text(rules.read_text(encoding="utf-8").replace("MOST = 3", "MOST = 2"), encoding="utf-8")
    assert run().returncode == 1


def test_it_is_as_the_project_writes_sources(tmp_path: Path) -> None:
    files = write_template(tmp_path / "mine.py")
    ruff = Path(sys.executable).with_name("ruff" + (".exe" if os.name == "nt" else ""))
    config = str(Path(__file__).parents[2] / "pyproject.toml")
    for words in (("check",), ("format", "--check")):
        done = subprocess.run(
            [ruff, *words, "--config", config, "--no-cache", *files], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mygame", "a rules file is named like a Python module, as in mygame.py, not 'mygame'"),
        ("my game.py", "not 'my game.py'"),
        ("2.py", "not '2.py'"),
        ("class.py", "not 'class.py'"),
        ("test_it.py", "not 'test_it.py'"),
        ("mossa.py", "would hide the package"),
        ("none/mine.py", "there is no folder"),
        ("there.py", r"there\.py is there already: nothing is written"),
        ("tried.py", r"test_tried\.py is there already: nothing is written"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    for there in ("there.py", "test_tried.py"):
        (tmp_path / there).write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(MossaError, match=sentence):
        write_template(tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before
