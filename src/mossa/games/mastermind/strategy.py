"""How to guess: Knuth's strategy, and one with fewer guesses on average.

A strategy considers the codes that are still possible. Every guess, possible or not, divides them into classes by the
answer it would get; its merit depends only on the sizes of the classes.

>>> distribution("knuth", pegs=4, colours=6)
{1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mossa.kernel.errors import MossaError

from .codes import Array, Codes, codes_of

__all__ = ["STRATEGIES", "Guess", "distribution", "expected", "knuth"]

WIDTH = 20
"""Guesses that `expected` tries on each set of codes: 20 suffice for the optimum of four pegs, six colours."""
WORK = WIDTH * 1296
"""With more codes each set takes more time, so the width shrinks: width × codes is at most this."""
SEARCHED = 300
"""Larger sets are not searched: the most promising guess is taken."""


class Guess(NamedTuple):
    """What a strategy chose."""

    guess: int
    total: int
    """Guesses needed for all possible codes together, this one counted; a lower bound where it was not searched."""
    sets: int
    """Sets of codes searched."""


def knuth(codes: Codes, possible: Array, made: tuple[int, ...]) -> Guess:
    """Make the largest class small; then prefer a possible code, then the smallest number [Knuth77]."""
    guesses = codes.distinct(made)
    counts = codes.classes(guesses, possible)
    best = np.lexsort((guesses, counts[:, codes.right] == 0, counts.max(1)))[0]
    return Guess(int(guesses[best]), int(_least(codes, counts, len(possible))[best]), 1)


def expected(codes: Codes, possible: Array, made: tuple[int, ...]) -> Guess:
    """Make the total of guesses small, by a search over the most promising guesses of each set of codes.

    The width of the search is limited, so the total is not proven to be the least. With four pegs and six colours it is
    5625 of 1296 codes, which is the least by [KoyamaLai93].
    """
    if len(possible) > SEARCHED or codes.count > WORK:
        guesses = codes.distinct(made)
        counts = codes.classes(guesses, possible)
        least = _least(codes, counts, len(possible))
        best = _promising(counts, least)[0]
        return Guess(int(guesses[best]), int(least[best]), 1)
    search = Search(codes)
    total, guess = search.total(possible)
    return Guess(guess, total, len(search.known))


STRATEGIES: dict[str, Callable[[Codes, Array, tuple[int, ...]], Guess]] = {"knuth": knuth, "expected": expected}


class Search:
    """The least total of guesses of sets of codes, as far as a search of limited width finds it."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.guesses = np.arange(codes.count)
        self.width = max(1, min(WIDTH, WORK // codes.count))
        self.known: dict[bytes, tuple[int, int]] = {}

    def total(self, possible: Array) -> tuple[int, int]:
        """The total of a set, and the guess that begins it."""
        size = len(possible)
        if size <= 2:
            return 2 * size - 1, int(possible[0])
        name = possible.tobytes()
        if name not in self.known:
            self.known[name] = self._search(possible)
        return self.known[name]

    def _search(self, possible: Array) -> tuple[int, int]:
        codes, size = self.codes, len(possible)
        counts = codes.classes(self.guesses, possible)
        least = _least(codes, counts, size)
        best, chosen = 0, -1
        tried: set[tuple[int, ...]] = set()
        for guess in _promising(counts, least):
            if chosen >= 0 and (least[guess] >= best or len(tried) == self.width):
                break
            kind = (*sorted(counts[guess]), counts[guess, codes.right])
            if kind in tried or size in kind:  # likely an exchange of colours or places; or it gains no information
                continue
            tried.add(kind)
            total = int(least[guess])
            given = codes.between(np.array([guess]), possible)[0]
            for answer in np.flatnonzero(counts[guess]):
                if answer != codes.right and (chosen < 0 or total < best):
                    part = possible[given == answer]
                    total += self.total(part)[0] - _least_of_size(codes)[len(part)]
            if chosen < 0 or total < best:
                best, chosen = int(total), int(guess)
        return best, chosen


def _promising(counts: Array, least: Array) -> Array:
    """The guesses with the least bound first, which are those with the most classes; then the smallest classes."""
    return np.lexsort(((counts**2).sum(1), least))


def _least(codes: Codes, counts: Array, size: int) -> Array:
    """A lower bound of the total for each guess."""
    return size + _least_of_size(codes)[counts].sum(1) - counts[:, codes.right]  # type: ignore[no-any-return]


@lru_cache(maxsize=4)
def _least_of_size(codes: Codes) -> Array:
    """size → a lower bound of the total of any set of this size.

    One code may be the first guess, one may be the second guess after each other answer, and so on.
    """
    total, guesses, capacity = [0], 1, 1
    while len(total) <= codes.count:
        total += [total[-1] + guesses * i for i in range(1, capacity + 1)]
        guesses, capacity = guesses + 1, min(capacity * (codes.possible_answers - 1), codes.count)
    return np.array(total)


def distribution(strategy: str = "knuth", pegs: int = 4, colours: int = 6) -> dict[int, int]:
    """How many codes a strategy finds with how many guesses."""
    if strategy not in STRATEGIES:
        raise MossaError(f"there is no strategy {strategy!r} for Mastermind; there are: {', '.join(STRATEGIES)}")
    codes, choose = codes_of(pegs, colours), STRATEGIES[strategy]
    found: dict[int, int] = {}

    def walk(possible: Array, made: tuple[int, ...]) -> None:
        guess = choose(codes, possible, made).guess
        given = codes.between(np.array([guess]), possible)[0]
        made = (*made, guess)
        for answer in np.unique(given):
            if answer == codes.right:
                found[len(made)] = found.get(len(made), 0) + 1
            else:
                walk(possible[given == answer], made)

    walk(np.arange(codes.count), ())
    return dict(sorted(found.items()))
