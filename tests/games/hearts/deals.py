"""Deals of Hearts for the tests: made up, random, and played card by card."""

from __future__ import annotations

import random
from typing import Any

from mossa import u64
from mossa.games.hearts.deck import ALL
from mossa.games.hearts.notation import read_hand

__all__ = ["dealt", "finished", "hand", "passed_by_all", "random_game", "with_hands"]


def hand(text: str) -> int:
    """A hand as a set of cards; spades, hearts, diamonds, clubs."""
    return read_hand(text)


def with_hands(game: Any, *hands: int | None, seed: int = 0) -> Any:
    """The state in which these hands were dealt; a None gets any of the cards that are left."""
    free = [card for card in range(52) if not sum(cards or 0 for cards in hands) >> card & 1]
    random.Random(seed).shuffle(free)
    whole = [cards or sum(1 << free.pop() for _ in range(13)) for cards in hands]
    assert sum(whole) == ALL
    state = game.rules.start()
    for cards in whole[:3]:
        state = game.rules.play(state, cards)
    return state


def dealt(game: Any, seed: int) -> Any:
    """The state after a random deal."""
    state, draw = game.rules.start(), random.Random(seed)
    while game.rules.is_chance(state):
        state = game.rules.play(state, game.rules.sample(state, u64(draw.getrandbits(64))))
    return state


def passed_by_all(game: Any, state: Any, seed: int = 0) -> Any:
    """The state when all have passed some cards and taken them up."""
    draw = random.Random(seed)
    while state.turn < 0:
        state = game.rules.play(state, draw.choice(game.rules.legal(state)))
    return state


def random_game(game: Any, seed: int) -> list[Any]:
    """All states of a random game; some of its players play sensibly."""
    rules, draw = game.rules, random.Random(seed)
    states = [rules.start()]
    while not rules.is_over(states[-1]):
        state = states[-1]
        if rules.is_chance(state):
            move = rules.sample(state, u64(draw.getrandbits(64)))
        elif draw.random() < 0.3:
            move = rules.rollout_move(state, u64(draw.getrandbits(64)))
        else:
            move = draw.choice(rules.legal(state))
        states.append(rules.play(state, move))
    return states


def finished(game: Any, state: Any, choose: Any) -> Any:
    """The end of this deal, or of the game, if `choose` picks every card."""
    rules, deal = game.rules, state.deal
    while not rules.is_over(state) and state.deal == deal:
        state = rules.play(state, choose(state, rules.legal(state)))
    return state
