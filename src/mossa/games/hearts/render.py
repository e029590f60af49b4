"""The table: the viewer sits at the bottom with his cards before him, the others clockwise from his left, each a pile
of so many cards, and the trick lies in the middle. An onlooker who sees everything has a row for each player.
"""

from mossa import Cell, Piece, Scene
from mossa.games.cards.hands import cards_of, write_card

from .rules import (
    NONE,
    PASSED,
    PLAYERS,
    POINTS,
    TRICKS,
    State,
    all_played,
    are_chosen,
    card_at,
    is_dealing,
    is_over,
    mover,
    received,
    step,
)

player_names = ("South", "West", "North", "East")

WAYS = {1: "to the left", 3: "to the right", 2: "across"}
SORTED = (0, 1, 3, 2)
"""The suits of a hand from left to right: black and red in turn."""
SEATS = ((6, 4), (1, 2), (5, 0), (11, 2))
PILES = ((7, 4), (2, 2), (6, 0), (10, 2))
IN_TRICK = ((6, 3), (5, 2), (6, 1), (7, 2))
"""Where the name of the viewer, and of the players clockwise from him, stands; their cards; their card in the trick."""
MIDDLE = tuple((x, y) for y in (1, 2, 3) for x in (5, 6, 7))
BOTTOM = 5
"""The row of the viewer's own cards."""


def scene(state: State, viewer: int | None) -> Scene:
    cells = rows(state) if viewer is None else around_table(state, viewer)
    return Scene(tuple(cells), tuple(notes(state, viewer)), row_labels=player_names if viewer is None else ())


def rows(state: State) -> list[Cell]:
    """A row for each player, with the card that he has in the trick on the right."""
    table, cells = on_table(state), []
    for player in range(PLAYERS):
        for x, card in enumerate(in_order(state.hands[player])):
            cells.append(Cell(x, player, write_card(card), ground_of(state, player, card), drawn(card)))
        for x in range(state.hands[player].bit_count(), TRICKS):
            cells.append(Cell(x, player, "", "felt"))
        cells.append(spot(state, player, TRICKS + 1, player, table))
    return cells


def around_table(state: State, viewer: int) -> list[Cell]:
    """What a player sees."""
    table, cells = on_table(state), []
    for seat in range(PLAYERS):
        player = (viewer + seat) % PLAYERS
        name, left = player_names[player], state.hands[player].bit_count()
        cells.append(Cell(*SEATS[seat], "", "none", Piece(name, "first" if is_next(state, player) else "neutral")))
        if seat and left:
            cells.append(Cell(*PILES[seat], "", "none", Piece(str(left), "neutral", "card")))
        cells.append(spot(state, player, *IN_TRICK[seat], table))
    taken = {(cell.x, cell.y) for cell in cells}
    cells += [Cell(x, y, "", "felt") for x, y in MIDDLE if (x, y) not in taken]
    hand = in_order(state.hands[viewer])
    for x in range(TRICKS):
        if x < len(hand):
            cells.append(Cell(x, BOTTOM, write_card(hand[x]), ground_of(state, viewer, hand[x]), drawn(hand[x])))
        else:
            cells.append(Cell(x, BOTTOM, "", "felt"))
    return cells


def in_order(cards: int) -> list[int]:
    """A hand as it is held."""
    return sorted(cards_of(cards), key=lambda card: (SORTED.index(card // 13), card % 13))


def ground_of(state: State, player: int, card: int) -> str:
    """Cards that are chosen to be passed lie on another ground."""
    return "dark" if state.turn == NONE and state.passed[player] >> card & 1 else "felt"


def spot(state: State, player: int, x: float, y: float, table: dict[int, int]) -> Cell:
    """A player's place in the trick; when the passed cards are to be taken up, the last player does it there."""
    if are_chosen(state) and player == mover(state):
        return Cell(x, y, "take", "felt", Piece("⇄", "black", "card"))
    return Cell(x, y, "", "felt", drawn(table[player]) if player in table else None)


def drawn(card: int) -> Piece:
    return Piece(write_card(card), "first" if card // 13 in (1, 2) else "black", "card")


def is_next(state: State, player: int) -> bool:
    return not is_over(state) and not is_dealing(state) and mover(state) == player


def on_table(state: State) -> dict[int, int]:
    """The cards of the trick under way, by player; the last trick when it has just been taken."""
    count = all_played(state).bit_count()
    first = (count - 1) // PLAYERS * PLAYERS if count else 0
    return {owner(state, place): card_at(state, place) for place in range(first, count)}


def owner(state: State, place: int) -> int:
    """Who played the card at this place of the line."""
    card = card_at(state, place)
    return next(player for player in range(PLAYERS) if state.played[player] >> card & 1)


def notes(state: State, viewer: int | None) -> list[str]:
    if is_dealing(state):
        lines = ["the cards are dealt"]
    elif state.turn == NONE:
        lines = [f"{PASSED} cards are passed {WAYS[step(state.deal)]}"]
    else:
        got = received(state, viewer) if viewer is not None else 0
        cards = " ".join(map(write_card, cards_of(got)))
        lines = [f"passed to {player_names[viewer]}: {cards}"] if viewer is not None and got else []
        taken = ", ".join(f"{name} {points}" for name, points in zip(player_names, state.taken, strict=True))
        lines.append(f"points in this deal: {taken}")
    if POINTS or is_over(state):
        total = ", ".join(f"{name} {points}" for name, points in zip(player_names, state.scores, strict=True))
        lines.append(f"score: {total}")
    return lines
