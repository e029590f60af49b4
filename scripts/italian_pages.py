"""The pages of docs/it beside the English ones: what they must have in common, and code copied from one to the other.

    python scripts/italian_pages.py             say where they differ
    python scripts/italian_pages.py --write     copy the blocks of code from the English pages, one by one

The two tell the same in the same order: headings of the same level, blocks of code that are equal, and in each section
the same numbers, commands and words in code style. Prose is translated by hand.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = ("course.md", "textbook.md", "lab.md", "learning.md", "society.md", "hidden.md", "montecarlo.md", "dice.md")
ONLY_ENGLISH = {"Every row, its command and its test"}
"""Sections whose tables are read by programs: the Italian page points to them."""
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def sections(page: str) -> list[tuple[int, str, str]]:
    """Level, title and text of each section; what is below a section that only English has is left out."""
    found = []
    blanked = BLOCK.sub(lambda block: block[0].replace("\n#", "\n "), page)  # a comment is no heading
    parts = re.split(r"^(#+) (.*)$", blanked, flags=re.MULTILINE)
    for marks, title, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        found.append((len(marks), title, text))
    for i, (level, title, _) in enumerate(found):
        if title in ONLY_ENGLISH:
            below = next((j for j in range(i + 1, len(found)) if found[j][0] <= level), len(found))
            return [*found[:i], (level, title, ""), *found[below:]]
    return found


def figures(text: str) -> Counter[str]:
    """The numbers of a text without its code and links, as English writes them."""
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)|\[\w+\d\d\]", " ", BLOCK.sub(" ", text))
    return Counter(re.sub(r"[.,]", "", number) for number in re.findall(r"\d+(?:[.,]\d+)*", prose))


def code(text: str) -> Counter[str]:
    """What stands in code style."""
    return Counter(" ".join(one.split()) for one in re.findall(r"`([^`]+)`", BLOCK.sub(" ", text)))


def differences(english: str, italian: str) -> list[str]:
    """Where two pages do not tell the same."""
    ours, theirs = sections(english), sections(italian)
    if [level for level, *_ in ours] != [level for level, *_ in theirs]:
        return [f"headings: {[title for _, title, _ in ours]} and {[title for _, title, _ in theirs]}"]
    found = []
    for (_, title, text), (_, other, translated) in zip(ours, theirs, strict=True):
        if title in ONLY_ENGLISH:
            continue
        if BLOCK.findall(text) != BLOCK.findall(translated):
            found.append(f"{title} / {other}: the blocks of code differ (--write copies them)")
        for what, count in (("numbers", figures), ("code", code)):
            more, less = count(text) - count(translated), count(translated) - count(text)
            if more or less:
                found.append(
                    f"{title} / {other}: {what} only in English {sorted(more)}, only in Italian {sorted(less)}"
                )
    return found


def with_code_of(english: str, italian: str) -> str:
    """The Italian page with the blocks of code of the English one, in their order."""
    blocks = BLOCK.findall(english)
    if len(blocks) != len(BLOCK.findall(italian)):
        return italian
    rest = iter(blocks)
    return BLOCK.sub(lambda _: next(rest), italian)


def main() -> int:
    """Compare, or copy the code."""
    wrong = []
    for name in PAGES:
        english, page = (DOCS / name).read_text("utf-8"), DOCS / "it" / name
        italian = page.read_text("utf-8")
        if "--write" in sys.argv:
            italian = with_code_of(english, italian)
            page.write_text(italian, "utf-8")
        wrong += [f"docs/it/{name}: {one}" for one in differences(english, italian)]
    print("\n".join(wrong) or "the Italian pages tell what the English ones tell")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
