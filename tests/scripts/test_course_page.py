"""The course on the site is that of the docs, and what its commands link to is there."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mossa.search.textbook import ALGORITHMS, EXAMPLES

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "course_page.py"))
COURSE: dict[str, Any] = SCRIPT["course"]()


def lists_of_spans(section: dict[str, Any]) -> Iterator[list[Any]]:
    for block in section["blocks"]:
        if "text" in block:
            yield block["text"]
        for row in [block.get("head", []), *block.get("rows", [])]:
            yield from row


def links(language: str) -> list[str]:
    """Where the spans lead, in their order."""
    found = [span for section in COURSE[language] for spans in lists_of_spans(section) for span in spans]
    return [span[2] for span in found if span[0] in ("code", "a") and len(span) == 3]


def test_the_file_of_the_site_is_what_the_script_writes() -> None:
    assert SCRIPT["WRITTEN"].read_text("utf-8") == SCRIPT["written"](), "run: python scripts/course_page.py"


def test_both_languages_lead_to_the_same_places() -> None:
    assert len(COURSE["en"]) == len(COURSE["it"]) == 5
    assert links("en") == links("it")


def test_every_example_is_on_the_path() -> None:
    path = COURSE["en"][0]
    named = {span[1] for spans in lists_of_spans(path) for span in spans if span[0] == "code"}
    named |= {words for command in named for words in command.split()}
    shown = {"tictactoe"}  # in the figures measured
    assert not EXAMPLES.keys() - named - shown


@pytest.mark.parametrize("place", sorted({one for one in links("en") if "example=" in one}))
def test_the_lab_has_the_example(place: str) -> None:
    words = dict(word.split("=") for word in place.partition("#")[2].split("&"))
    example = EXAMPLES[words["example"]]
    assert example.spec  # the page's trees are positions of games
    assert words.get("algorithm", example.algorithm) in ALGORITHMS


def test_nothing_is_left_of_the_marks() -> None:
    for language in COURSE:
        for section in COURSE[language]:
            for spans in lists_of_spans(section):
                plain = [span if isinstance(span, str) else span[1] for span in spans if span[0] != "code"]
                assert not any(mark in text for text in plain for mark in ("`", "**", "](")), spans


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("mossa lab minimax-list --example two-ply", "/lab#example=two-ply&algorithm=minimax-list"),
        ("mossa lab --example queens", "/lab#tab=queens"),
        ("mossa learn othello --method td", "/workshop"),
        ("deep-cut", "/lab#example=deep-cut"),
        ("mossa perft chess 2", None),
        ("mossa learning", None),
        ("elo=600", None),
    ],
)
def test_where_a_command_leads(command: str, place: str | None) -> None:
    assert SCRIPT["place_of"](command) == place
