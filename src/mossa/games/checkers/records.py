"""Game records in PDN, the portable draughts notation, as the files of the world really are.

Comments, variations, evaluation marks (`!`, `?`, the `*` of an only move), line breaks inside a move, missing results
and missing tags are all read; a game that cannot be replayed is left out, with a sentence that says where it broke.
A result is written with Black, who begins, first: `1-0` is a win of Black. That is the custom of English draughts.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from mossa import MossaError, Position
from mossa.core.written import Written

from .notation import read_move, read_position, write_move, write_position
from .rules import State, is_over, play, start

__all__ = ["SUFFIX", "PdnGame", "read_games", "read_pdn", "write_game", "write_pdn"]

SUFFIX = "pdn"

RESULTS = {
    "1-0": "1-0",
    "2-0": "1-0",
    "0-1": "0-1",
    "0-2": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1-1": "1/2-1/2",
    "0-0": "*",
    "*": "*",
}
"""How results are written → how we write them. Some federations give two points for a win."""
OPEN = "*"
ENGLISH = "21"
"""The number of English draughts among the games that PDN files hold (tag GameType)."""
LINE = 79
OWN_TAGS = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
"""Tags that every game is written with, in this order."""

TOKEN = re.compile(
    r"""(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:\\.|[^"\\])*)"\s*\])
      | (?P<comment>\{(?P<text>[^}]*)\}?)
      | (?P<rest>;[^\n]*|^%[^\n]*)
      | (?P<mark>\$\d+|[!?]+|\(\s*[!?*]+\s*\))
      | (?P<bracket>[()])
      | (?P<result>1/2-1/2|\*)
      | (?P<count>\d+\s*\.+|\.+)
      | (?P<move>\d{1,2}(?:\s*[-x:×]\s*\d{1,2})+)(?P<only>[!?*]*)
      | (?P<junk>[^\s\[\](){};]+|.)
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class PdnGame:
    """One game of a PDN file."""

    moves: tuple[str, ...]
    """From the first position on, captures with every square they touch."""
    result: str = OPEN
    """`1-0` (Black won), `0-1`, `1/2-1/2`, or `*`: not finished or not known."""
    position: str | None = None
    """The FEN it began from, if not from the start."""
    tags: dict[str, str] = field(default_factory=dict)
    """Event, Black, White, Date … without Result, FEN, SetUp and GameType."""
    comments: dict[int, str] = field(default_factory=dict)
    """After how many moves → what was said there."""

    def states(self) -> list[State]:
        """Every state of the game, the first one included."""
        states = [start() if self.position is None else read_position(self.position)]
        for text in self.moves:
            states.append(play(states[-1], read_move(states[-1], text)))
        return states


def read_pdn(text: str) -> tuple[list[PdnGame], list[str]]:
    """The games of a PDN file, and a sentence about each that was left out.

    >>> games, skipped = read_pdn('[Event "x"] 1. 11-15 {the Old Faithful} 23-19 (22-17 15-18) 2. 8-11 22-17 *')
    >>> games[0].moves, skipped
    (('11-15', '23-19', '8-11', '22-17'), [])
    """
    games, skipped = [], []
    for number, tokens in enumerate(_split(text.lstrip("\ufeff")), 1):
        tags = {token["name"]: re.sub(r"\\(.)", r"\1", token["value"]) for token in tokens if token["tag"]}
        try:
            games.append(_read_game(tokens, tags))
        except MossaError as error:
            names = " – ".join(filter(None, (tags.get("Black"), tags.get("White"))))
            skipped.append(f"game {number}{f' ({names})' if names else ''}, left out: {error}")
    return games, skipped


def read_games(text: str) -> tuple[list[Written], list[str]]:
    """As `read_pdn`, in the form that every game's records are read in."""
    games, skipped = read_pdn(text)
    found = []
    for game in games:
        states = game.states()
        moves = tuple(read_move(state, text) for state, text in zip(states, game.moves, strict=False))
        found.append(Written(states[0], moves, {**game.tags, "Result": game.result}))
    return found, skipped


def _split(text: str) -> Iterator[list[re.Match[str]]]:
    """The tokens of each game: it ends with a result, or where the tags of the next begin."""
    tokens: list[re.Match[str]] = []
    depth, body = 0, False
    for token in TOKEN.finditer(text):
        if token["rest"] or token[0].isspace():
            continue
        if token["tag"] and body:
            yield tokens
            tokens, depth, body = [], 0, False
        tokens.append(token)
        if token["bracket"]:
            depth = depth + 1 if token["bracket"] == "(" else max(0, depth - 1)
        body = body or not token["tag"]
        if depth == 0 and _result(token):
            yield tokens
            tokens, body = [], False
    if any(not token["comment"] for token in tokens):
        yield tokens


