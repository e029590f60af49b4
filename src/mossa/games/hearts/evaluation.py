"""What a deal looks worth, and sensible play, found quickly, for simulated games: how people avoid points without
counting cards.

- Pass the queen, king and ace of spades and high hearts, then other high cards.
- Lead low, and no spade above the queen's neighbours while the queen is out.
- Follow under the best card so far, as high as that goes; with the last card of a trick without points, as high as one
  can. Who must go over plays low, or last of all high.
- Discard the queen of spades, then what could catch her, then high hearts, then high cards.

One move in NOISE is any legal one.
"""

from typing import Any

from mossa import below, bit_count, draw, highest_bit, lowest_bit, u64

from .deck import HEARTS, POINT_CARDS, QUEEN, SPADES, SUIT
from .rules import (
    NONE,
    PLAYERS,
    TAKE,
    State,
    all_played,
    are_chosen,
    card_at,
    is_over,
    lead_of,
    led_suit,
    playable,
    to_pass,
)

__all__ = ["INFORMATION_SETS", "PLAYER", "estimate", "rollout_move"]

PLAYER = "is-mcts"

INFORMATION_SETS = {"regret": 0, "single": 1, "others": 0, "exploration": 0.3, "one_deal": 1}
"""The others hold other cards in nearly every deal: nodes of their own would never be met twice. The next deal has
nothing to do with this one, whose points are what is to be found out."""

NOISE = 10
HIGH_SPADES = 3 << 50
"""The king and the ace: they catch the queen."""


def estimate(state: State, player: int, scratch: Any) -> float:
    """As if the points that are still to come were shared evenly."""
    return lead_of(state, player, 0 if is_over(state) else 1)


def rollout_move(state: State, seed: u64) -> int:
    if are_chosen(state):
        return TAKE
    cards = to_pass(state) if state.turn == NONE else playable(state)
    if below(seed, NOISE) == 0:
        return some_card(cards, draw(seed))
    if state.turn == NONE:
        return most_dangerous(cards, state, draw(seed))
    suit = led_suit(state)
    if suit == NONE:
        return lead(cards, state, draw(seed))
    following = cards & SUIT << 13 * suit
    return followed(following, state) if following else most_dangerous(cards, state, draw(seed))


def some_card(cards: int, seed: u64) -> int:
    """Any of these cards."""
    skipped = below(seed, bit_count(cards))
    while skipped > 0:
        cards &= cards - 1
        skipped -= 1
    return lowest_bit(cards)


def danger(card: int, out: bool) -> int:
    """How much one would rather not have a card; `out`: is the queen of spades still in somebody's hand?"""
    if 1 << card == QUEEN:
        return 40
    if out and 1 << card & HIGH_SPADES:
        return 30
    return card % 13 + (6 if 1 << card & HEARTS else 0)


def most_dangerous(cards: int, state: State, seed: u64) -> int:
    """The card one would rather not have, nearly."""
    out, worst, greatest = all_played(state) & QUEEN == 0, lowest_bit(cards), -1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        fear = 4 * danger(card, out) + int(seed >> card & 7)
        if fear > greatest:
            worst, greatest = card, fear
    return worst


def lead(cards: int, state: State, seed: u64) -> int:
    """A low card that is not likely to take a trick with points."""
    out, best, least = all_played(state) & QUEEN == 0, lowest_bit(cards), 1000
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        fear = 4 * (card % 13) + int(seed >> card & 15)
        if out and 1 << card & SPADES:
            fear += 100 if card % 13 >= 10 else -12  # low spades bring her out
        if fear < least:
            best, least = card, fear
    return best


def followed(cards: int, state: State) -> int:
    """A card of the suit led."""
    count = bit_count(all_played(state))
    place, points, best = count % PLAYERS, 0, card_at(state, count - count % PLAYERS)
    for i in range(place):
        card = card_at(state, count - place + i)
        points |= 1 << card & POINT_CARDS
        if card // 13 == best // 13 and card > best:
            best = card
    under = cards & (1 << best) - 1
    if under & QUEEN:
        return lowest_bit(QUEEN)
    harmless = cards & ~QUEEN
    if place == PLAYERS - 1 and points == 0 and harmless:
        return highest_bit(harmless)
    if under:
        return highest_bit(under)
    if harmless == 0:
        return highest_bit(cards)
    return highest_bit(harmless) if place == PLAYERS - 1 else lowest_bit(harmless)
