"""The rules of Hearts: a plain second program, the rare cases one by one, the points, and deals that agree with what a
player knows."""

import itertools
import random
from collections import Counter

import pytest
from tests.games.hearts.deals import dealt, finished, hand, passed_by_all, random_game, with_hands

import mossa
from mossa import MossaError, u64
from mossa.core.conformance import check
from mossa.games.cards.hands import cards_of, read_card
from mossa.games.hearts.deck import ALL, HEARTS, POINT_CARDS
from mossa.games.hearts.rules import TAKE

GAME = mossa.game("hearts")
HOLD = mossa.game("hearts:passing=hold")


def names(game, state):
    """The legal moves as text."""
    return {game.rules.write_move(state, move) for move in game.rules.legal(state)}


def after(game, state, *cards):
    for card in cards:
        assert read_card(card) in game.rules.legal(state), (card, names(game, state))
        state = game.rules.play(state, read_card(card))
    return state


class Table:
    """Hearts once more, with lists of (suit, rank): one deal, after the cards were passed."""

    def __init__(self, hands):
        self.hands = [[divmod(card, 13) for card in cards_of(cards)] for cards in hands]
        self.turn = next(i for i, mine in enumerate(self.hands) if (0, 0) in mine)
        self.trick, self.points, self.seen = [], [0] * 4, []

    def legal(self):
        mine = self.hands[self.turn]
        if not self.seen:
            return [(0, 0)]
        if not self.trick:
            broken = any(suit == 2 for suit, _ in self.seen)
            return mine if broken else [card for card in mine if card[0] != 2] or mine
        same = [card for card in mine if card[0] == self.trick[0][0]]
        if same:
            return same
        if len(self.seen) < 4:
            return [card for card in mine if card[0] != 2 and card != (3, 10)] or mine
        return mine

    def play(self, card):
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.seen.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            best = max(range(4), key=lambda i: (self.trick[i][0] == self.trick[0][0], self.trick[i][1]))
            self.turn = (self.turn + best) % 4
            self.points[self.turn] += sum((suit == 2) + 13 * ((suit, rank) == (3, 10)) for suit, rank in self.trick)
            self.trick = []


@pytest.mark.parametrize("seed", range(12))
def test_a_plain_second_program_allows_and_counts_the_same(seed):
    game, draw = (GAME, HOLD)[seed % 2], random.Random(seed)
    state = passed_by_all(game, dealt(game, seed), seed)
    table = Table(state.hands)
    while not game.rules.is_over(state):
        assert game.rules.mover(state) == table.turn
        assert sorted(map(divmod, game.rules.legal(state), [13] * 13)) == sorted(table.legal())
        card = draw.choice(game.rules.legal(state))
        state = game.rules.play(state, card)
        table.play(divmod(card, 13))
    assert list(state.taken) == table.points
    assert sum(table.points) == 26


def test_what_chance_deals():
    counts = Counter(card for seed in range(300) for card in cards_of(dealt(GAME, seed).hands[0]))
    assert set(counts) == set(range(52))
    assert all(35 < count < 120 for count in counts.values())  # 75 each
    state = dealt(GAME, 1)
    assert [cards.bit_count() for cards in state.hands] == [13] * 4
    assert state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3] == ALL


@pytest.mark.parametrize(("passing", "far"), [("left", 1), ("right", 3), ("across", 2)])
def test_three_cards_go_where_they_are_passed(passing, far):
    game = mossa.game(f"hearts:passing={passing}")
    before = dealt(game, 4)
    state = passed_by_all(game, before, 4)
    for player in range(4):
        taker = (player + far) % 4
        assert state.passed[player].bit_count() == 3
        assert state.passed[player] & before.hands[player] == state.passed[player]
        assert state.passed[player] & state.hands[taker] == state.passed[player]
        assert state.hands[player].bit_count() == 13


def test_without_passing_the_two_of_clubs_leads_at_once():
    state = dealt(HOLD, 3)
    assert state.hands[HOLD.rules.mover(state)] & 1
    assert names(HOLD, state) == {"♣2"}


def test_the_cards_are_taken_up_by_a_move_of_its_own():
    state, draw = dealt(GAME, 5), random.Random(1)
    while GAME.rules.legal(state) != [TAKE]:
        assert GAME.rules.mover(state) == sum(cards.bit_count() == 3 for cards in state.passed)
        state = GAME.rules.play(state, draw.choice(GAME.rules.legal(state)))
    assert GAME.rules.mover(state) == 3
    assert GAME.rules.write_move(state, TAKE) == "take"
    assert GAME.rules.play(state, TAKE).turn >= 0


