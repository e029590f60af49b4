"""Faults in the modules of a game that is installed as a package: one sentence with the file and the line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.user_files import NIM

from mossa import MossaError
from mossa.core.loading import load_package
from mossa.play.players import player_kinds

PACKAGE = "their_game"
FAULTS = {
    "from mossa.kernel.memory import Record": (
        "mossa.kernel.memory.Record is a name of mossa 0.1: it is mossa.kernel.memory.Struct now"
    ),
    "from mossa.search.engines.pace import Pace": (
        "mossa.search.engines.pace is a name of mossa 0.1: it is mossa.search.common.time_plan now"
    ),
    "from mossa.core import files\nfiles.whole": (
        "mossa.core.files.whole is a name of mossa 0.1: it is mossa.core.files.atomic_write now"
    ),
    "import nothing_of_this_name": "ModuleNotFoundError: No module named 'nothing_of_this_name'",
    "1 / 0": "ZeroDivisionError: division by zero",
    "def helper(:": "SyntaxError: invalid syntax",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An importable package with a game."""
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.py").write_text(NIM)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


def complaint(settings: dict[str, str] | None = None) -> str:
    """The sentence with which the game is refused, when it is loaded or asked for its players."""
    with pytest.raises(MossaError) as caught:
        player_kinds(load_package("theirs", PACKAGE, settings or {}))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("file", ["__init__", "rules", "notation", "helper", "players"])
@pytest.mark.parametrize("source", FAULTS)
def test_a_fault_in_a_module(source: str, file: str, folder: Path) -> None:
    if file == "helper":
        (folder / "evaluation.py").write_text("from .helper import weights")
    path = folder / f"{file}.py"
    path.write_text((path.read_text() if path.exists() else "") + "\n" + source)
    loaded = {"__init__": PACKAGE, "helper": f"{PACKAGE}.evaluation"}.get(file, f"{PACKAGE}.{file}")
    line = path.read_text().count("\n") + 1
    sentence = f"the game theirs cannot be loaded from {loaded}: {file}.py, line {line}: {FAULTS[source]}"
    assert complaint() == sentence
    assert complaint() == sentence, "and again"


def test_a_fault_in_a_copy_with_other_parameters(folder: Path) -> None:
    condition = "from mossa import parameter\nSIZE = parameter('size', 3, 'size', least=1, most=9)\nif SIZE == 4:\n"
    (folder / "notation.py").write_text(condition + "    from mossa.kernel.memory import Record")
    load_package("theirs", PACKAGE, {})
    sentence = FAULTS["from mossa.kernel.memory import Record"]
    assert complaint({"size": "4"}) == (
        f"the game theirs cannot be loaded from {PACKAGE}.notation: notation.py, line 4: {sentence}"
    )


def test_a_module_that_refuses_in_its_own_words(folder: Path) -> None:
    (folder / "notation.py").write_text("from mossa import MossaError\nraise MossaError('no weights here')")
    assert complaint() == "no weights here"
