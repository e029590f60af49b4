"""The pack as bits, and how cards are drawn: card = 13 · suit + rank, clubs, diamonds, hearts, spades, 2 … ace.

A set of cards is a number with a bit for each:

    bit  0 … 12  ♣2 … ♣A     13 … 25  ♦     26 … 38  ♥     39 … 51  ♠     (♠Q is bit 49)
"""

import math

from mossa import below, bit_count, draw, lowest_bit, next_seed, u64

__all__ = ["ALL", "CLUB_TWO", "HEARTS", "POINT_CARDS", "QUEEN", "SPADES", "SUIT", "assigned", "points_of", "subset"]

SUIT = (1 << 13) - 1  # the clubs; the other suits lie 13, 26 and 39 bits higher
HEARTS = SUIT << 26
SPADES = SUIT << 39
ALL = (1 << 52) - 1
CLUB_TWO = 1
QUEEN = 1 << 49
POINT_CARDS = HEARTS | QUEEN
WAYS = tuple(1 / math.factorial(n) for n in range(53))
"""1/n!: of the number of ways to divide cards, what depends on the shares."""


def points_of(cards: int) -> int:
    """What these cards count."""
    return bit_count(cards & HEARTS) + (13 if cards & QUEEN else 0)


def subset(cards: int, count: int, seed: u64) -> int:
    """So many of these cards, every choice equally likely."""
    left, chosen = bit_count(cards), 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if below(seed, left) < count:
            chosen |= 1 << card
            count -= 1
        left -= 1
        seed = next_seed(seed)
    return chosen


def assigned(
    a_may: int, b_may: int, c_may: int, a_needs: int, b_needs: int, c_needs: int, seed: u64
) -> tuple[int, int, int]:
    """The cards that three hands may have, dealt to them, every way to do it equally likely.

    The cards that only a and b may have, for example, are divided in one of n+1 proportions. There are as many ways to
    do that as there are choices of cards, and as ways for all other cards to go where places are left: the proportions
    are drawn with these weights, and then the cards.
    """
    only_ab, only_ac, only_bc = a_may & b_may & ~c_may, a_may & c_may & ~b_may, b_may & c_may & ~a_may
    all_three = a_may & b_may & c_may
    ab, ac, bc = bit_count(only_ab), bit_count(only_ac), bit_count(only_bc)
    a_has, b_has, c_has = a_may & ~b_may & ~c_may, b_may & ~a_may & ~c_may, c_may & ~a_may & ~b_may
    a_left, b_left, c_left = a_needs - bit_count(a_has), b_needs - bit_count(b_has), c_needs - bit_count(c_has)
    total = 0.0
    for x in range(ab + 1):
        for y in range(ac + 1):
            for z in range(bc + 1):
                total += ways(x, y, z, ab, ac, bc, a_left, b_left, c_left)
    point, x, y, z = float(int(draw(seed) >> 11)) / float(1 << 53) * total, -1, 0, 0
    for i in range(ab + 1):
        for j in range(ac + 1):
            for k in range(bc + 1):
                some = ways(i, j, k, ab, ac, bc, a_left, b_left, c_left)
                if some > 0 and point >= 0:
                    x, y, z = i, j, k
                    point -= some
    to_a = subset(only_ab, x, draw(seed + 1))
    also_a = subset(only_ac, y, draw(seed + 2))
    to_b = subset(only_bc, z, draw(seed + 3))
    rest_a = subset(all_three, a_left - x - y, draw(seed + 4))
    rest_b = subset(all_three & ~rest_a, b_left - (ab - x) - z, draw(seed + 5))
    return (
        a_has | to_a | also_a | rest_a,
        b_has | only_ab & ~to_a | to_b | rest_b,
        c_has | only_ac & ~also_a | only_bc & ~to_b | all_three & ~rest_a & ~rest_b,
    )


def ways(x: int, y: int, z: int, ab: int, ac: int, bc: int, a_left: int, b_left: int, c_left: int) -> float:
    """In how many ways the cards can be divided (to a factor) if a gets x of ab and y of ac, and b gets z of bc."""
    a, b, c = a_left - x - y, b_left - (ab - x) - z, c_left - (ac - y) - (bc - z)
    if a < 0 or b < 0 or c < 0:
        return 0.0
    divided = WAYS[x] * WAYS[ab - x] * WAYS[y] * WAYS[ac - y] * WAYS[z] * WAYS[bc - z]
    return divided * WAYS[a] * WAYS[b] * WAYS[c]
