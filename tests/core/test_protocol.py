"""The protocol: declared once, with contracts, and documented in the same groups."""

from __future__ import annotations

import re
from pathlib import Path

from mossa.core.old_names import FUNCTIONS
from mossa.core.protocol import GROUPS, OPTIONAL, REQUIRED
from mossa.core.rules import NEEDED_BY_FACTS

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()


def names_in(table: str) -> list[str]:
    """The names in the first column of a table of the page."""
    cells = re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`(\w+)[`(]", cell)]


def section(title: str, level: int) -> str:
    """What the page says under a heading."""
    found = re.search(rf"^#{{{level}}} {title}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def test_the_page_has_the_groups_of_the_source_in_their_order() -> None:
    optional = PAGE.partition("## Optional")[2].partition("\n## ")[0]
    titles = [(group.__doc__ or "").rstrip(".") for group in GROUPS]
    assert re.findall(r"^### (.*)$", optional, re.MULTILINE) == titles
    for title, group in zip(titles, GROUPS, strict=True):
        declared = [name for name in vars(group) if not name.startswith("_")]
        assert sorted(names_in(section(title, 3))) == sorted(declared), title


def test_the_page_has_the_required_names() -> None:
    rows = re.findall(r"^\| `(\w+)(?:\(| =)", section("Required", 2), re.MULTILINE)
    assert rows == list(REQUIRED)


def test_no_name_is_declared_twice() -> None:
    assert len(set(OPTIONAL)) == len(OPTIONAL) == 50
    assert not set(OPTIONAL) & {*REQUIRED, *FUNCTIONS}
    assert set(FUNCTIONS.values()) <= set(OPTIONAL)
    assert {name for needed in NEEDED_BY_FACTS.values() for names in needed for name in names} <= set(OPTIONAL)


def test_every_declaration_has_a_contract() -> None:
    for group in GROUPS:
        for name, declared in vars(group).items():
            if not name.startswith("_") and name not in (
                "scratch",
                "player_names",
            ):  # they have no docstring at run time
                assert declared.__doc__, name
