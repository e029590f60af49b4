"""The shape of a state: which 64-bit numbers a `State` holds, read off one example.

A state is a NamedTuple whose fields are `int`, `u64` or fixed tuples of them. From the shape follow
the numbers of a state as a flat list and back, a text of them, and a hash key.
"""

from __future__ import annotations

import hashlib
import itertools
import linecache
from collections.abc import Callable, Iterator
from typing import Any

from .bits import mix
from .constant_table import ConstantTable
from .errors import MossaError
from .memory import Words
from .words import u64

__all__ = ["define", "flatten", "make_key", "make_reader", "make_writer", "shape", "unflatten"]

BELOW_SIGN = u64((1 << 63) - 1)
"""All bits of a word but the one that is the sign of an int."""


BEGIN = u64(0x243F6A8885A308D3)
"""With what a hash begins, unless it is told otherwise."""

FORM = "class State(NamedTuple)"
"""How the class of a state begins."""


def shape(state: Any) -> str:
    """The shape as a text: field names with `i` (int), `u` (u64) or a bracketed tuple.

    >>> from typing import NamedTuple
    >>> class State(NamedTuple):
    ...     board: u64
    ...     heaps: tuple[int, int]
    >>> shape(State(u64(0), (3, 4)))
    'State(board:u heaps:(ii))'
    """
    fields = getattr(state, "_fields", None)
    if not isinstance(state, tuple) or fields is None:
        raise MossaError(f"start() gives a {type(state).__name__}: a state is a NamedTuple of whole numbers, {FORM}")
    parts = (f"{name}:{_letters(value, name)}" for name, value in zip(fields, state, strict=True))
    return f"{type(state).__name__}({' '.join(parts)})"


def _letters(value: Any, name: str) -> str:
    if isinstance(value, tuple):
        return "(" + "".join(_letters(item, name) for item in value) + ")"
    if isinstance(value, u64):
        return "u"
    if isinstance(value, int) and not isinstance(value, bool):
        return "i"
    kind = type(value)
    rows = isinstance(value, list) or bool(getattr(value, "shape", ()))
    instead = "; write tuple(…)" if rows else "; write int(…)" if hasattr(value, "__index__") else ""
    raise MossaError(
        f"the field {name} of the state holds a {kind.__name__}: "
        f"a field is an int, a u64 or a fixed tuple of them{instead}"
    )


def flatten(value: Any) -> list[int]:
    """All numbers of a state, in order."""
    if isinstance(value, tuple):
        return [word for item in value for word in flatten(item)]
    return [value]


def unflatten(example: Any, words: list[int]) -> Any:
    """The state of the same shape as `example` that holds these numbers: the inverse of `flatten`."""

    def fill(like: Any, source: Iterator[int]) -> Any:
        if isinstance(like, tuple):
            items = [fill(item, source) for item in like]
            return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
        return type(like)(next(source))

    return fill(example, iter(words))


LONG = 32
"""A tuple of more numbers than these, all of one shape, is walked through by a loop, a shorter one number by number."""


def make_key(example: Any, begin: u64 = BEGIN) -> Callable[[Any], u64]:
    """A hash function for states of this shape: a chain of `mix` over all numbers, from one number on.

    It is generated as one expression per number, so that it compiles to code without loops. A long tuple enters the
    chain as one number: the sum of its numbers, each times a weight of its own (multilinear hashing).
    """
    lines = ["def key(state):", f"    k = u64(0x{int(begin):X})"]
    for path, value in _parts(example, "state"):
        if isinstance(value, tuple):
            visit = ["total += u64({}) * WEIGHTS[place]", "place += 1"]
            lines += ["    total, place = u64(0), 0", *_loops(value, path, visit), "    k = mix(k ^ total)"]
        else:
            lines.append(f"    k = mix(k ^ u64({path}))")
    count = len(flatten(example))
    weights = ConstantTable(lambda: [mix(begin ^ BEGIN ^ u64(place + 1)) | 1 for place in range(count)], Words)
    key: Callable[[Any], u64] = define("key", [*lines, "    return k"], WEIGHTS=weights)
    return key


