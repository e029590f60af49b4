"""Cards are written ♥6 and read as ♥6, h6 or 6h; a hand of MIN, when dealt, as its cards without blanks or its number.

A position is the number of MIN's hand, a colon, and the cards played: `2: ♣8 ♣9 ♠4`. Before the deal it is `-`.
"""

from mossa import MossaError
from mossa.core.numbers import whole_number

from .hands import read_card, read_hand, split_cards, write_card, write_hand
from .rules import FACTS, HANDS, NONE, State, deal_hand, is_over, play, playable, start


def write_move(state: State, move: int) -> str:
    return write_hand(HANDS[move]) if state.deal == NONE else write_card(move)


def read_move(state: State, text: str) -> int:
    if state.deal != NONE:
        return read_card(text)
    if text.isdecimal():
        return max(-1, whole_number(text) - 1)
    cards = split_cards(text)
    hand = read_hand(" ".join(cards), "the hand") if cards else 0
    if hand in HANDS:
        return HANDS.index(hand)
    raise MossaError(f"MIN's hand is dealt by its number, 1 to {len(HANDS)}, or by its cards: {write_hand(HANDS[0])}")


def write_position(state: State) -> str:
    if state.deal == NONE:
        return "-"
    return " ".join([f"{state.deal + 1}:", *(write_card(card) for card in state.played if card != NONE)])


def read_position(text: str) -> State:
    if text == "-" and FACTS.chance:
        return start()
    number, colon, cards = text.partition(":")
    hand = whole_number(number.strip())
    if not colon or not 1 <= hand <= len(HANDS):
        raise MossaError(
            f"a position is the number of MIN's hand (1 to {len(HANDS)}), a colon and the cards played: "
            f"'1: c8 c9 s4', not {text!r}"
        )
    state = deal_hand(start(), hand - 1)
    for word in cards.split():
        card = read_card(word)
        if is_over(state) or not playable(state) >> card & 1:
            raise MossaError(f"{write_card(card)} cannot be played after {write_position(state)!r}")
        state = play(state, card)
    return state
