"""The entry point of a kernel, as Python calls it: types of arguments, machine code cached or compiled, frames."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any

from .. import cache, traps
from ..binding import Graph
from ..endless import KERNEL_FILE
from ..errors import MossaError
from ..words import u64
from .backend import Code, compile_text, host, link, toolchain
from .diagnostics import Refused, explain
from .program import Program
from .types import BOOL, FLOAT, INT, NONE, WORD, Pointer, Scalar, Static, TupleType, Type, describe, numbers, of_value

if TYPE_CHECKING:
    from ..specialise import Kernel

__all__ = ["entry_point", "is_cached"]

LETTERS: dict[Type, str] = {BOOL: "q", INT: "q", WORD: "Q", FLOAT: "d"}
"""Type → its letter for `struct`, in a frame."""


def entry_point(kernel: Kernel, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """A Python function that runs a kernel's machine code on arguments of these types."""
    types = tuple(map(of_value, arguments))
    try:
        for ty in types:
            if any(isinstance(part, Static) for part in _parts(ty)):
                raise Refused(f"a kernel cannot take {describe(ty)}")
        path = _path(kernel, types)
        known = _classes(kernel.graph, types)
        found = cache.load(path)
        result = None if found is None else _parsed(found.result, known)
        if found is None or result is None:
            kernel.about_to_compile()
            found, result = _compiled(kernel, types, path.name.split(".")[-2])
            if _parsed(found.result, known) is None:
                kernel.not_stored("its result is of a class that cannot be found again")
            else:
                cache.store(path, found, kernel.not_stored)
    except Refused as refused:
        raise explain(refused, kernel.name) from None
    trapping = kernel.checked or bool(kernel.graph.rules())
    addresses = traps.symbols() if trapping else {}
    code = link(found.code, found.symbol, kernel.graph.tables, addresses)
    return _wrapped(code, types, result, _Excess(kernel), kernel.graph if trapping else None)


def is_cached(kernel: Kernel, arguments: tuple[Any, ...]) -> bool:
    """Is the machine code for arguments of these types in the cache?"""
    return _path(kernel, tuple(map(of_value, arguments))).is_file()


def _path(kernel: Kernel, types: tuple[Type, ...]) -> Path:
    """The file of a kernel in the cache."""
    name, depends = kernel.file, [kernel.graph.fingerprint(), *map(_spelled, types)]
    if kernel.checked:  # its sentences name files and lines
        name, depends = f"{name}-checked", [*depends, "checked", _lines(kernel.graph)]
    return cache.path_of(name, toolchain(), *depends)


class _Excess:
    """What happens after a generator had more items than were declared: they were dropped, so no result is right."""

    def __init__(self, kernel: Kernel) -> None:
        self.game, self.capacity = kernel.name.partition(" ")[0], kernel.graph.capacity

    def __call__(self) -> None:
        raise MossaError(
            f"{self.game} declares widest={self.capacity} in FACTS, but somewhere there are more moves: declare more "
            f"(mossa check {self.game} says where)"
        )


def _compiled(kernel: Kernel, types: tuple[Type, ...], digest: str) -> tuple[cache.ObjectFile, Type]:
    program, symbol = Program(kernel.graph, host(), kernel.checked), f"mossa_{digest}"
    result = program.entry(symbol, types)
    return cache.ObjectFile(symbol, _spelled(result), compile_text(program.module.text())), result


def _lines(graph: Graph) -> str:
    """Where the functions of a graph are in their files."""
    codes = [function.__code__ for function in graph.uses]
    return str([(Path(code.co_filename).name, code.co_firstlineno, code.co_linetable) for code in codes])


def _classes(graph: Graph, types: tuple[Type, ...]) -> dict[str, Any]:
    """The named tuples that a result may be of, by their names."""
    parts = [part.kind for ty in types for part in _parts(ty) if isinstance(part, TupleType) and part.kind]
    values = [value for outside in graph.uses.values() for value in outside.values()]
    named = [value for value in values if isinstance(value, type) and hasattr(value, "_fields")]
    return {_class_name(kind): kind for kind in [*named, *parts]}


def _parts(ty: Type) -> Iterator[Type]:
    yield ty
    if isinstance(ty, TupleType):
        for item in ty.items:
            yield from _parts(item)


def _class_name(kind: Any) -> str:
    return f"{kind.__module__}.{kind.__qualname__}/{','.join(kind._fields)}"


