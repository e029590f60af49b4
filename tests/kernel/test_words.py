import copy
import operator
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import u64

ALL = 2**64
WORD = st.integers(0, ALL - 1) | st.sampled_from([0, 1, 2, 63, 64, 2**31, 2**32, 2**63 - 1, 2**63, ALL - 2, ALL - 1])
INT = st.integers(-(2**63), 2**63 - 1) | st.sampled_from([-1, 0, 1, 2, -(2**63), 2**63 - 1])
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor]
DIVISION = [operator.floordiv, operator.mod]
SHIFTS = [operator.lshift, operator.rshift]


def is_word(value, expected):
    """A u64, and equal to a plain int modulo 2**64."""
    return type(value) is u64 and int(value) == expected % ALL


@pytest.mark.parametrize("operation", ARITHMETIC)
@given(a=WORD, b=WORD, n=INT)
def test_arithmetic_wraps_and_a_word_wins(operation, a, b, n):
    assert is_word(operation(u64(a), u64(b)), operation(a, b))
    assert is_word(operation(u64(a), n), operation(a, n))
    assert is_word(operation(n, u64(a)), operation(n, a))


@pytest.mark.parametrize("operation", DIVISION)
@given(a=WORD, b=WORD.filter(bool), n=INT.filter(bool))
def test_division_is_unsigned(operation, a, b, n):
    """A negative int counts as the word with the same bits."""
    assert is_word(operation(u64(a), u64(b)), operation(a, b))
    assert is_word(operation(u64(a), n), operation(a, n % ALL))
    assert is_word(operation(n, u64(b)), operation(n % ALL, b))


@pytest.mark.parametrize("operation", SHIFTS)
@given(a=WORD, n=INT, by=st.integers(0, 63))
def test_shifts_are_those_of_words(operation, a, n, by):
    """A negative int that is shifted by a word counts as the word with the same bits: zeros come in."""
    assert is_word(operation(u64(a), by), operation(a, by))
    assert is_word(operation(u64(a), u64(by)), operation(a, by))
    assert is_word(operation(n, u64(by)), operation(n % ALL, by))


@pytest.mark.parametrize("operation", SHIFTS)
@pytest.mark.parametrize("by", [-1, 64, 65, 2**63])
def test_a_shift_out_of_range_is_refused(operation, by):
    with pytest.raises(AssertionError, match="a word is shifted by 0 to 63 places"):
        operation(u64(1), by)
    if by >= 0:
        with pytest.raises(AssertionError, match="a word is shifted by 0 to 63 places"):
            operation(1, u64(by))


@given(WORD)
def test_one_operand(a):
    assert is_word(~u64(a), ~a)
    assert is_word(-u64(a), -a)
    assert is_word(+u64(a), a)
    assert is_word(abs(u64(a)), a)
    assert is_word(u64(a) & -u64(a), a & -a)  # the lowest one
    assert int(~u64(a)) + a == ALL - 1


@given(INT, WORD)
def test_a_word_is_made_of_any_int(n, a):
    assert is_word(u64(n), n)
    assert u64(u64(a)) == a
    assert u64(a) == a
    assert hash(u64(a)) == hash(a)
    assert u64() == 0


@given(WORD, WORD)
def test_comparisons_are_those_of_whole_numbers(a, b):
    for compare in (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge):
        assert compare(u64(a), u64(b)) == compare(a, b)
    assert bool(u64(a)) == bool(a)


@given(WORD)
def test_a_word_survives_copies_and_pickles(a):
    for again in (copy.copy(u64(a)), copy.deepcopy(u64(a)), pickle.loads(pickle.dumps(u64(a)))):
        assert is_word(again, a)


@given(WORD)
def test_text(a):
    assert eval(repr(u64(a))) == u64(a)
    assert str(u64(a)) == str(a)


def test_other_types_keep_their_own_meaning():
    assert u64(6) * 0.5 == 3.0
    with pytest.raises(TypeError):
        u64(6) + "1"
    with pytest.raises(ZeroDivisionError):
        u64(6) // 0
