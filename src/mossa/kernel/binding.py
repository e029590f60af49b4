"""Binding an engine to a game: one generic source, one set of rules, interpreted or compiled.

An engine is a module of ordinary functions that refer to a *slot*, `game = slot("game")`, and call `game.play(…)`.
`Graph(entry, slots)` follows every function that `entry` reaches by name. `Graph.bind` makes a copy of each in which
the slot is filled, in plain Python; the compiler (`compiler/`) translates them.

The graph knows everything that the code depends on: its functions, their constants, its tables. So it also gives the
*fingerprint* of a kernel, a digest of all that, which names the kernel's file in the cache.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import math
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from .bits import bit_count, byte_swap, highest_bit, lowest_bit, parallel_extract, replace
from .constant_table import ConstantTable
from .errors import MossaError
from .float32_ops import add_scaled, assign, dot, rectify
from .generators import interpreted_filler, is_generator, require_plain, source_location
from .int16_ops import change_rows, squared_sum
from .memory import Struct, Vector, compare_exchange, fetch_add, fetch_ahead

__all__ = ["Graph", "Slot", "foreign", "inline", "is_foreign", "is_inline", "slot"]

F = TypeVar("F", bound=Callable[..., Any])

PRIMITIVES: set[Any] = {
    *(bit_count, byte_swap, highest_bit, lowest_bit, parallel_extract, replace),
    *(compare_exchange, fetch_add, fetch_ahead),
}
PRIMITIVES |= {add_scaled, assign, change_rows, dot, rectify, squared_sum}
"""Functions that the compiler replaces by instructions: they are not followed."""


class Slot:
    """A name that an engine leaves open; `bind` fills it with a game's functions and constants."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the slot {self.name} is not bound: run this function through specialise()")


def slot(name: str) -> Any:
    """A slot that type checkers take for whatever it is declared to be: `game: KernelRules = slot("game")`."""
    return Slot(name)


def inline(function: F) -> F:
    """Always copy this function into its callers, where a measurement says that it pays. LLVM decides for all others.

    It pays for long functions that are called with constants, and not often: a copy needs no tests of them.
    """
    function.__dict__["mossa_inline"] = True
    return function


def is_inline(function: FunctionType) -> bool:
    """Is it always copied into its callers?"""
    return "mossa_inline" in function.__dict__


def foreign(function: Any) -> Any:
    """Mark a function of a slot that calls another program: it is not looked into, and an engine that has it runs
    interpreted.
    """
    function.__dict__["mossa_foreign"] = True
    return function


def is_foreign(function: FunctionType) -> bool:
    """Does it call another program, so that it cannot be compiled?"""
    return "mossa_foreign" in function.__dict__


def names_used(code: CodeType) -> dict[str, int]:
    """The global names of a function, each with the line of its first use."""
    found: dict[str, int] = {}
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            line = instruction.positions.lineno if instruction.positions else None
            found.setdefault(instruction.argval, line or code.co_firstlineno)
        elif isinstance(instruction.argval, CodeType):  # a lambda or a comprehension
            found = {**names_used(instruction.argval), **found}
    return found


INSTEAD = {
    "numpy": "write it with whole numbers, tuples and loops",
    "random": "chance is a player: mover gives CHANCE, moves lists what may happen, probability says how likely it is",
    "itertools": "write the loops out",
    "functools": "write a plain function",
    "collections": "a state is made of whole numbers and tuples",
    "copy": "a state never changes, so it needs no copy: make a new one, State(…)",
    **dict.fromkeys(("re", "string", "json"), "texts belong in write_move, read_move and scene"),
    **dict.fromkeys(("time", "datetime", "os", "sys", "secrets", "uuid"), "rules depend on the state alone"),
}
"""Module that rules may not use → what to write instead."""


def _require_rule(function: FunctionType, line: int, name: str, value: Any) -> None:
    """Refuse a global name that no rule can use: a module, or a part of one that is not for rules."""
    is_module = isinstance(value, ModuleType) and value is not math
    module = (value.__name__ if is_module else getattr(value, "__module__", None) or "").partition(".")[0]
    where = source_location(function, line)
    if module in INSTEAD and not (isinstance(value, type) and issubclass(value, tuple)):
        what = module if name == module else f"{name} ({module})"
        raise MossaError(f"{where}: rules cannot use {what}: {INSTEAD[module]}")
    if is_module:
        own = value.__name__
        raise MossaError(
            f"{where}: the module {own} cannot be used by its name: write `from {own} import …`, name by name"
        )
    require_plain(name, value)


