"""The table: everyone's card (face down if the viewer has not seen it) and the chips that everyone has put in."""

from mossa import Cell, Piece, Scene

from .notation import RANKS, write_move
from .rules import NONE, PLAYERS, State, dealt, is_over, length, shown, stake

player_names = tuple(f"player {player + 1}" for player in range(PLAYERS))


def scene(state: State, viewer: int | None) -> Scene:
    seen = state.cards if viewer is None else shown(state, viewer)
    cells = []
    for player, card in enumerate(seen):
        there = player < dealt(state)
        piece = Piece("?", "neutral", "back") if card == NONE else Piece(RANKS[card], "black", "card")
        cells.append(Cell(player, 0, player_names[player], "felt", piece if there else None))
        chips = stake(state, player)
        cells.append(Cell(player, 1, "", "none", Piece("1", "second", "disc"), count=chips, step=(0.25, 0.0), most=2))
    line = [
        write_move(State(state.cards, state.line >> back), state.line >> (back - 1) & 1)
        for back in range(length(state), 0, -1)
    ]
    notes = [", ".join(line)] if line else []
    if is_over(state):
        notes.append("the hand is over")
    return Scene(tuple(cells), tuple(notes), column_labels=player_names, row_labels=("card", "chips"))
