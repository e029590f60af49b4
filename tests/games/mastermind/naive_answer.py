"""The answer of Mastermind, peg by peg."""

from collections import Counter


def naive_answer(code, guess):
    """Black and white marks, from the words of the rules."""
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    common = (Counter(code) & Counter(guess)).total()
    return black, common - black
