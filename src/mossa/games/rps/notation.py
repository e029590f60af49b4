"""Choices are written rock, paper, scissors; a position as the choices made: `-` (none), `rock`, `rock paper`."""

from mossa import MossaError

from .rules import OPEN, State

SIGNS = ("rock", "paper", "scissors")


def write_move(state: State, move: int) -> str:
    return SIGNS[move]


def read_move(state: State, text: str) -> int:
    """Also the first letters, in any case: `R`, `pap`."""
    found = [number for number, sign in enumerate(SIGNS) if text and sign.startswith(text.lower())]
    if len(found) != 1:
        raise MossaError(f"a choice is rock, paper or scissors, not {text!r}")
    return found[0]


def write_position(state: State) -> str:
    return " ".join(SIGNS[choice] for choice in state if choice != OPEN) or "-"


def read_position(text: str) -> State:
    words = [] if text == "-" else text.split()
    if len(words) > 2:
        raise MossaError(f"a position of rock-paper-scissors is -, one choice or two, not {text!r}")
    choices = [read_move(State(OPEN, OPEN), word) for word in words]
    return State(*choices, *[OPEN] * (2 - len(choices)))
