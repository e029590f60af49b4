"""Squares are written a1 … h8, a1 at the top left; a forced pass `pass`.

A position is 64 letters from a1 to h8, row by row, `X` Black, `O` White, `-` empty, then the side to move: `… X`. The
signs of other programs are read too (`*` and `b` for Black, `w` for White, `.` for an empty square), and so are
spaces and line breaks anywhere.
"""

from mossa import MossaError, u64

from .rules import PASS, SQUARES, State, start

FILES, RANKS = "abcdefgh", "12345678"
PASSES = ("pass", "pa", "ps", "--")
SIGNS = str.maketrans("*BW._", "XXO--")
MIDDLE = start().mine | start().theirs


def write_square(square: int) -> str:
    return FILES[square % 8] + RANKS[square // 8]


def write_move(state: State, move: int) -> str:
    return "pass" if move == PASS else write_square(move)


def read_move(state: State, text: str) -> int:
    """The move that a text names; −1 if it names none."""
    word = text.strip().lower()
    if word in PASSES:
        return PASS
    return FILES.index(word[0]) + 8 * RANKS.index(word[1]) if is_square(word) else -1


def is_square(word: str) -> bool:
    """Does a word in small letters name a square?"""
    return len(word) == 2 and word[0] in FILES and word[1] in RANKS


def write_position(state: State) -> str:
    mine, theirs = int(state.mine), int(state.theirs)
    black, white = (theirs, mine) if state.turn else (mine, theirs)
    board = "".join("X" if black >> s & 1 else "O" if white >> s & 1 else "-" for s in range(SQUARES))
    return f"{board} {'XO'[state.turn]}"


def read_position(text: str) -> State:
    accepted = "64 letters X, O or - from a1 to h8 and then the side to move, X or O"
    letters = "".join(text.upper().split()).translate(SIGNS)
    strange = sorted(set(letters) - set("XO-"))
    if strange:
        raise MossaError(f"an Othello position is {accepted}; it has no {strange[0]!r}")
    if len(letters) == SQUARES:
        raise MossaError(f"this Othello position does not say who moves: it is {accepted}")
    if len(letters) != SQUARES + 1:
        raise MossaError(f"an Othello position is {accepted}; this one has {len(letters)} letters in place of 65")
    if letters[-1] == "-":
        raise MossaError(f"in an Othello position the side to move is X or O, not {text.split()[-1]!r}")
    black, white = (u64(sum(1 << s for s in range(SQUARES) if letters[s] == disc)) for disc in "XO")
    if MIDDLE & ~(black | white):
        raise MossaError("one of the squares d4, e4, d5, e5 is empty: they are taken from the first move to the last")
    turn = "XO".index(letters[-1])
    return State(white, black, 1) if turn else State(black, white, 0)
