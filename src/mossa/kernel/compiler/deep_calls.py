"""Recursion as deep as a program needs, whatever Python's recursion limit is.

The limit is one for the whole process but is counted for each thread. So who is deep down goes on in a thread of its
own, whose count begins at 0, and waits for it. To raise the limit instead would change it under the feet of other
threads: their parsing fails then, and what they set it to meanwhile is lost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

__all__ = ["LEVELS", "deep"]

P = ParamSpec("P")
T = TypeVar("T")

LEVELS = 20
"""How many deep calls, one inside the other, one thread does. Between two of them are twenty Python frames at most, and
a thread has a thousand."""


class _Here(threading.local):
    """How many deep calls the present thread is in. A thread that was not made here may be anywhere: it makes one."""

    level = LEVELS


_here = _Here()


def deep(function: Callable[P, T]) -> Callable[P, T]:
    """This function may call itself as deep as it likes, also through others."""

    @wraps(function)
    def call(*arguments: P.args, **named: P.kwargs) -> T:
        if _here.level >= LEVELS:
            return _in_a_thread(partial(call, *arguments, **named))
        _here.level += 1
        try:
            return function(*arguments, **named)
        finally:
            _here.level -= 1

    return call


def _in_a_thread(call: Callable[[], T]) -> T:
    """The result of a call, or its exception, from a new thread."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        _here.level = 0
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="mossa compiler", daemon=True)
    thread.start()
    thread.join()
    if errors:
        try:
            raise errors[0]
        finally:
            errors.clear()  # the exception has this frame in its traceback
    return results[0]
