import threading

import numpy as np
import pytest
from tests.hidden_information_oracles import histories

import mossa
from mossa.search import Limits
from mossa.search.equilibrium.extensive_form import unfold

KUHN = mossa.game("kuhn")
GAMES = ["rps", "matrix", "kuhn", "kuhn:players=3", "cards", "cards:max=[h6 c8],min=[h4 c9 | h4 s2 | d4 c9]"]


def test_sizes_of_kuhn(poker):
    form = unfold(KUHN.rules)
    assert list(form.histories) == poker["facts"]["kuhn"]["states_chance_decision_terminal"]
    assert sum(form.histories) == poker["facts"]["kuhn"]["histories_incl_chance_and_terminal"] == 58
    assert form.sets == poker["facts"]["kuhn"]["information_sets"] == 12


def test_sizes_of_kuhn_with_three_players(poker):
    form = unfold(mossa.game("kuhn:players=3").rules)
    assert list(form.histories) == poker["facts"]["three_player_kuhn"]["states_chance_decision_terminal"]
    assert form.sets == poker["facts"]["three_player_kuhn"]["information_sets"]


def test_sizes_of_leduc(poker, leduc):
    assert list(leduc.histories) == poker["facts"]["leduc"]["states_chance_decision_terminal"]
    assert sum(leduc.histories) == poker["facts"]["leduc"]["histories"] == 9457
    assert leduc.sets == poker["facts"]["leduc"]["information_sets"]


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_is_found_by_what_the_mover_knows(name):
    rules = mossa.game(name).rules
    form = unfold(rules)
    for state, _ in histories(rules):
        if not rules.is_over(state) and not rules.is_chance(state):
            side = form.sides[rules.mover(state)]
            number = side.index[rules.information_state(state, rules.mover(state))]
            assert side.moves[number] == tuple(rules.moves(state))


@pytest.mark.parametrize("name", GAMES)
def test_sets_follow_the_set_they_come_from(name):
    for side in unfold(mossa.game(name).rules).sides:
        assert side.first[0] == 1
        assert all(side.before < side.first[:-1])
        assert [s.stop for s in side.levels[:-1]] == [s.start for s in side.levels[1:]]
        for level, sets in enumerate(side.levels):
            for number in range(sets.start, sets.stop):
                own_moves, sequence = 0, side.before[number]
                while sequence:
                    own_moves, sequence = own_moves + 1, side.parent[sequence]
                assert own_moves == level


@pytest.mark.parametrize("name", GAMES)
def test_all_ends_are_reached_with_probability_one(name):
    form = unfold(mossa.game(name).rules)
    weight = form.chance.copy()
    for player, plan in enumerate(form.plans(form.uniform())):
        weight *= plan[form.sequence[:, player]]
    assert weight.sum() == pytest.approx(1)


def test_plan_and_strategy_are_inverse():
    form = unfold(KUHN.rules)
    random = np.random.default_rng(5)
    for side in form.sides:
        strategy = side.normalised(random.uniform(0.1, 1, side.sequences))
        assert side.strategy(side.plan(strategy)) == pytest.approx(strategy)


def test_too_big():
    with pytest.raises(mossa.MossaError, match="more than 57 histories"):
        unfold(KUHN.rules, most=57)
    assert sum(unfold(KUHN.rules, most=58).histories) == 58


def test_stopped():
    stop = threading.Event()
    stop.set()
    with pytest.raises(mossa.MossaError, match="stopped after 1,024 histories"):
        unfold(mossa.game("cards").rules, Limits(stop=stop))


def test_nothing_hidden():
    with pytest.raises(mossa.MossaError, match="hides nothing"):
        unfold(mossa.game("tictactoe").rules)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"information_state": lambda state, player: 0}, "`information_state` tells too little"),
        ({"probability": lambda state, move: 0.4}, "do not add up to 1"),
        ({"utility": lambda state, player: float("nan")}, "not a finite number"),
    ],
)
def test_wrong_rules_are_named(change, sentence):
    with pytest.raises(mossa.MossaError, match=sentence):
        unfold(KUHN.rules.replace(**change))


def test_forgetting_is_named():
    """Who remembers only the cards left does not know in which order he played the others."""
    rules = mossa.game("cards").rules
    forgetful = rules.replace(information_state=lambda state, player: (player, state.ours, state.theirs, state.led))
    with pytest.raises(mossa.MossaError, match="forgets what he did"):
        unfold(forgetful)


def test_mark_tells_games_apart():
    forms = [unfold(mossa.game(name).rules) for name in [*GAMES, "cards:weights=[1 3]", "matrix:payoffs=[3 -1; -2 5]"]]
    assert len({form.mark for form in forms}) == len(forms)
    assert unfold(KUHN.rules).mark == unfold(KUHN.rules).mark
