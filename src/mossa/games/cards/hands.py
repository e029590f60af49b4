"""Cards and hands as text and as numbers: card = 13·suit + rank, a hand is a word with a bit for each card."""

from __future__ import annotations

import math
import re

from mossa import MossaError

SUITS = "♣♦♥♠"
LETTERS = "cdhs"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

_CARD = re.compile(
    rf"([{SUITS}{LETTERS}])\ufe0f?(10|[2-9TJQKA])|(10|[2-9TJQKA])([{SUITS}{LETTERS}])\ufe0f?", re.IGNORECASE
)


def write_card(card: int) -> str:
    """
    >>> write_card(30)
    '♥6'
    """
    return SUITS[card // 13] + RANKS[card % 13]


def read_card(text: str) -> int:
    """
    >>> read_card("♥6"), read_card("h6"), read_card("6H")
    (30, 30, 30)
    """
    found = _CARD.fullmatch(text)
    if not found:
        raise MossaError(f"a card is a suit (c d h s or ♣ ♦ ♥ ♠) and a rank (2 … 10 J Q K A) such as h6, not {text!r}")
    suit, rank = (found[1], found[2]) if found[1] else (found[4], found[3])
    number = SUITS.find(suit) if suit in SUITS else LETTERS.index(suit.lower())
    return 13 * number + RANKS.index("10" if rank.upper() == "T" else rank.upper())


def cards_of(hand: int) -> list[int]:
    """The cards of a hand in rising order."""
    return [card for card in range(52) if hand >> card & 1]


def write_hand(hand: int) -> str:
    """Spades first and the higher card first, as players hold them, without blanks."""
    return "".join(write_card(card) for card in reversed(cards_of(hand)))


def split_cards(text: str) -> list[str]:
    """The cards of a text without blanks; none if it has anything else.

    >>> split_cards("♠4♥10c9"), split_cards("♠4?")
    (['♠4', '♥10', 'c9'], [])
    """
    cards = [found[0] for found in _CARD.finditer(text)]
    return cards if "".join(cards) == text else []


def read_hand(text: str, whose: str) -> int:
    hand = 0
    for word in text.replace(",", " ").split():
        card = read_card(word)
        if hand >> card & 1:
            raise MossaError(f"{whose} has {write_card(card)} twice")
        hand |= 1 << card
    if not hand:
        raise MossaError(f"{whose} is empty; write its cards separated by blanks, such as [h6 d6 c8 c7]")
    return hand


def unbracket(text: str) -> str:
    text = text.strip()
    return text[1:-1].strip() if text[:1] + text[-1:] in ("[]", "()", "{}") else text


def read_hands(ours: str, theirs: str) -> tuple[int, tuple[int, ...]]:
    """MAX's hand and the possible hands of MIN, which are separated by `|`."""
    hand = read_hand(unbracket(ours), "MAX's hand")
    size = hand.bit_count()
    others: list[int] = []
    for number, text in enumerate(unbracket(theirs).split("|"), 1):
        whose = f"hand {number} of MIN"
        other = read_hand(text, whose)
        if other.bit_count() != size:
            raise MossaError(f"{whose} has {other.bit_count()} cards where MAX has {size}: both hold the same number")
        if other & hand:
            raise MossaError(f"{whose} and MAX's hand both hold {write_card(cards_of(other & hand)[0])}")
        if other in others:
            raise MossaError(
                f"{whose} is the same as hand {others.index(other) + 1}; give weights to make one likelier"
            )
        others.append(other)
    return hand, tuple(others)


def read_weights(text: str, count: int) -> tuple[float, ...]:
    """The probabilities of `count` hands: the weights divided by their sum; all equal for an empty text."""
    words = unbracket(text).replace(",", " ").split()
    if not words:
        return (1 / count,) * count
    try:
        weights = [float(word) for word in words]
    except ValueError:
        weights = []
    if len(weights) != count or not all(0 < weight < math.inf for weight in weights):
        raise MossaError(f"weights takes a number above 0 for each of the {count} hands of MIN, not {text!r}")
    return tuple(weight / sum(weights) for weight in weights)
