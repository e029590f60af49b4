"""The transposition table against a naive one: a list of entries in every bucket."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from mossa import MossaError
from mossa.kernel.memory import Ints, Words
from mossa.kernel.specialise import specialise
from mossa.kernel.transposition_table import (
    AGING,
    BUCKET,
    CERTAIN,
    DEEPEST,
    EXACT,
    LOWER,
    NONE,
    SCORE_LIMIT,
    UPPER,
    TranspositionTable,
    bound_of,
    copy_entries,
    depth_of,
    make_buckets,
    make_table,
    move_of,
    prefetch,
    probe,
    score_of,
    store,
)
from mossa.kernel.words import u64

BUCKETS = 4
PROBE, STORE, NEW_SEARCH = 0, 1, 2


class Entry(NamedTuple):
    key: int
    move: int
    score: int
    depth: int
    bound: int
    age: int
    certain: bool


class Naive:
    """The contract of the table, in the simplest words."""

    def __init__(self) -> None:
        self.buckets: list[list[Entry | None]] = [[None] * BUCKET for _ in range(BUCKETS)]
        self.age = 0

    def probe(self, key: int) -> Entry | None:
        """The entry of a state."""
        return next((entry for entry in self.buckets[key % BUCKETS] if entry and entry.key == key), None)

    def rank(self, entry: Entry | None) -> float:
        """The lower, the sooner replaced."""
        return entry.depth - AGING * ((self.age - entry.age) % 64) if entry else -1e9

    def store(self, key: int, move: int, score: int, depth: int, bound: int, certain: int) -> None:
        """Replace the entry of the same state, else an empty one, else the one with the lowest rank."""
        bucket, known = self.buckets[key % BUCKETS], self.probe(key)
        if known and move == NONE:
            move = known.move
        place = bucket.index(known) if known else bucket.index(min(bucket, key=self.rank))
        bucket[place] = Entry(key, move, score, min(depth, DEEPEST), bound, self.age, bool(certain))


def operate(table: TranspositionTable, keys: Words, jobs: Ints, answers: Ints, n: int) -> None:
    """Some jobs on a table, one after the other; six numbers say what, five answer."""
    for i in range(n):
        prefetch(table, keys[i])
        job = jobs[6 * i :]
        if job[0] == NEW_SEARCH:
            table.age = (table.age + 1) & 63
        elif job[0] == STORE:
            store(table, keys[i], job[1], job[2], job[3], job[4], job[5] != 0)
        data = probe(table, keys[i])
        answer = answers[5 * i :]
        answer[0] = 1 if data != 0 else 0
        if data != 0:
            answer[1] = move_of(data)
            answer[2] = score_of(data)
            answer[3] = depth_of(data)
            answer[4] = bound_of(data)


def draw_jobs(n: int, seed: int) -> tuple[Words, Ints]:
    """Jobs on few enough keys that they meet again, edge values among them."""
    chooser = random.Random(seed)
    pool = [0, 1, 2**64 - 1, *(chooser.getrandbits(64) for _ in range(30))]
    keys, jobs = Words(n), Ints(6 * n)
    for i in range(n):
        keys[i] = chooser.choice(pool)
        jobs[6 * i] = chooser.choices((PROBE, STORE, NEW_SEARCH), (30, 65, 5))[0]
        jobs[6 * i + 1] = chooser.choice((0, 1, NONE - 1, NONE, NONE, chooser.randrange(NONE)))
        jobs[6 * i + 2] = chooser.choice(
            (0, SCORE_LIMIT - 1, -SCORE_LIMIT, chooser.randrange(-SCORE_LIMIT, SCORE_LIMIT))
        )
        jobs[6 * i + 3] = chooser.choice((0, 1, DEEPEST, DEEPEST + 1, 250, chooser.randrange(40)))
        jobs[6 * i + 4] = chooser.choice((UPPER, LOWER, EXACT))
        jobs[6 * i + 5] = chooser.randrange(2)
    return keys, jobs


@pytest.mark.parametrize(("compiled", "n"), [(False, 1500), (True, 40_000)])
def test_the_table_keeps_what_the_naive_one_keeps(compiled: bool, n: int) -> None:
    keys, jobs = draw_jobs(n, 7)
    table = TranspositionTable(words=Words(BUCKETS * BUCKET * 2), mask=u64(BUCKETS - 1), age=0)
    answers = Ints(5 * n)
    specialise(operate, {}, name="table jobs", compiled=compiled)(table, keys, jobs, answers, n)
    naive = Naive()
    for i in range(n):
        kind, *job = (jobs[6 * i + j] for j in range(6))
        key = int(keys[i])
        if kind == NEW_SEARCH:
            naive.age = (naive.age + 1) % 64
        elif kind == STORE:
            naive.store(key, *job)
        known = naive.probe(key)
        expected = (
            [1, known.move, known.score, CERTAIN if known.certain else known.depth, known.bound]
            if known
            else [0, 0, 0, 0, 0]
        )
        assert [answers[5 * i + j] for j in range(5)] == expected, i


def test_a_full_bucket_gives_up_its_shallowest_entry_and_age_makes_shallow() -> None:
    table = make_table(1)
    keys = [u64(i) * (table.mask + 1) for i in range(1, 7)]  # all in the first bucket
    for key, depth in zip(keys[:4], (9, 3, 7, 5), strict=True):
        store(table, key, 1, 0, depth, EXACT, False)
    store(table, keys[4], 1, 0, 1, EXACT, False)
    assert [depth_of(probe(table, key)) for key in keys] == [9, 0, 7, 5, 1, 0]
    table.age += 2
    for key in keys[2:5]:  # a new search meets all but the deepest again
        store(table, key, 1, 0, 2, EXACT, False)
    store(table, keys[5], 1, 0, 1, EXACT, False)
    assert [depth_of(probe(table, key)) for key in keys] == [0, 0, 2, 2, 2, 1]  # 9 plies, but 2 searches ago


def test_a_certain_result_holds_at_any_depth_but_costs_its_depth() -> None:
    table = make_table(1)
    keys = [u64(i) * (table.mask + 1) for i in range(1, 6)]
    for key, depth in zip(keys[:4], (9, 3, 7, 5), strict=True):
        store(table, key, 1, 0, depth, EXACT, depth == 3)
    assert [depth_of(probe(table, key)) for key in keys] == [9, CERTAIN, 7, 5, 0]
    store(table, keys[4], 1, 0, 1, EXACT, False)
    assert [depth_of(probe(table, key)) for key in keys] == [9, 0, 7, 5, 1]


def test_a_result_without_a_move_keeps_the_move() -> None:
    table = make_table(1)
    store(table, u64(77), 5, 10, 3, LOWER, False)
    store(table, u64(77), NONE, -10, 4, UPPER, False)
    data = probe(table, u64(77))
    assert (move_of(data), score_of(data), depth_of(data), bound_of(data)) == (5, -10, 4, UPPER)


def test_halves_of_two_writes_are_not_believed() -> None:
    table = make_table(1)
    first, second = u64(5), u64(5) + (table.mask + 1)
    store(table, first, 1, 100, 9, EXACT, False)
    place = int(first & table.mask) * 2 * BUCKET
    half = table.words[place]
    store(table, first, 2, -100, 9, EXACT, False)
    table.words[place] = half  # another thread wrote this word
    assert probe(table, first) == probe(table, second) == 0


def test_sizes() -> None:
    for mebibytes in (1, 3, 16):
        size = make_table(mebibytes).words.array.nbytes
        assert mebibytes * 2**19 < size <= mebibytes * 2**20
        assert size & (size - 1) == 0
    for wrong in (0, -1, 2**20 + 1):
        with pytest.raises(MossaError, match=f"a transposition table has 1 to 1048576 MiB, not {wrong}"):
            make_table(wrong)


def test_more_than_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("numpy.zeros", no_room)
    with pytest.raises(MossaError, match="there is no memory for a transposition table of 4096 MiB"):
        make_table(4096)


def test_a_bucket_is_one_line_of_the_cache() -> None:
    for _ in range(5):
        table = make_table(1)
        assert table.words.address % 64 == 0
        assert len(table.words) == 2**20 // 8


def test_every_entry_is_copied_to_a_bigger_table() -> None:
    draw, small, big = random.Random(5), make_buckets(64), make_buckets(4096)
    keys = [u64(draw.getrandbits(64)) for _ in range(150)]
    for number, key in enumerate(keys):
        store(small, key, number, number - 75, number % 100, EXACT, number % 2 == 0)
    held = {int(key): int(probe(small, key)) for key in keys}
    assert sum(data != 0 for data in held.values()) > 120
    copy_entries(small, big)
    assert {int(key): int(probe(big, key)) for key in keys} == held
