"""Numbers of states, against a dictionary."""

from __future__ import annotations

import random

import pytest

import mossa
from mossa.kernel.memory import Int32s, Struct, Words
from mossa.kernel.words import u64
from mossa.search.graph.state_graph import graph_kernel
from mossa.search.graph.state_numbers import add_state, refill_index

GAME = mossa.game("tictactoe")
SIZE, PLACES = 3, 1 << 11


class Numbers(Struct):
    """What the kernels need."""

    words: Words
    index: Int32s
    mask: u64
    count: int


def met(seed: int) -> list[tuple[int, ...]]:
    """States of random games, some of them again and again."""
    chooser, rules = random.Random(seed), GAME.rules
    found = []
    for _ in range(120):
        state = rules.start()
        while not rules.is_over(state):
            found.append(state)
            state = rules.play(state, chooser.choice(rules.legal(state)))
        found.append(state)
    return found


@pytest.mark.parametrize("compiled", [False, True])
def test_a_state_keeps_the_number_of_its_first_meeting(compiled: bool) -> None:
    add, refill = (graph_kernel(entry, GAME, compiled) for entry in (add_state, refill_index))
    memory = Numbers(words=Words(SIZE * PLACES), index=Int32s(PLACES), mask=u64(PLACES - 1), count=0)
    known: dict[tuple[int, ...], int] = {}
    for seed in range(2):
        for state in met(seed):
            assert add(state, memory) == known.setdefault(state, len(known))
            assert memory.count == len(known)
        memory.index = Int32s(2 * PLACES)  # a larger index, filled again
        memory.mask = u64(2 * PLACES - 1)
        assert refill(memory) == len(known)
    assert len(known) > 300