def until_south(state):
    """The others play their lowest cards, until South is to play."""
    while HOLD.rules.mover(state):
        state = HOLD.rules.play(state, HOLD.rules.legal(state)[0])
    return state


def first_trick(state):
    """After a first trick of the lowest cards, without a heart; South leads as if he had taken it."""
    for _ in range(4):
        state = HOLD.rules.play(state, HOLD.rules.legal(state)[0])
    assert not sum(state.played) & HEARTS
    return state._replace(turn=0)


def test_no_points_in_the_first_trick():
    state = until_south(with_hands(HOLD, hand("AQ.AK2.AKQJT987."), None, None, None))
    assert state.hands[0] & POINT_CARDS
    assert HOLD.rules.legal(state) == cards_of(state.hands[0] & ~POINT_CARDS)


@pytest.mark.parametrize("text", [".AKQJT98765432..", "Q.AKQJT9876543.."])
def test_unless_a_hand_has_nothing_else(text):
    state = until_south(with_hands(HOLD, hand(text), None, None, None))
    assert HOLD.rules.legal(state) == cards_of(state.hands[0])
    state = after(HOLD, state, "h5")
    assert state.lacking[0] == ALL & ~POINT_CARDS
    for seed in range(50):
        assert HOLD.rules.redeal(state, 1, u64(seed)).hands[0] & ~POINT_CARDS == 0


def test_a_heart_is_not_led_before_one_was_discarded():
    state = first_trick(with_hands(HOLD, hand("A.AKQ.AKQ.AKQJT2"), None, None, None))
    assert {name[0] for name in names(HOLD, state)} == {"♠", "♦", "♣"}


def test_who_has_only_hearts_leads_one_and_shows_it():
    state = first_trick(with_hands(HOLD, hand(".AKQJT9876543..2"), None, None, None))
    assert len(names(HOLD, state)) == 12
    state = after(HOLD, state, "hA")
    assert state.lacking[0] == ALL & ~HEARTS
    assert HOLD.rules.redeal(state, 2, u64(9)).hands[0] & ~HEARTS == 0


def test_the_queen_of_spades_does_not_break_hearts():
    state = first_trick(with_hands(HOLD, hand("Q.A2.AKQJ.AKQJT2"), None, None, None))
    state = after(HOLD, state, "sQ")
    for _ in range(3):
        state = HOLD.rules.play(state, HOLD.rules.legal(state)[0])
    assert not sum(state.played) & HEARTS
    assert sum(state.taken) == 13
    assert not {name for name in names(HOLD, state) if name[0] == "♥"}


@pytest.mark.parametrize(("moon", "scores"), [("add", (0, 26, 26, 26)), ("subtract", (-26, 0, 0, 0))])
def test_who_takes_all_shoots_the_moon(moon, scores):
    game = mossa.game(f"hearts:passing=hold,moon={moon}")
    state = with_hands(game, hand("AKQJ.AKQ.AKQ.AKQ"), None, None, None)

    def choose(state, legal):
        """South plays his highest card, and so takes every trick."""
        return max(legal, key=lambda card: (card % 13) * (1 if game.rules.mover(state) == 0 else -1))

    state = finished(game, state, choose)
    assert state.taken == (26, 0, 0, 0)
    assert state.scores == scores
    assert game.rules.utilities(state) == pytest.approx((26, -26 / 3, -26 / 3, -26 / 3))


def test_a_whole_game_goes_on_until_somebody_has_a_hundred():
    game = mossa.game("hearts:points=100")
    states = random_game(game, 2)
    deals = {state.deal: state for state in states if game.rules.is_chance(state)}
    assert list(deals) == list(range(len(deals)))
    assert len(deals) > 3
    assert all(max(state.scores) < 100 for state in deals.values())
    assert max(states[-1].scores) >= 100
    gained = [sum(state.scores) for state in (*deals.values(), states[-1])]
    assert {later - sooner for sooner, later in itertools.pairwise(gained)} <= {26, 78}
    assert sum(game.rules.utilities(states[-1])) == pytest.approx(0)
    best = min(range(4), key=states[-1].scores.__getitem__)
    assert max(game.rules.utilities(states[-1])) == game.rules.utility(states[-1], best)


