"""Cells are written a1 … k11, a1 at the top left; a position is the moves from the empty board, `c2 swap-pieces f6`.

The empty board is `start`. A state does not remember the order of its stones, so `write_position` gives one order in
which they can have been played.
"""

import re

from mossa import MossaError

from .rules import CELLS, SIZE, SWAP, SWAPS, State, empty_row, is_over, may_swap, play, start

LETTERS = "abcdefghijklmnopqrs"[:SIZE]
LAST = f"{LETTERS[-1]}{SIZE}"
SWAP_PIECES = "swap-pieces"


def write_move(state: State, move: int) -> str:
    return SWAP_PIECES if move == SWAP else f"{LETTERS[move % SIZE]}{move // SIZE + 1}"


def read_move(state: State, text: str) -> int:
    word = text.lower()
    if word in (SWAP_PIECES, "swap"):
        return SWAP
    match = re.fullmatch(r"([a-s])([1-9][0-9]?)", word)
    if match is None or match[1] not in LETTERS or int(match[2]) > SIZE:
        raise MossaError(f"a move of Hex is a cell, a1 to {LAST}, or {SWAP_PIECES}, not {text!r}")
    return LETTERS.index(match[1]) + SIZE * (int(match[2]) - 1)


def read_position(text: str) -> State:
    state = start()
    if text.lower() == "start":
        return state
    for number, word in enumerate(text.split(), 1):
        move = read_move(state, word)
        if is_over(state):
            raise MossaError(f"move {number} of {text!r} comes after the end of the game")
        if move == SWAP and not may_swap(state):
            when = "as the second move" if SWAPS else "with the parameter swap=1"
            raise MossaError(f"move {number} of {text!r}: pieces are only swapped {when}")
        if move != SWAP and not empty_row(state.rows, move // SIZE) >> move % SIZE & 1:
            raise MossaError(f"move {number} of {text!r}: {word} is taken")
        state = play(state, move)
    return state


def owners(state: State) -> str:
    """For each cell from a1 on, `R` or `B` for a stone, `.` for none."""
    red, blue = (
        [state.rows[plane * SIZE + cell // SIZE] >> cell % SIZE & 1 for cell in range(CELLS)] for plane in (0, 1)
    )
    return "".join("R" if r else "B" if b else "." for r, b in zip(red, blue, strict=True))


def write_position(state: State) -> str:
    board = owners(state)
    stones = [[cell for cell in range(CELLS) if board[cell] == side] for side in "RB"]
    for own in stones:
        if state.last in own:
            own.remove(state.last)
            own.append(state.last)
    surplus = len(stones[0]) - len(stones[1])
    moves: list[int] = []
    if surplus == state.turn - 1:  # Blue swapped
        first = stones[1].pop(0)
        moves = [first % SIZE * SIZE + first // SIZE, SWAP]
    elif surplus != state.turn:
        raise MossaError("these stones cannot have been played by turns")
    for pair in zip(*stones, strict=False):
        moves += pair
    moves += stones[0][len(stones[1]) :]
    return " ".join(write_move(state, move) for move in moves) or "start"
