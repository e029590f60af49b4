"""Codes and answers, many at once and one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.mastermind.naive_answer import naive_answer

import mossa
from mossa.games.mastermind.codes import Codes, codes_of, consistent
from mossa.games.mastermind.notation import read_code, write_code
from mossa.games.mastermind.rules import answer

SMALL = mossa.game("mastermind:pegs=3,colours=4,guesses=4")

CODE = st.integers(0, 1295)


@given(CODE, CODE)
def test_answers(code, guess):
    assert answer(code, guess) == naive_answer(write_code(code), write_code(guess))
    assert answer(code, guess) == answer(guess, code)


@pytest.mark.parametrize(
    ("guess", "classes"),
    [
        ("1111", "00:625 10:500 20:150 30:20 40:1"),
        ("1122", "00:256 01:256 02:96 03:16 04:1 10:256 11:208 12:36 20:114 21:32 22:4 30:20 40:1"),
        ("1234", "00:16 01:152 02:312 03:136 04:9 10:108 11:252 12:132 13:8 20:96 21:48 22:6 30:20 40:1"),
    ],
)
def test_classes_of_a_first_guess(guess, classes):
    """[Knuth77], recomputed by others."""
    codes = codes_of(4, 6)
    counts = codes.classes(np.array([read_code(guess)]), np.arange(1296))[0]
    assert " ".join(f"{answer // 5}{answer % 5}:{n}" for answer, n in enumerate(counts) if n) == classes
    assert len(classes.split()) <= codes.possible_answers == 14


@pytest.mark.parametrize(("pegs", "colours"), [(1, 2), (2, 3), (3, 4), (5, 6)])
def test_many_answers_at_once_are_the_answers_one_by_one(pegs, colours):
    rules = mossa.game(f"mastermind:pegs={pegs},colours={colours}").modules[0]
    codes, some = Codes(pegs, colours), np.linspace(0, colours**pegs - 1, 12).astype(int)
    between = codes.between(some, some[::-1])
    for i, guess in enumerate(some):
        for j, code in enumerate(some[::-1]):
            assert divmod(int(between[i, j]), pegs + 1) == rules.answer(int(code), int(guess))


def renamed(code, used):
    """The code with the colours not used yet renamed, in the order in which they appear."""
    fresh = iter(sorted(set("123456") - used))
    names = {colour: colour for colour in used}
    for colour in code:
        if colour not in names:
            names[colour] = next(fresh)
    return "".join(names[colour] for colour in code)


@given(st.lists(CODE, max_size=3))
def test_distinct_guesses_are_those_that_renaming_leaves_alone(made):
    kept = {write_code(int(code)) for code in codes_of(4, 6).distinct(tuple(made))}
    used = set("".join(map(write_code, made)))
    assert kept == {renamed(write_code(code), used) for code in range(1296)}


@given(st.integers(0, 63), st.lists(st.integers(0, 63), max_size=4))
def test_consistent_codes(code, guesses):
    marks = SMALL.modules[0].answer
    answers = tuple((guess, *marks(code, guess)) for guess in guesses)
    brute = [c for c in range(64) if all(marks(c, guess) == marks(code, guess) for guess in guesses)]
    assert list(consistent(3, 4, answers)) == brute
