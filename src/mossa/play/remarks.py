"""What an analysis writes into the file of a game: comments and marks beside those of people.

A remark begins with the name of the program: `mossa ??: −2.10, better Nxd4 (+1.20)`. So the next analysis finds those
of the last one and replaces them, and what a person wrote stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from .analysis import MoveReview

__all__ = ["remarks", "with_remarks", "without_remarks"]

Notes = tuple[dict[int, str], dict[int, str]]
"""Comments and marks, by the number of moves made."""

SCORE = r"[-−+#∞.\d]+"
REMARK = re.compile(
    rf"(?:^|\s)mossa(?: (?P<mark>[?!]+))?: (?:{SCORE}(?:, better .*? \({SCORE}\))?|better .*? \({SCORE}\))(?=\s|$)"
)


def remarks(reviews: Sequence[MoveReview]) -> Notes:
    """The remarks and marks of an analysis."""
    comments: dict[int, str] = {}
    marks: dict[int, str] = {}
    for before, after in pairwise(reviews):
        said = [after.shown] if after.shown else []
        if before.mark:
            marks[before.ply + 1] = before.mark
            if before.lines:
                said.append(f"better {' '.join(before.lines[0].moves)} ({before.lines[0].shown})")
        if said:
            comments[before.ply + 1] = f"mossa{f' {before.mark}' if before.mark else ''}: {', '.join(said)}"
    return comments, marks


def without_remarks(comments: Mapping[int, str], marks: Mapping[int, str]) -> Notes:
    """What people wrote, without the remarks of an earlier analysis and the marks that they name.

    >>> without_remarks({1: "greedy mossa ?: −2.10, better d4 (+1.20)", 2: "mossa: −2.10", 3: "fine"}, {1: "?", 3: "!"})
    ({1: 'greedy', 3: 'fine'}, {3: '!'})
    """
    own, signs = dict[int, str](), dict(marks)
    for ply, text in comments.items():
        for found in REMARK.finditer(text):
            if found["mark"] and signs.get(ply) == found["mark"]:
                del signs[ply]
        kept = REMARK.sub("", text).strip()
        if kept:
            own[ply] = kept
    return own, signs


def with_remarks(comments: Mapping[int, str], marks: Mapping[int, str], reviews: Sequence[MoveReview]) -> Notes:
    """What people wrote, and behind it the remarks of an analysis in place of those of an earlier one; where a person
    has marked a move, that mark stays."""
    own, signs = without_remarks(comments, marks)
    found, judged = remarks(reviews)
    told = {ply: " ".join(filter(None, (own.get(ply), found.get(ply)))) for ply in sorted({*own, *found})}
    return told, {**judged, **signs}
