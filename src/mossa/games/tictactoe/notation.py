"""Squares are written a1 … c3; a board as nine letters `X O -` from a1 to c3."""

from mossa import MossaError, bit_count

from .rules import State, has_line


def write_move(state: State, move: int) -> str:
    return "abc"[move % 3] + "123"[move // 3]


def write_position(state: State) -> str:
    begun = bit_count(state.mine) == bit_count(state.theirs)
    x, o = (state.mine, state.theirs) if begun else (state.theirs, state.mine)
    return "".join("X" if x >> square & 1 else "O" if o >> square & 1 else "-" for square in range(9))


def read_position(text: str) -> State:
    board = text.upper()
    if len(board) != 9 or set(board) - set("XO-"):
        raise MossaError(f"a tic-tac-toe board is nine letters X, O or - from a1 to c3, not {text!r}")
    x, o = (sum(1 << square for square in range(9) if board[square] == mark) for mark in "XO")
    if bit_count(x) - bit_count(o) not in (0, 1):
        raise MossaError(
            f"in tic-tac-toe X begins and the marks alternate; {text!r} has {bit_count(x)} X and {bit_count(o)} O"
        )
    to_move_x = bit_count(x) == bit_count(o)
    if (has_line(x) and to_move_x) or (has_line(o) and not to_move_x):
        raise MossaError(f"{text!r} cannot arise: the game ended before the last mark")
    return State(x, o) if to_move_x else State(o, x)
