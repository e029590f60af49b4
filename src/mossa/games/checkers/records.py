"""Game records in PDN, the portable draughts notation, read leniently.

Comments, variations, evaluation marks (`!`, `?`, the `*` of an only move), line breaks inside a move, missing results
and missing tags are all read; a game that cannot be replayed is left out, with a sentence that says where it breaks.
A result is written with Black, who begins, first: `1-0` is a win of Black. That is the custom of English draughts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mossa import MossaError
from mossa.core import pgn_pdn
from mossa.core.game_file import GameFile
from mossa.core.pgn_pdn import OPEN, Dialect, Token, format_game, parse_games, write_result
from mossa.core.variations import Annotated

from .notation import read_move, read_position, write_move, write_position
from .rules import State, is_over, play, start

__all__ = ["SUFFIX", "read_games", "write_game", "write_moves"]

SUFFIX = "pdn"

RESULTS = {
    "1-0": "1-0",
    "2-0": "1-0",
    "0-1": "0-1",
    "0-2": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1-1": "1/2-1/2",
    "0-0": OPEN,
    OPEN: OPEN,
}
"""Spellings of results → ours. Some federations give two points for a win."""
ENGLISH = "21"
"""The number of English draughts among the games that PDN files hold (tag GameType)."""
SIDES = ("Black", "White")
FIRST_TAGS = ("Event", "Site", "Date", "Round", *SIDES, "Result")
"""Tags that are written before others, in this order."""
OURS = (*SIDES, "Result", "FEN", "SetUp", "GameType")
"""Tags that repeat fields of the game and are written from those."""

TOKEN = re.compile(
    r"""(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:\\.|[^"\\])*)"\s*\])
      | (?P<comment>\{[^}]*\}?)
      | (?P<escape>;[^\n]*|^%[^\n]*)
      | (?P<mark>\$\d+|[!?]+|\(\s*[!?*]+\s*\))
      | (?P<open>\()
      | (?P<close>\))
      | (?P<result>1/2-1/2|\*)
      | (?P<count>\d+\s*\.+|\.+)
      | (?P<move>\d{1,2}(?:\s*[-x:×]\s*\d{1,2})+)(?P<only>[!?*]*)
      | (?P<junk>[^\s\[\](){};]+|\S)
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


def read_games(text: str) -> tuple[list[GameFile], list[str]]:
    """The games of a PDN file, and a sentence about each that was left out.

    >>> games, skipped = read_games('[Event "x"] 1. 11-15 {the Old Faithful} 23-19 (22-17 15-18) 2. 8-11 22-17 *')
    >>> write_moves(games[0]), skipped
    (['11-15', '23-19', '8-11', '22-17'], [])
    """
    return parse_games(text, PDN)


def _first(tags: Mapping[str, str]) -> State:
    kind = tags.get("GameType", ENGLISH).split(",")[0].strip()
    if kind != ENGLISH:
        raise MossaError(f"GameType {kind} is another game; English draughts is {ENGLISH}")
    return read_position(tags["FEN"]) if "FEN" in tags else start()


def _read_move(state: State, played: int, token: Token) -> int:
    if token["junk"]:
        raise MossaError(f"after {played} moves stands {token['junk']!r}, which is no move")
    text = re.sub(r"\s", "", token["move"])
    place = f"move {played // 2 + 1} of {SIDES[state.turn]} ({text})"
    if is_over(state):
        raise MossaError(f"{place} comes after the end of the game")
    try:
        move = read_move(state, text)
    except MossaError as error:
        raise MossaError(f"{place}: {error}") from None
    if move < 0:
        raise MossaError(f"{place} is not legal in {write_position(state)}")
    return move


PDN = Dialect(TOKEN, SIDES, OURS, RESULTS, _first, play, _read_move)


def write_moves(game: GameFile) -> list[str]:
    """The moves, captures with every square they touch."""
    return [write_move(state, move) for state, move in zip(game.states(play), game.moves, strict=False)]


def write_game(game: GameFile) -> str:
    """A game as the text of a PDN file. PDN has no marks, so one begins the comment.

    >>> games, _ = read_games('[Event "Club"] 1. 11-15 23-19 1/2-1/2')
    >>> print(write_game(games[0]))
    [Event "Club"]
    [Result "1/2-1/2"]
    [GameType "21"]
    <BLANKLINE>
    1. 11-15 23-19 1/2-1/2
    <BLANKLINE>
    """
    known = {**game.tags, **dict(zip(SIDES, game.players, strict=False)), "Result": write_result(game.result)}
    tags = {name: known[name] for name in FIRST_TAGS if name in known} | known | {"GameType": ENGLISH}
    if game.first != start():
        tags |= {"SetUp": "1", "FEN": write_position(game.first)}
    words = pgn_pdn.write_moves(game, play, write_move, _comment, game.first.turn)
    return format_game(tags, [*words, tags["Result"]])


def _comment(line: Annotated, played: int) -> list[str]:
    """Mark and comment after `played` moves."""
    said = pgn_pdn.without_braces(line.remark(played))
    return f"{{{said}}}".split() if said else []
