"""Positions in Forsyth–Edwards Notation, the forms of Chess960 included.

    rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2

board from the eighth rank down; side to move; castling rights; en passant; plies since a capture or a pawn's move;
number of the move. The last two may be missing, as in EPD.

A castling right is K or Q (k or q) for the outermost rook on that side of the king, or the file of the rook: `KQkq`,
`HAha` and mixtures are read. X-FEN [Scharnagl04] is written: the file only where the letter would otherwise mean an
outer rook. The en passant square is written only if a capture there is legal; on reading, others are ignored.
"""

from __future__ import annotations

import re

from mossa import MossaError, lowest_bit, u64

from .board import (
    EMPTY_SET,
    FILE_A,
    KING,
    PAWN,
    RANK_1,
    RANK_8,
    State,
    attackers,
    en_passant,
    make_info,
    mover,
    plies_played,
    quiet_plies,
)
from .rules import MOST_QUIET, offer_en_passant, start, with_key

__all__ = ["FILES", "LETTERS", "RANKS", "SIDES", "ranks_of", "read_fen", "square_name", "squares_of", "write_fen"]

LETTERS = ".PNBRQK"
"""The letter of each kind of piece, by number."""
FILES, RANKS = "abcdefgh", "12345678"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
SIDES = ("White", "Black")
FORM = (
    "a FEN has 4 to 6 fields: board, side to move, castling, en passant, quiet plies and number of the move, like "
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
)
MOST_MOVES = 9999


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(28)
    'e4'
    """
    return SQUARES[square]


# --------------------------------------------------------------------------------------------------------- writing


def write_fen(state: State, *, files: bool = False) -> str:
    """The position in X-FEN; with `files`, castling rights always by the files of the rooks (Shredder-FEN)."""
    passing = square_name(en_passant(state)) if en_passant(state) else "-"
    return (
        f"{write_board(state)} {'wb'[mover(state)]} {write_castling(state, files)} {passing} "
        f"{quiet_plies(state)} {plies_played(state) // 2 + 1}"
    )


def write_board(state: State) -> str:
    """The first field."""
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in ranks_of(state))


def ranks_of(state: State) -> list[str]:
    """The ranks from the eighth down: `P` for a white pawn, `p` for a black one, `.` for an empty square."""
    board = ["."] * 64
    boards = (state.pawns, state.knights, state.bishops, state.rooks, state.queens, state.kings)
    for letter, pieces in zip(LETTERS[1:], boards, strict=True):
        for square in squares_of(pieces):
            board[square] = letter
    for square in squares_of(state.black):
        board[square] = board[square].lower()
    return ["".join(board[rank : rank + 8]) for rank in range(56, -1, -8)]


def write_castling(state: State, files: bool) -> str:
    """The field of castling rights, the king's side first."""
    letters = ""
    for side, own in enumerate((state.white, state.black)):
        king = lowest_bit(state.kings & own)
        for rook in sorted(squares_of(state.castles & own), reverse=True):
            outermost = rook == outer_rook(state.rooks & own, king, rook > king)
            letter = FILES[rook % 8] if files or not outermost else "k" if rook > king else "q"
            letters += letter if side else letter.upper()
    return letters or "-"