class Graph:
    """All functions that an entry function reaches, with the slots filled."""

    def __init__(self, entry: FunctionType, slots: Mapping[str, Mapping[str, Any]]) -> None:
        self.entry = entry
        self.slots = slots
        self.uses: dict[Any, dict[str, Any]] = {}
        """Function → its global names and what they stand for."""
        self.tables: dict[str, ConstantTable] = {}
        capacities = [slot["WIDEST"] for slot in slots.values() if "WIDEST" in slot]
        self.capacity = max(capacities, default=None)
        """The most items that a generator may write: WIDEST of a slot."""
        self._follow(entry)

    def _follow(self, function: Any) -> None:
        waiting = [function]
        while waiting:
            f = waiting.pop()
            if f in self.uses:
                continue
            if f.__code__.co_freevars:
                where, held = source_location(f), ", ".join(f.__code__.co_freevars)
                raise MossaError(f"{where}: {f.__name__} is a closure around {held}: write it at the top level")
            require_plain(f.__name__, f)
            self.uses[f] = outside = self._outside(f)
            waiting += self._functions(outside.values())

    def _outside(self, function: FunctionType) -> dict[str, Any]:
        """What a function's global names stand for; refuse what cannot be followed."""
        outside = {}
        for name, line in sorted(names_used(function.__code__).items()):
            if name not in function.__globals__:
                if not hasattr(builtins, name):
                    raise MossaError(f"{source_location(function, line)}: the name {name!r} is not defined")
                continue
            outside[name] = value = function.__globals__[name]
            _require_rule(function, line, name, value)
        return outside

    def _functions(self, values: Iterable[Any]) -> list[Any]:
        found = []
        for value in values:
            if isinstance(value, Slot):
                found += self._functions(self.slots[value.name].values())
            elif isinstance(value, ConstantTable):
                self.tables[value.symbol] = value
            elif isinstance(value, FunctionType) and value not in PRIMITIVES and not is_foreign(value):
                found.append(value)
        return found

    @property
    def is_foreign(self) -> bool:
        """Is there a function in a slot that cannot be compiled, another program's?"""
        given = (value for slot in self.slots.values() for value in slot.values())
        return any(isinstance(value, FunctionType) and is_foreign(value) for value in given)

    def callees(self, function: Any) -> list[Any]:
        """The functions that a function calls."""
        return self._functions(self.uses[function].values())

    def rules(self) -> set[Any]:
        """The functions of the slots, and those they call: of an engine's kernel, the rules of the game."""
        found: set[Any] = set()
        waiting = self._functions(value for slot in self.slots.values() for value in slot.values())
        while waiting:
            function = waiting.pop()
            if function not in found and function in self.uses:
                found.add(function)
                waiting += self.callees(function)
        return found

    def recursive(self) -> set[Any]:
        """The functions that call themselves, directly or through others."""
        found = set()
        for function in self.uses:
            seen: set[Any] = set()
            waiting = self.callees(function)
            while waiting:
                f = waiting.pop()
                if f not in seen:
                    seen.add(f)
                    waiting += self.callees(f)
            if function in seen:
                found.add(function)
        return found

    def fingerprint(self) -> str:
        """A digest of everything that the code of this graph depends on."""
        digest = hashlib.sha256()
        # Functions by order of first reach, which is a property of the sources, not of the process.
        for function, outside in self.uses.items():
            defaults = f"{self._describe(function.__defaults__)} {self._describe(function.__kwdefaults__)}"
            returned = function.__annotations__.get("return")  # of a recursive function it is believed
            digest.update(f"{_describe_code(function.__code__)} {defaults} {returned} {is_inline(function)} ".encode())
            for name in sorted(outside):
                digest.update(f"{name}={self._describe(outside[name])};".encode())
        return digest.hexdigest()

    def _describe(self, value: Any) -> str:
        if isinstance(value, Slot):
            return "{" + ",".join(f"{k}={self._describe(v)}" for k, v in sorted(self.slots[value.name].items())) + "}"
        if isinstance(value, FunctionType):
            return f"function {value.__module__}.{value.__qualname__} {self._number(value)}"
        if isinstance(value, ConstantTable):
            return value.symbol
        if isinstance(value, type) and issubclass(value, Struct):
            return f"struct {value.shape()}"
        if isinstance(value, type) and issubclass(value, Vector):
            return f"vector {value.dtype}"
        if isinstance(value, type) and issubclass(value, Enum):
            return f"enum {value.__name__} {[(member.name, member.value) for member in value]}"
        if isinstance(value, type):
            return f"class {value.__name__}{getattr(value, '_fields', '')}"
        if isinstance(value, ModuleType | BuiltinFunctionType):
            return f"{type(value).__name__} {value.__name__}"
        if isinstance(value, tuple):
            return f"{type(value).__name__}(" + " ".join(self._describe(item) for item in value) + ")"
        if hasattr(value, "tobytes"):  # numpy writes a long array with dots in the middle
            return f"array {value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        return f"{type(value).__name__} {value!r}"

    def _number(self, function: Any) -> int:
        """Which of the functions, by order of first reach; primitives have none."""
        return list(self.uses).index(function) if function in self.uses else -1

    def bind(self) -> Any:
        """The entry as plain Python, slots filled: the interpreted kernel, which the compiled one is tested against.

        In a slot, a generator is its filler; by its name in the rules it is the generator itself, as Python has it.
        """
        copies = {f: f if is_generator(f) else copy(f) for f in self.uses}
        spaces: dict[str, ModuleType] = {}

        def bound(value: Any) -> Any:
            if isinstance(value, Slot):
                if value.name not in spaces:
                    spaces[value.name] = space = ModuleType(value.name)
                    for name, item in self.slots[value.name].items():
                        filler = is_generator(item) and interpreted_filler(item, self.capacity)
                        setattr(space, name, filler or bound(item))
                return spaces[value.name]
            return copies.get(value, value) if isinstance(value, FunctionType) else value

        for function, outside in self.uses.items():
            if not is_generator(function):
                copies[function].__globals__.update({name: bound(value) for name, value in outside.items()})
        return interpreted_filler(self.entry, self.capacity) if is_generator(self.entry) else copies[self.entry]


def copy(function: FunctionType) -> FunctionType:
    """The function with globals of its own, which are still empty."""
    namespace = {"__builtins__": builtins, "__name__": function.__module__}
    made = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _describe_code(code: CodeType) -> str:
    constants = [_describe_code(c) if isinstance(c, CodeType) else f"{type(c).__name__} {c!r}" for c in code.co_consts]
    return f"{code.co_name} {code.co_code.hex()} {constants} {code.co_names} {code.co_varnames} {code.co_flags}"
