"""All codes of a size as NumPy arrays, and the answers between many codes at once.

An answer is one small number here: black · (pegs + 1) + white.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Codes", "codes_of", "consistent"]

Array = NDArray[Any]

TABLE = 1296
"""Up to this many codes, the answers between all of them are tabulated (1296² bytes); beyond, computed on demand."""
CHUNK = 1 << 22
"""Answers computed at once: bounds the memory."""


class Codes:
    """The codes of `pegs` pegs and `colours` colours, in the order of their numbers."""

    def __init__(self, pegs: int, colours: int) -> None:
        self.pegs, self.colours = pegs, colours
        self.count = colours**pegs
        numbers = np.arange(self.count, dtype=np.int32)
        self.digits = np.stack([numbers // colours**peg % colours for peg in reversed(range(pegs))]).astype(np.int8)
        """peg × code → its colour."""
        self.amounts = np.stack([(self.digits == colour).sum(0) for colour in range(colours)]).astype(np.int8)
        """colour × code → how many pegs have it."""
        self.answers = (pegs + 1) ** 2
        """Answers are below this number; few of the numbers are answers."""
        self.right = pegs * (pegs + 1)
        """The answer to the right guess."""
        self.possible_answers = (pegs + 1) * (pegs + 2) // 2 - 1
        """The number of possible answers: all pegs black except one white is impossible."""

    @cached_property
    def table(self) -> Array:
        """guess × code → answer."""
        everything = np.arange(self.count)
        return self._compute(everything, everything)

    def between(self, guesses: Array, codes: Array) -> Array:
        """guess × code → answer."""
        if self.count <= TABLE:
            return self.table[np.ix_(guesses, codes)]  # type: ignore[no-any-return]
        return self._compute(guesses, codes)

    def _compute(self, guesses: Array, codes: Array) -> Array:
        black = np.zeros((len(guesses), len(codes)), np.uint8)
        common = black.copy()
        for digits in self.digits:
            black += digits[guesses][:, None] == digits[codes][None, :]
        for amounts in self.amounts.view(np.uint8):
            common += np.minimum(amounts[guesses][:, None], amounts[codes][None, :])
        return black * np.uint8(self.pegs) + common  # black · (pegs + 1) + (common − black)

    def classes(self, guesses: Array, codes: Array) -> Array:
        """guess × answer → how many of the codes give that answer."""
        counts = np.empty((len(guesses), self.answers), np.int64)
        step = max(1, CHUNK // len(codes))
        for low in range(0, len(guesses), step):
            some = guesses[low : low + step]
            places = self.between(some, codes) + self.answers * np.arange(len(some))[:, None]
            counts[low : low + step] = np.bincount(places.ravel(), minlength=len(some) * self.answers).reshape(
                len(some), self.answers
            )
        return counts

    def distinct(self, made: tuple[int, ...]) -> Array:
        """The guesses that differ once these have been made: colours not used so far appear in rising order.

        Unused colours are interchangeable, so of guesses that differ only by exchanging them the numerically smallest
        is taken.
        """
        used = {int(colour) for colour in self.digits[:, list(made)].ravel()} if made else set()
        fresh = [colour for colour in range(self.colours) if colour not in used]
        rank = np.full(self.colours, -1)
        rank[fresh] = range(len(fresh))
        seen = np.full(self.count, -1)
        fits = np.ones(self.count, bool)
        for digits in self.digits:
            new = rank[digits]
            fits &= new <= seen + 1
            seen = np.maximum(seen, new)
        return np.flatnonzero(fits)


@lru_cache(maxsize=4)
def codes_of(pegs: int, colours: int) -> Codes:
    """The codes of this size, made once."""
    return Codes(pegs, colours)


@lru_cache(maxsize=512)
def consistent(pegs: int, colours: int, answers: tuple[tuple[int, int, int], ...]) -> Array:
    """The codes, in order, that give each guess its black and white marks."""
    codes = codes_of(pegs, colours)
    if not answers:
        return np.arange(codes.count)
    *before, (guess, black, white) = answers
    possible: Array = consistent(pegs, colours, tuple(before))
    agree: Array = codes.between(np.array([guess]), possible)[0] == black * (pegs + 1) + white
    return possible[agree]
