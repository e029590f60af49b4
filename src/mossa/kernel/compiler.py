"""From a graph of plain functions to machine code. Imported only when something is compiled."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from llvmlite import binding as llvm
from numba.core import types
from numba.core.typeinfer import TypeInferer

from . import machine, simd
from .binding import Graph, copy, returns
from .cache import KernelCache
from .constant_table import ConstantTable
from .target import KernelDispatcher

__all__ = ["compile_graph"]

assert machine.word  # importing these modules registers our types with Numba
assert simd.vector


TABLES: dict[str, ConstantTable] = {}
"""The tables that machine code points to: they must never be freed."""


def compile_graph(graph: Graph, cache: KernelCache | None) -> Any:
    """A compiled callable for the graph's entry; the machine code is read from the cache or stored there."""
    for symbol, table in graph.tables.items():
        llvm.add_symbol(symbol, TABLES.setdefault(symbol, table).vector.address)
    recursive = graph.recursive()
    compiled: dict[Any, Any] = {}
    bodies = {function: copy(source, {}) for function, source in graph.sources.items()}
    fingerprint = graph.fingerprint()[:16]
    for function, body in bodies.items():
        # Symbols contain the fingerprint: two kernels in one process may have functions of the same name and types for
        # different rules, and the linker would confuse them.
        body.__qualname__ = f"{function.__qualname__}_{fingerprint}"
        if function in recursive and returns(function):
            body.__dict__["mossa_returns"] = {"int": types.int64, "float": types.float64}[returns(function)]
        is_entry = function is graph.entry
        inline = not (function in recursive or is_entry or "mossa_outline" in function.__dict__)
        # Only the entry is called from Python. (But mutually recursive functions need the same options.)
        circle = graph.entry in recursive and function in recursive
        compiled[function] = _dispatcher(body, inline, wrapped=is_entry or circle)
    for function, namespace in graph.namespaces(compiled).items():
        bodies[function].__globals__.update(namespace)
    entry = compiled[graph.entry]
    if cache is not None:
        entry._cache = cache
    return entry


def _declare_returns() -> None:
    """Let a recursive function's annotation say what it returns.

    Otherwise Numba infers the types of the whole function again at every recursive call in it: for a search with ten
    such calls that is most of the compile time.
    """
    deduce = TypeInferer.return_types_from_partial

    def return_types_from_partial(inferer: Any) -> Any:
        return inferer.func_id.func.__dict__.get("mossa_returns") or deduce(inferer)

    TypeInferer.return_types_from_partial = return_types_from_partial


_declare_returns()


def _dispatcher(body: FunctionType, inline: bool, wrapped: bool) -> Any:
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "forceinline": inline, "boundscheck": None}
    options |= {"no_cpython_wrapper": not wrapped, "no_cfunc_wrapper": True}  # else a fifth of the compile time
    dispatcher = KernelDispatcher(body, locals={}, targetoptions=options)
    # An integer literal at a call must not cause another specialisation: it costs compile time, and a recursive
    # function first called with a literal is stored with a dangling symbol (Numba issue 6061).
    template = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return template(tuple(types.int64 if isinstance(a, types.IntegerLiteral) else a for a in args), kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher
