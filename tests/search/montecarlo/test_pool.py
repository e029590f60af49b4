"""The node pool: classes of visits, compaction against a copy in Python, and its limits."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.kernel.twins import both

import mossa
from mossa.kernel.memory import Ints
from mossa.search.montecarlo.pool import (
    CLASSES,
    FULL,
    LINK,
    MOVE,
    PROOF,
    STRIDE,
    TOTAL,
    VISITS,
    NodePool,
    child_by,
    children,
    class_of,
    first_child,
    keep,
    keep_most_visited,
    least_of,
    link_children,
    make_pool,
)


def chunk(size: int = 0) -> Ints:
    """An empty chunk of a thread that asks for `size` rows at a time."""
    rows = Ints(3)
    rows[2] = size
    return rows


def grown(seed: int, rows: int) -> NodePool:
    """A pool with a random tree, whose nodes have fewer visits than their parents."""
    chooser, pool = random.Random(seed), make_pool(1, 5, 77)
    words, open_nodes, moves = pool.words, [0], Ints(5)
    words[VISITS] = 1000
    while pool.used[0] + 5 <= rows:
        node = open_nodes.pop(chooser.randrange(len(open_nodes)))
        for i in range(5):
            moves[i] = chooser.randrange(1000) * 5 + i
        n = chooser.randint(1, 5)
        first = first_child(link_children(pool, chunk(), node, moves, n))
        for i in range(n):
            child = first + i * STRIDE
            words[child + VISITS] = chooser.randint(0, words[node + VISITS])
            words[child + TOTAL] = chooser.randint(-99, 99)
            open_nodes.append(child)
    return pool


def tree(pool: NodePool, node: int, least: int = 0, root: bool = True) -> Any:
    """What hangs on a node, as nested Python; without children where there are fewer visits than `least`."""
    words = pool.words
    link = words[node + LINK] if root or words[node + VISITS] >= least else 0
    below = [tree(pool, first_child(link) + i * STRIDE, least, root=False) for i in range(children(link))]
    return words[node + VISITS], words[node + TOTAL], words[node + MOVE], words[node + PROOF], below


def size(nested: Any) -> int:
    """The nodes of a nested tree."""
    return 1 + sum(map(size, nested[-1]))


def test_compaction_keeps_exactly_what_it_should() -> None:
    for kernel in both(keep):
        for seed in range(30):
            pool = grown(seed, 400)
            root = random.Random(seed).choice([0, 0, 1, 2]) * STRIDE
            least = random.Random(seed).choice([0, 3, 50, 300])
            expected = tree(pool, root, least)
            assert kernel(pool, root, least) == size(expected) == pool.used[0]
            assert tree(pool, 0) == expected


def test_rows_of_several_threads_are_compacted_too() -> None:
    """With chunks, children may lie in front of their parents."""
    for kernel in both(keep):
        for seed in range(20):
            chooser, pool, moves = random.Random(seed), make_pool(1, 5, 77), Ints(5)
            chunks, open_nodes = [chunk(32), chunk(32), chunk(32)], [0]
            pool.words[VISITS] = 900
            for number in range(60):
                node = open_nodes.pop(chooser.randrange(len(open_nodes)))
                for i in range(5):
                    moves[i] = 5 * number + i
                n = chooser.randint(1, 5)
                first = first_child(link_children(pool, chooser.choice(chunks), node, moves, n))
                for i in range(n):
                    pool.words[first + i * STRIDE + VISITS] = chooser.randint(0, pool.words[node + VISITS])
                    open_nodes.append(first + i * STRIDE)
            root = chooser.choice([0, first_child(pool.words[LINK])])
            expected = tree(pool, root, 5)
            assert kernel(pool, root, 5) == size(expected)
            assert tree(pool, 0) == expected


def test_a_full_pool_keeps_the_nodes_with_the_most_visits() -> None:
    for kernel in both(keep_most_visited):
        for seed in range(30):
            pool = grown(seed, 2000)
            whole, most = tree(pool, 0), random.Random(seed).randint(6, 2100)
            left = kernel(pool, 0, most)
            assert left <= most
            found = tree(pool, 0)
            assert size(found) == left
            assert [one[:4] for one in found[-1]] == [one[:4] for one in whole[-1]]  # the root keeps its children
            assert left == len([1]) + sum(map(size, found[-1]))
            if most >= size(whole):
                assert found == whole


def test_classes_of_visits_are_in_order() -> None:
    numbers = [*range(200), *(2**i + d for i in range(8, 62) for d in (-1, 0, 1, 2 ** (i - 2)))]
    for number in sorted(numbers):
        place = class_of(number)
        assert 0 <= place < CLASSES
        assert least_of(place) <= number < least_of(place + 1)


def test_children_are_found_by_their_moves_and_a_full_pool_says_so() -> None:
    pool, moves = make_pool(1, 3, 0), Ints(3)
    for i, move in enumerate((2**61, 0, 7)):
        moves[i] = move
    link = link_children(pool, chunk(), 0, moves, 3)
    assert [child_by(pool, 0, move) for move in (2**61, 0, 7, 8)] == [STRIDE, 2 * STRIDE, 3 * STRIDE, 0]
    assert link_children(pool, chunk(), 0, moves, 3) == link  # another thread was first: its children stay
    pool.used[0] = pool.capacity - 2
    assert link_children(pool, chunk(), STRIDE, moves, 3) == FULL


def test_impossible_sizes() -> None:
    with pytest.raises(mossa.MossaError, match="a node pool has 1 to 1048576 MiB, not 0"):
        make_pool(0, 5, 0)
    with pytest.raises(mossa.MossaError, match="may have 100000 moves: its node pool needs 17 MiB at least"):
        make_pool(1, 100_000, 0)
    assert make_pool(17, 100_000, 0).capacity > 400_000
