"""The table: the viewer sits at the bottom with his cards before him, the others clockwise from his left, each a pile
of so many cards, and the trick lies in the middle. The trick before lies pale in the corners, each card on the left of
its player. An onlooker who sees everything has a row for each player.
"""

from dataclasses import replace

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
SEATS = ((3, 4), (0, 2), (2, 0), (6, 2))
PILES = ((4, 4), (1, 2), (3, 0), (5, 2))
IN_TRICK = ((3, 3), (2, 2), (3, 1), (4, 2))
BEFORE = ((2, 3), (2, 1), (4, 1), (4, 3))
"""Where the name of the viewer, and of the players clockwise from him, stands; their cards; their card in the trick and
in the trick before."""
MIDDLE = tuple((x, y) for y in (1, 2, 3) for x in (2, 3, 4))
BOTTOM, WIDTH = 5, 7
"""The first row of the viewer's own cards, and how many lie in a row."""


def scene(state: State, viewer: int | None) -> Scene:
    cells = rows(state) if viewer is None else around_table(state, viewer)
    labels = player_names if viewer is None else ()
    return Scene(tuple(cells), tuple(notes(state, viewer)), row_labels=labels, seated=True)


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
    (table, before), cells = (on_table(state), trick_before(state)), []
    for seat in range(PLAYERS):
        player = (viewer + seat) % PLAYERS
        name, left = player_names[player], state.hands[player].bit_count()
        cells.append(Cell(*SEATS[seat], "", "none", Piece(name, "first" if is_next(state, player) else "neutral")))
        if seat and left:
            cells.append(Cell(*PILES[seat], "", "none", Piece(str(left), "neutral", "back")))
        cells.append(spot(state, player, *IN_TRICK[seat], table))
        if player in before:
            cells.append(Cell(*BEFORE[seat], "", "felt", replace(drawn(before[player]), faint=True)))
    taken = {(cell.x, cell.y) for cell in cells}
    cells += [Cell(x, y, "", "felt") for x, y in MIDDLE if (x, y) not in taken]
    hand = in_order(state.hands[viewer])
    for i in range(TRICKS):
        x, y = i % WIDTH, BOTTOM + i // WIDTH
        if i < len(hand):
            cells.append(Cell(x, y, write_card(hand[i]), ground_of(state, viewer, hand[i]), drawn(hand[i])))
        else:
            cells.append(Cell(x, y, "", "felt"))
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


def trick_before(state: State) -> dict[int, int]:
    """The cards of the trick before the one under way, by player."""
    count = all_played(state).bit_count()
    first = (count - 1) // PLAYERS * PLAYERS - PLAYERS if count else -1
    return {owner(state, place): card_at(state, place) for place in range(first, first + PLAYERS)} if first >= 0 else {}


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
