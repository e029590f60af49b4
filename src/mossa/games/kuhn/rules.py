"""The rules of Kuhn poker. A state is the cards dealt and the line of passes and bets.

`line` begins with a one and gets a bit for each move after the deal, the newest lowest: 0 for a pass (check, or fold
once there is a bet), 1 for a bet (or call). So `0b1` is the start, `0b101` is check, bet.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mossa import CHANCE, Facts, below, highest_bit, next_seed, parameter, replace, u64

PLAYERS = parameter("players", 2, "players; the deck has one card more", least=2, most=10)

DECK = PLAYERS + 1
PASS, BET = 0, 1
NONE = -1  # no card yet; cards are 0 … DECK−1, the highest wins

FACTS = Facts(
    players=PLAYERS,
    chance=True,
    hidden=True,
    utility=(-2, 2 * (PLAYERS - 1)),
    widest=DECK,
    longest=3 * PLAYERS - 1,
    actions=2,
)


class State(NamedTuple):
    cards: tuple[int, ...]
    line: int


def start() -> State:
    return State((NONE,) * PLAYERS, 1)


def dealt(state: State) -> int:
    """How many players have their card."""
    count = 0
    for card in state.cards:
        if card != NONE:
            count += 1
    return count


def is_dealt(state: State, card: int) -> bool:
    """Does somebody hold this card?"""
    for held in state.cards:
        if held == card:
            return True
    return False


def length(state: State) -> int:
    """How many moves were made since the deal."""
    return highest_bit(state.line)


def first_bet(state: State) -> int:
    """How many moves were made before the first bet; all of them if nobody has bet."""
    return length(state) - 1 - highest_bit(state.line ^ 1 << length(state))


def has_bet(state: State, player: int) -> bool:
    """Has this player bet or called?"""
    at = length(state) - 1 - player  # the bit of his first move; of his second, PLAYERS lower
    return at >= 0 and (state.line >> at & 1 == 1 or (at >= PLAYERS and state.line >> (at - PLAYERS) & 1 == 1))


def mover(state: State) -> int:
    return CHANCE if dealt(state) < PLAYERS else length(state) % PLAYERS


def moves(state: State) -> Iterator[int]:
    if dealt(state) < PLAYERS:
        for card in range(DECK):
            if not is_dealt(state, card):
                yield card
    else:
        yield PASS
        yield BET


def play(state: State, move: int) -> State:
    if dealt(state) < PLAYERS:
        return State(replace(state.cards, dealt(state), move), state.line)
    return State(state.cards, state.line << 1 | move)


def probability(state: State, move: int) -> float:
    return 1 / (DECK - dealt(state))


def is_over(state: State) -> bool:
    """Everyone has checked, or everyone has answered the first bet."""
    if first_bet(state) == length(state):
        return length(state) == PLAYERS
    return length(state) == first_bet(state) + PLAYERS


def is_in(state: State, player: int) -> bool:
    """Does this player still contest the pot at the end?"""
    return first_bet(state) == length(state) or has_bet(state, player)


def winner(state: State) -> int:
    best = -1
    for player in range(PLAYERS):
        if is_in(state, player) and (best < 0 or state.cards[player] > state.cards[best]):
            best = player
    return best


def stake(state: State, player: int) -> int:
    return 2 if has_bet(state, player) else 1


def utility(state: State, player: int) -> int:
    if player != winner(state):
        return -stake(state, player)
    won = 0
    for other in range(PLAYERS):
        if other != player:
            won += stake(state, other)
    return won


def contestants(state: State) -> int:
    """How many players contest the pot at the end."""
    count = 0
    for player in range(PLAYERS):
        if is_in(state, player):
            count += 1
    return count


def sees(state: State, player: int, other: int) -> bool:
    """Has a player seen the card of this one? His own, and at a showdown those still in."""
    return other == player or (is_over(state) and is_in(state, other) and contestants(state) > 1)


def shown(state: State, player: int) -> tuple[int, ...]:
    """The cards that a player has seen, NONE for the others."""
    return tuple(state.cards[other] if sees(state, player, other) else NONE for other in range(PLAYERS))


def information_state(state: State, player: int) -> Any:
    """How far the deal is, the cards seen, and every move."""
    return dealt(state), shown(state, player), state.line


def redeal(state: State, player: int, seed: u64) -> State:
    """Unseen cards are dealt again, every deal equally likely: inferences from the moves are ignored."""
    known = State(shown(state, player), state.line)
    left = DECK - dealt(known)
    for other in range(dealt(state)):
        if known.cards[other] == NONE:
            known = State(replace(known.cards, other, free_card(known, below(seed, left))), known.line)
            left -= 1
            seed = next_seed(seed)
    return known


def free_card(state: State, number: int) -> int:
    """The card of this number among those that nobody holds."""
    for card in range(DECK):
        if not is_dealt(state, card):
            if number == 0:
                return card
            number -= 1
    return NONE
