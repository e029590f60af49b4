"""Choices are written rock, paper, scissors; a position as the choices made: `-` (none), `rock`, `rock paper`.

In a series the choices of all rounds follow each other, the first player's before the second's.
"""

from mossa import MossaError

from .rules import ROUNDS, State, play, start

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
    return " ".join(SIGNS[choice] for choice in state.choices[: state.made]) or "-"


def read_position(text: str) -> State:
    words = [] if text == "-" else text.split()
    if len(words) > 2 * ROUNDS:
        most = "-, one choice or two" if ROUNDS == 1 else f"- or at most {2 * ROUNDS} choices"
        raise MossaError(f"a position of rock-paper-scissors is {most}, not {text!r}")
    state = start()
    for word in words:
        state = play(state, read_move(state, word))
    return state
