"""`specialise(entry, …)`: a generic function bound to one game, compiled once per machine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from .binding import Graph

__all__ = ["announce", "specialise"]

announce: list[Callable[[str], None]] = []
"""Called with a sentence when a kernel must be compiled; the command line puts its progress display here."""

_lock = threading.Lock()


def specialise(
    entry: Callable[..., Any], slots: Mapping[str, Mapping[str, Any]], *, name: str, compiled: bool = True
) -> Callable[..., Any]:
    """`entry` with its slots filled, as machine code or, with `compiled=False`, as plain Python: the oracle.

    `name` is what a person calls the pair ("connect4 perft"); it names the file in the cache too.
    """
    assert isinstance(entry, FunctionType)
    graph = Graph(entry, slots)
    if not compiled:
        bound: Callable[..., Any] = graph.bind()
        return bound

    from numba.core.errors import NumbaError

    from .cache import KernelCache
    from .compiler import compile_graph, explain

    def about_to_compile() -> None:
        for listener in announce:
            listener(f"compiling {name} (once on this machine)")

    word = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)[:80]
    kernel = compile_graph(graph, KernelCache(word, graph.stamp(), about_to_compile))

    def call(*arguments: Any) -> Any:
        if not kernel.signatures:
            with _lock:  # one compilation at a time; later calls go straight through
                try:
                    kernel.compile(tuple(_type_of(a) for a in arguments))
                except NumbaError as error:
                    raise explain(error, name) from error
        return kernel(*arguments)

    call.__name__ = entry.__name__
    call.__dict__["kernel"] = kernel
    return call


def _type_of(value: Any) -> Any:
    from numba import typeof

    return typeof(value)
