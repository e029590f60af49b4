"""Work for the tests of jobs. Workers find it by the name of its module, so it imports nothing but what they have."""

from __future__ import annotations

import os
import time
from pathlib import Path

from mossa.jobs import stopping
from mossa.kernel.errors import MossaError

base = [0]


def begin(number: int) -> None:
    base[:] = [number]


def square(number: int) -> int:
    return base[0] + number * number


def fail(number: int) -> int:
    if number == 3:
        raise MossaError("three is refused")
    return number


def break_down(number: int) -> int:
    return 1 // (number - 2)


def refuse(number: int) -> None:
    raise MossaError("these workers do not start")


def until_stopped(number: int) -> bool:
    return stopping.wait(300)


def die_once(what: tuple[str, int]) -> int:
    """The worker that is first to see a chunk of a multiple of five dies; it is done again by another."""
    folder, number = what
    mark = Path(folder, str(number))
    if number % 5 == 0 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return square(number)
