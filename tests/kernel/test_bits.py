from hypothesis import given
from hypothesis import strategies as st

from mossa import bit_count, byte_swap, highest_bit, lowest_bit, mix, parallel_extract, replace, u64

WORD = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**63, 2**64 - 1])


def ones(word):
    """The places of the ones, from the lowest."""
    return [place for place in range(64) if word >> place & 1]


@given(WORD)
def test_counting_and_finding(word):
    places = ones(word)
    assert bit_count(word) == bit_count(u64(word)) == len(places)
    assert lowest_bit(word) == lowest_bit(u64(word)) == min(places, default=64)
    assert highest_bit(word) == highest_bit(u64(word)) == max(places, default=-1)


@given(WORD)
def test_byte_swap(word):
    assert ones(byte_swap(word)) == sorted(place ^ 56 for place in ones(word))
    assert byte_swap(byte_swap(word)) == word


@given(WORD, WORD)
def test_parallel_extract(word, mask):
    packed = parallel_extract(word, mask)
    assert ones(packed) == [i for i, place in enumerate(ones(mask)) if word >> place & 1]
    assert type(packed) is u64


@given(WORD, WORD)
def test_mix_keeps_words_apart(a, b):
    assert (mix(a) == mix(b)) == (a == b)


def test_mix_moves_half_of_the_bits():
    """Changing any one bit changes about 32 of 64."""
    changed = [bit_count(mix(word) ^ mix(word ^ 1 << place)) for word in range(20) for place in range(64)]
    assert 31 < sum(changed) / len(changed) < 33
    assert min(changed) > 10


def test_mix_is_the_published_finaliser():
    """The first outputs of splitmix64 with the seed 1234567 are `mix` of its states."""
    state, drawn = 1234567, []
    for _ in range(3):
        state += 0x9E3779B97F4A7C15
        drawn.append(int(mix(state)))
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.lists(st.integers(), min_size=1, max_size=8), st.data())
def test_replace(items, data):
    index = data.draw(st.integers(0, len(items) - 1))
    changed = replace(tuple(items), index, 99)
    items[index] = 99
    assert changed == tuple(items)
