"""Moves as text: written as in UCI (`e2e4`, `e7e8q`), read as in UCI or SAN (`Nf3`, `exd5`, `O-O`, `e8=Q+`).

Castling is written by the king's two squares, `e1g1`; from squares other than those of the usual first position, where
this could be a king's step, it is written as in Chess960: by the squares of king and rook. Both are read everywhere.

In SAN (standard algebraic notation) the origin is written only as far as needed to tell moves apart. Reading is
lenient: check and evaluation signs, `x` and `=` may be missing, `0-0` is castling, `Ng1-f3` is fine.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mossa import MossaError

from .board import NOTHING, PAWN, State, in_check, piece_at
from .fen import FILES, LETTERS, RANKS, SQUARES, read_fen, square_name, write_fen
from .move_generation import CASTLING, EN_PASSANT_CAPTURE, KIND, PIECE, PROMOTION, TO, king_destination, moves
from .rules import play

__all__ = [
    "PLIES_A_MOVE",
    "read_move",
    "read_position",
    "read_san",
    "write_move",
    "write_position",
    "write_san",
    "write_uci",
]

PLIES_A_MOVE = 2
"""A move of White and one of Black count as one: mate in five is nine plies away."""

UCI = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbnQRBN])?")
SAN = re.compile(r"([KQRBN])?([a-h])?([1-8])?[-x:]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?")
CASTLES = re.compile(r"[oO0]-?[oO0](-?[oO0])?")
SIGNS = re.compile(r"(?:\s*e\.?p\.?)?[+#†‡!?]*$")
NONE = -1
"""What reading returns for a text that names no legal move."""


def write_position(state: State) -> str:
    return write_fen(state)


def read_position(text: str) -> State:
    return read_fen(text)


def write_move(state: State, move: int) -> str:
    return write_uci(move)


def write_uci(move: int, *, chess960: bool = False) -> str:
    """The move as UCI has it; with `chess960`, castling always by the squares of king and rook."""
    at, to, becomes = move & 63, move >> TO & 63, move >> PROMOTION & 7
    if move >> KIND == CASTLING and not chess960 and at % 8 == 4 and to % 8 in (0, 7):
        to = king_destination(at, to)
    return SQUARES[at] + SQUARES[to] + (LETTERS[becomes].lower() if becomes else "")


def write_san(state: State, move: int) -> str:
    """The move in standard algebraic notation."""
    after = play(state, move)
    check = ("+" if any(True for _ in moves(after)) else "#") if in_check(after) else ""
    at, to, piece, becomes = move & 63, move >> TO & 63, move >> PIECE & 7, move >> PROMOTION & 7
    if move >> KIND == CASTLING:
        return ("O-O" if to > at else "O-O-O") + check
    captures = piece_at(state, to) != NOTHING or move >> KIND == EN_PASSANT_CAPTURE
    if piece == PAWN:
        name = FILES[at % 8] if captures else ""
    else:
        name = LETTERS[piece] + _distinction(state, move)
    promotion = f"={LETTERS[becomes]}" if becomes else ""
    return f"{name}{'x' if captures else ''}{square_name(to)}{promotion}{check}"


@lru_cache(maxsize=8)
def _legal(state: State) -> tuple[int, ...]:
    """The legal moves: those of one state are usually written one after the other."""
    return tuple(moves(state))


def _distinction(state: State, move: int) -> str:
    """The part of the origin square that SAN needs: nothing, file, rank, or both."""
    at, rest = move & 63, move >> TO
    others = [m & 63 for m in _legal(state) if m >> TO == rest and m & 63 != at]
    if not others:
        return ""
    if all(other % 8 != at % 8 for other in others):
        return FILES[at % 8]
    if all(other // 8 != at // 8 for other in others):
        return RANKS[at // 8]
    return square_name(at)


def read_move(state: State, text: str) -> int:
    """The legal move that a text names, in UCI or SAN; −1 if there is none."""
    word = text.strip()
    uci = UCI.fullmatch(word)
    if uci is None:
        return read_san(state, word)
    at, to, becomes = _square(uci[1]), _square(uci[2]), LETTERS.index((uci[3] or ".").upper())
    castling = NONE
    for move in moves(state):
        if move & 63 != at:
            continue
        if move >> TO & 63 == to and move >> PROMOTION & 7 == becomes:
            return move
        if move >> KIND == CASTLING and king_destination(at, move >> TO & 63) == to:
            castling = move
    return castling


def read_san(state: State, text: str) -> int:
    """The legal move that a SAN text names; −1 if there is none. An ambiguous text is an error that lists the moves."""
    word = SIGNS.sub("", text.strip())
    legal = list(moves(state))
    if castles := CASTLES.fullmatch(word):
        long = castles[1] is not None
        return next((m for m in legal if m >> KIND == CASTLING and (m >> TO & 63 < m & 63) == long), NONE)
    found = SAN.fullmatch(word)
    if found is None:
        raise MossaError(f"a move is written like e2e4, e7e8q, Nf3, exd5, e8=Q or O-O, not {text.strip()!r}")
    piece, to = LETTERS.index(found[1]) if found[1] else PAWN, _square(found[4])
    becomes = LETTERS.index((found[5] or ".").upper())
    fitting = [
        move
        for move in legal
        if move >> PIECE & 7 == piece
        and move >> TO & 63 == to
        and move >> PROMOTION & 7 == becomes
        and move >> KIND != CASTLING
        and (found[2] is None or FILES[move % 8] == found[2])
        and (found[3] is None or RANKS[(move & 63) // 8] == found[3])
    ]
    if len(fitting) > 1:
        ways = " or ".join(write_san(state, move) for move in fitting)
        raise MossaError(f"{text.strip()} can be played in several ways here: write {ways}")
    return fitting[0] if fitting else NONE


def _square(name: str) -> int:
    return FILES.index(name[0]) + 8 * RANKS.index(name[1])
