"""The page docs/games.md has every game, in the right cell of the table of kinds."""

import re
from pathlib import Path

import pytest

import mossa

PAGE = (Path(__file__).parents[2] / "docs" / "games.md").read_text()
SECTIONS = {match[2]: match[1] for match in re.finditer(r"^## (.+)\n\n`(\w+)`", PAGE, re.MULTILINE)}  # game → heading


def anchor(heading):
    return f"(#{heading.lower().replace(' ', '-')})"


@pytest.mark.parametrize("name", mossa.names())
def test_a_game_has_a_section_and_its_place_in_the_table(name):
    assert name in SECTIONS, f"docs/games.md has no section that begins with `{name}`"
    facts = mossa.game(name).facts
    if facts.simultaneous:
        cell = re.search(r"^Simultaneous moves: .*$", PAGE, re.MULTILINE)[0]
    else:
        row = re.search(rf"^\| {'with chance' if facts.chance else 'deterministic'} \|.*$", PAGE, re.MULTILINE)[0]
        cell = row.split("|")[2 if facts.perfect else 3]
    assert anchor(SECTIONS[name]) in cell


def test_no_section_is_about_a_game_that_does_not_exist():
    assert set(SECTIONS) <= set(mossa.names())
