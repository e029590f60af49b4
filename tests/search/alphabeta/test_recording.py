"""Recordings: the image of a search's memory is small while the memory is young, and restores every number."""

from __future__ import annotations

import numpy as np
import pytest

import mossa
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.recording import Copy, Image
from mossa.search.common.limits import Limits


@pytest.mark.parametrize("used", [0, 1, 600, 700, 1000])
def test_a_copy_restores_every_number(used: int) -> None:
    numbers = np.zeros(1000, np.uint64)
    numbers[np.random.default_rng(used).permutation(1000)[:used]] = 2**63 + 1
    copy, into = Copy(numbers), np.ones(1000, np.uint64)
    assert copy.nbytes <= min(numbers.nbytes, 12 * used)
    numbers[:] = 5
    copy.restore(into)
    assert (np.count_nonzero(into), int(into.max())) == (used, 2**63 + 1 if used else 0)


def test_the_image_of_a_young_search_is_small_and_complete() -> None:
    game = mossa.game("connect4")
    searcher = Searcher(game, memory_mib=16)
    memory = searcher.memories[0]
    fresh = Image(memory)
    assert fresh.mebibytes < 0.1
    searcher.search(game.start().state, Limits(depth=6))
    used, words = Image(memory), memory.table.words.array.copy()
    assert 0 < np.count_nonzero(words) < words.size // 10
    assert used.mebibytes < 4
    fresh.restore(memory)
    assert not memory.table.words.array.any()
    used.restore(memory)
    assert (memory.table.words.array == words).all()
