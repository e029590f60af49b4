"""The table: MIN's hand above, the trick under way, MAX's hand below. MAX sees the backs of MIN's cards."""

from mossa import Cell, Piece, Scene

from .hands import cards_of, write_card, write_hand
from .rules import FACTS, HANDS, MAX, NONE, SIZE, State, agrees

player_names = ("MAX", "MIN")


def scene(state: State, viewer: int | None) -> Scene:
    face_down = viewer == MAX and FACTS.hidden
    rows = [cards_of(state.theirs), [] if state.led == NONE else [state.led], cards_of(state.ours)]
    cells = []
    for y, row in enumerate(rows):
        for x in range(SIZE):
            piece = None
            if x < len(row):
                role = "first" if row[x] // 13 in (1, 2) else "black"
                piece = (
                    Piece("?", "neutral", "card") if face_down and y == 0 else Piece(write_card(row[x]), role, "card")
                )
            cells.append(Cell(x, y, write_card(row[x]) if piece and y == 2 else "", "felt", piece))
    notes = [f"tricks won minus lost by MAX: {state.ahead:+d}" if state.ahead else "tricks even"]
    if face_down:
        left = [write_hand(hand) for deal, hand in enumerate(HANDS) if agrees(state, deal)]
        notes.append(f"MIN was dealt {' or '.join(left)}")
    return Scene(tuple(cells), tuple(notes), row_labels=("MIN", "trick", "MAX"))
