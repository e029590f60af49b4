import dataclasses
import threading
from collections import Counter

import pytest
from tests.hidden_information_oracles import histories

import mossa
from mossa.search import Limits
from mossa.search.equilibrium import sequence_form as sequence
from mossa.search.equilibrium.policy import METHODS, solve_policy


def test_rock_paper_scissors():
    rules = mossa.game("rps").rules
    policy = solve_policy(rules)
    assert (policy.method, policy.exact) == ("linear", True)
    assert policy.value == pytest.approx(0, abs=1e-12)
    for state in (rules.start(), rules.play(rules.start(), 2)):
        assert policy.probabilities(state) == pytest.approx({0: 1 / 3, 1: 1 / 3, 2: 1 / 3})


def test_a_matrix_game():
    rules = mossa.game("matrix").rules
    policy = solve_policy(rules)
    assert policy.values == pytest.approx((1, -1))
    assert policy.probabilities(rules.start()) == pytest.approx({0: 0.6, 1: 0.4})
    assert policy.probabilities(rules.play(rules.start(), 0)) == pytest.approx({0: 0.5, 1: 0.5})


def test_kuhn():
    game = mossa.game("kuhn")
    policy = solve_policy(game.rules)
    assert policy.value == pytest.approx(-1 / 18)
    assert policy.exploitability == pytest.approx(0, abs=1e-9)
    answer = policy.probabilities(game.position("JQ:b").state)
    assert answer == pytest.approx({0: 2 / 3, 1: 1 / 3})
    assert policy.probabilities(game.position("KQ:b").state) == answer, "the other's card makes no difference"
    bluff = policy.probabilities(game.position("JQ:").state)[1]
    assert policy.probabilities(game.position("KQ:").state)[1] == pytest.approx(3 * bluff)


def test_every_decision_has_probabilities():
    for name in ("kuhn", "cards", "kuhn:players=3", "matrix:payoffs=[3,3 0,5; 5,0 1,1]"):
        rules = mossa.game(name).rules
        policy = solve_policy(rules, Limits(nodes=20_000))
        for state, _ in histories(rules):
            if not rules.is_over(state) and not rules.is_chance(state):
                shares = policy.probabilities(state)
                assert list(shares) == rules.legal(state)
                assert sum(shares.values()) == pytest.approx(1)
                assert min(shares.values()) >= 0


def test_the_course_cards_lead_red():
    game = mossa.game("cards")
    policy = solve_policy(game.rules)
    shares = policy.probabilities(game.after("1").state)
    assert {game.rules.write_move(game.after("1").state, move) for move, share in shares.items() if share} <= {
        "♦6",
        "♥6",
    }
    assert policy.value == pytest.approx(0, abs=1e-9)


def test_other_payoffs():
    dilemma = solve_policy(mossa.game("matrix:payoffs=[3,3 0,5; 5,0 1,1]").rules)
    assert (dilemma.method, dilemma.exact, dilemma.values) == ("table", True, (1, 1))
    stag = solve_policy(mossa.game("matrix:payoffs=[1,1 1,0; 0,1 4,4]").rules)
    assert stag.values == (4, 4), "of two pure equilibria that with the greater sum"
    chase = mossa.game("matrix:payoffs=[2,-3 -1,1; -1,2 1,-1]").rules
    mixed = solve_policy(chase)
    assert mixed.exact
    assert mixed.exploitability == pytest.approx(0, abs=1e-9)
    assert 0 < mixed.probabilities(chase.start())[0] < 1


def test_three_players_by_regrets():
    policy = solve_policy(mossa.game("kuhn:players=3").rules)
    assert (policy.method, policy.exact) == ("cfr", False)
    assert policy.exploitability == policy.curve[-1][1] <= 1e-3 * 6
    assert sum(policy.values) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("method", ["linear", "cfr", "cfr+"])
def test_methods_agree_on_kuhn(method):
    policy = solve_policy(mossa.game("kuhn").rules, method=method)
    assert policy.method == method
    assert policy.value == pytest.approx(-1 / 18, abs=2 * max(policy.exploitability, 1e-9))


def test_too_big_for_the_linear_program(monkeypatch):
    monkeypatch.setattr(sequence, "MOST_SEQUENCES", 10)
    policy = solve_policy(mossa.game("kuhn").rules)
    assert (policy.method, policy.exact) == ("cfr+", False)
    assert policy.exploitability <= 4e-3


def test_under_a_limit_of_time_large_games_go_to_an_anytime_method(leduc):
    policy = solve_policy(leduc.rules, Limits(time=200))  # it is good enough long before
    assert (policy.method, policy.exact) == ("cfr+", False)
    assert policy.exploitability <= 0.026
    assert solve_policy(mossa.game("kuhn").rules, Limits(time=20)).exact


def test_limits_give_the_best_so_far():
    stop = threading.Event()
    rules = mossa.game("kuhn:players=3").rules

    def progress(iteration, gap):
        if iteration >= 5:
            stop.set()

    policy = solve_policy(rules, Limits(stop=stop), progress=progress)
    assert [iteration for iteration, _ in policy.curve] == [1, 2, 5]


def test_choose_follows_the_probabilities():
    rules = mossa.game("matrix").rules
    policy = solve_policy(rules)
    drawn = Counter(policy.choose(rules.start(), mossa.u64(seed)) for seed in range(2000))
    assert drawn[0] / 2000 == pytest.approx(0.6, abs=0.04)
    assert policy.choose(rules.start(), mossa.u64(7)) == policy.choose(rules.start(), mossa.u64(7))


def test_a_move_with_probability_0_is_never_chosen():
    game = mossa.game("kuhn")
    policy, state = solve_policy(game.rules), game.position("JK:b").state
    assert {policy.choose(state, mossa.u64(seed)) for seed in range(300)} == {1}


def test_refusals():
    game = mossa.game("kuhn")
    policy = solve_policy(game.rules)
    for text in (":", "K:", "KJ:pp"):
        with pytest.raises(mossa.MossaError, match="no player is to move"):
            policy.probabilities(game.position(text).state)
    foreign = game.rules.replace(information_state=lambda state, player: "elsewhere")
    elsewhere = dataclasses.replace(policy, form=dataclasses.replace(policy.form, rules=foreign))
    with pytest.raises(mossa.MossaError, match="does not arise"):
        elsewhere.probabilities(game.position("KJ:").state)
    with pytest.raises(mossa.MossaError, match=f"methods: {METHODS[0]}"):
        solve_policy(game.rules, method="magic")
    with pytest.raises(mossa.MossaError, match="chooses once"):
        solve_policy(game.rules, method="table")
    with pytest.raises(mossa.MossaError, match="zero-sum games of two"):
        solve_policy(mossa.game("kuhn:players=3").rules, method="linear")
