"""Averaging over clairvoyance against all pure strategies, one by one, on random games with a hidden world."""

import random
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest

from mossa import CHANCE, MossaError, game
from mossa.core import Facts, Rules
from mossa.kernel.words import u64
from mossa.search.textbook.clairvoyance import averaged, best_defence, worlds_of


class State(NamedTuple):
    world: int
    moves: tuple[int, ...]


def hidden_game(seed, worlds=2, plies=3, seen=True):
    """Players in turn, two moves each; MAX knows the moves (if `seen`, MIN's too) but not the world."""
    rng = random.Random(seed)
    leaves = {
        State(world, moves): rng.randint(-2, 2) for world in range(worlds) for moves in product((0, 1), repeat=plies)
    }
    return Rules(
        Facts(players=2, hidden=True, utility=(-2, 2), widest=2, longest=plies),
        start=lambda: State(0, ()),
        mover=lambda state: len(state.moves) % 2,
        moves=lambda state: iter((0, 1)),
        play=lambda state, move: State(state.world, (*state.moves, move)),
        utility=lambda state, player: leaves[state] if player == 0 else -leaves[state],
        is_over=lambda state: len(state.moves) == plies,
        key=hash,
        information_state=lambda state, player: (
            (len(state.moves), state.moves if seen else state.moves[::2]) if player == 0 else state
        ),
        redeal=lambda state, player, seed: State(int(seed) % worlds, state.moves),
    )


def by_all_strategies(rules, worlds, first):
    """The best mean, over all pure strategies of MAX that begin so, against MIN who knows strategy and world."""
    known = set()

    def visit(state):
        if not rules.is_over(state):
            if rules.mover(state) == 0:
                known.add(rules.information_state(state, 0))
            for move in rules.moves(state):
                visit(rules.play(state, move))

    for state, _ in worlds:
        visit(rules.play(state, first))
    known = sorted(known)

    def value(state, strategy):
        if rules.is_over(state):
            return rules.utility(state, 0)
        if rules.mover(state) == 0:
            return value(rules.play(state, strategy[rules.information_state(state, 0)]), strategy)
        return min(value(rules.play(state, move), strategy) for move in rules.moves(state))

    return max(
        sum(p * value(rules.play(state, first), dict(zip(known, choice, strict=True))) for state, p in worlds)
        for choice in product((0, 1), repeat=len(known))
    )


def mean(worlds, vector):
    return sum(p * v for (_, p), v in zip(worlds, vector, strict=True))


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_best_defence_is_the_best_of_all_strategies(seen, count):
    fused = 0
    for seed in range(60):
        rules = hidden_game(seed, count, plies=3 if seed % 3 else 4, seen=seen)
        worlds = [(State(world, ()), 1 / count) for world in range(count)]
        exact, average = best_defence(rules, worlds, 0), averaged(rules, worlds, 0)
        for move in (0, 1):
            value = mean(worlds, exact[move])
            assert value == pytest.approx(by_all_strategies(rules, worlds, move))
            assert value <= mean(worlds, average[move]) + 1e-9  # who sees more does no worse
            fused += value < mean(worlds, average[move]) - 1e-9
    assert fused or (count == 1 and seen)
    assert not (fused and count == 1 and seen)  # nothing hidden, nothing fused


def test_the_cards_of_the_course():
    rules = game("cards").rules
    worlds, player = worlds_of(rules, rules.start())
    assert player == 0
    assert [p for _, p in worlds] == [0.5, 0.5]
    open_cards, exact = averaged(rules, worlds, 0), best_defence(rules, worlds, 0)
    assert set(open_cards.values()) == {(0, 0)}  # each deal alone: every lead equally good
    names = {rules.write_move(worlds[0][0], move): mean(worlds, vector) for move, vector in exact.items()}
    assert names == {"♣7": -1, "♣8": -1, "♦6": 0, "♥6": 0}


def test_a_likelier_hand_is_guessed():
    rules = game("cards:weights=[3 1]").rules
    worlds, _ = worlds_of(rules, rules.start())
    clubs = next(move for move in rules.moves(worlds[0][0]) if rules.write_move(worlds[0][0], move) == "♣8")
    assert sorted(best_defence(rules, worlds, 0)[clubs]) == [-2, 0]
    assert mean(worlds, best_defence(rules, worlds, 0)[clubs]) == -0.5


def test_worlds_are_drawn_where_they_cannot_be_listed():
    rules = hidden_game(1, worlds=3)
    worlds, player = worlds_of(rules, rules.start())
    assert player == 0
    assert sorted(state.world for state, _ in worlds) == [0, 1, 2]
    assert sum(p for _, p in worlds) == pytest.approx(1)
    assert rules.redeal(rules.start(), 0, u64(4)).world == 1


def test_a_deal_of_several_cards():
    rules = hidden_game(1, worlds=2)
    twice = rules.replace(
        facts=replace(rules.facts, chance=True),
        mover=lambda state: CHANCE if state.world < 2 else rules.mover(state),
        moves=lambda state: iter((0, 1)),
        play=lambda state, move: State(state.world * 2 + 2 + move, ()),
        probability=lambda state, move: 0.25 if move == 0 else 0.75,
    )
    worlds, player = worlds_of(twice, State(0, ()))
    assert player == 0
    assert [(state.world, p) for state, p in worlds] == [(2, 0.25), (3, 0.75)]
    worlds, _ = worlds_of(twice.replace(mover=lambda state: CHANCE if state.world < 4 else 0), State(0, ()))
    assert [p for _, p in worlds] == [1 / 16, 3 / 16, 3 / 16, 9 / 16]


def test_wrong_worlds():
    rules = hidden_game(1)
    start = State(0, ())
    for worlds, player, says in [
        ([], 0, "no world"),
        ([(start, 1.0)], 1, "not to move"),
        ([(State(0, (0, 0, 0)), 1.0)], 0, "not to move"),
        ([(State(0, (0, 0)), 0.5), (State(0, (0, 1)), 0.5)], 0, "tell these worlds apart"),
        ([(start, 0.5)], 0, "add up to 1"),
    ]:
        for method in (averaged, best_defence):
            with pytest.raises(MossaError, match=says):
                method(rules, worlds, player)
    with pytest.raises(MossaError, match="hides nothing"):
        worlds_of(game("tictactoe").rules, game("tictactoe").rules.start())
    kuhn = game("kuhn").rules
    with pytest.raises(MossaError, match="the deal shows player 1 something"):
        worlds_of(kuhn, kuhn.start())
    with pytest.raises(MossaError, match="the game is over"):
        worlds_of(rules, State(0, (0, 0, 0)))
