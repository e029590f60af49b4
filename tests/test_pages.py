"""What the pages name is there: files, commands, today's names of what was renamed; and tables can be read."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import mossa
from mossa import search, web
from mossa.cli import cli
from mossa.core import old_names
from mossa.core.protocol import OPTIONAL, REQUIRED
from mossa.play.players import player_kinds
from mossa.play.textbook_player import textbook_kinds
from mossa.search.alphabeta.options import DEFAULTS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILES = [path for top in ("src", "tests", "benchmarks", "scripts", "docs") for path in (ROOT / top).rglob("*.*")]
WIDEST_CELL = 400
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def _section(page: str, title: str) -> str:
    """The text below a heading, up to the next of the same level."""
    return page.split(f"\n## {title}\n")[1].split("\n## ")[0]


EXAMPLES = {"mygame.py", "kayles.py"}
"""Files that a reader makes."""


def _is_file(name: str) -> bool:
    """Is there such a file in the repository, by the end of its path?"""
    return any(path.as_posix().endswith(f"/{name}") for path in FILES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    if "journal" in page.parts:
        return  # it tells of what there was
    if page.name == "glossary.md":
        text = text.split("\n## Modules of 0.1\n")[0]
    named = re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|js|json|md|txt|xz|tsv|html))`|`(\w+\.py)`", text)
    gone = [name for name in map("".join, named) if name.removeprefix("./") not in EXAMPLES and not _is_file(name)]
    assert not gone


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_table_can_be_read(page: Path) -> None:
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert not [row for row in rows if max(map(len, row.split("|"))) > WIDEST_CELL]


def test_the_files_of_the_architecture_exist() -> None:
    where = _section((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"), "Where to find what")
    named = re.findall(r"`([\w/]+/[\w./]+)`", where.split("|---|---|")[1])
    assert len(named) > 30
    assert not [name for name in named if not (ROOT / "src" / "mossa" / name).exists()]


@pytest.mark.parametrize(
    ("page", "title"), [("docs/index.md", "The folders, in dependency order"), ("docs/glossary.md", "The packages")]
)
def test_a_page_has_every_folder(page: str, title: str) -> None:
    named = set(re.findall(r"`(?:search\.)?(\w+)`", _section((ROOT / page).read_text(encoding="utf-8"), title)))
    package = ROOT / "src" / "mossa"
    folders = {path.parent.name for at in (package, package / "search") for path in at.glob("*/__init__.py")}
    assert folders - {"search"} <= named
    assert all(f"`{folder.parent.name}`" in search.__doc__ for folder in package.glob("search/*/__init__.py"))


def test_the_list_of_the_site_has_every_module() -> None:
    files = {path.stem for path in (ROOT / "src" / "mossa" / "web").glob("*.py")} - {"__init__"}
    assert files <= set(re.findall(r"^\| `(\w+)` \|", web.__doc__, flags=re.M))


def test_the_glossary_has_every_command() -> None:
    words = set(re.findall(r"`(\w+)`", re.sub(r"\|[^|]*\|$", "", _section(GLOSSARY, "The command words"), flags=re.M)))
    assert words >= set(cli.commands)


def test_the_glossary_has_every_function_of_the_protocol() -> None:
    named = set(re.findall(r"`(\w+)`", _section(GLOSSARY, "The functions of the protocol")))
    assert named >= {*REQUIRED, *OPTIONAL}
    renamed = _section(GLOSSARY, "Names of 0.1")
    assert not [old for old in old_names.FUNCTIONS if f"`{old}`" not in renamed]


def test_the_page_of_commands_has_every_player_with_its_settings() -> None:
    section = _section((ROOT / "docs" / "cli.md").read_text(encoding="utf-8"), "Words that many commands share")
    rows = {
        name: row
        for row in re.findall(r"^\|.*\|$", section, flags=re.M)
        for name in re.findall(r"`([\w-]+)`", row.split("|")[1])
    }
    kinds = player_kinds(mossa.game("tictactoe"))
    for name in kinds.keys() - textbook_kinds().keys() - {"uci", "gtp"}:  # these two are with the matches
        assert name in rows, name
        told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", rows[name].split("|")[3]))))
        assert told >= {key for key in kinds[name].settings if key not in DEFAULTS}, name


def test_the_modules_of_the_glossary_exist() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| `([\w.]+)` \|$", _section(GLOSSARY, "Modules of 0.1"), flags=re.M)
    assert len(rows) > 100
    assert not [new for _, new in rows if importlib.util.find_spec(f"mossa.{new}") is None]
    assert dict(rows) == old_names.MODULES, "an import of one of them is answered with the other"


def test_the_glossary_has_every_renamed_class_and_function() -> None:
    renamed = set(re.findall(r"\b\w+\b", " ".join(re.findall(r"`([^`]*)`", _section(GLOSSARY, "Names of 0.1")))))
    for old, new in old_names.NAMES.items():
        assert {old.rpartition(".")[2], new.rpartition(".")[2]} <= renamed, old


def test_the_page_of_the_engine_has_its_files_and_steps() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    folder = ROOT / "src" / "mossa" / "search" / "alphabeta"
    named = set(re.findall(r"`(\w+\.py)`", _section(page, "The files")))
    assert named >= {path.name for path in folder.glob("*.py")} - {"__init__.py", "bench.py"}
    labels = {
        int(number) for path in folder.glob("*.py") for number in re.findall(r"Step (\d+)", path.read_text("utf-8"))
    }
    steps = re.findall(r"^\| (\d+) \|", _section(page, "The search, step by step"), flags=re.M)
    assert sorted(labels) == [int(step) for step in steps]
