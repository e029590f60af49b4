import itertools
import linecache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import MossaError, u64
from mossa.kernel.binding import slot
from mossa.kernel.layout import flatten, make_key, make_reader, make_writer, shape, unflatten
from mossa.kernel.memory import Words
from mossa.kernel.specialise import specialise


class Inner(NamedTuple):
    left: int
    right: tuple[int, u64]


class State(NamedTuple):
    board: u64
    heaps: tuple[int, ...]
    inner: Inner
    turn: int


INT = st.integers(-(2**63), 2**63 - 1)
WORD = st.integers(0, 2**64 - 1).map(u64)
STATE = st.builds(
    State,
    WORD,
    st.tuples(INT, INT, INT),
    st.builds(Inner, INT, st.tuples(INT, WORD)),
    INT,
)
EXAMPLE = State(u64(1), (2, 3, 4), Inner(5, (6, u64(7))), 8)


def test_shape():
    assert shape(EXAMPLE) == "State(board:u heaps:(iii) inner:(i(iu)) turn:i)"


@given(STATE)
def test_words_of_a_state_and_back(state):
    words = flatten(state)
    again = unflatten(EXAMPLE, [int(word) for word in words])
    assert len(words) == 8
    assert again == state
    assert shape(again) == shape(state)
    assert type(again) is State
    assert type(again.inner) is Inner


@given(STATE, STATE)
def test_keys_tell_states_apart(one, other):
    key = make_key(EXAMPLE)
    assert type(key(one)) is u64
    assert (key(one) == key(other)) == (one == other)


@given(STATE, st.integers(0, 7))
def test_every_word_counts_in_a_key(state, index):
    words = [int(word) for word in flatten(state)]
    words[index] ^= 1
    key = make_key(EXAMPLE)
    assert key(unflatten(EXAMPLE, words)) != key(state)


def test_the_order_of_words_counts_in_a_key():
    key = make_key((1, 2))
    assert key((1, 2)) != key((2, 1))
    assert len({key((a, b)) for a in range(40) for b in range(40)}) == 1600


@given(STATE, st.integers(0, 3))
def test_a_writer_writes_the_words(state, at):
    out = [None] * 12
    assert make_writer(EXAMPLE)(state, out, at) == at + 8
    assert out == [None] * at + [int(word) % 2**64 for word in flatten(state)] + [None] * (4 - at)


def copied(words, out) -> int:
    """The state that `words` hold, written again."""
    return extra.write(extra.read(words, 3), out, 0)


extra = slot("extra")


@pytest.mark.parametrize(("compiled", "checked"), [(False, False), (True, False), (True, True)])
def test_a_reader_undoes_a_writer(compiled, checked):
    slots = {"extra": {"read": make_reader(EXAMPLE), "write": make_writer(EXAMPLE)}}
    kernel = specialise(copied, slots, name="copied", compiled=compiled, checked=checked)
    ends = -(2**63), 2**63 - 1, 0, -1
    for low, high in itertools.product(ends, repeat=2):
        state = State(u64(high), (low, high, 1), Inner(high, (low, u64(low))), low)
        words, out = Words(11), Words(8)
        make_writer(EXAMPLE)(state, words, 3)
        read = make_reader(EXAMPLE)(words, 3)
        assert read == state
        assert shape(read) == shape(state)
        assert kernel(words, out) == 8
        assert out.array.tolist() == words.array[3:].tolist()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ((1, 2), "start() gives a tuple: a state is a NamedTuple of whole numbers"),
        (None, "start() gives a NoneType: a state is a NamedTuple of whole numbers"),
        (EXAMPLE._replace(turn=True), "the field turn of the state holds a bool"),
        (EXAMPLE._replace(turn=0.5), "the field turn of the state holds a float"),
        (EXAMPLE._replace(heaps=[1, 2]), "the field heaps of the state holds a list"),
        (EXAMPLE._replace(heaps=(1, "2")), "the field heaps of the state holds a str"),
    ],
)
def test_other_shapes_are_refused(state, sentence):
    with pytest.raises(MossaError) as caught:
        shape(state)
    assert str(caught.value).startswith(sentence)


class Long(NamedTuple):
    turn: int
    rows: tuple[tuple[int, ...], ...]
    pairs: tuple[Inner, ...]
    last: tuple[int, u64]


def long_state(changed: int = -1) -> Long:
    rows = tuple(tuple(7 * row + column for column in range(7)) for row in range(6))
    pairs = tuple(Inner(i, (i + 1, u64(i + 2))) for i in range(15))
    words = flatten(Long(1, rows, pairs, (2, u64(3))))
    return unflatten(Long(1, rows, pairs, (2, u64(3))), [w ^ (i == changed) for i, w in enumerate(words)])


def test_long_tuples_are_walked_through_by_loops():
    state = long_state()
    count = len(flatten(state))
    key, write, read = make_key(state), make_writer(state), make_reader(state)
    compiled_read = specialise(read, {}, name="read")
    keys = {int(key(long_state(changed))) for changed in range(-1, count)}
    assert len(keys) == count + 1
    compiled_key, compiled_write = specialise(key, {}, name="key"), specialise(write, {}, name="write")
    for changed in range(-1, count, 10):
        other = long_state(changed)
        assert compiled_key(other) == key(other)
        for writer in (write, compiled_write):
            out = Words(count + 5)
            assert writer(other, out, 2) == count + 2
            assert [out[i] for i in range(count + 5)] == [0, 0, *map(u64, flatten(other)), 0, 0, 0]
            assert read(out, 2) == compiled_read(out, 2) == other
    assert len(linecache.getlines(key.__code__.co_filename)) < 25
    assert len(linecache.getlines(write.__code__.co_filename)) < 25
