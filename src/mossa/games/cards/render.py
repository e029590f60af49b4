"""The table: the other hand above, the trick under way, the viewer's hand below. MAX sees the backs of MIN's cards.

A finished trick stays: in the middle until the next card is led, then pale beside the trick under way.
"""

from mossa import Cell, Piece, Scene

from .hands import cards_of, write_card, write_hand
from .rules import FACTS, HANDS, MAX, MIN, NONE, SIZE, State, agrees

player_names = ("MAX", "MIN")

BESIDE = SIZE + 1
"""The column of the trick before."""


def scene(state: State, viewer: int | None) -> Scene:
    below = MIN if viewer == MIN else MAX
    hands = {MAX: cards_of(state.ours), MIN: cards_of(state.theirs)}
    cells = []
    for player, y in ((1 - below, 0), (below, 2)):
        face_down = viewer == MAX and FACTS.hidden and player == MIN
        for x in range(SIZE):
            card = hands[player][x] if x < len(hands[player]) else NONE
            name = "" if card == NONE or face_down else write_card(card)
            cells.append(Cell(x, y, name, "felt", card_piece(card, face_down)))
    played = [card for card in state.played if card != NONE]
    under_way = len(played) % 2
    now = played[-1:] if under_way else played[-2:]
    before = played[-3:-1] if under_way else []
    cells += [Cell(x, 1, "", "felt", card_piece(now[x]) if x < len(now) else None) for x in range(SIZE)]
    cells += [Cell(x, 1, "", "felt", card_piece(card, faint=True)) for x, card in enumerate(before, BESIDE)]
    labels = (player_names[1 - below], "trick", player_names[below])
    return Scene(tuple(cells), tuple(notes(state, viewer, played)), row_labels=labels, seated=True)


def card_piece(card: int, face_down: bool = False, faint: bool = False) -> Piece | None:
    """A card, or its back; None if there is none."""
    if card == NONE:
        return None
    if face_down:
        return Piece("?", "neutral", "back")
    return Piece(write_card(card), "first" if card // 13 in (1, 2) else "black", "card", faint=faint)


def notes(state: State, viewer: int | None, played: list[int]) -> list[str]:
    lines = [f"tricks won minus lost by MAX: {state.ahead:+d}" if state.ahead else "tricks even"]
    if len(played) > 1:
        last = played[-3:-1] if len(played) % 2 else played[-2:]
        taker = 1 - state.turn if len(played) % 2 else state.turn
        lines.append(f"last trick: {' '.join(map(write_card, last))}, taken by {player_names[taker]}")
    if viewer == MAX and FACTS.hidden:
        left = [write_hand(hand) for deal, hand in enumerate(HANDS) if agrees(state, deal)]
        lines.append(f"MIN was dealt {' or '.join(left)}")
    return lines
