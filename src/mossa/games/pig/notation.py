"""A move is `roll` or `hold`, an outcome the face of the die; a position is `37-52 p2 +14`, with `rolls` in the air."""

import re

from mossa import MossaError

from .rules import GOAL, HOLD, PLAYERS, ROLL, State

MOVES = {ROLL: "roll", HOLD: "hold"}
EXAMPLE = f"{'-'.join(['0'] * PLAYERS)} p1 +0"


def write_move(state: State, move: int) -> str:
    return str(move + 1) if state.rolling else MOVES[move]


def write_position(state: State) -> str:
    points = "-".join(map(str, state.points))
    return f"{points} p{state.turn + 1} +{state.pot}{' rolls' if state.rolling else ''}"


def read_position(text: str) -> State:
    match = re.fullmatch(r"(\d{1,4}(?:-\d{1,4})*) p(\d) \+(\d{1,4})( rolls)?", " ".join(text.lower().split()))
    if match is None:
        raise MossaError(
            f"a position of Pig is the points, who moves and the points of the turn, {EXAMPLE!r}, not {text!r}"
        )
    points, turn, pot = tuple(map(int, match[1].split("-"))), int(match[2]) - 1, int(match[3])
    if len(points) != PLAYERS or not 0 <= turn < PLAYERS:
        raise MossaError(f"{text!r}: {PLAYERS} play, as in {EXAMPLE!r}")
    won = [player for player, has in enumerate(points) if has >= GOAL]
    if won and (won != [(turn - 1) % PLAYERS] or pot or match[4]):
        raise MossaError(f"{text!r}: who has {GOAL} points has won, and nobody moves after that")
    if pot == 1:
        raise MossaError(f"{text!r}: a turn cannot have 1 point")
    if match[4] and points[turn] + pot >= GOAL:
        raise MossaError(f"{text!r}: who has enough to win does not roll on")
    return State(points, turn, pot, int(match[4] is not None))
