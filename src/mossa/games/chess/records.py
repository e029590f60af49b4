"""Game records in PGN, the portable game notation, read leniently.

Comments, evaluation marks, variations and escaped lines are read; tags, move numbers and results may be missing. A game
that cannot be replayed is left out, with a sentence that says where it breaks; the others are read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mossa import MossaError
from mossa.core import pgn_pdn
from mossa.core.game_file import GameFile
from mossa.core.numbers import whole_number
from mossa.core.pgn_pdn import OPEN, UNKNOWN, Dialect, Token, format_game, parse_games, write_result
from mossa.core.variations import Annotated

from .board import State, mover, plies_played
from .fen import SIDES, read_fen, write_fen
from .move_generation import moves as legal_moves
from .notation import read_move, write_san
from .openings import opening_of_states
from .rules import play, start

__all__ = ["SUFFIX", "read_games", "write_game", "write_moves"]

SUFFIX = "pgn"

ROSTER = {"Event": UNKNOWN, "Site": UNKNOWN, "Date": "????.??.??", "Round": UNKNOWN}
"""The tags written before players and result (Seven Tag Roster), with what stands for an unknown value."""
OURS = ("White", "Black", "Result", "FEN", "SetUp", "Variant")
"""Tags that repeat fields of the game and are written from those."""
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
"""Evaluation sign → its number (NAG) in PGN."""
SIGNS = {str(number): sign for sign, number in MARKS.items()}
RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    OPEN: OPEN,
}
"""How results are written → how we write them."""
TOKEN = re.compile(
    r"""(?P<escape>^%[^\n]*)
      | (?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>[^\n]*?)"\s*\])
      | (?P<comment>\{[^}]*\}?|;[^\n]*)
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


# --------------------------------------------------------------------------------------------------------- reading


def read_games(text: str) -> tuple[list[GameFile], list[str]]:
    """The games of a PGN file, and a sentence about each that was left out.

    >>> games, skipped = read_games('1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3! Nc6 3. Bb5 1/2-1/2 1. Nf4 *')
    >>> write_moves(games[0]), games[0].result, games[0].comments
    (['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'], (0.0, 0.0), {1: 'best by test'})
    >>> skipped
    ['game 2, left out: move 1 of White, Nf4, is not legal']
    """
    return parse_games(text, PGN)


def _first(tags: Mapping[str, str]) -> State:
    variant = tags.get("Variant", "")
    if variant.lower() not in VARIANTS:
        raise MossaError(f"it is a game of {variant}, not of chess")
    return read_fen(tags.get("FEN", "").strip() or "start")


def _read_move(state: State, played: int, token: Token) -> int:
    place = f"move {plies_played(state) // 2 + 1} of {SIDES[mover(state)]}, {token[0]},"
    try:
        move = read_move(state, token[0])
    except MossaError as error:
        raise MossaError(f"{place} cannot be read: {error}") from None
    if move < 0:
        over = next(legal_moves(state), None) is None
        raise MossaError(f"{place} comes after the end of the game" if over else f"{place} is not legal")
    return move


def _sign(token: Token) -> str:
    kept = token["mark"] in MARKS or whole_number(token["number"] or "0") > 0
    return SIGNS.get(token["number"], token["mark"]) if kept else ""


PGN = Dialect(TOKEN, SIDES, OURS, RESULTS, _first, play, _read_move, _sign)


# --------------------------------------------------------------------------------------------------------- writing


def write_moves(game: GameFile) -> list[str]:
    """The moves in standard algebraic notation."""
    return [write_san(state, move) for state, move in zip(game.states(play), game.moves, strict=False)]


def write_game(game: GameFile) -> str:
    """A game as the text of a PGN file, with the name of its opening.

    >>> games, _ = read_games('[White "Anderssen"] 1. e4! {bold} e5 2. f4 1-0')
    >>> print(write_game(games[0]))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Anderssen"]
    [Black "?"]
    [Result "1-0"]
    [ECO "C30"]
    [Opening "King's Gambit"]
    <BLANKLINE>
    1. e4 $1 {bold} 1... e5 2. f4 1-0
    <BLANKLINE>
    """
    white, black = game.players or (UNKNOWN, UNKNOWN)
    tags = {**ROSTER, "White": white, "Black": black, "Result": write_result(game.result)}
    named = opening_of_states(game.states(play))
    if named is not None:
        tags |= {"ECO": named.eco, "Opening": named.name}
    if game.ended:
        tags["Termination"] = TERMINATIONS.get(game.ended, "normal")
    tags |= game.tags
    if game.first != start():
        if is_chess960(game.first):
            tags["Variant"] = "Chess960"
        tags |= {"SetUp": "1", "FEN": write_fen(game.first)}
    words = pgn_pdn.write_moves(game, play, write_san, _said, plies_played(game.first))
    return format_game(tags, [*words, tags["Result"]])


def _said(line: Annotated, played: int) -> list[str]:
    """Signs and comment after `played` moves."""
    signs = [f"${MARKS[sign]}" if sign in MARKS else sign for sign in line.marks.get(played, "").split()]
    text = pgn_pdn.without_braces(line.comments.get(played, ""))
    return signs + (f"{{{text}}}".split() if text else [])


def is_chess960(state: State) -> bool:
    """Are there castling rights that only Chess960 has?"""
    usual = {0: 4, 7: 4, 56: 60, 63: 60}  # rook → king
    ready = [king for rook, king in usual.items() if state.castles >> rook & 1 and state.kings >> king & 1]
    return len(ready) != int(state.castles).bit_count()
