"""Drawing cards: every choice possible, and equally often."""

from collections import Counter
from itertools import combinations, product
from math import comb, sqrt

import pytest

from mossa import u64
from mossa.games.hearts.deck import ALL, HEARTS, POINT_CARDS, QUEEN, assigned, points_of, subset
from mossa.kernel.random_numbers import draw


def even(drawn, expected, draws):
    """Were all these things drawn, no other, and each about equally often?"""
    assert set(drawn) == set(expected)
    mean = draws / len(expected)
    assert all(abs(count - mean) < 5.5 * sqrt(mean) for count in drawn.values())


def test_the_points_of_a_pack():
    assert points_of(ALL) == points_of(POINT_CARDS) == 26
    assert (points_of(QUEEN), points_of(HEARTS), points_of(0)) == (13, 13, 0)


def test_a_subset_is_drawn_evenly():
    cards = 1 << 3 | 1 << 17 | 1 << 18 | 1 << 40 | 1 << 51
    drawn = Counter(subset(cards, 2, draw(u64(seed))) for seed in range(4000))
    even(drawn, [1 << a | 1 << b for a, b in combinations((3, 17, 18, 40, 51), 2)], 4000)
    assert subset(ALL, 52, u64(1)) == ALL
    assert subset(ALL, 0, u64(1)) == subset(0, 0, u64(1)) == 0


CASES = {
    "nothing known": (0b111111, 0b111111, 0b111111, 2, 2, 2),
    "a lacks two": (0b111100, 0b111111, 0b111111, 2, 3, 1),
    "each lacks something": (0b0011111, 0b1111100, 0b1110011, 2, 3, 2),
    "only one may": (0b100111, 0b001111, 0b011111, 2, 2, 2),
    "all forced": (0b000011, 0b001100, 0b110000, 2, 2, 2),
    "pairs of players": (0b00111011, 0b11001011, 0b11110100, 3, 2, 3),
    "empty hands": (0b11, 0, 0b111, 1, 0, 2),
}


def enumerated(a_may, b_may, c_may, *needs):
    """Every way to deal the cards."""
    cards = [card for card in range(8) if (a_may | b_may | c_may) >> card & 1]
    for owners in product(range(3), repeat=len(cards)):
        hands = [sum(1 << card for card, owner in zip(cards, owners, strict=True) if owner == i) for i in range(3)]
        fits = all(mine & ~may == 0 for mine, may in zip(hands, (a_may, b_may, c_may), strict=True))
        if fits and tuple(mine.bit_count() for mine in hands) == needs:
            yield tuple(hands)


@pytest.mark.parametrize("case", CASES)
def test_what_agrees_is_dealt_evenly(case):
    ways = list(enumerated(*CASES[case]))
    draws = 150 * len(ways)
    drawn = Counter(assigned(*CASES[case], draw(u64(seed))) for seed in range(draws))
    even(drawn, ways, draws)


def test_a_whole_pack_is_dealt():
    hands = assigned(ALL, ALL, ALL & ~HEARTS, 18, 17, 17, u64(5))
    assert [cards.bit_count() for cards in hands] == [18, 17, 17]
    assert hands[0] | hands[1] | hands[2] == ALL
    assert hands[2] & HEARTS == 0


def test_how_many_deals_there_are():
    """Three hands of 39 unseen cards: the weights are counts of deals up to a factor."""
    count = len(list(enumerated(0b111111, 0b111111, 0b111111, 2, 2, 2)))
    assert count == comb(6, 2) * comb(4, 2)
