"""The language of the terminal: English, as it stands in the source, or Italian from the catalogue `lang/it.json`.

A text is looked up as it is written in English, with its {fields}, and filled in afterwards; what the catalogue lacks
stays English. So a new text needs nothing, and its translation is one line. `--lang it` anywhere on the command line
chooses the language; by default it is the system's ($LC_ALL, $LC_MESSAGES, $LANG). JSON and errors are English always,
so that programs and bug reports need no translation.

Help is translated where it is written (`Help`): paragraphs, options, headings. Notes of boards use the phrases of the
site (`said-it.json`), names of openings its parts of names (`openings-it.json`), and steps of the lab its sentences
(`mossa.web.trace_text`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any

import click

import mossa
from mossa.kernel.errors import MossaError

__all__ = [
    "LANGUAGES",
    "Command",
    "Group",
    "Help",
    "language",
    "opening_title",
    "said",
    "speaking",
    "take_language",
    "tell",
]

LANGUAGES = ("en", "it")
CATALOGUE = Path(__file__).parent / "lang"
PHRASES = Path(mossa.__file__).parent / "web" / "static" / "lang"

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language in which commands answer."""
    return _language.get()


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    """Commands in the block answer in this language."""
    token = _language.set(chosen)
    try:
        yield
    finally:
        _language.reset(token)


def take_language(words: Sequence[str]) -> tuple[list[str], str]:
    """The command line without `--lang`, and the language: that of the last `--lang`, else the system's."""
    left: list[str] = []
    chosen = None
    rest = iter(words)
    for word in rest:
        if word == "--":
            left += [word, *rest]
        elif word == "--lang":
            chosen = next(rest, "")
        elif word.startswith("--lang="):
            chosen = word.partition("=")[2]
        else:
            left.append(word)
    if chosen is not None and chosen not in LANGUAGES:
        raise MossaError(f"--lang takes {' or '.join(LANGUAGES)}, not {chosen!r}")
    return left, chosen or _system_language()


def _system_language() -> str:
    set_first = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "it" if set_first.lower().startswith("it") else "en"


def tell(text: str, **fields: Any) -> str:
    """The text in the language of the commands, with its {fields} filled in.

    >>> tell("score {value}", value=3)
    'score 3'
    >>> with speaking("it"):
    ...     print(tell("score {value}", value=3))
    punteggio 3
    """
    told = _catalogue(language()).get(text, text)
    return told.format(**fields) if fields else told


def said(text: str) -> str:
    """The notes of a board, which rules write in English, in the language of the commands."""
    for pattern, other in _phrases(language()):
        text = re.sub(pattern, other, text, flags=re.MULTILINE)
    return text


def described(text: str) -> str:
    """The description of a game, paragraph by paragraph, in the language of the commands.

    >>> described("Nim: take any\\nnumber.")
    'Nim: take any\\nnumber.'
    """
    known = _catalogue(language())
    return "\n\n".join(known.get(_joined(one), one) for one in text.split("\n\n"))


def told_lines(lines: Iterable[str]) -> list[str]:
    """Lines of a report, such as `corner  +0.25   a corner`, each with its last column in the language chosen."""
    known = _catalogue(language())
    return [said(f"{gap}{known.get(last, last)}") for gap, last in (_last_column(line) for line in lines)]


def _last_column(line: str) -> tuple[str, str]:
    """What stands before the last gap of three blanks or more, with it, and what stands behind."""
    gap, text = re.fullmatch(r"(.*\s{3,}|)(.*)", line).groups()  # type: ignore[union-attr]
    return gap, text


def opening_title(name: str) -> str:
    """The name of an opening, as its game has it, in the language of the commands.

    >>> with speaking("it"):
    ...     print(opening_title("C50 Italian Game: Giuoco Piano"))
    C50 Partita italiana: Giuoco piano
    """
    code, rest = re.fullmatch(r"([A-E]\d\d )?(.*)", name, re.DOTALL).groups(default="")  # type: ignore[union-attr]
    known = _opening_parts(language())
    return code + "".join(known.get(part, part) for part in re.split("(: |, )", rest))


@lru_cache(maxsize=len(LANGUAGES))
def _opening_parts(chosen: str) -> dict[str, str]:
    """The site's names of openings, part by part."""
    if chosen == "en":
        return {}
    parts: dict[str, str] = json.loads((PHRASES / f"openings-{chosen}.json").read_text("utf-8"))
    return parts


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(chosen: str) -> dict[str, str]:
    if chosen == "en":
        return {}
    files = (CATALOGUE / f"{chosen}.json", PHRASES / f"about-{chosen}.json")
    return {text: other for file in files for text, other in json.loads(file.read_text("utf-8")).items()}


@lru_cache(maxsize=len(LANGUAGES))
def _phrases(chosen: str) -> list[tuple[str, str]]:
    """The site's phrases, as patterns of Python."""
    if chosen == "en":
        return []
    pairs = json.loads((PHRASES / f"said-{chosen}.json").read_text("utf-8"))
    return [(pattern, re.sub(r"\$(\d)", r"\\\1", other)) for pattern, other in pairs]


class Help(click.HelpFormatter):
    """The help of commands in their language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line with the command."""
        super().write_usage(prog, args, tell("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """The title of a section."""
        super().write_heading(tell(heading))

    def write_text(self, text: str) -> None:
        """Paragraphs; those that begin with a backspace are examples, of which only the comments are told."""
        paragraphs = re.split(r"\n[ \t]*\n", text)
        super().write_text(
            "\n\n".join(_told_examples(one) if one.startswith("\b") else tell(_joined(one)) for one in paragraphs)
        )

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Options or commands, each with its line; in brackets behind it what click adds."""
        super().write_dl([(name, _told_option(about)) for name, about in rows], col_max, col_spacing)


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())


EXAMPLE = re.compile(r"(?P<command>\s*\S.*?)(?P<gap>\s{3,}(?:# )?)(?P<comment>\S.*)")
"""A line of an example with a comment behind it."""


def _told_examples(paragraph: str) -> str:
    lines = []
    for line in paragraph.split("\n"):
        found = EXAMPLE.fullmatch(line)
        lines.append(found["command"] + found["gap"] + tell(found["comment"]) if found else line)
    return "\n".join(lines)


def _told_option(about: str) -> str:
    text, bracket, added = about.partition("  [")
    for word in ("default: ", "required"):
        added = added.replace(word, tell(word))
    return tell(_joined(text)) + bracket + added


class _Context(click.Context):
    formatter_class = Help


class Command(click.Command):
    """A command whose help is in its language."""

    context_class = _Context


class Group(click.Group):
    """A command with commands below it, the same."""

    context_class = _Context
    command_class = Command
