"""The course as the site shows it, from docs/course.md and docs/it/course.md: `python scripts/course_page.py`.

It writes `src/mossa/web/static/course.json`: for each language the sections of the page but the last one, whose table
is for those who test. A section is its title and blocks: paragraphs, tables, code. Text is a list of spans, each a
string or `[kind, text, …]`. Commands that have a place on the site become links to it; links to other pages of the
docs, which the site does not have, become plain text; a citation carries its entry of the bibliography.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

from mossa.search.textbook import ALGORITHMS, EXAMPLES

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = ROOT / "src" / "mossa" / "web" / "static" / "course.json"
SOURCES = {"en": ROOT / "docs" / "course.md", "it": ROOT / "docs" / "it" / "course.md"}
BIBLIOGRAPHY = ROOT / "docs" / "bibliography.md"

TABS = {"funds": "payoffs", "queens": "queens"}
"""Examples that have a tab of their own in the lab."""
PLACES = {
    "lab ordering": "/lab#tab=ordering",
    "exercise guess": "/lab#tab=guess",
    "queens": "/lab#tab=queens",
    "learn": "/workshop",
    "games": "/",
}
"""Where on the site one does what a command does, by how the command begins."""
PAGES = {"lab.md": "/lab", "learning.md": "/workshop", "games.md": "/"}
"""Pages of the docs that have a page of the site beside them."""

SPANS = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<b>.+?)\*\*|\*(?P<i>[^*\s][^*]*)\*|\[(?P<ref>[A-Z]\w+\d\d)\]|\[(?P<a>[^]]+)\]\((?P<to>[^)]*)\)",
    re.DOTALL,
)


def place_of(command: str) -> str | None:
    """The address on the site of what a command, or a word in code style, names."""
    words = shlex.split(command)
    if command in EXAMPLES:
        words = ["mossa", "lab", "--example", command]
    if words[:1] != ["mossa"]:
        return None
    if "--example" in words[:-1]:
        name = words[words.index("--example") + 1]
        if name in TABS:
            return f"/lab#tab={TABS[name]}"
        other = f"&algorithm={words[2]}" if words[2] in ALGORITHMS else ""
        return f"/lab#example={name}{other}"
    rest = " ".join(words[1:])
    return next((place for start, place in PLACES.items() if f"{rest} ".startswith(f"{start} ")), None)


def spans(text: str, entries: dict[str, str]) -> list[Any]:
    """A text of the page as spans."""
    found: list[Any] = []
    at = 0
    for match in SPANS.finditer(text):
        if match.start() > at:
            found.append(text[at : match.start()])
        kind = next(name for name in ("code", "b", "i", "ref", "a") if match[name] is not None)
        held = " ".join(match[kind].split())
        if kind == "code":
            to = place_of(held)
            found.append(["code", held, *([to] if to else [])])
        elif kind == "ref":
            found.append(["ref", held, entries[held]])
        elif kind == "a":
            to = PAGES.get(match["to"].removeprefix("../").partition("#")[0])
            found.append(["a", held, to] if to else held)
        else:
            found.append([kind, held])
        at = match.end()
    if at < len(text):
        found.append(text[at:])
    return found


def blocks(text: str, entries: dict[str, str]) -> list[dict[str, Any]]:
    """The paragraphs, tables and pieces of code of a section."""
    made: list[dict[str, Any]] = []
    for part in re.split(r"(^```.*?^```$)|\n\s*\n", text, flags=re.MULTILINE | re.DOTALL):
        if part is None or not part.strip():
            continue
        part = part.strip()
        if part.startswith("```"):
            made.append({"code": "\n".join(part.split("\n")[1:-1]).strip()})
        elif part.startswith("|"):
            rows = [[spans(cell.strip(), entries) for cell in row.strip("|").split("|")] for row in part.split("\n")]
            made.append({"head": rows[0], "rows": rows[2:]})
        else:
            made.append({"text": spans(" ".join(part.split()), entries)})
    return made


def bibliography() -> dict[str, str]:
    """The entries of the bibliography as plain text, by key."""
    found = re.findall(r"^`\[(\w+)\]`\n:   (.*?)(?=\n\n|\Z)", BIBLIOGRAPHY.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return {key: " ".join(entry.replace("*", "").split()) for key, entry in found}


def course() -> dict[str, list[dict[str, Any]]]:
    """The sections in each language."""
    entries, made = bibliography(), {}
    for language, source in SOURCES.items():
        parts = re.split(r"^## (.*)$", source.read_text("utf-8"), flags=re.MULTILINE)[1:-2]
        pairs = zip(parts[::2], parts[1::2], strict=True)
        made[language] = [{"title": title, "blocks": blocks(text, entries)} for title, text in pairs]
    return made


def written() -> str:
    """The file as it should be: a line for each block."""
    text = json.dumps(course(), ensure_ascii=False)
    return re.sub(r'(?=\{"(?:title|text|head|code)": )', "\n", text) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(written(), "utf-8")
