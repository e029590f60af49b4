"""Cells are written a1 … d4; a position as a letter a cell, `R Y B G -`, from a1 on. Its balls tell who is to move."""

from mossa import MossaError, u64

from .rules import CELLS, SIZE, State, mover, start, taken

COLUMNS, ROWS = "abcdefgh"[:SIZE], "12345678"[:SIZE]


def write_move(state: State, move: int) -> str:
    return COLUMNS[move % SIZE] + ROWS[move // SIZE]


def write_position(state: State) -> str:
    first = mover(state)
    balls = {"RYB"[(first + i) % 3]: (state.mine, state.next, state.last)[i] for i in range(3)} | {"G": state.nobody}
    return "".join(next((c for c in balls if balls[c] >> cell & 1), "-") for cell in range(CELLS))


def read_position(text: str) -> State:
    board = text.upper()
    if len(board) != CELLS or set(board) - set("RYBG-"):
        raise MossaError(
            f"a board of Trio is {CELLS} letters R, Y, B, G or - from a1 to {COLUMNS[-1]}{ROWS[-1]}, not {text!r}"
        )
    if board.count("G") > 1:
        raise MossaError(f"{text!r} has {board.count('G')} green balls; there is at most one")
    red, yellow, blue, green = (u64(sum(1 << cell for cell in range(CELLS) if board[cell] == c)) for c in "RYBG")
    middle = taken(start())
    if middle & ~(red | yellow | blue | green):
        raise MossaError(f"{text!r} has an empty cell in the middle, where the game begins with four balls")
    to_move = (CELLS - board.count("-") - 4) % 3
    balls = (red, yellow, blue)
    return State(balls[to_move], balls[(to_move + 1) % 3], balls[(to_move + 2) % 3], green)
