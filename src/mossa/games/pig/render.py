"""The points of all as bars towards the goal, the die that fell last, and the points of the turn."""

from mossa import Cell, Piece, Scene

from .rules import GOAL, PLAYERS, State, is_over

player_names = tuple(f"Player {player + 1}" for player in range(PLAYERS))

ROLES = ("first", "third", "second", "felt", "neutral", "dark")
STEPS = 10
"""The cells of a bar."""


def scene(state: State, viewer: int | None) -> Scene:
    cells = []
    for player, points in enumerate(state.points):
        role, at_risk = ROLES[player], state.pot if player == state.turn and not is_over(state) else 0
        cells.append(Cell(0, player, "", "none", Piece(f"P{player + 1}", role)))
        for step in range(STEPS):
            sure = points * STEPS >= GOAL * (step + 1)
            hoped = (points + at_risk) * STEPS >= GOAL * (step + 1)
            bar = Piece("", role, "bar", letter="#" if sure else "+", faint=not sure) if hoped else None
            cells.append(Cell(step + 1, player, "", "paper", bar))
        cells.append(Cell(STEPS + 1, player, "", "none", Piece(str(points), role)))
        cells.append(Cell(STEPS + 2, player, "", "none", Piece(f"+{at_risk}", role) if at_risk else None))
    rolls = ["the die rolls"] if state.rolling else []
    return Scene(tuple(cells), (f"the first with {GOAL} points wins", *rolls))
