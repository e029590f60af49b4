"""Numbers for states, in the order in which they are met, found again by a hash table with open addressing: kernels.

They work on any memory with the fields

    words   the numbers of state i, from i · SIZE on
    index   1 + the number of a state at the place of its hash, or at the next free one; 0: free
    mask    the size of `index`, a power of two, less 1
    count   the states met
"""

from __future__ import annotations

from typing import Any

from mossa.kernel.binding import slot

__all__ = ["add_state", "refill_index"]

extra: Any = slot("extra")


def add_state(state: Any, memory: Any) -> int:
    """The number of a state. A new one gets the next number, and `count` tells of it."""
    base = memory.count * extra.SIZE
    extra.write(state, memory.words, base)
    at = extra.hash(state) & memory.mask
    while memory.index[int(at)] != 0:
        number: int = memory.index[int(at)] - 1
        same = True
        for i in range(extra.SIZE):
            if memory.words[number * extra.SIZE + i] != memory.words[base + i]:
                same = False
                break
        if same:
            return number
        at = (at + 1) & memory.mask
    memory.index[int(at)] = memory.count + 1
    memory.count += 1
    return int(memory.count - 1)


def refill_index(memory: Any) -> int:
    """Fill the index, which is empty, with all states; how many they are."""
    for number in range(memory.count):
        at = extra.hash(extra.read(memory.words, number * extra.SIZE)) & memory.mask
        while memory.index[int(at)] != 0:
            at = (at + 1) & memory.mask
        memory.index[int(at)] = number + 1
    return int(memory.count)
