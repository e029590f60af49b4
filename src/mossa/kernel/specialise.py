"""`specialise(entry, …)`: an engine's entry function bound to one game, compiled once per machine."""

from __future__ import annotations

import os
import string
import threading
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from .binding import Graph
from .errors import MossaError
from .refusals import explain

__all__ = ["Kernel", "compilation_listeners", "prepare", "specialise"]

compilation_listeners: list[Callable[[str], None]] = []
"""Called with a sentence when a kernel must be compiled, and when it cannot be stored; the command line shows it."""

WORD = {*string.ascii_letters, *string.digits, *"-_"}
"""Characters of a kernel's name that stay in the name of its file."""

_lock = threading.Lock()


def prepare(entry: Callable[..., Any], *arguments: Any) -> None:
    """Make a specialised entry ready for arguments of these types; an interpreted one always is."""
    if isinstance(entry, Kernel):
        entry.prepare(*arguments)


def specialise(
    entry: Callable[..., Any], slots: Mapping[str, Mapping[str, Any]], *, name: str, compiled: bool = True
) -> Callable[..., Any]:
    """`entry` with its slots filled, as machine code or, with `compiled=False`, as plain Python, which tests compare
    with.

    `name` is shown to people ("connect4 perft"), and begins the name of the file in the cache.
    """
    assert isinstance(entry, FunctionType)
    graph = Graph(entry, slots)
    if not compiled:
        bound: Callable[..., Any] = graph.bind()
        return bound

    def say(sentence: str) -> None:
        for listener in compilation_listeners:
            listener(sentence)

    def about_to_compile() -> None:
        say(f"compiling {name} (once on this machine)")

    def not_stored(why: str) -> None:
        say(f"{name} cannot be stored for the next time ({why})")

    word = "".join(letter if letter in WORD else "-" for letter in name)[:80]
    back_end = os.environ.get("MOSSA_COMPILER") or "numba"
    if back_end not in ("llvm", "numba"):
        raise MossaError(f"MOSSA_COMPILER is llvm or numba, not {back_end!r}")
    if back_end == "llvm":
        from .llvm import LlvmKernel

        return LlvmKernel(graph, name, word, about_to_compile, not_stored)

    from .cache import KernelCache
    from .compiler import compile_graph

    kernel = compile_graph(graph, KernelCache(word, graph.fingerprint(), about_to_compile, not_stored))

    return Kernel(kernel, name, list(graph.sources))


class Kernel:
    """A compiled entry function. `prepare` compiles it for the types of some arguments without running it."""

    def __init__(self, dispatcher: Any, name: str, functions: list[FunctionType]) -> None:
        self.dispatcher, self.name, self.functions = dispatcher, name, functions
        self.entries: dict[Any, Callable[..., Any]] = {}
        """Machine code by the classes of the arguments: Numba's own lookup takes as long as a small search."""

    def prepare(self, *arguments: Any) -> Callable[..., Any]:
        """The machine code for arguments of these types, compiled or read from the cache."""
        kinds = classes(arguments)
        if kinds in self.entries:
            return self.entries[kinds]
        from numba import typeof

        with _lock:  # one compilation at a time
            try:
                self.entries[kinds] = self.dispatcher.compile(tuple(typeof(a) for a in arguments))
            except Exception as error:  # Numba raises many kinds of errors
                raise explain(error, self.name, self.functions) from error
        return self.entries[kinds]

    def __call__(self, *arguments: Any) -> Any:
        return self.prepare(*arguments)(*arguments)


def classes(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The classes of items, and of those within tuples: they determine the types in machine code."""
    return type(items), *[classes(item) if isinstance(item, tuple) else type(item) for item in items]
