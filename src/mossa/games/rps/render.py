"""The hands of the round, or of the last one; in a series the score, and how often each has chosen each sign.

A choice that the viewer may not see yet is face down. The signs to choose from are drawn below.
"""

from dataclasses import replace

from mossa import Cell, Draft, Piece, Scene

from .notation import SIGNS
from .rules import OPEN, ROUNDS, State, is_over, is_secret

player_names = ("first", "second")

ROLES = ("first", "third")


def scene(state: State, viewer: int | None) -> Scene:
    last = state.made - 1 if is_secret(state) else max(0, state.made - 2)
    hands = state.choices[last : last + 2]
    cells = []
    for player, choice in enumerate(hands):
        hidden = is_secret(state) and viewer not in (None, player)
        piece = Piece("chosen", ROLES[player]) if hidden else Piece(SIGNS[choice], ROLES[player], SIGNS[choice])
        won = OPEN not in hands and (hands[player] - hands[1 - player]) % 3 == 1
        cells.append(Cell(player, 0, "", "light" if won else "paper", piece if choice != OPEN else None))
    if ROUNDS == 1:
        return Scene(tuple(cells), column_labels=player_names, seated=True)
    for y, row in enumerate(table(state), 1):
        cells += [Cell(x, y, "", "none", Piece(str(number), ROLES[x])) for x, number in enumerate(row)]
    number = min(ROUNDS, last // 2 + 1)
    return Scene(
        tuple(cells), tuple(notes(state)), player_names, (f"round {number} of {ROUNDS}", "won", *SIGNS), seated=True
    )


def table(state: State) -> list[list[int]]:
    """For both players: the rounds won, then how often each sign was chosen, in finished rounds."""
    played = state.choices[: state.made // 2 * 2]
    sides = played[::2], played[1::2]
    won = [sum((a - b) % 3 == 1 for a, b in zip(sides[i], sides[1 - i], strict=True)) for i in (0, 1)]
    return [won, *([side.count(sign) for side in sides] for sign in range(3))]


def notes(state: State) -> list[str]:
    rounds = state.made // 2
    lines = ["a player who cannot be foreseen chooses each sign a third of the time"]
    if rounds and not is_over(state):
        lines.append(f"after {rounds} of {ROUNDS} rounds: about {round(rounds / 3)} each")
    return lines


def draft(state: State, made: tuple[str, ...], viewer: int | None) -> Draft:
    """The signs as cells to click: a choice has one part."""
    board = scene(state, viewer)
    if made:
        return Draft(board, move=made[0])
    y = board.size[1]
    signs = tuple(Cell(x, y, sign, "felt", Piece(sign, "white", sign)) for x, sign in enumerate(SIGNS))
    labels = (*board.row_labels, *[""] * (int(y) - len(board.row_labels)), "choose")
    return Draft(replace(board, cells=board.cells + signs, row_labels=labels), SIGNS)
