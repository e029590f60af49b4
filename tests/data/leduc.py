"""Leduc poker, a rules file as a user writes one [Southey05]: six cards (two of each of three ranks), ante 1, two
rounds of betting with raises of 2 and 4, at most two in a round; after the first round a card is turned up. A pair with
it wins, else the higher rank. The tests use it as a medium-sized game with chance after the start and several bets.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, below, next_seed, replace, u64

FOLD, CALL, RAISE = 0, 1, 2
NONE = -1

FACTS = Facts(players=2, chance=True, hidden=True, utility=(-13, 13), widest=6, longest=11)


class State(NamedTuple):
    cards: tuple[int, int, int]  # the players' and the one turned up, 2·rank + suit
    chips: tuple[int, int]
    turn: int
    raises: int  # in this round
    calls: int  # since the last raise, or since the round began
    folded: int  # a player or NONE
    line: int  # all moves in base 4 after a leading 3


def start() -> State:
    return State((NONE, NONE, NONE), (1, 1), 0, 0, 0, NONE, 3)


def round_is_over(state: State) -> bool:
    return state.calls == 2 or (state.calls == 1 and state.raises > 0)


def is_over(state: State) -> bool:
    return state.folded != NONE or (state.cards[2] != NONE and round_is_over(state))


def next_card(state: State) -> int:
    """Which of the cards is to be dealt now; NONE if a player is to move."""
    for place in range(2):
        if state.cards[place] == NONE:
            return place
    return 2 if state.cards[2] == NONE and round_is_over(state) else NONE


def mover(state: State) -> int:
    return CHANCE if next_card(state) != NONE else state.turn


def moves(state: State) -> Iterator[int]:
    if next_card(state) != NONE:
        for card in range(6):
            if card != state.cards[0] and card != state.cards[1]:
                yield card
    else:
        if state.chips[state.turn] < state.chips[1 - state.turn]:
            yield FOLD
        yield CALL
        if state.raises < 2:
            yield RAISE


def play(state: State, move: int) -> State:
    place = next_card(state)
    if place != NONE:
        return State(replace(state.cards, place, move), state.chips, 0, 0, 0, NONE, state.line)
    line, turn = state.line * 4 + move, state.turn
    if move == FOLD:
        return State(state.cards, state.chips, turn, state.raises, state.calls, turn, line)
    level = max(state.chips[0], state.chips[1])
    if move == CALL:
        chips = replace(state.chips, turn, level)
        return State(state.cards, chips, 1 - turn, state.raises, state.calls + 1, NONE, line)
    chips = replace(state.chips, turn, level + (2 if state.cards[2] == NONE else 4))
    return State(state.cards, chips, 1 - turn, state.raises + 1, 0, NONE, line)


def probability(state: State, move: int) -> float:
    return 1 / (6 - next_card(state))


def strength(state: State, player: int) -> int:
    rank = state.cards[player] // 2
    return rank + 3 if rank == state.cards[2] // 2 else rank


def utility(state: State, player: int) -> int:
    if state.folded != NONE:
        return -state.chips[player] if state.folded == player else state.chips[1 - player]
    difference = strength(state, player) - strength(state, 1 - player)
    return state.chips[player] * ((difference > 0) - (difference < 0))


def information_state(state: State, player: int) -> object:
    showdown = is_over(state) and state.folded == NONE
    cards = state.cards if showdown else replace(state.cards, 1 - player, min(state.cards[1 - player], 0))
    return cards, state.line


def redeal(state: State, player: int, seed: u64) -> State:
    cards = list(state.cards)
    if cards[1 - player] != NONE and not (is_over(state) and state.folded == NONE):
        free = [card for card in range(6) if card not in (cards[player], cards[2])]
        cards[1 - player] = free[below(next_seed(seed), len(free))]
    return State((cards[0], cards[1], cards[2]), *state[1:])
