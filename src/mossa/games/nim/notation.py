"""A move is the letter of a heap and the number taken, `b2`; a position the heaps and the player, `3-4-5 first`."""

from mossa import MossaError
from mossa.core.numbers import whole_number

from .rules import FIRST, State

LETTERS = "abcdefghijklmnopqrstuvwxyz"[: len(FIRST)]
SIDES = ("first", "second")
SEE_ALSO = "Nim by splitting one pile of 7, as in the course, is another game: `mossa play grundy`."


def write_move(state: State, move: int) -> str:
    return f"{LETTERS[move // 100]}{move % 100}"


def read_move(state: State, text: str) -> int:
    letter, number = text[:1].lower(), text[1:].strip()
    if letter not in LETTERS or whole_number(number) < 0:
        last = f" to {LETTERS[-1]}" if len(FIRST) > 1 else ""
        raise MossaError(f"a move of Nim is a heap (a{last}) and how many to take, as in a2, not {text!r}")
    return LETTERS.index(letter) * 100 + whole_number(number) if whole_number(number) < 100 else -1


def write_position(state: State) -> str:
    return f"{'-'.join(map(str, state.heaps))} {SIDES[state.turn]}"


def read_position(text: str) -> State:
    heaps, _, side = text.lower().partition(" ")
    side = side.strip() or SIDES[0]
    parts = heaps.split("-")
    numbers = tuple(map(whole_number, parts))
    if -1 in numbers or side not in SIDES:
        raise MossaError(f"a position of Nim is its heaps and the player to move, as in '3-0-5 second', not {text!r}")
    if len(numbers) != len(FIRST) or any(now > first for now, first in zip(numbers, FIRST, strict=True)):
        raise MossaError(f"{text!r} cannot arise from {'-'.join(map(str, FIRST))}: no heap comes, goes or grows")
    return State(numbers, SIDES.index(side))
