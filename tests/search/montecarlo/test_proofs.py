"""What follows from the bounds of children, against a second definition."""

from __future__ import annotations

import random

from tests.kernel.twins import both

from mossa.kernel.memory import Ints
from mossa.search.montecarlo.proofs import (
    LIMIT,
    at_least,
    at_most,
    is_solved,
    pack,
    plies,
    proven_by_children,
    proven_by_outcomes,
)


def test_a_word_holds_bounds_and_a_distance() -> None:
    for least, most, distance in ((-LIMIT, LIMIT, 0), (-1, 1, 5), (3, 3, 65535), (LIMIT, LIMIT, 9), (-7, -7, 70_000)):
        word = pack(least, most, distance)
        assert (at_least(word), at_most(word), plies(word)) == (least, most, min(distance, 65535))
        assert is_solved(word) == (least == most)
        assert 0 <= word < 2**62


def children_of(chooser: random.Random) -> list[tuple[int, int, int]]:
    """Bounds and distances of some children."""
    found = []
    for _ in range(chooser.randint(1, 4)):
        least, most = sorted((chooser.randint(-2, 2), chooser.randint(-2, 2)))
        found.append((least, most, chooser.randint(0, 9) if least == most else 0))
    return found


def test_the_player_who_chooses_gets_the_best_of_the_children() -> None:
    for kernel in both(proven_by_children):
        chooser = random.Random(4)
        for _ in range(2000):
            found, sign = children_of(chooser), chooser.choice((1, -1))
            words = Ints(4 * len(found))
            for i, (least, most, distance) in enumerate(found):
                words[4 * i] = pack(least, most, distance)
            word = kernel(words, 0, len(found), 4, sign)
            own = [(least, most, d) if sign > 0 else (-most, -least, d) for least, most, d in found]
            least, most = max(one[0] for one in own), max(one[1] for one in own)
            assert sorted((sign * at_least(word), sign * at_most(word))) == [least, most]
            if least == most:
                best = [d + 1 for low, high, d in own if low == high == least]
                all_solved = [d + 1 for low, high, d in own if low == high]
                assert plies(word) == (min(best) if least > 0 else max(all_solved))


def test_chance_is_worth_something_between_its_outcomes() -> None:
    for kernel in both(proven_by_outcomes):
        chooser = random.Random(5)
        for _ in range(500):
            found = children_of(chooser)
            words = Ints(4 * len(found))
            for i, (least, most, distance) in enumerate(found):
                words[4 * i] = pack(least, most, distance)
            word = kernel(words, 0, len(found), 4)
            assert (at_least(word), at_most(word)) == (min(f[0] for f in found), max(f[1] for f in found))
            if is_solved(word):
                assert plies(word) == 1 + max(f[2] for f in found)
