"""Points are written a1 … o15, a1 at the bottom left; a position as the points played from the empty board, `h8i9h9`.

The empty board is `start`. A state does not remember the order of its stones, so `write_position` gives one order in
which they can have been played.
"""

import re

from mossa import MossaError

from .rules import BLACK_STONE, POINTS, SIZE, State, is_over, makes_five, play, start

LETTERS = "abcdefghijklmnopqrs"[:SIZE]
LAST = f"{LETTERS[-1]}{SIZE}"


def write_move(state: State, move: int) -> str:
    return f"{LETTERS[move % SIZE]}{move // SIZE + 1}"


def read_move(state: State, text: str) -> int:
    match = re.fullmatch(r"([a-s])([1-9][0-9]?)", text.lower())
    if match is None or match[1] not in LETTERS or int(match[2]) > SIZE:
        raise MossaError(f"a point is written a1 to {LAST}, not {text!r}")
    return LETTERS.index(match[1]) + SIZE * (int(match[2]) - 1)


def read_position(text: str) -> State:
    state = start()
    if text.lower() in ("", "start"):
        return state
    if re.fullmatch(r"(\s*[a-s][1-9][0-9]?)*", text.lower()) is None:
        raise MossaError(f"a position is the points played from the empty board, as in h8i9h9, not {text!r}")
    for number, point in enumerate(re.findall(r"[a-s][0-9]+", text.lower()), 1):
        move = read_move(state, point)
        if is_over(state):
            raise MossaError(f"move {number} of {text!r} comes after the end of the game")
        if state.points[move] >= BLACK_STONE:
            raise MossaError(f"move {number} of {text!r}: {point} is taken")
        state = play(state, move)
    return state


def owners(state: State) -> str:
    """For each point from a1 on, `X` for a stone of Black, `O` for one of White, `.` for none."""
    return "".join("." if word < BLACK_STONE else "XO"[int(word - BLACK_STONE)] for word in state.points)


def write_position(state: State) -> str:
    board = owners(state)
    stones = [[point for point in range(POINTS) if board[point] == side] for side in "XO"]
    if not 0 <= len(stones[0]) - len(stones[1]) <= 1:
        raise MossaError("these stones cannot have been played by turns")
    last = _last_stone(state, stones[1 - state.turn]) if state.won else -1
    for own in stones:
        if last in own:
            own.remove(last)
            own.append(last)
    turns = [point for pair in zip(*stones, strict=False) for point in pair]
    turns += stones[0][len(stones[1]) :]
    return "".join(write_move(state, point) for point in turns) or "start"


def _last_stone(state: State, stones: list[int]) -> int:
    """A stone without which there is no five: it can have been the last one."""
    for point in stones:
        rest = start()
        # The rest, put down without the rules of turns.
        for other in range(POINTS):
            owner = state.points[other]
            if owner >= BLACK_STONE and other != point:
                rest = play(rest._replace(turn=int(owner - BLACK_STONE)), other)
                if rest.won:
                    break
        if not rest.won and makes_five(rest, point, 1 - state.turn):
            return point
    raise MossaError("there are two fives: the game was over before the last stone")