def make_writer(example: Any) -> Callable[[Any, Words, int], int]:
    """A function `write(state, out, n)` that writes the numbers of a state to a vector and returns the new count."""
    lines, count = ["def write(state, out, n):"], 0
    for path, value in _parts(example, "state"):
        if isinstance(value, tuple):
            lines += [f"    n += {count}", *_loops(value, path, ["out[n] = u64({})", "n += 1"])]
            count = 0
        else:
            lines.append(f"    out[n + {count}] = u64({path})")
            count += 1
    write: Callable[[Any, Words, int], int] = define("write", [*lines, f"    return n + {count}"])
    return write


def make_reader(example: Any) -> Callable[[Words, int], Any]:
    """A function `read(words, n)` that gives the state whose numbers a vector holds from n on: it undoes `write`."""
    kinds: dict[str, Any] = {}

    def written(value: Any, place: str, depth: int = 0) -> str:
        if not isinstance(value, tuple):
            return f"words[{place}]" if isinstance(value, u64) else f"_signed(words[{place}])"
        if _is_long(value):
            item = written(value[0], f"{place} + {len(flatten(value[0]))} * i{depth}", depth + 1)
            return f"tuple({item} for i{depth} in range({len(value)}))"
        starts = itertools.accumulate((len(flatten(item)) for item in value), initial=0)
        items = "".join(f"{written(item, f'{place} + {n}', depth)}, " for n, item in zip(starts, value, strict=False))
        if not hasattr(value, "_fields"):
            return f"({items})"
        name = next((name for name, kind in kinds.items() if kind is type(value)), f"Kind{len(kinds)}")
        kinds[name] = type(value)
        return f"{name}({items})"

    text = written(example, "n")
    read: Callable[[Words, int], Any] = define("read", ["def read(words, n):", f"    return {text}"], **kinds)
    return read


def _signed(word: u64) -> int:
    """The int whose 64 bits a word holds. The sign counts −2**63, which is taken away in two halves that are ints."""
    half = int(word >> 63) << 62
    return int(word & BELOW_SIGN) - half - half


def _parts(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The expressions for each number of a state, and for each long tuple in it, with what they are in the example."""
    if not isinstance(value, tuple) or _is_long(value):
        yield path, value
        return
    names = getattr(value, "_fields", None)
    for i, item in enumerate(value):
        yield from _parts(item, f"{path}.{names[i]}" if names else f"{path}[{i}]")


def _is_long(value: tuple[Any, ...]) -> bool:
    alike = not hasattr(value, "_fields") and len({_letters(item, "") for item in value}) == 1
    return alike and len(flatten(value)) > LONG


def _loops(value: Any, path: str, visit: list[str], depth: int = 1) -> list[str]:
    """Loops over a tuple of items that are alike, which may be tuples themselves."""
    indent = "    " * depth
    if not isinstance(value, tuple):
        return [indent + line.format(path) for line in visit]
    if hasattr(value, "_fields") or len({_letters(item, "") for item in value}) != 1:
        inner = (_loops(item, f"{path}[{i}]", visit, depth) for i, item in enumerate(value))
        return [line for lines in inner for line in lines]
    head = f"{indent}for i{depth} in range({len(value)}):"
    return [head, *_loops(value[0], f"{path}[i{depth}]", visit, depth + 1)]


def define(name: str, lines: list[str], **constants: Any) -> Any:
    """The function with this source, which the compiler can read; the constants are its global names."""
    namespace: dict[str, Any] = {"mix": mix, "u64": u64, "_signed": _signed, "__name__": __name__, **constants}
    text = "\n".join(lines)
    file = f"<mossa {name} {hashlib.sha256(text.encode()).hexdigest()[:16]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)  # the compiler reads sources
    exec(compile(text, file, "exec"), namespace)
    return namespace[name]
