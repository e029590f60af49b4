"""The memory of a process, in processes of their own."""

import sys

import pytest
from tests.processes import python

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc/self/statm")


def test_what_is_written_to_is_counted() -> None:
    script = """
from mossa.web.process_memory import resident
before = resident()
taken = bytearray(b"x" * (64 << 20))
print(resident() - before >= 64 << 20)
"""
    assert python(script) == "True"


@pytest.mark.parametrize("limit", ["limit_growth(256 << 20)", "limit_data(400 << 20)"])
def test_more_than_the_limit_is_an_error_and_less_is_not(limit: str) -> None:
    script = f"""
from mossa.web.process_memory import limit_data, limit_growth
{limit}
taken = bytearray(64 << 20)
del taken
try:
    bytearray(512 << 20)
except MemoryError:
    print("refused")
"""
    assert python(script) == "refused"


def test_large_blocks_that_are_free_go_back_to_the_system() -> None:
    script = """
from mossa.web.process_memory import resident, return_large_blocks
return_large_blocks()
def table():
    block = bytearray(16 << 20)
    block[::4096] = bytes(len(block) // 4096 * [1])  # take every page
    return block
for _ in range(2):
    tables = [table()]
    tables.clear()  # from now on glibc would keep such blocks
before = resident()
tables = [table() for _ in range(12)]
del tables[:-1]  # the last of them lies beyond the others
print(resident() - before < 64 << 20)
"""
    assert python(script) == "True"
