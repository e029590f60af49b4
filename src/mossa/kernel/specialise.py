"""`specialise(entry, …)`: an engine's entry function bound to one game, compiled once per machine."""

from __future__ import annotations

import os
import string
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from types import FunctionType
from typing import Any

from .binding import Graph

__all__ = ["Kernel", "compilation_listeners", "has_compiler", "prepare", "specialise"]

compilation_listeners: list[Callable[[str], None]] = []
"""Called with a sentence when a kernel must be compiled, and when it cannot be stored; the command line shows it."""

IN_FILE_NAMES = {*string.ascii_letters, *string.digits, *"-_"}
"""Characters of a kernel's name that stay in the name of its file."""

_lock = threading.Lock()


def prepare(entry: Callable[..., Any], *arguments: Any) -> None:
    """Make a specialised entry ready for arguments of these types; an interpreted one always is."""
    if isinstance(entry, Kernel):
        entry.prepare(*arguments)


def specialise(
    entry: Callable[..., Any],
    slots: Mapping[str, Mapping[str, Any]],
    *,
    name: str,
    compiled: bool = True,
    checked: bool | None = None,
) -> Callable[..., Any]:
    """`entry` with its slots filled, as machine code or, with `compiled=False`, as plain Python, which tests compare
    with.

    With `checked`, machine code raises a `CheckError` where interpreted code would raise an exception, and where an int
    outgrows 64 bits. If it is not said, the variable MOSSA_CHECKED of the environment decides.

    With a foreign function in a slot (`mossa.kernel.binding.foreign`) it is plain Python in any case.

    `name` is shown to people ("connect4 perft"), and begins the name of the file in the cache.
    """
    assert isinstance(entry, FunctionType)
    graph = Graph(entry, slots)
    if compiled and not graph.is_foreign:
        return Kernel(graph, name, checked_by_default() if checked is None else checked)
    bound: Callable[..., Any] = graph.bind()
    return bound


@lru_cache(maxsize=1)
def has_compiler() -> bool:
    """Is llvmlite installed? Where it is not, as in a browser, kernels run interpreted."""
    return find_spec("llvmlite") is not None


def checked_by_default() -> bool:
    """Does the environment ask for checked kernels?"""
    return os.environ.get("MOSSA_CHECKED", "") not in ("", "0")


class Kernel:
    """A compiled entry function: machine code for a list of argument types is made when it is first asked for."""

    def __init__(self, graph: Graph, name: str, checked: bool = False) -> None:
        self.graph, self.name, self.checked = graph, name, checked
        self.file = "".join(letter if letter in IN_FILE_NAMES else "-" for letter in name)[:80]
        """How its files in the cache are called."""
        self.entries: dict[Any, Callable[..., Any]] = {}
        """Machine code by the classes of the arguments."""

    def prepare(self, *arguments: Any) -> Callable[..., Any]:
        """The machine code for arguments of these types, compiled or read from the cache, without running it."""
        kinds = classes(arguments)
        if kinds not in self.entries:
            if not has_compiler():
                _say(f"{self.name} runs interpreted, some hundred times slower: llvmlite is not installed")
                self.entries[kinds] = self.graph.bind()
                return self.entries[kinds]
            from .compiler import entry_point

            with _lock:  # one compilation at a time
                if kinds not in self.entries:
                    self.entries[kinds] = entry_point(self, arguments)
        return self.entries[kinds]

    def is_cached(self, *arguments: Any) -> bool:
        """Is there machine code for arguments of these types, so that `prepare` need not compile?"""
        from .compiler import is_cached

        return classes(arguments) in self.entries or is_cached(self, arguments)

    def __call__(self, *arguments: Any) -> Any:
        return self.prepare(*arguments)(*arguments)

    def about_to_compile(self) -> None:
        """Tell the listeners that this takes a while."""
        _say(f"compiling {self.name} (once on this machine)")

    def not_stored(self, why: str) -> None:
        """Tell the listeners that it will take a while the next time too."""
        _say(f"{self.name} cannot be stored for the next time ({why})")


def _say(sentence: str) -> None:
    for listener in compilation_listeners:
        listener(sentence)


def classes(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The classes of items, and of those within tuples: they determine the types in machine code."""
    return type(items), *[classes(item) if isinstance(item, tuple) else type(item) for item in items]
