"""What PGN (Portable Game Notation, chess) and PDN (Portable Draughts Notation) have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mossa.kernel.errors import MossaError

from .game_file import GameFile
from .variations import Annotated, Variation, VariationReader

__all__ = [
    "OPEN",
    "UNKNOWN",
    "Dialect",
    "Token",
    "format_game",
    "parse_games",
    "read_result",
    "without_braces",
    "write_moves",
    "write_result",
]

Token = re.Match[str]

OPEN = "*"
"""The result of a game that is not finished, or whose result is not known."""
UNKNOWN = "?"
"""The name of an unknown player."""
RESULTS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
LINE = 79
"""The longest line."""


@dataclass(frozen=True)
class Dialect:
    """How one of the two formats is read."""

    token: re.Pattern[str]
    """With the groups `tag` (with `name` and `value`), `comment` (in braces, or to the end of a line), `mark`, `open`
    and `close` (of a variation), `result`, `count`, `move`, `junk`, `escape` (ignored)."""
    sides: Sequence[str]
    """The tags with the names of the players, first that of the player who begins."""
    own_tags: Collection[str]
    """The tags that are fields of a `GameFile`."""
    results: Mapping[str, str]
    """A result as it may be written, as a `result` or a `move` token → as we write it."""
    first: Callable[[Mapping[str, str]], Any]
    """The first state by the tags; raises a MossaError if they are of another game."""
    play: Callable[[Any, int], Any]
    read_move: Callable[[Any, int, Token], int]
    """The move that a `move` or `junk` token means in a state after n moves; raises a MossaError that says why it means
    none."""
    read_mark: Callable[[Token], str] = lambda token: ""
    """A `mark` token as an annotation of the last move; empty if it is ignored."""

    def result(self, token: Token) -> str | None:
        """The result that a token is, if it is one."""
        return self.results.get(re.sub(r"\s", "", token["result"] or token["move"] or ""))


def parse_games(text: str, dialect: Dialect) -> tuple[list[GameFile], list[str]]:
    """The games of a text, and a sentence about each that was left out."""
    games, skipped = [], []
    for number, tokens in enumerate(_split(dialect.token.finditer(text.lstrip("\ufeff")), dialect.result), 1):
        tags = {token["name"]: re.sub(r'\\(["\\])', r"\1", token["value"]) for token in tokens if token["tag"]}
        try:
            games.append(_read_game(tokens, tags, dialect))
        except MossaError as error:
            names = " – ".join(tags[side] for side in dialect.sides if tags.get(side, UNKNOWN) not in ("", UNKNOWN))
            skipped.append(f"game {number}{f' ({names})' if names else ''}, left out: {error}")
    return games, skipped


def _read_game(tokens: Iterable[Token], tags: Mapping[str, str], dialect: Dialect) -> GameFile:
    """One game. A result after its moves overrules that of its tags, unless it is open."""
    first = dialect.first(tags)
    reader = VariationReader(first, dialect.play)
    result = dialect.results.get(tags.get("Result", OPEN).strip(), OPEN)
    for token in tokens:
        if token["open"]:
            reader.open_variation()
        elif token["close"]:
            reader.close_variation()
        elif (written := dialect.result(token)) is not None:
            result = result if reader.in_variation or written == OPEN else written
        elif token["move"] or token["junk"]:
            reader.add_move(dialect.read_move, token)
        elif token["comment"]:
            reader.add_comment(_comment_words(token["comment"]))
        elif token["mark"]:
            reader.add_mark(dialect.read_mark(token))
    moves, variations = reader.finish()
    comments, marks = reader.remarks()
    players = tuple(tags.get(side, UNKNOWN) for side in dialect.sides)
    return GameFile(
        first,
        moves,
        players if set(players) != {UNKNOWN} else (),
        read_result(result),
        tags={name: value for name, value in tags.items() if name not in dialect.own_tags},
        comments=comments,
        marks=marks,
        variations=variations,
    )


def _comment_words(comment: str) -> list[str]:
    """The words of a comment, with braces replaced, so that it can be written again."""
    return without_braces(comment[1:].rstrip("}") if comment.startswith("{") else comment[1:]).split()


def without_braces(text: str) -> str:
    """The text with its braces replaced by parentheses, so that it can stand in braces.

    >>> without_braces("{so}")
    '(so)'
    """
    return text.replace("{", "(").replace("}", ")")


def _split(found: Iterable[Token], is_result: Callable[[Token], object]) -> Iterator[list[Token]]:
    """The tokens of each game: a game ends with a result, or where the tags of the next begin."""
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
    """The utilities of a result, first that of the player who begins; None if it is open."""
    return RESULTS.get(text)


def write_result(result: Sequence[float] | None) -> str:
    """The result of these utilities.

    >>> write_result((1.0, -1.0)), write_result((0.0, 0.0)), write_result(None)
    ('1-0', '1/2-1/2', '*')
    """
    return OPEN if result is None else "1-0" if result[0] > 0 else "0-1" if result[0] < 0 else "1/2-1/2"


def write_moves(
    game: GameFile,
    play: Callable[[Any, int], Any],
    write_move: Callable[[Any, int], str],
    remarks: Callable[[Annotated, int], list[str]],
    plies_before: int = 0,
) -> list[str]:
    """The words of a game: its moves with their numbers, variations in parentheses, `remarks(line, n)` after n moves of
    the game or a variation.

    The move numbers count `plies_before` the first state too.
    """

    def line(played: int, state: Any, moves: Sequence[int], told: GameFile | Variation[int]) -> list[str]:
        """The words of moves from a state on, which `played` moves of the game have reached."""
        words, numbered, end = list[str](), False, played + len(moves)
        by_start: dict[int, list[Variation[int]]] = {}
        for one in told.variations:
            by_start.setdefault(one.after, []).append(one)
        for move in moves:
            ply = plies_before + played
            if ply % 2 == 0 or not numbered:
                words.append(f"{ply // 2 + 1}.{'..' if ply % 2 else ''}")
            remark, aside = remarks(told, played + 1), list[str]()
            for one in told.variations if played + 1 == end else by_start.get(played, []):
                if one.after == played:
                    aside += in_parentheses(played, state, one.moves, one)
                elif one.after == end:  # it goes on where the line ends: the last move is written again
                    aside += in_parentheses(played, state, (move, *one.moves), one)
            words += [write_move(state, move), *remark, *aside]
            numbered = not aside and not any("}" in word for word in remark)
            state, played = play(state, move), played + 1
        return words

    def in_parentheses(played: int, state: Any, moves: Sequence[int], one: Variation[int]) -> list[str]:
        before = remarks(one, one.after) if played == one.after else []
        first, *rest = [*before, *line(played, state, moves, one)]
        return [f"({first}", *rest[:-1], f"{rest[-1]})"]

    return remarks(game, 0) + line(0, game.first, game.moves, game)


def format_game(tags: Mapping[str, str], words: Iterable[str]) -> str:
    """The text of a game: its tags, a blank line, its words in lines of at most 79 characters.

    >>> print(format_game({"White": "Ada"}, ["1.", "e4", "*"]))
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