def _result(token: re.Match[str]) -> str | None:
    return RESULTS.get(re.sub(r"\s", "", token["result"] or token["move"] or ""))


def _read_game(tokens: list[re.Match[str]], tags: dict[str, str]) -> PdnGame:
    kind = tags.get("GameType", ENGLISH).split(",")[0].strip()
    if kind != ENGLISH:
        raise MossaError(f"GameType {kind} is another game; English draughts is {ENGLISH}")
    position = tags.get("FEN")
    state = start() if position is None else read_position(position)
    moves: list[str] = []
    comments: dict[int, str] = {}
    depth = 0
    result = RESULTS.get(tags.get("Result", OPEN).strip(), OPEN)
    for token in tokens:
        if token["bracket"]:
            depth += 1 if token["bracket"] == "(" else -1
            if depth < 0:
                raise MossaError(f"a variation is closed after {len(moves)} moves that was not opened")
        elif depth:
            continue
        elif token["comment"] and token["text"].strip():
            said = " ".join(token["text"].split())
            comments[len(moves)] = f"{comments[len(moves)]} {said}" if len(moves) in comments else said
        elif (written := _result(token)) is not None:
            result = written if written != OPEN else result
        elif token["move"]:
            state = _follow(state, re.sub(r"\s", "", token["move"]), moves)
        elif token["junk"]:
            raise MossaError(f"after {len(moves)} moves stands {token['junk']!r}, which is no move")
    if depth:
        raise MossaError("a variation is not closed")
    own = {name: value for name, value in tags.items() if name not in ("Result", "FEN", "SetUp", "GameType")}
    return PdnGame(tuple(moves), result, position and write_position(read_position(position)), own, comments)


def _follow(state: State, text: str, moves: list[str]) -> State:
    """Play a move of the record and note it in full."""
    place = f"move {len(moves) // 2 + 1} of {('Black', 'White')[state.turn]} ({text})"
    if is_over(state):
        raise MossaError(f"{place} comes after the end of the game")
    try:
        move = read_move(state, text)
    except MossaError as error:
        raise MossaError(f"{place}: {error}") from None
    if move < 0:
        raise MossaError(f"{place} is not legal in {write_position(state)}")
    moves.append(write_move(state, move))
    return play(state, move)


def write_game(
    line: Sequence[Position],
    players: Sequence[str],
    result: Sequence[float] | None,
    ended: str = "",
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
) -> str:
    """A game that was played here, as PDN: its positions, who played, the utilities, how it ended, other tags; after
    how many moves what was said, and which sign (`?`, `!?` …) was given: PDN has none, so it begins the comment."""
    moves = tuple(a.write_move(b.last) for a, b in pairwise(line) if b.last is not None)
    score = OPEN if result is None else "1-0" if result[0] > 0 else "0-1" if result[0] < 0 else "1/2-1/2"
    own = {"Black": players[0], "White": players[1], "Date": time.strftime("%Y.%m.%d"), **(tags or {})}
    said = dict(comments or {})
    for ply, sign in (marks or {}).items():
        said[ply] = f"{sign} {said.get(ply, '')}".strip()
    begun = None if line[0].state == start() else write_position(line[0].state)
    return _write_game(PdnGame(moves, score, begun, own, said))


def write_pdn(games: Iterable[PdnGame]) -> str:
    """The games as the text of a PDN file.

    >>> print(write_pdn([PdnGame(("11-15", "23-19"), "1/2-1/2", tags={"Event": "Club"})]))
    [Event "Club"]
    [Result "1/2-1/2"]
    [GameType "21"]
    <BLANKLINE>
    1. 11-15 23-19 1/2-1/2
    <BLANKLINE>
    """
    return "\n".join(_write_game(game) for game in games)


def _write_game(game: PdnGame) -> str:
    first = start() if game.position is None else read_position(game.position)
    tags = {name: game.tags[name] for name in OWN_TAGS if name in game.tags}
    tags |= {name: value for name, value in game.tags.items() if name not in tags}
    tags |= {"Result": game.result, "GameType": ENGLISH}
    if game.position is not None:
        tags |= {"SetUp": "1", "FEN": game.position}
    words = [f"{{{game.comments[0]}}}"] if 0 in game.comments else []
    for i, move in enumerate(game.moves, first.turn):
        said = i - first.turn + 1
        if i % 2 == 0 or i == first.turn:
            words.append(f"{i // 2 + 1}.{'..' if i % 2 else ''}")
        words += [move, *([f"{{{game.comments[said]}}}"] if said in game.comments else [])]
    lines = [""]
    for word in " ".join([*words, game.result]).split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    head = [f'[{name} "{_quote(value)}"]' for name, value in tags.items()]
    return "\n".join([*head, "", *lines, ""])


def _quote(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)
