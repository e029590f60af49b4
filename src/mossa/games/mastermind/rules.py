"""The rules of Mastermind. A code is a number with a digit for each peg, in base COLOURS, the first peg highest."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mossa import Facts, MossaError, below, parameter, replace, u64

PEGS = parameter("pegs", 4, "pegs of a code", least=1, most=8)
COLOURS = parameter("colours", 6, "colours of pegs", least=2, most=9)
GUESSES = parameter("guesses", 10, "guesses before the maker of the code has won", least=1, most=20)

CODES = COLOURS**PEGS
if CODES > 65536:
    raise MossaError(f"{PEGS} pegs of {COLOURS} colours make {CODES} codes; at most 65536 are accepted")
NONE = -1  # no code, no guess yet

FACTS = Facts(
    players=2,
    hidden=True,
    alternate=False,
    utility=(-GUESSES - 1, GUESSES + 1),
    widest=CODES,
    longest=GUESSES + 1,
    actions=CODES,
)


class State(NamedTuple):
    code: int
    guesses: tuple[int, ...]  # those made first, then NONE
    made: int  # how many were made


def start() -> State:
    return State(NONE, (NONE,) * GUESSES, 0)


def mover(state: State) -> int:
    """Player 0 makes the code, player 1 breaks it."""
    return 0 if state.code == NONE else 1


def moves(state: State) -> Iterator[int]:
    for code in range(CODES):
        yield code


def play(state: State, move: int) -> State:
    if state.code == NONE:
        return State(move, state.guesses, 0)
    return State(state.code, replace(state.guesses, state.made, move), state.made + 1)


def is_found(state: State) -> bool:
    return state.made > 0 and state.guesses[state.made - 1] == state.code


def is_over(state: State) -> bool:
    return state.made == GUESSES or is_found(state)


def utility(state: State, player: int) -> int:
    points = state.made if is_found(state) else GUESSES + 1
    return points if player == 0 else -points


def answer(code: int, guess: int) -> tuple[int, int]:
    """The black and the white marks."""
    black = 0
    common = 0  # pegs whose colour is right, wherever they are
    for colour in range(COLOURS):
        in_code = 0
        in_guess = 0
        for peg in range(PEGS):
            place = COLOURS**peg
            if code // place % COLOURS == colour:
                in_code += 1
                if guess // place % COLOURS == colour:
                    black += 1
            if guess // place % COLOURS == colour:
                in_guess += 1
        common += min(in_code, in_guess)
    return black, common - black


def answers(state: State) -> tuple[tuple[int, int, int], ...]:
    """Each guess made, with its black and white marks."""
    return tuple((guess, *answer(state.code, guess)) for guess in state.guesses[: state.made])


def information_state(state: State, player: int) -> Any:
    """For the maker everything; for the breaker whether there is a code, and the answers to his guesses."""
    return state if player == 0 else (state.code != NONE, answers(state))


def redeal(state: State, player: int, seed: u64) -> State:
    """For the breaker, every code that gives the same answers is equally likely."""
    if player == 0 or state.code == NONE:
        return state
    from .codes import consistent

    codes = consistent(PEGS, COLOURS, answers(state))
    return state._replace(code=int(codes[below(seed, len(codes))]))
