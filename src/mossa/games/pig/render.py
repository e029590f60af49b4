"""The points of all, and of the turn."""

from mossa import Cell, Piece, Scene

from .rules import GOAL, PLAYERS, State, is_over

player_names = tuple(f"Player {player + 1}" for player in range(PLAYERS))

ROLES = ("first", "third", "second", "felt", "neutral", "dark")


def scene(state: State, viewer: int | None) -> Scene:
    cells = []
    for player, points in enumerate(state.points):
        cells.append(Cell(player, 0, "", "paper", Piece(f"P{player + 1}", ROLES[player])))
        cells.append(Cell(player, 1, "", "light", Piece(str(points), ROLES[player])))
        pot = f"+{state.pot}" if player == state.turn and not is_over(state) else ""
        cells.append(Cell(player, 2, "", "paper", Piece(pot, ROLES[player]) if pot else None))
    rolls = ["the die rolls"] if state.rolling else []
    return Scene(tuple(cells), (f"the first with {GOAL} points wins", *rolls))