def outer_rook(rooks: u64, king: int, right: bool) -> int | None:
    """The rook farthest from the king to one side, on the king's rank."""
    beside = [rook for rook in squares_of(rooks) if rook // 8 == king // 8 and (rook > king) == right]
    return (max(beside) if right else min(beside)) if beside else None


def squares_of(board: int) -> list[int]:
    """The squares of a set."""
    rest, squares = int(board), []
    while rest:
        squares.append(lowest_bit(rest))
        rest &= rest - 1
    return squares


# --------------------------------------------------------------------------------------------------------- reading


def read_fen(text: str) -> State:
    """The position that a FEN describes; `start` is the first position of the game."""
    if text.strip().lower() in ("start", "startpos"):
        return start()
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        raise MossaError(f"{FORM}; {text.strip()!r} has {len(fields)}")
    if fields[1] not in ("w", "b"):
        raise MossaError(f"the side to move in a FEN is w or b, not {fields[1]!r}")
    side = "wb".index(fields[1])
    quiet = read_number(fields[4], 0, MOST_QUIET, "quiet plies") if len(fields) > 4 else 0
    number = read_number(fields[5], 0, MOST_MOVES, "number of the move") if len(fields) > 5 else 1
    info = make_info(side, 0, quiet, 2 * max(0, number - 1) + side)
    p, n, b, r, q, k, white, black = read_board(fields[0])
    state = State(p, n, b, r, q, k, white, black, EMPTY_SET, info, u64(0))
    require_sound(state)
    state = with_key(state._replace(castles=read_castling(fields[2], state)))
    return read_en_passant(fields[3], state)


def read_board(field: str) -> list[u64]:
    """The boards of the six kinds of pieces, then of White and of Black."""
    ranks = field.split("/")
    if len(ranks) != 8:
        raise MossaError(f"the board of a FEN has 8 ranks with / between them, not {len(ranks)}: {field!r}")
    boards = [0] * 8
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        squares = re.sub(r"[1-8]", lambda run: "." * int(run[0]), row)
        strange = re.search(r"[^.pnbrqkPNBRQK]", squares)
        if strange:
            raise MossaError(
                f"rank {rank + 1} of the FEN has {strange[0]!r}; pieces are PNBRQK and pnbrqk, gaps 1 to 8"
            )
        if len(squares) != 8:
            raise MossaError(f"rank {rank + 1} of the FEN, {row!r}, has {len(squares)} squares in place of 8")
        for file, letter in enumerate(squares):
            if letter != ".":
                bit = 1 << 8 * rank + file
                boards[LETTERS.index(letter.upper()) - 1] |= bit
                boards[6 if letter.isupper() else 7] |= bit
    return [u64(board) for board in boards]


def read_number(word: str, least: int, most: int, what: str) -> int:
    """A number within limits."""
    if not re.fullmatch(r"\d{1,6}", word) or not least <= int(word) <= most:
        raise MossaError(f"the {what} in a FEN is a number from {least} to {most}, not {word!r}")
    return int(word)


def require_sound(state: State) -> None:
    """Refuse impossible boards."""
    boards = (state.pawns, state.knights, state.bishops, state.rooks, state.queens, state.kings)
    for own, name in zip((state.white, state.black), SIDES, strict=True):
        count = [board.bit_count() for board in (board & own for board in boards)]
        if count[KING - 1] != 1:
            raise MossaError(f"{name} has {count[KING - 1]} kings in the FEN: each side has one")
        if count[PAWN - 1] > 8:
            raise MossaError(f"{name} has {count[PAWN - 1]} pawns in the FEN: a side has at most 8")
        promoted = sum(max(0, count[i] - most) for i, most in ((1, 2), (2, 2), (3, 2), (4, 1)))
        if promoted > 8 - count[PAWN - 1]:
            raise MossaError(f"{name} has more pieces in the FEN than 8 pawns could become")
    if state.pawns & (RANK_1 | RANK_8):
        raise MossaError(f"there is a pawn on {square_name(lowest_bit(state.pawns & (RANK_1 | RANK_8)))} in the FEN")
    side = mover(state)
    waiting = state.white if side else state.black
    king = lowest_bit(state.kings & waiting)
    if attackers(state, king, state.white | state.black, 1 - side):
        raise MossaError(f"in the FEN {SIDES[1 - side]} is in check, and yet it is {SIDES[side]}'s turn")


def read_castling(field: str, state: State) -> u64:
    """The rooks that may castle."""
    if field == "-":
        return EMPTY_SET
    if not re.fullmatch(r"[KQkqA-Ha-h]{1,4}", field) or len(set(field)) != len(field):
        raise MossaError(
            f"the castling rights in a FEN are some of KQkq, files of rooks as in HAha, or -, not {field!r}"
        )
    castles = EMPTY_SET
    for letter in field:
        side = int(letter.islower())
        own, home = (state.black, RANK_8) if side else (state.white, RANK_1)
        king, rooks = lowest_bit(state.kings & own), state.rooks & own & home
        rook: int | None = None
        if letter.upper() in "KQ":
            rook = outer_rook(rooks, king, letter.upper() == "K")
        elif rooks & FILE_A << FILES.index(letter.lower()):
            rook = lowest_bit(rooks & FILE_A << FILES.index(letter.lower()))
        if not home >> king & 1 or rook is None:
            raise MossaError(
                f"the FEN lets {SIDES[side]} castle ({letter}), but king and rook do not stand ready on the first rank"
            )
        castles |= u64(1) << rook
    for own, name in zip((state.white, state.black), SIDES, strict=True):
        king = lowest_bit(state.kings & own)
        for beside in ([r for r in squares_of(castles & own) if (r > king) == right] for right in (False, True)):
            if len(beside) > 1:
                raise MossaError(f"the FEN lets {name} castle with two rooks on the same side of the king: {field!r}")
    return castles


def read_en_passant(field: str, state: State) -> State:
    """The state with the en passant square, if a capture there is legal."""
    if field == "-":
        return state
    if not re.fullmatch(r"[a-h][1-8]", field):
        raise MossaError(f"the square en passant in a FEN is one of a3 to h3 or a6 to h6, or -, not {field!r}")
    square, side = FILES.index(field[0]) + 8 * RANKS.index(field[1]), mover(state)
    behind, origin = square ^ 8, (square + 8 if side == 0 else square - 8) & 63
    enemy_pawns = state.pawns & (state.white if side else state.black)
    occupied = state.white | state.black
    if (
        square // 8 != (2 if side else 5)
        or not enemy_pawns >> behind & 1
        or occupied >> square & 1
        or occupied >> origin & 1
    ):
        raise MossaError(f"{field} cannot be the square en passant in this FEN: no pawn has just passed it")
    offered: State = offer_en_passant(state, square)
    return offered
