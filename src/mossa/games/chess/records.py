"""Game records in PGN, the portable game notation, as the files of the world really are.

Read are comments, evaluation marks, variations (and passed over), escaped lines, missing tags, numbers and results, and
the letters of Latin-1 in place of UTF-8. A game that cannot be replayed is left out, with a sentence that says where
it broke; the others are there all the same.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mossa import MossaError, Position
from mossa.core.written import Written

from .board import State, mover, plies_played
from .fen import SIDES, read_fen, write_fen
from .generation import moves as legal_moves
from .notation import read_move, write_san
from .openings import opening_of
from .rules import play, start

__all__ = ["SUFFIX", "PgnGame", "decode", "iterate_pgn", "read_games", "read_pgn", "write_game", "write_pgn"]

SUFFIX = "pgn"

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
OPEN = "*"
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": OPEN}
"""The seven tags that every game is written with, in this order, and what is written where nothing is known."""
OURS = ("Result", "FEN", "SetUp", "Variant")
"""Tags that say what the fields of a game say, and are written from those."""
VARIANTS = (
    "",
    "standard",
    "chess",
    "normal",
    "from position",
    "chess960",
    "chess 960",
    "fischerandom",
    "fischerrandom",
)
TERMINATIONS = {
    "time": "time forfeit",
    "illegal": "rules infraction",
    "crash": "abandoned",
    "adjudicated": "adjudication",
}
"""How a game ended → the word of PGN, where that is not `normal`."""
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Signs after a move → their numbers in PGN."""
LINE = 79

TOKEN = re.compile(
    r"""(?P<escape>^%[^\n]*)
      | (?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>[^\n]*?)"\s*\])
      | (?P<comment>\{(?P<text>[^}]*)\}?|;(?P<line>[^\n]*))
      | (?P<mark>\$(?P<number>\d+)|[!?]+)
      | (?P<open>\()
      | (?P<close>\))
      | (?P<result>1-0|0-1|1/2(?:-1/2)?|½-½|\*)(?![\w/-])
      | (?P<count>\d+\s*\.+|\.+|\d+(?=\s)|e\.?p\.?(?=\s|$))
      | (?P<move>[A-Za-z0][\w+#=:-]*(?=[\s!?;{}()\[\]$*]|$))
      | (?P<junk>[^\s\[\](){};]+|\S)
    """,
    re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True)
