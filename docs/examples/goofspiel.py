"""Goofspiel: both players bid a card for each prize, at once; the higher bid takes it, equal bids take nothing.

Rules: the game of pure strategy, as in S. Ross, Goofspiel (1971). The prizes 1 … n come in a random order (parameter
`cards`), and each player has the bids 1 … n, each for one round. Who has more prize points wins; equal points are a
draw. All bids that were made are open.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Cell, Facts, Piece, Scene, bit_count, parameter, replace, u64

CARDS = parameter("cards", 4, "prizes, and bids of each player", least=2, most=8)
FACTS = Facts(players=2, chance=True, simultaneous=True, utility=(-1, 1), widest=CARDS, longest=3 * CARDS)


class State(NamedTuple):
    prizes: int  # a bit for each prize that is still to come
    hands: tuple[int, int]  # a bit for each bid that a player has left
    prize: int  # the one that is bid for; 0: the next one is drawn
    bid: int  # of the first player, who chooses first but in secret; 0: not yet
    lead: int  # points of the first player less those of the second


def start() -> State:
    return State((1 << CARDS) - 1, ((1 << CARDS) - 1, (1 << CARDS) - 1), 0, 0, 0)


def mover(state: State) -> int:
    return CHANCE if state.prize == 0 else 1 if state.bid else 0


def is_over(state: State) -> bool:
    return state.prizes == 0 and state.prize == 0


def moves(state: State) -> Iterator[int]:
    cards = state.prizes if state.prize == 0 else state.hands[1 if state.bid else 0]
    for card in range(CARDS):
        if cards >> card & 1:
            yield card + 1


def play(state: State, move: int) -> State:
    card = 1 << (move - 1)
    if state.prize == 0:
        return State(state.prizes & ~card, state.hands, move, 0, state.lead)
    if state.bid == 0:
        return State(state.prizes, replace(state.hands, 0, state.hands[0] & ~card), state.prize, move, state.lead)
    gain = state.prize if state.bid > move else -state.prize if state.bid < move else 0
    return State(state.prizes, replace(state.hands, 1, state.hands[1] & ~card), 0, 0, state.lead + gain)


def probability(state: State, move: int) -> float:
    return 1 / bit_count(state.prizes)


def utility(state: State, player: int) -> int:
    lead = state.lead if player == 0 else -state.lead
    return 1 if lead > 0 else -1 if lead < 0 else 0


def information_state(state: State, player: int) -> tuple[int, ...]:
    mine = state.bid if player == 0 else min(state.bid, 1)  # that there is a bid is seen, not which
    theirs = state.hands[0] | (1 << (state.bid - 1) if state.bid and player == 1 else 0)
    return state.prizes, theirs, state.hands[1], state.prize, mine, state.lead


def redeal(state: State, player: int, seed: u64) -> State:
    if player == 0 or state.bid == 0:
        return state
    hand = state.hands[0] | 1 << (state.bid - 1)
    chosen = int(seed % bit_count(hand))
    for card in range(CARDS):
        if hand >> card & 1:
            if chosen == 0:
                return State(state.prizes, (hand & ~(1 << card), state.hands[1]), state.prize, card + 1, state.lead)
            chosen -= 1
    return state


def scene(state: State, viewer: int | None) -> Scene:
    shown = list(state.hands)
    if state.bid and viewer != 0:
        shown[0] |= 1 << (state.bid - 1)  # the others see the bid on the hand until it is answered
    cells = [
        Cell(card, row, str(card + 1) if row == 2 else "", "felt", Piece(str(card + 1), role, "card"))
        for row, hand, role in ((0, shown[1], "second"), (2, shown[0], "first"))
        for card in range(CARDS)
        if hand >> card & 1
    ]
    if state.prize:
        cells.append(Cell(0, 1, "", "felt", Piece(str(state.prize), "black", "card")))
    return Scene(tuple(cells), (f"lead of the first player: {state.lead}",))
