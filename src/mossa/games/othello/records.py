"""Recorded games of Othello: transcripts (`f5d6c3d3…`) and GGF, the format of the Generic Game Server.

A transcript lists the squares and leaves forced passes out; GGF writes them. Reading checks every move against the
rules and puts in the passes that a transcript implies, so what comes out can be replayed as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mossa import MossaError, Position
from mossa.core.written import Written

from .notation import PASSES, is_square, read_move, read_position, write_move, write_position
from .rules import PASS, State, is_over, moves, play, start, utility

__all__ = [
    "SUFFIX",
    "GameRecord",
    "read_games",
    "read_ggf",
    "read_transcript",
    "replay",
    "write_game",
    "write_ggf",
    "write_transcript",
]

SUFFIX = "ggf"

OMITTED = {"GM", "BO", "B", "W"}
"""Tags of GGF that are not simply kept."""


@dataclass(frozen=True)
class GameRecord:
    """A recorded game: where it began, its moves with all passes, and what else was noted (GGF's tags)."""

    first: State
    moves: tuple[int, ...]
    tags: tuple[tuple[str, str], ...] = ()
    """Names and notes in the order of the file: `PB` and `PW` the players, `DT` the date, `RE` the result …"""
    notes: tuple[str, ...] = ()
    """Of each move, what GGF wrote behind it (`evaluation/seconds`), if anything."""

    @property
    def states(self) -> tuple[State, ...]:
        """Every state of the game, the first one included."""
        return replay(self.first, self.moves)

    def tag(self, name: str) -> str:
        """A tag's text, or nothing."""
        return next((text for tag, text in self.tags if tag == name), "")


def replay(first: State, played: tuple[int, ...]) -> tuple[State, ...]:
    """All states of a line of legal moves."""
    states = [first]
    for move in played:
        states.append(play(states[-1], move))
    return tuple(states)


def read_transcript(text: str, first: State | None = None) -> GameRecord:
    """A transcript: squares with or without spaces, move numbers and passes between them.

    >>> record = read_transcript("1. f5 d6 2. c3 d3")
    >>> write_transcript(record)
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
    return GameRecord(begun, tuple(played))


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


def write_transcript(record: GameRecord) -> str:
    """The squares in a row, passes left out."""
    return "".join(write_move(record.first, move) for move in record.moves if move != PASS)


def read_ggf(text: str) -> tuple[GameRecord, ...]:
    """All games of a GGF text."""
    games = re.findall(r"\(;(.*?);\)", text, re.DOTALL)
    if not games:
        raise MossaError("this is not GGF: a game is written (;GM[Othello]…BO[8 …]B[f5]W[d6]…;)")
    return tuple(_read_game(body, number) for number, body in enumerate(games, 1))


def _read_game(body: str, number: int) -> GameRecord:
    fields = re.findall(r"([A-Z]+)\[([^\]]*)\]", body)
    found = dict(reversed(fields))
    if found.get("GM", "Othello").strip().lower() not in ("othello", "reversi"):
        raise MossaError(f"game {number} of the GGF text is {found['GM']}, not Othello")
    first = _read_board(found["BO"], number) if "BO" in found else start()
    state, played, notes = first, list[int](), list[str]()
    for tag, text in fields:
        if tag not in ("B", "W"):
            continue
        word, _, note = text.strip().partition("/")
        what = f"game {number} of the GGF text: {tag}[{text}], move {len(played) + 1},"
        if "BW"[state.turn] != tag and must_pass(state):  # some servers leave passes out
            state = play(state, PASS)
            played.append(PASS)
            notes.append("")
        if "BW"[state.turn] != tag:
            raise MossaError(f"{what} is out of turn: {'White' if state.turn else 'Black'} moves")
        move = read_move(state, word)
        state = _checked(state, move, what)
        played.append(move)
        notes.append(note)
    kept = tuple((tag, text) for tag, text in fields if tag not in OMITTED)
    return GameRecord(first, tuple(played), kept, tuple(notes))


def _read_board(text: str, number: int) -> State:
    size, _, board = text.strip().partition(" ")
    if size != "8":
        raise MossaError(f"game {number} of the GGF text has a board of size {size}; mossa plays on 8")
    return read_position(board)


def write_ggf(record: GameRecord) -> str:
    """The game as one line of GGF; the result is added when the game is over and the record has none."""
    tags = list(record.tags)
    last = record.states[-1]
    if not record.tag("RE") and is_over(last):
        tags.append(("RE", f"{utility(last, 0):+.3f}"))
    board, side = write_position(record.first).replace("X", "*").split()
    rows = " ".join(board[8 * row : 8 * row + 8] for row in range(8))
    notes = record.notes or ("",) * len(record.moves)
    moves_text = "".join(
        f"{'BW'[state.turn]}[{'PA' if move == PASS else write_move(state, move)}{'/' + note if note else ''}]"
        for state, move, note in zip(record.states, record.moves, notes, strict=False)
    )
    head = "".join(f"{tag}[{text}]" for tag, text in tags)
    return f"(;GM[Othello]{head}BO[8 {rows} {side}]{moves_text};)"


def read_games(text: str) -> tuple[list[Written], list[str]]:
    """The games of a GGF text, or the one of a transcript, in the form that every game's records are read in."""
    games = read_ggf(text) if "(;" in text else (read_transcript(text),)
    return [Written(game.first, game.moves, dict(game.tags)) for game in games], []


def write_game(
    line: Sequence[Position],
    players: Sequence[str],
    result: Sequence[float] | None,
    ended: str = "",
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
) -> str:
    """A game that was played here, as GGF: its positions, who played, the utilities, how it ended, other tags; after
    how many moves what was said and which sign was given: both stand behind the move, as GGF's notes do."""
    moves = tuple(at.last for at in line if at.last is not None)
    known = {"PB": players[0], "PW": players[1], **(tags or {})}
    if result is not None:
        known["RE"] = f"{result[0]:+.3f}"
    said = [" ".join(filter(None, ((marks or {}).get(i), (comments or {}).get(i)))) for i in range(1, len(moves) + 1)]
    notes = tuple(re.sub(r"[\[\]]", "", text) for text in said)
    clean = tuple((tag, re.sub(r"[\[\]]", "", text)) for tag, text in known.items())
    return write_ggf(GameRecord(line[0].state, moves, clean, notes)) + "\n"
