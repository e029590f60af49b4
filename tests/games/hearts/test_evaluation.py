"""Sensible play of Hearts: always legal, better than chance, and the queen goes where she should; what a deal looks
worth."""

import random
from statistics import mean

import pytest
from tests.games.hearts.deals import dealt, hand, passed_by_all, random_game, with_hands

import mossa
from mossa import u64
from mossa.games.cards.hands import read_card

GAME = mossa.game("hearts")
HOLD = mossa.game("hearts:passing=hold")


def usual(game, state, seeds=40):
    """The move that is made most often."""
    made = [game.rules.rollout_move(state, u64(seed)) for seed in range(seeds)]
    assert set(made) <= set(game.rules.legal(state))
    return game.rules.write_move(state, max(set(made), key=made.count))


def test_it_takes_fewer_points_than_random_play():
    """Two of each at a table, and the same deals with changed seats."""
    taken = []
    for seed in range(60):
        for sensible in ((0, 2), (1, 3)):
            state, draw = passed_by_all(GAME, dealt(GAME, seed), seed), random.Random(seed)
            while not GAME.rules.is_over(state):
                if GAME.rules.mover(state) in sensible:
                    move = GAME.rules.rollout_move(state, u64(draw.getrandbits(64)))
                else:
                    move = draw.choice(GAME.rules.legal(state))
                state = GAME.rules.play(state, move)
            taken.append(sum(state.taken[player] for player in sensible))
    assert mean(taken) < 11  # of 26; about 8


def test_the_queen_of_spades_is_discarded_and_thrown_under_the_ace():
    state = with_hands(HOLD, hand("Q32.A2.AKQJT987."), hand("AKJ.KQJ.654.K432"), hand("T98.T98.32.QJT98"), None)
    for text in ("c2", "cQ", "cA", "dA"):  # the first trick takes no points
        state = HOLD.rules.play(state, read_card(text))
    state = state._replace(turn=1)
    for text in ("sA", "s8"):
        state = HOLD.rules.play(state, read_card(text))
    state = HOLD.rules.play(state, HOLD.rules.legal(state)[0])
    assert usual(HOLD, state) == "♠Q"


def test_high_spades_and_hearts_are_passed():
    state = with_hands(GAME, hand("AKQ.A32.432.5432"), None, None, None)
    passed = []
    for _ in range(3):
        passed.append(usual(GAME, state))
        state = GAME.rules.play(state, read_card(passed[-1]))
    assert passed[0] == "♠Q"
    assert set(passed[1:]) <= {"♠A", "♠K"}


@pytest.mark.parametrize("spec", ["hearts", "hearts:points=50"])
def test_an_estimate_is_the_utility_if_the_rest_is_shared_evenly(spec):
    game = mossa.game(spec)
    scratch = game.rules.scratch()
    for state in random_game(game, 4):
        found = [game.rules.estimate(state, player, scratch) for player in range(4)]
        assert sum(found) == pytest.approx(0)
        if game.rules.is_over(state):
            assert found == pytest.approx(list(game.rules.utilities(state)))