class PgnGame:
    """One game of a PGN file."""

    moves: tuple[int, ...] = ()
    result: str = OPEN
    """`1-0`, `0-1`, `1/2-1/2`, or `*`: not finished or not known."""
    first: State = field(default_factory=start)
    tags: Mapping[str, str] = field(default_factory=dict)
    """Event, Site, Date, Round, White, Black, ECO … without Result, FEN, SetUp and Variant."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """After how many moves → what was said there."""
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """After how many moves → numbers of evaluation marks: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!` …"""

    def states(self) -> list[State]:
        """Every state of the game, the first one included."""
        states = [self.first]
        for move in self.moves:
            states.append(play(states[-1], move))
        return states

    def san(self) -> list[str]:
        """The moves in standard algebraic notation."""
        return [write_san(state, move) for state, move in zip(self.states(), self.moves, strict=False)]


# --------------------------------------------------------------------------------------------------------- reading


def decode(data: bytes) -> str:
    """The text of a PGN file: UTF-8, or Latin-1 as in older ones."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_pgn(text: str) -> tuple[list[PgnGame], list[str]]:
    """The games of a PGN file, and a sentence about each that was left out.

    >>> games, skipped = read_pgn('1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3! Nc6 3. Bb5 1/2-1/2 1. Nf4 *')
    >>> games[0].san(), games[0].result, games[0].comments
    (['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'], '1/2-1/2', {1: 'best by test'})
    >>> skipped
    ['game 2, left out: move 1 of White, Nf4, is not legal']
    """
    games, skipped = [], []
    for game in iterate_pgn(text):
        if isinstance(game, PgnGame):
            games.append(game)
        else:
            skipped.append(game)
    return games, skipped


def read_games(text: str) -> tuple[list[Written], list[str]]:
    """As `read_pgn`, in the form that every game's records are read in."""
    games, skipped = read_pgn(text)
    return [Written(game.first, game.moves, {**game.tags, "Result": game.result}) for game in games], skipped


def iterate_pgn(text: str) -> Iterator[PgnGame | str]:
    """The games one by one; in place of one that was left out, the sentence about it."""
    for number, tokens in enumerate(_split(text.lstrip("\ufeff")), 1):
        tags = {token["name"]: re.sub(r'\\(["\\])', r"\1", token["value"]) for token in tokens if token["tag"]}
        try:
            yield _read_game(tokens, tags)
        except MossaError as error:
            names = " – ".join(name for name in (tags.get("White"), tags.get("Black")) if name and name != "?")
            yield f"game {number}{f' ({names})' if names else ''}, left out: {error}"


def _split(text: str) -> Iterator[list[re.Match[str]]]:
    """The tokens of each game: it ends with a result, or where the tags of the next begin."""
    tokens: list[re.Match[str]] = []
    depth, body = 0, False
    for token in TOKEN.finditer(text):
        if token["escape"]:
            continue
        if token["tag"] and body:
            yield tokens
            tokens, depth, body = [], 0, False
        tokens.append(token)
        depth = max(0, depth + bool(token["open"]) - bool(token["close"]))
        body = body or not (token["tag"] or token["comment"])
        if token["result"] and depth == 0:
            yield tokens
            tokens, body = [], False
    if any(not token["comment"] for token in tokens):
        yield tokens


def _read_game(tokens: list[re.Match[str]], tags: dict[str, str]) -> PgnGame:
    variant = tags.get("Variant", "")
    if variant.lower() not in VARIANTS:
        raise MossaError(f"it is a game of {variant}, not of chess")
    state = first = read_fen(tags["FEN"]) if tags.get("FEN", "").strip() else read_fen("start")
    moves: list[int] = []
    comments: dict[int, str] = {}
    marks: dict[int, tuple[int, ...]] = {}
    depth, result = 0, _result(tags.get("Result", OPEN))
    for token in tokens:
        depth += bool(token["open"]) - bool(token["close"])
        if depth < 0:
            raise MossaError(f"after {len(moves)} moves a variation is closed that was not opened")
        if depth or token["tag"] or token["count"] or token["close"]:
            continue
        here = len(moves)
        if token["comment"]:
            said = " ".join((token["text"] or token["line"] or "").split())
            if said:
                comments[here] = f"{comments[here]} {said}" if here in comments else said
        elif token["mark"]:
            number = int(token["number"]) if token["number"] else MARKS.get(token["mark"], 0)
            if number:
                marks[here] = (*marks.get(here, ()), number)
        elif token["result"]:
            result = _result(token["result"])
        else:
            moves.append(_read_move(state, token[0], here, plies_played(first)))
            state = play(state, moves[-1])
    if depth:
        raise MossaError("a variation is not closed")
    own = {name: value for name, value in tags.items() if name not in OURS}
    return PgnGame(tuple(moves), result, first, own, comments, marks)


def _result(word: str) -> str:
    known = {"1/2": "1/2-1/2", "½-½": "1/2-1/2"}.get(word.strip(), word.strip())
    return known if known in RESULTS else OPEN


def _read_move(state: State, text: str, played: int, plies: int) -> int:
    """A move of the record; `plies` were played before it began."""
    place = f"move {(plies + played) // 2 + 1} of {SIDES[mover(state)]}, {text},"
    try:
        move = read_move(state, text)
    except MossaError as error:
        raise MossaError(f"{place} cannot be read: {error}") from None
    if move < 0:
        over = next(legal_moves(state), None) is None
        raise MossaError(f"{place} comes after the end of the game" if over else f"{place} is not legal")
    return move


# --------------------------------------------------------------------------------------------------------- writing


def write_pgn(games: Iterable[PgnGame]) -> str:
    """The games as the text of a PGN file.

    >>> games, _ = read_pgn('[White "Anderssen"] 1. e4! {bold} e5 2. f4 1-0')
    >>> print(write_pgn(games))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Anderssen"]
    [Black "?"]
    [Result "1-0"]
    <BLANKLINE>
    1. e4 $1 {bold} 1... e5 2. f4 1-0
    <BLANKLINE>
    """
    return "\n".join(_write_game(game) for game in games)


def write_game(
    line: Sequence[Position],
    players: Sequence[str],
    result: Sequence[float] | None,
    ended: str = "",
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
) -> str:
    """A game that was played here, as PGN: its positions, who played, the utilities, how it ended (a word of
    `mossa.play.record.ENDINGS`), other tags; after how many moves what was said, and which sign of MARKS was given."""
    moves = tuple(at.last for at in line if at.last is not None)
    score = OPEN if result is None else "1-0" if result[0] > 0 else "0-1" if result[0] < 0 else "1/2-1/2"
    own = {"White": players[0], "Black": players[1], "Date": time.strftime("%Y.%m.%d"), **(tags or {})}
    named = opening_of(line[-1])
    if named is not None:
        own |= {"ECO": named.eco, "Opening": named.name}
    if ended:
        own["Termination"] = TERMINATIONS.get(ended, "normal")
    signs = {ply: (MARKS[sign],) for ply, sign in (marks or {}).items()}
    return _write_game(PgnGame(moves, score, line[0].state, own, comments or {}, signs))


def _write_game(game: PgnGame) -> str:
    tags = {name: game.tags.get(name, unknown) for name, unknown in ROSTER.items()}
    tags |= {name: value for name, value in game.tags.items() if name not in tags}
    tags["Result"] = game.result
    if game.first != start():
        if is_chess960(game.first):
            tags["Variant"] = "Chess960"
        tags |= {"SetUp": "1", "FEN": write_fen(game.first)}
    words = _comment(game, 0)
    begin = plies_played(game.first)
    for played, text in enumerate(game.san()):
        ply = begin + played
        interrupted = played == 0 or played in game.comments
        if ply % 2 == 0 or interrupted:
            words.append(f"{ply // 2 + 1}.{'..' if ply % 2 else ''}")
        words += [text, *(f"${mark}" for mark in game.marks.get(played + 1, ())), *_comment(game, played + 1)]
    lines = [""]
    for word in [*words, game.result]:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    head = [f'[{name} "{_quote(value)}"]' for name, value in tags.items()]
    return "\n".join([*head, "", *lines, ""])


def _comment(game: PgnGame, played: int) -> list[str]:
    """The words of the comment after so many moves."""
    text = game.comments.get(played, "").replace("}", ")").replace("{", "(")
    return f"{{{text}}}".split() if text else []


def _quote(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))


def is_chess960(state: State) -> bool:
    """Are there castling rights that only Chess960 has?"""
    usual = {0: 4, 7: 4, 56: 60, 63: 60}  # rook → king
    ready = [king for rook, king in usual.items() if state.castles >> rook & 1 and state.kings >> king & 1]
    return len(ready) != int(state.castles).bit_count()
