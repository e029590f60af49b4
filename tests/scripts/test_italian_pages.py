"""The Italian pages tell what the English ones tell, and the comparison finds what is different."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", name="pages")
def _pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("italian_pages", ROOT / "scripts" / "italian_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "name", ["course.md", "textbook.md", "lab.md", "learning.md", "society.md", "hidden.md", "montecarlo.md", "dice.md"]
)
def test_headings_figures_and_commands_agree(pages: ModuleType, name: str) -> None:
    english, italian = ((ROOT / "docs" / folder / name).read_text("utf-8") for folder in ("", "it"))
    assert pages.differences(english, italian) == []


def test_what_is_different_is_found(pages: ModuleType) -> None:
    english = "# A\n\nIt is 1,000 or 2.5: `mossa lab`.\n\n```sh\n# no heading\nmossa lab\n```\n\n## B\n"
    italian = "# A\n\nÈ 1.000 o 2,5: `mossa lab`.\n\n```sh\n# no heading\nmossa lab\n```\n\n## C\n"
    assert pages.differences(english, italian) == []
    assert "headings" in pages.differences(english, italian.replace("## C", "### C"))[0]
    assert "numbers" in pages.differences(english, italian.replace("2,5", "2,6"))[0]
    assert "code" in pages.differences(english, italian.replace("`mossa lab`", "`mossa lob`"))[0]
    changed = italian.replace("\nmossa lab\n", "\nmossa best\n")
    assert "blocks" in pages.differences(english, changed)[0]
    assert pages.differences(english, pages.with_code_of(english, changed)) == []
