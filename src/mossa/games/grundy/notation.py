"""A move is `7=4+3` (also read: `4+3`, and the position it leads to); a position is its piles, greatest first."""

from mossa import MossaError
from mossa.core.numbers import whole_number

from .rules import MATCHES, NO_PILES, State, changed, count, moves, play

SEE_ALSO = "Nim in which matches are taken from heaps is another game: `mossa play nim`."


def write_move(state: State, move: int) -> str:
    size, smaller = move // 64, move % 64
    return f"{size}={size - smaller}+{smaller}"


def read_move(state: State, text: str) -> int:
    whole, equals, parts = text.replace(" ", "").rpartition("=")
    numbers = sorted(_numbers(parts, "+"))
    if len(numbers) == 2 and (not equals or _numbers(whole, "+") == [sum(numbers)]):
        return sum(numbers) * 64 + numbers[0]
    piles = sorted(_numbers(text, "-"), reverse=True)
    for move in moves(state):
        if write_position(play(state, move)) == "-".join(map(str, piles)):
            return move
    if piles:
        raise MossaError(f"no move leads from {write_position(state)} to {text}")
    raise MossaError(f"a move splits a pile into two unequal ones and is written 7=4+3 or 4+3, not {text!r}")


def write_position(state: State) -> str:
    sizes = (size for size in range(MATCHES, 0, -1) for _ in range(count(state.piles, size)))
    return "-".join(map(str, sizes))


def read_position(text: str) -> State:
    sizes = _numbers(text, "-")
    if not sizes:
        raise MossaError(f"a position of Nim by splitting is its piles, as in 4-2-1, not {text!r}")
    if sum(sizes) != MATCHES or 0 in sizes:
        raise MossaError(f"the piles of {text!r} must add up to the {MATCHES} matches of this game (set matches=…)")
    piles: tuple[int, ...] = NO_PILES
    for size in sizes:
        piles = changed(piles, size, 1)
    return State(piles, (len(sizes) - 1) % 2)


def _numbers(text: str, sign: str) -> list[int]:
    """The whole numbers of a text, separated by this sign; none if it has anything else."""
    numbers = [whole_number(part.strip()) for part in text.split(sign)]
    return [] if -1 in numbers else numbers
