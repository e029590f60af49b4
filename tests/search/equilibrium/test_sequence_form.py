import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mossa
from mossa.games.cards.hands import write_card
from mossa.search import Limits
from mossa.search.equilibrium import sequence_form as sequence
from mossa.search.equilibrium.exploitability import best_response, expected, nash_conv
from mossa.search.equilibrium.extensive_form import unfold
from mossa.search.equilibrium.normal_form import normal_form, solve_zero_sum
from mossa.search.textbook.clairvoyance import averaged, best_defence, worlds_of


def minimax(rules, state):
    """Both see everything."""
    if rules.is_over(state):
        return rules.utility(state, 0)
    values = [minimax(rules, rules.play(state, move)) for move in rules.moves(state)]
    return max(values) if rules.mover(state) == 0 else min(values)


def mean_values(method, rules):
    """What a method of the textbook says of MAX's leads, on average over the deals."""
    worlds, player = worlds_of(rules, rules.start())
    vectors = method(rules, worlds, player)
    return {write_card(m): sum(p * v for (_, p), v in zip(worlds, vs, strict=True)) for m, vs in vectors.items()}


def lead_values(game):
    """The exact value of each lead of MAX, who does not know the deal."""
    rules = game.rules
    state = rules.play(rules.start(), 0) if game.facts.chance else rules.start()
    values = sequence.move_values(unfold(rules), 0, rules.information_state(state, 0))
    return {write_card(move): value for move, value in values.items()}


def test_kuhn():
    form = unfold(mossa.game("kuhn").rules)
    solution = sequence.solve(form)
    assert solution.value == pytest.approx(-1 / 18, abs=1e-12)
    assert nash_conv(form, solution.profile) == pytest.approx(0, abs=1e-12)
    assert expected(form, solution.profile)[0] == pytest.approx(-1 / 18, abs=1e-12)


def test_leduc(poker, leduc):
    solution = sequence.solve(leduc)
    assert solution.value == pytest.approx(poker["facts"]["leduc"]["value_first_player"], abs=1e-9)
    assert nash_conv(leduc, solution.profile) == pytest.approx(0, abs=1e-8)


def test_the_course_cards():
    """Not knowing MIN's hand, a red lead keeps two tricks each; a club lead costs a guess: one trick less, one more
    lost, half the time. Averaging over clairvoyance says 0 for every lead."""
    game = mossa.game("cards")
    assert lead_values(game) == pytest.approx({"♣7": -1, "♣8": -1, "♦6": 0, "♥6": 0}, abs=1e-9)
    assert sequence.solve(unfold(game.rules)).value == pytest.approx(0, abs=1e-9)
    assert mean_values(averaged, game.rules) == {"♣7": 0, "♣8": 0, "♦6": 0, "♥6": 0}
    assert mean_values(best_defence, game.rules) == {"♣7": -1, "♣8": -1, "♦6": 0, "♥6": 0}


@pytest.mark.parametrize(("weights", "clubs"), [("[3 1]", -0.5), ("[9 1]", -0.2)])
def test_the_guess_costs_less_the_likelier_one_hand_is(weights, clubs):
    """MAX discards for the likelier hand, and loses two points as often as it is the other."""
    values = lead_values(mossa.game(f"cards:weights={weights}"))
    assert values == pytest.approx({"♣7": clubs, "♣8": clubs, "♦6": 0, "♥6": 0}, abs=1e-9)


@pytest.mark.parametrize("hand", ["h4 s4 c9 c5", "d4 s4 c9 c5"])
def test_the_course_cards_seen(hand):
    assert lead_values(mossa.game(f"cards:min=[{hand}]")) == pytest.approx(dict.fromkeys(["♣7", "♣8", "♦6", "♥6"], 0))


deck = st.permutations([*range(5), *range(13, 18), *range(26, 29)])


@settings(max_examples=25)
@given(deck, st.integers(2, 3), st.integers(1, 3))
def test_small_deals_against_other_methods(cards, size, hands):
    words = [write_card(card) for card in cards]
    ours = " ".join(words[:size])
    theirs = {tuple(sorted(words[size + i : 2 * size + i])) for i in range(hands)}
    game = mossa.game(f"cards:max=[{ours}],min=[{' | '.join(' '.join(hand) for hand in sorted(theirs))}]")
    form = unfold(game.rules)
    value = sequence.solve(form).value
    if size == 2:
        assert value == pytest.approx(solve_zero_sum(normal_form(form).payoffs[0]).values[0], abs=1e-8)
    if game.facts.chance:
        exact, pure, open_cards = (
            lead_values(game),
            mean_values(best_defence, game.rules),
            mean_values(averaged, game.rules),
        )
        assert value == pytest.approx(max(exact.values()), abs=1e-8)
        for lead in exact:
            assert pure[lead] - 1e-8 <= exact[lead] <= open_cards[lead] + 1e-8
    else:
        assert value == pytest.approx(minimax(game.rules, game.rules.start()), abs=1e-8)


@pytest.mark.parametrize("name", ["kuhn", "cards"])
def test_no_opponent_gets_more_than_the_value(name):
    form = unfold(mossa.game(name).rules)
    solution = sequence.solve(form)
    assert best_response(form, solution.profile, 1)[0] == pytest.approx(-solution.value, abs=1e-9)
    assert best_response(form, solution.profile, 0)[0] == pytest.approx(solution.value, abs=1e-9)


def test_a_blunder_is_punished():
    """MIN throws ♣9 away on a red lead; MAX's clubs are then high, and he takes all four tricks."""
    game = mossa.game("cards")
    rules, form = game.rules, unfold(game.rules)
    solution = sequence.solve(form)
    state = game.after("1 d6 c9").state
    while not rules.is_over(state):
        player = rules.mover(state)
        side = form.sides[player]
        number = side.index[rules.information_state(state, player)]
        shares = solution.profile[player][side.first[number] : side.first[number + 1]]
        state = rules.play(state, side.moves[number][shares.argmax()])
    assert rules.utility(state, 0) == 4


def test_refusals(leduc, monkeypatch):
    with pytest.raises(mossa.MossaError, match="zero-sum games of two players"):
        sequence.solve(unfold(mossa.game("kuhn:players=3").rules))
    with pytest.raises(mossa.MossaError, match="zero-sum games of two players"):
        sequence.solve(unfold(mossa.game("matrix:payoffs=[3,3 0,5; 5,0 1,1]").rules))
    with pytest.raises(mossa.MossaError, match="never to move knowing"):
        sequence.move_values(leduc, 0, "nothing")
    stop = threading.Event()
    stop.set()
    with pytest.raises(mossa.MossaError, match="stopped"):
        sequence.solve(leduc, Limits(stop=stop))
    monkeypatch.setattr(sequence, "MOST_SEQUENCES", 1000)
    with pytest.raises(mossa.MossaError, match="sequences: the linear program takes at most 1,000"):
        sequence.solve(leduc)


def test_large_utilities():
    rules = mossa.game("kuhn").rules
    rich = rules.replace(utility=lambda state, player: 1e9 * rules.utility(state, player))
    assert sequence.solve(unfold(rich)).value == pytest.approx(-1e9 / 18)
