"""Recorded games of Othello: transcripts (`f5d6c3d3…`) and GGF, the format of the Generic Game Server.

A transcript lists the squares and leaves forced passes out; GGF writes them. Reading checks every move against the
rules and puts in the passes that a transcript implies, so the result can be replayed without changes.
"""

from __future__ import annotations

import re

from mossa import MossaError
from mossa.core.game_file import GameFile

from .notation import PASSES, is_square, read_move, read_position, write_move, write_position
from .rules import PASS, State, is_over, moves, play, start, utility

__all__ = ["SUFFIX", "read_games", "read_ggf", "read_transcript", "write_game", "write_transcript"]

SUFFIX = "ggf"

PLAYERS = ("PB", "PW")
"""The tags with the players' names."""
OURS = ("GM", "BO", "B", "W", *PLAYERS)
"""Tags of GGF that repeat fields of the game."""


def read_transcript(text: str, first: State | None = None) -> GameFile:
    """A transcript: squares with or without spaces, move numbers and passes between them.

    >>> write_transcript(read_transcript("1. f5 d6 2. c3 d3"))
    'f5d6c3d3'
    """
    bare = re.sub(r"\d+\.", " ", text.lower())
    words = re.findall(r"[a-h][1-8]|pass|pa|ps|--|[^\s,;]+", bare)
    if not words:
        raise MossaError("a transcript of Othello is a row of squares such as f5d6c3, not an empty text")
    state = begun = start() if first is None else first
    played: list[int] = []
    for number, word in enumerate(words, 1):
        if not is_square(word) and word not in PASSES:
            raise MossaError(f"move {number} of the transcript is {word!r}: moves are written a1 to h8, or pass")
        move = read_move(state, word)
        if move != PASS and must_pass(state):
            played.append(PASS)
            state = play(state, PASS)
        state = _checked(state, move, f"move {number} of the transcript, {word},")
        played.append(move)
    if must_pass(state):
        played.append(PASS)
    return GameFile(begun, tuple(played))


def must_pass(state: State) -> bool:
    """Is a pass the only move?"""
    return not is_over(state) and list(moves(state)) == [PASS]


def _checked(state: State, move: int, what: str) -> State:
    """The state after a move, if it is legal."""
    if is_over(state):
        raise MossaError(f"{what} comes after the end of the game")
    legal = list(moves(state))
    if move not in legal:
        shown = ", ".join(write_move(state, one) for one in legal)
        raise MossaError(f"{what} is not legal; legal there: {shown}")
    return play(state, move)


def write_transcript(game: GameFile) -> str:
    """The squares in a row, passes left out."""
    return "".join(write_move(game.first, move) for move in game.moves if move != PASS)


def read_ggf(text: str) -> list[GameFile]:
    """All games of a GGF text."""
    games = re.findall(r"\(;(.*?);\)", text, re.DOTALL)
    if not games:
        raise MossaError("this is not GGF: a game is written (;GM[Othello]…BO[8 …]B[f5]W[d6]…;)")
    return [_read_game(body, number) for number, body in enumerate(games, 1)]


def _read_game(body: str, number: int) -> GameFile:
    fields = re.findall(r"([A-Z]+)\[([^\]]*)\]", body)
    found: dict[str, str] = {}
    for tag, text in fields:
        found.setdefault(tag, text)
    if found.get("GM", "Othello").strip().lower() not in ("othello", "reversi"):
        raise MossaError(f"game {number} of the GGF text is {found['GM']}, not Othello")
    first = _read_board(found["BO"], number) if "BO" in found else start()
    state, played, notes = first, list[int](), dict[int, str]()
    for tag, text in fields:
        if tag not in ("B", "W"):
            continue
        word, _, note = text.strip().partition("/")
        what = f"game {number} of the GGF text: {tag}[{text}], move {len(played) + 1},"
        if "BW"[state.turn] != tag and must_pass(state):  # some servers leave passes out
            state = play(state, PASS)
            played.append(PASS)
        if "BW"[state.turn] != tag:
            raise MossaError(f"{what} is out of turn: {'White' if state.turn else 'Black'} moves")
        move = read_move(state, word)
        state = _checked(state, move, what)
        played.append(move)
        if note:
            notes[len(played)] = note
    players = tuple(found.get(tag, "") for tag in PLAYERS) if found.keys() & set(PLAYERS) else ()
    tags = {tag: text for tag, text in found.items() if tag not in OURS}
    return GameFile(first, tuple(played), players, _read_result(found.get("RE", "")), tags=tags, comments=notes)


def _read_result(text: str) -> tuple[float, float] | None:
    """The utilities, from discs with a sign and perhaps why it ended: `+6.000:r`."""
    number = re.match(r"[+-]\d+(\.\d+)?", text.strip())
    return (float(number[0]), -float(number[0])) if number else None


def _read_board(text: str, number: int) -> State:
    size, _, board = text.strip().partition(" ")
    if size != "8":
        raise MossaError(f"game {number} of the GGF text has a board of size {size}; mossa plays on 8")
    return read_position(board)


def read_games(text: str) -> tuple[list[GameFile], list[str]]:
    """The games of a GGF text, or the one of a transcript."""
    return read_ggf(text) if "(;" in text else [read_transcript(text)], []


def write_game(game: GameFile) -> str:
    """A game as one line of GGF; marks and comments stand behind their moves, as its notes of value and time do."""
    states = game.states(play)
    tags = {**dict(zip(PLAYERS, game.players, strict=False)), **game.tags}
    if game.result is not None or is_over(states[-1]):
        tags.setdefault("RE", f"{game.result[0] if game.result is not None else utility(states[-1], 0):+z.3f}")
    board, side = write_position(game.first).replace("X", "*").split()
    rows = " ".join(board[8 * row : 8 * row + 8] for row in range(8))
    deeds = []
    for played, (state, move) in enumerate(zip(states, game.moves, strict=False), 1):
        word = "PA" if move == PASS else write_move(state, move)
        deeds.append(f"{'BW'[state.turn]}[{'/'.join(filter(None, (word, _plain(game.remark(played)))))}]")
    head = "".join(f"{tag}[{_plain(text)}]" for tag, text in tags.items())
    return f"(;GM[Othello]{head}BO[8 {rows} {side}]{''.join(deeds)};)\n"


def _plain(text: str) -> str:
    """The text without brackets, which GGF texts cannot contain."""
    return re.sub(r"[\[\]]", "", text)
