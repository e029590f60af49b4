"""Notes: both languages fill in the same words, and every note that an algorithm uses is there."""

import re
from pathlib import Path

import mossa.search.textbook
from mossa.search.textbook.notes import MARKS, NOTES, TABLES, TITLES, noted


def test_both_languages_say_the_same():
    for key, (english, italian) in NOTES.items():
        assert set(re.findall(r"\{\d\}", english)) == set(re.findall(r"\{\d\}", italian)), key
    assert set(MARKS) <= set(NOTES)
    assert set(TABLES) == set(TITLES)
    assert all(len(english) == len(italian) for english, italian in TABLES.values())


def test_notes_are_used():
    folder = Path(mossa.search.textbook.__file__).parent / "techniques"
    source = " ".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    for key in NOTES:
        assert f'"{key}"' in source or key.startswith("forgotten-"), key


def test_noted():
    assert noted(("killer", "b3"), "it") == "b3 è una mossa killer di questo livello"
