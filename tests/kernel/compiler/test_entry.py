"""The entry of a kernel: called from threads, with its own capacity, on processors that lack an instruction."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

from mossa import MossaError
from mossa.kernel.binding import slot
from mossa.kernel.bits import parallel_extract
from mossa.kernel.compiler import backend, entry
from mossa.kernel.compiler.ir import Target
from mossa.kernel.float32_ops import add_scaled, assign, dot, rectify
from mossa.kernel.int16_ops import squared_sum
from mossa.kernel.memory import Float32s, Int16s, Ints
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

game: Any = slot("game")


class Pair(NamedTuple):
    x: int
    y: float


def collatz(n: int) -> Pair:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return Pair(steps, steps / 2)


def test_threads_do_not_meet() -> None:
    """Each call has a frame of its own, and the first calls compile at the same time."""
    compiled = specialise(collatz, {}, name="threads")
    numbers = [random.Random(n).randrange(1, 10**6) for n in range(2000)]
    gate = threading.Barrier(4)

    def run(n: int) -> list[Pair]:
        gate.wait()
        return [compiled(number) for number in numbers[n::4]]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(run, range(4)))
    assert found == [[collatz(number) for number in numbers[n::4]] for n in range(4)]


def moves(n: int) -> Iterator[int]:
    yield from range(n)


def listed(n: int, out: Ints) -> int:
    return int(game.moves(n, out, 1))


def test_each_kernel_has_its_own_capacity() -> None:
    few, many = (specialise(listed, {"game": {"moves": moves, "WIDEST": room}}, name="few") for room in (3, 9))
    out = Ints(12)
    assert (few(2, out), many(7, out), few(1, out)) == (3, 8, 2)
    with pytest.raises(MossaError, match="few declares widest=3 in FACTS, but somewhere there are more moves"):
        few(3, out)
    assert few(1, out) == 2  # the next call begins without a fault


def extract(x: u64, mask: u64) -> u64:
    return parallel_extract(x, mask)


def squares(sums: Int16s, row: Int16s) -> int:
    return squared_sum(sums, row, 128)


@pytest.mark.parametrize("target", [Target(), backend.host()], ids=["plain", "host"])
def test_processors(target: Target, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(entry, "host", lambda: target)
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path))
    chooser = random.Random(1)
    words = [(u64(chooser.getrandbits(64)), u64(chooser.getrandbits(64) & chooser.getrandbits(64))) for _ in range(99)]
    compiled = specialise(extract, {}, name="extract")
    assert [compiled(*pair) for pair in words] == [extract(*pair) for pair in words]
    sums, row = Int16s(128), Int16s(128)
    for i in range(128):
        sums[i], row[i] = chooser.randrange(-400, 400), chooser.randrange(-127, 128)
    assert specialise(squares, {}, name="squares")(sums, row) == squares(sums, row)


def network(total: Float32s, row: Float32s, out: Float32s) -> float:
    add_scaled(total, 0.5, row, 32)
    rectify(out, total, 32)
    assign(row, out, 32)
    return dot(out, total, 32)


def test_networks() -> None:
    found = []
    for compiled in (False, True):
        vectors = [Float32s(32) for _ in range(3)]
        for i in range(32):
            vectors[0][i], vectors[1][i] = i - 10.5, 3.0 - i
        result = specialise(network, {}, name="network", compiled=compiled)(*vectors)
        found.append((result, [vector.array.tolist() for vector in vectors]))
    assert found[0] == found[1]