def test_the_passes_of_a_whole_game_go_left_right_across_and_nowhere():
    game = mossa.game("hearts:points=100")
    for deal, far in enumerate((1, 3, 2, 0, 1)):
        state = passed_by_all(game, dealt(game, 1)._replace(deal=deal)) if far else None
        if far:
            assert all(state.passed[p] & ~state.hands[(p + far) % 4] == 0 for p in range(4))
    held = game.rules.start()._replace(deal=3)
    for seed in range(3):
        held = game.rules.play(held, game.rules.sample(held, u64(seed)))
    assert held.turn >= 0
    assert held.passed == (0, 0, 0, 0)


@pytest.mark.parametrize("spec", ["hearts:passing=up", "hearts:moon=full", "hearts:points=-1"])
def test_wrong_parameters_are_one_sentence(spec):
    with pytest.raises(MossaError, match=r"passing is rotate|moon is add|parameter points takes a number from 0"):
        mossa.game(spec)


@pytest.mark.parametrize("seed", range(6))
def test_a_redeal_agrees_with_all_that_a_player_knows(seed):
    game = mossa.game(("hearts", "hearts:passing=hold", "hearts:points=60")[seed % 3])
    rules = game.rules
    for place, state in enumerate(random_game(game, seed)[:: 1 + seed % 3]):
        if rules.is_over(state):
            continue
        for player in range(4):
            other = rules.redeal(state, player, u64(1000 * seed + place))
            assert rules.information_state(other, player) == rules.information_state(state, player)
            assert rules.redeal(other, player, u64(5)) == rules.redeal(state, player, u64(5))
            for mine, before, lacks in zip(other.hands, state.hands, state.lacking, strict=True):
                assert mine.bit_count() == before.bit_count()
                assert mine & lacks == 0
            assert sum(other.hands) == sum(state.hands) or rules.is_chance(state)
            assert rules.read_position(rules.write_position(other)) == other


def test_passed_cards_are_known_until_they_are_played():
    state = passed_by_all(GAME, dealt(GAME, 8), 8)
    for seed in range(40):
        other = GAME.rules.redeal(state, 0, u64(seed))
        assert other.passed[0] & ~other.hands[1] == 0  # West has them
        assert other.passed[3] == state.passed[3]  # those from East are in his own hand
        assert other.passed[1] & ~other.hands[2] == 0
        assert other.hands[state.turn] & 1  # who leads has the two of clubs
    assert len({GAME.rules.redeal(state, 0, u64(seed)).passed[1] for seed in range(40)}) > 30


def test_every_deal_that_agrees_is_drawn_equally_often():
    """Near the end of a deal: all ways to deal the unseen cards, given the suits that were not followed."""
    checked = 0
    for seed in range(40):
        state = next(s for s in random_game(HOLD, seed) if sum(cards.bit_count() for cards in s.hands) == 9)
        player = HOLD.rules.mover(state)
        unseen = cards_of(sum(state.hands) & ~state.hands[player])
        ways = set(agreeing(state, player, unseen))
        if not 2 <= len(ways) <= 12 or checked == 6:
            continue
        draws = 120 * len(ways)
        drawn = Counter(HOLD.rules.redeal(state, player, u64(number)).hands for number in range(draws))
        assert set(drawn) == ways
        assert all(60 < count < 190 for count in drawn.values())
        checked += 1
    assert checked >= 5


def agreeing(state, player, unseen, owners=()):
    """The hands of all deals that agree with the sizes of the hands and with what everybody has seen to be lacking."""
    if len(owners) == len(unseen):
        hands = [sum(1 << card for card, one in zip(unseen, owners, strict=True) if one == i) for i in range(4)]
        hands[player] = state.hands[player]
        if [cards.bit_count() for cards in hands] == [cards.bit_count() for cards in state.hands]:
            yield tuple(hands)
        return
    for owner in range(4):
        if owner != player and not state.lacking[owner] >> unseen[len(owners)] & 1:
            yield from agreeing(state, player, unseen, (*owners, owner))


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["hearts:passing=hold", "hearts:points=30,moon=subtract"])
def test_conformance(spec):
    report = check(mossa.game(spec), games=2)
    assert report.ok, report.faults
