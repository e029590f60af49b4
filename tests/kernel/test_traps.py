"""Kernels that are left in the middle, in several threads."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.user_files import module

from mossa.kernel import traps
from mossa.kernel.binding import Graph
from mossa.kernel.specialise import specialise
from mossa.kernel.traps import CheckError

COLLATZ = """def collatz(n):
    steps = 0
    while n != 1:
        assert n > 0, f"{n} is not positive"
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
"""


def test_each_thread_has_its_own_failures(tmp_path: Path, folder: Path) -> None:
    collatz = module(tmp_path, COLLATZ).collatz
    kernel = specialise(collatz, {}, name="collatz", checked=True)
    kernel.prepare(1)  # type: ignore[attr-defined]
    wrong: list[str] = []

    def work(number: int) -> None:
        for i in range(200):
            n = 27 + number if i % 3 else -2 * number
            try:
                if kernel(n) != collatz(n):
                    wrong.append(f"{n}")
            except (CheckError, AssertionError) as error:
                if n > 0 or not str(error).endswith(f": {n} is not positive"):
                    wrong.append(str(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert traps.failures == {}


def plain() -> int:
    return 1


def test_the_jump_buffer_is_behind_the_numbers() -> None:
    for size in (8, 16, 24, 400):
        frame = traps.frame_class(size, Graph(plain, {}))()
        assert frame.jump_buffer >= size
        assert frame.jump_buffer % 16 == 0
        assert len(frame) == frame.jump_buffer + traps.JUMP_BUFFER
