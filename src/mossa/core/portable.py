"""What PGN, the portable game notation of chess, and PDN, that of draughts, have in common.

Each has a pattern for its tokens, with groups of these names: `tag` with `name` and `value`, `comment`, `open` and
`close` (of a variation), `escape` (what is passed over).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mossa.kernel.errors import MossaError

from .variations import Variation
from .written import Written

__all__ = [
    "OPEN",
    "UNKNOWN",
    "Token",
    "read_portable",
    "read_result",
    "write_moves",
    "write_portable",
    "write_result",
]

Token = re.Match[str]

OPEN = "*"
"""The result of a game that is not finished, or whose result is not known."""
UNKNOWN = "?"
"""The name of somebody whom nobody knows."""
RESULTS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
LINE = 79
"""The longest line."""


def read_portable(
    text: str,
    pattern: re.Pattern[str],
    is_result: Callable[[Token], object],
    read: Callable[[Sequence[Token], dict[str, str]], Written],
    sides: Sequence[str],
) -> tuple[list[Written], list[str]]:
    """The games of a text, each `read` from its tokens and its tags, and a sentence about each that was left out."""
    games, skipped = [], []
    for number, tokens in enumerate(_split(pattern.finditer(text.lstrip("\ufeff")), is_result), 1):
        tags = {token["name"]: re.sub(r'\\(["\\])', r"\1", token["value"]) for token in tokens if token["tag"]}
        try:
            games.append(read(tokens, tags))
        except MossaError as error:
            names = " – ".join(tags[side] for side in sides if tags.get(side, UNKNOWN) not in ("", UNKNOWN))
            skipped.append(f"game {number}{f' ({names})' if names else ''}, left out: {error}")
    return games, skipped


def _split(found: Iterable[Token], is_result: Callable[[Token], object]) -> Iterator[list[Token]]:
    """The tokens of each game: it ends with a result, or where the tags of the next begin."""
    tokens: list[Token] = []
    depth, body = 0, False
    for token in found:
        if token["escape"]:
            continue
        if token["tag"] and body:
            yield tokens
            tokens, depth, body = [], 0, False
        tokens.append(token)
        depth = max(0, depth + bool(token["open"]) - bool(token["close"]))
        body = body or not (token["tag"] or token["comment"])
        if depth == 0 and is_result(token):
            yield tokens
            tokens, body = [], False
    if any(not token["comment"] for token in tokens):
        yield tokens


def read_result(text: str) -> tuple[float, float] | None:
    """The utilities of a result, who begins first; None if it is open."""
    return RESULTS.get(text)


def write_result(result: Sequence[float] | None) -> str:
    """The result by its utilities.

    >>> write_result((1.0, -1.0)), write_result((0.0, 0.0)), write_result(None)
    ('1-0', '1/2-1/2', '*')
    """
    return OPEN if result is None else "1-0" if result[0] > 0 else "0-1" if result[0] < 0 else "1/2-1/2"


def write_moves(
    game: Written,
    play: Callable[[Any, int], Any],
    tell: Callable[[Any, int], str],
    said: Callable[[int], list[str]],
    begin: int = 0,
) -> list[str]:
    """The words of a game: its moves with their numbers (`begin` plies were played before), behind each what is `said`
    after so many moves, and in brackets what might have been played instead."""

    def line(
        before: Sequence[Any], moves: Sequence[int], others: Sequence[Variation[int]], said: Callable[[int], list[str]]
    ) -> list[str]:
        words, states, numbered = [], list(before), False
        end = len(before) - 1 + len(moves)
        for move in moves:
            played, ply = len(states) - 1, begin + len(states) - 1
            if ply % 2 == 0 or not numbered:
                words.append(f"{ply // 2 + 1}.{'..' if ply % 2 else ''}")
            remark, aside = said(played + 1), list[str]()
            for one in others:
                if one.after == played:
                    aside += bracketed(states, one.moves, one)
                elif one.after == played + 1 == end:  # it goes on where the line ends: the last move is said again
                    aside += bracketed(states, (move, *one.moves), one)
            words += [tell(states[-1], move), *remark, *aside]
            numbered = not aside and not any("}" in word for word in remark)
            states.append(play(states[-1], move))
        return words

    def bracketed(before: Sequence[Any], moves: Sequence[int], one: Variation[int]) -> list[str]:
        first, *rest = line(before, moves, one.variations, lambda played: [])
        return [f"({first}", *rest[:-1], f"{rest[-1]})"]

    return said(0) + line([game.first], game.moves, game.variations, said)


def write_portable(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """The text of a game: its tags, a blank line, its words in lines that are not too long.

    >>> print(write_portable({"White": "Ada"}, ["1.", "e4", "*"]))
    [White "Ada"]
    <BLANKLINE>
    1. e4 *
    <BLANKLINE>
    """
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    head = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    return "\n".join([*head, "", *lines, ""])


def _quoted(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
