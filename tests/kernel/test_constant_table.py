"""Tables that rules look up: of every type, with a symbol that is made of their contents or of a name."""

from __future__ import annotations

import pytest
from tests.kernel.twins import EDGES, both
from tests.processes import python

from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes, Float32s, Int16s, Int32s, Ints, Reals, Words
from mossa.kernel.words import u64

TABLE_OF_WORDS = ConstantTable(EDGES["uint64"], Words)
TABLE_OF_INTS = ConstantTable(lambda: EDGES["int64"])
TABLE_OF_INT32S = ConstantTable(lambda: EDGES["int32"], Int32s)
TABLE_OF_SHORTS = ConstantTable(lambda: EDGES["int16"], Int16s)
TABLE_OF_BYTES = ConstantTable(lambda: EDGES["uint8"], Bytes)
TABLE_OF_REALS = ConstantTable(lambda: EDGES["float64"], Reals)
TABLE_OF_SINGLES = ConstantTable(lambda: EDGES["float32"], Float32s)
SQUARE = ConstantTable(lambda: [[row * 3 + column for column in range(3)] for row in range(3)], Bytes)


def look_up(n: int, words: Words, ints: Ints, reals: Reals) -> int:
    words[0] = TABLE_OF_WORDS[n] >> 1
    words[1] = TABLE_OF_WORDS[u64(n)]
    ints[0] = TABLE_OF_INTS[n]
    ints[1] = TABLE_OF_INT32S[n] - 1
    ints[2] = TABLE_OF_SHORTS[n] - 1
    ints[3] = TABLE_OF_BYTES[n] - 1
    ints[4] = SQUARE[n * 3 - n]
    reals[0] = TABLE_OF_REALS[n]
    reals[1] = TABLE_OF_SINGLES[n] * 2
    return len(SQUARE) + len(TABLE_OF_WORDS)


def test_tables_of_every_type() -> None:
    slow, fast = both(look_up)
    for n in range(4):
        results = []
        for kernel in (slow, fast):
            words, ints, reals = Words(2), Ints(5), Reals(2)
            count = kernel(n, words, ints, reals)
            results.append((count, words.array.tolist(), ints.array.tolist(), reals.array.tolist()))
        assert results[0] == results[1]
    with pytest.raises(IndexError):
        slow(4, Words(2), Ints(5), Reals(2))
    with pytest.raises(IndexError):
        ConstantTable([1, 2, 3])[3]


def test_the_symbol_is_made_of_type_and_contents() -> None:
    made: list[int] = []

    def values() -> list[int]:
        made.append(1)
        return [1, 2, 3]

    table = ConstantTable(values)
    assert not made  # nothing is computed before it is needed
    assert table.symbol == ConstantTable([1, 2, 3]).symbol
    assert table[2] == 3
    assert made == [1]
    others = [ConstantTable([1, 2, 4]), ConstantTable([1, 2]), ConstantTable([1, 2, 3], Words)]
    assert len({one.symbol for one in (table, *others)}) == 4


def test_a_name_stands_for_the_contents() -> None:
    named = [ConstantTable(values, name="weights") for values in ([1, 2, 3], [4, 5, 6], [1, 2])]
    assert named[0].symbol == named[1].symbol != named[2].symbol
    assert named[0].symbol != ConstantTable([1, 2, 3], name="other").symbol


def test_without_numpy_a_table_is_read_as_it_is_with_it() -> None:
    script = """
import sys
sys.modules["numpy"] = None
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes, Reals, Words
from mossa.kernel.words import u64
square = ConstantTable(lambda: [[3 * row + column for column in range(3)] for row in range(3)], Bytes)
words = ConstantTable([1 << 63], Words)
print([square[i] for i in range(len(square))], words[0] * 2 == 0, type(words[0]) is u64, ConstantTable([1], Reals)[0])
"""
    assert python(script) == "[0, 1, 2, 3, 4, 5, 6, 7, 8] True True 1.0"
