"""The table: a row for each player, with his cards on the left and the one he has in the trick on the right.

The viewer sits at the bottom, the others clockwise from his left, and he sees the backs of their cards.
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
TRICK = TRICKS + 1
"""The column of the trick."""


def scene(state: State, viewer: int | None) -> Scene:
    bottom = 0 if viewer is None else viewer
    seats = [(bottom + turn) % PLAYERS for turn in (1, 2, 3, 0)]
    table, cells = on_table(state), []
    for y, player in enumerate(seats):
        hidden = viewer is not None and player != viewer and not is_over(state)
        chosen = state.passed[player] if state.turn == NONE else 0
        hand = sorted(cards_of(state.hands[player]), key=lambda card: (SORTED.index(card // 13), card % 13))
        for x in range(TRICKS):
            piece, name = None, ""
            if x < len(hand):
                piece = Piece("?", "neutral", "card") if hidden else drawn(hand[x])
                name = "" if hidden or player != bottom else write_card(hand[x])
            ground = "dark" if piece and not hidden and chosen >> hand[x] & 1 else "felt"
            cells.append(Cell(x, y, name, ground, piece))
        piece = drawn(table[player]) if player in table else None
        takes = player == mover(state) and are_chosen(state) and not hidden
        cells.append(Cell(TRICK, y, "take" if takes else "", "light", Piece("⇄", "black", "card") if takes else piece))
    names = tuple(("→ " if is_next(state, player) else "") + player_names[player] for player in seats)
    return Scene(tuple(cells), tuple(notes(state, viewer)), row_labels=names)


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
