"""The rules of the two-hand card game. Chance gives MIN his hand, if there is a choice; then cards are played.

A move is a card, 13·suit + rank (`hands.py`); at the deal it is the number of MIN's hand.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mossa import CHANCE, Facts, bit_count, draw, lowest_bit, mix, parameter, replace, u64

from .hands import read_hands, read_weights

OURS = parameter("max", "[♥6 ♦6 ♣8 ♣7]", "MAX's hand")
THEIRS = parameter("min", "[♥4 ♠4 ♣9 ♣5 | ♦4 ♠4 ♣9 ♣5]", "the hands that MIN may have, separated by |")

HAND, HANDS = read_hands(OURS, THEIRS)
CHANCES = read_weights(parameter("weights", "", "how likely the hands of MIN are; alike if empty"), len(HANDS))
SIZE = bit_count(HAND)
MAX, MIN = 0, 1
NONE = -1
SUIT = (1 << 13) - 1  # the clubs; the others lie 13, 26 and 39 bits higher

FACTS = Facts(
    players=2,
    chance=len(HANDS) > 1,
    hidden=len(HANDS) > 1,
    alternate=False,  # the winner of a trick leads the next
    utility=(-SIZE, SIZE),
    widest=max(SIZE, len(HANDS)),
    longest=2 * SIZE + (len(HANDS) > 1),
    actions=52,
)


class State(NamedTuple):
    deal: int  # which of HANDS is MIN's; NONE before the deal
    played: tuple[int, ...]  # the cards in the order they were played, then NONE
    ours: int  # what is left of MAX's hand
    theirs: int  # what is left of MIN's
    turn: int  # who plays the next card
    led: int  # the card led to the trick that is under way; NONE between tricks
    ahead: int  # tricks won by MAX minus tricks lost


def start() -> State:
    table = State(NONE, (NONE,) * (2 * SIZE), HAND, 0, MAX, NONE, 0)
    return table if len(HANDS) > 1 else deal_hand(table, 0)


def deal_hand(state: State, deal: int) -> State:
    """MIN gets the hand of this number."""
    return State(deal, state.played, state.ours, HANDS[deal], state.turn, state.led, state.ahead)


def mover(state: State) -> int:
    return CHANCE if state.deal == NONE else state.turn


def playable(state: State) -> int:
    """The cards that may be played: those of the suit led if there are any."""
    hand = state.ours if state.turn == MAX else state.theirs
    if state.led != NONE:
        following = hand & SUIT << state.led // 13 * 13
        if following:
            return following
    return hand


def moves(state: State) -> Iterator[int]:
    if state.deal == NONE:
        for deal in range(len(HANDS)):
            yield deal
    else:
        cards = playable(state)
        while cards:
            yield lowest_bit(cards)
            cards &= cards - 1


def play(state: State, move: int) -> State:
    if state.deal == NONE:
        return deal_hand(state, move)
    played = replace(state.played, 2 * SIZE - bit_count(state.ours | state.theirs), move)
    ours, theirs = state.ours, state.theirs
    if state.turn == MAX:
        ours ^= 1 << move
    else:
        theirs ^= 1 << move
    other = 1 - state.turn
    if state.led == NONE:
        return State(state.deal, played, ours, theirs, other, move, state.ahead)
    follower_wins = move // 13 == state.led // 13 and move > state.led
    taker = state.turn if follower_wins else other
    return State(state.deal, played, ours, theirs, taker, NONE, state.ahead + (1 if taker == MAX else -1))


def probability(state: State, move: int) -> float:
    return CHANCES[move]


def is_over(state: State) -> bool:
    return state.deal != NONE and state.ours | state.theirs == 0


def key(state: State) -> u64:
    """With open cards, how they were dealt and played no longer matters: only what is left of them, and the tricks."""
    table = u64(state.ours) ^ mix(u64(state.theirs))
    return mix(
        table
        ^ mix(
            u64(state.ahead + SIZE) << 16 | u64(state.led + 1) << 8 | u64(state.turn + 1) << 1 | u64(state.deal != NONE)
        )
    )


def utility(state: State, player: int) -> int:
    return state.ahead if player == MAX else -state.ahead


def information_state(state: State, player: int) -> Any:
    """All cards played in their order; MIN also his hand. MAX's hand is no secret."""
    return (state.deal if player == MIN else state.deal != NONE), state.played


def agrees(state: State, deal: int) -> bool:
    """Could MIN, with the hand of this number, have played as he did?"""
    at = deal_hand(start(), deal)
    for card in state.played:
        if card == NONE:
            break
        if not playable(at) >> card & 1:
            return False
        at = play(at, card)
    return True


def redeal(state: State, player: int, seed: u64) -> State:
    """MIN gets one of the hands with which he could have played as he did, each as likely as it is dealt.

    Inferences from MIN's choice among legal cards are ignored.
    """
    if player == MIN or state.deal == NONE:
        return state
    agreeing, last = 0.0, 0
    for deal in range(len(HANDS)):
        if agrees(state, deal):
            agreeing, last = agreeing + CHANCES[deal], deal
    left, dealt = float(int(draw(seed) >> 11)) / float(1 << 53) * agreeing, NONE
    for deal in range(len(HANDS)):
        if dealt == NONE and agrees(state, deal):
            left -= CHANCES[deal]
            if left < 0 or deal == last:
                dealt = deal
    at = deal_hand(start(), dealt)
    for card in state.played:
        if card != NONE:
            at = play(at, card)
    return at