def _spelled(ty: Type) -> str:
    """A type as a text: scalars by name, `(item item … : class)` for tuples, the layout of a struct."""
    if isinstance(ty, TupleType):
        name = _class_name(ty.kind) if ty.kind else ""
        return f"( {' '.join(map(_spelled, ty.items))} :{name} )"
    if isinstance(ty, Pointer):
        return str(ty.kind.shape()) if hasattr(ty.kind, "shape") else f"vector {ty.kind.dtype}"
    return describe(ty)


def _parsed(text: str, known: dict[str, Any]) -> Type | None:
    """The type of a result: the inverse of `_spelled`. None if a class in it is not known here."""
    stack: list[list[Type]] = [[]]
    scalars = {ty.name: ty for ty in (BOOL, INT, WORD, FLOAT, NONE)}
    for word in text.split():
        if word == "(":
            stack.append([])
        elif word.startswith(":"):
            if word != ":" and word[1:] not in known:
                return None
            items = stack.pop()
            stack[-1].append(TupleType(tuple(items), known.get(word[1:])))
        elif word in scalars:
            stack[-1].append(scalars[word])
        elif word != ")":
            return None
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def _wrapped(
    code: Code, types: tuple[Type, ...], result: Type, excess: Callable[[], None], trapping: Graph | None
) -> Callable[..., Any]:
    """A Python function that packs its arguments into a frame, calls the code, and unpacks the result.

    Its text is made for these types: to walk through them at each call would take longer than a small search.
    """
    given = [place for n, ty in enumerate(types) for place in _places(ty, f"a{n}")]
    taken = [leaf for ty in types for leaf in numbers(ty)]
    into = struct.Struct("=" + "".join(LETTERS.get(leaf, "q") for leaf in taken))
    out = struct.Struct("=" + "".join(LETTERS.get(leaf, "q") for leaf in numbers(result)) + "q")
    size = max(into.size, out.size, 8)
    space: dict[str, Any] = {
        "u64": u64,
        "code": code,
        "pack": into.pack_into,
        "unpack": out.unpack_from,
        "error": struct.error,
        "excess": excess,
    }
    space["frame"] = ctypes.c_char * size
    if trapping:
        space |= {
            "frame": traps.frame_class(size, trapping),
            "running": traps.running,
            "thread": get_ident,
            "failures": traps.failures,
            "fail": traps.fail,
        }
    rebuilt = _rebuilt(result, iter(range(size)), space)
    lines = [
        f"def call({', '.join(f'a{n}' for n in range(len(types)))}):",
        "    memory = frame()",
        *(["    try:", f"        pack(memory, 0, {', '.join(given)})"] if given else []),
        *(["    except error as wrong:", "        raise OverflowError(str(wrong)) from None"] if given else []),
        *(["    running[thread()] = memory"] if trapping else []),
        "    code(memory)",
        *(["    if failures:", "        fail()"] if trapping else []),
        "    r = unpack(memory)",
        "    if r[-1]:",
        "        excess()",
        f"    return {rebuilt}",
    ]
    exec(compile("\n".join(lines), KERNEL_FILE, "exec"), space)
    call: Callable[..., Any] = space["call"]
    return call


def _places(ty: Type, path: str) -> list[str]:
    """The expressions of the numbers of an argument."""
    if isinstance(ty, TupleType):
        if all(isinstance(item, Scalar) and item != NONE for item in ty.items):
            return [f"*{path}"]
        return [place for n, item in enumerate(ty.items) for place in _places(item, f"{path}[{n}]")]
    if ty == NONE:
        return []
    return [f"{path}.address" if isinstance(ty, Pointer) else path]


def _rebuilt(ty: Type, places: Iterator[int], space: dict[str, Any]) -> str:
    """The expression of a result made of the numbers `r`."""
    if isinstance(ty, TupleType):
        items = "".join(f"{_rebuilt(item, places, space)}, " for item in ty.items)
        if ty.kind is None:
            return f"({items})"
        space[f"kind{len(space)}"] = ty.kind
        return f"kind{len(space) - 1}({items})"
    if ty == NONE:
        return "None"
    number = f"r[{next(places)}]"
    made: dict[Type, str] = {BOOL: f"bool({number})", WORD: f"u64({number})"}
    return made.get(ty, number)
