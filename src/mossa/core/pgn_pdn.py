"""What PGN, the portable game notation of chess, and PDN, that of draughts, have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mossa.kernel.errors import MossaError

from .game_file import GameFile
from .variations import Variation, Walk

__all__ = [
    "OPEN",
    "UNKNOWN",
    "Form",
    "Token",
    "read_portable",
    "read_result",
    "unbraced",
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


@dataclass(frozen=True)
class Form:
    """How one of them is read."""

    token: re.Pattern[str]
    """Groups of these names: `tag` with `name` and `value`, `comment` (in braces, or from a sign to the end of a line),
    `mark`, `open` and `close` (of a variation), `result`, `count`, `move`, `junk`, `escape` (what is passed over)."""
    sides: Sequence[str]
    """The tags that name the players, who begins first."""
    ours: Collection[str]
    """The tags that say what the fields of a game say."""
    results: Mapping[str, str]
    """How results are written, by `result` or like a `move` → how we write them."""
    first: Callable[[Mapping[str, str]], Any]
    """The first state, by the tags; a MossaError if they are those of another game."""
    play: Callable[[Any, int], Any]
    move: Callable[[Any, int, Token], int]
    """The move that a `move` or `junk` means in a state, after so many others; a MossaError says why it means none."""
    sign: Callable[[Token], str] = lambda token: ""
    """What a `mark` says of the last move, if that is kept."""

    def result(self, token: Token) -> str | None:
        """The result that a token is, if it is one."""
        return self.results.get(re.sub(r"\s", "", token["result"] or token["move"] or ""))


def read_portable(text: str, form: Form) -> tuple[list[GameFile], list[str]]:
    """The games of a text, and a sentence about each that was left out."""
    games, skipped = [], []
    for number, tokens in enumerate(_split(form.token.finditer(text.lstrip("\ufeff")), form.result), 1):
        tags = {token["name"]: re.sub(r'\\(["\\])', r"\1", token["value"]) for token in tokens if token["tag"]}
        try:
            games.append(_read_game(tokens, tags, form))
        except MossaError as error:
            names = " – ".join(tags[side] for side in form.sides if tags.get(side, UNKNOWN) not in ("", UNKNOWN))
            skipped.append(f"game {number}{f' ({names})' if names else ''}, left out: {error}")
    return games, skipped


def _read_game(tokens: Iterable[Token], tags: Mapping[str, str], form: Form) -> GameFile:
    """One game. A result among its moves overrules that of its tags, unless it is open."""
    first = form.first(tags)
    walk = Walk(first, form.play)
    comments: dict[int, list[str]] = {}
    marks: dict[int, list[str]] = {}
    result = form.results.get(tags.get("Result", OPEN).strip(), OPEN)
    for token in tokens:
        if token["open"]:
            walk.open()
        elif token["close"]:
            walk.close()
        elif (written := form.result(token)) is not None:
            result = result if walk.is_aside or written == OPEN else written
        elif token["move"] or token["junk"]:
            walk.move(form.move, token)
        elif token["comment"] and not walk.is_aside:
            comments.setdefault(walk.played, []).extend(_said(token["comment"]))
        elif token["mark"] and not walk.is_aside:
            marks.setdefault(walk.played, []).extend(filter(None, [form.sign(token)]))
    moves, variations = walk.end()
    players = tuple(tags.get(side, UNKNOWN) for side in form.sides)
    return GameFile(
        first,
        moves,
        players if set(players) != {UNKNOWN} else (),
        read_result(result),
        tags={name: value for name, value in tags.items() if name not in form.ours},
        comments=_joined(comments),
        marks=_joined(marks),
        variations=variations,
    )


def _said(comment: str) -> list[str]:
    """The words of a comment, without the braces that it could not be written in again."""
    return unbraced(comment[1:].rstrip("}") if comment.startswith("{") else comment[1:]).split()


def unbraced(text: str) -> str:
    """A text that can stand in braces: its own are round.

    >>> unbraced("{so}")
    '(so)'
    """
    return text.replace("{", "(").replace("}", ")")


def _joined(words: Mapping[int, Sequence[str]]) -> dict[int, str]:
    return {played: " ".join(some) for played, some in words.items() if some}


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
    game: GameFile,
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
