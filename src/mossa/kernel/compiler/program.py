"""A whole kernel: every function that the entry reaches, once for each list of argument types it is called with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from ..binding import Graph
from ..generators import is_generator
from ..traps import buffer_place
from .checks import STOP, TRAP, guarded
from .deep_calls import deep
from .diagnostics import Refused
from .expressions import result_type
from .ir import Module, Target, Unreachable, Value, constant
from .source import definition
from .statements import PASSES, Lowering
from .types import ADDRESS, BOOL, INT, Type, in_memory, leaves, numbers, of_result

__all__ = ["Program"]


@dataclass
class Instance:
    """A function for arguments of certain types."""

    name: str
    result: Type | None
    """What it returns; None as long as nothing is known of it."""
    text: str = ""
    done: bool = False
    believed: bool = False
    """Its result was asked for before it was known for good: whatever was lowered since may be wrong."""


class Program:
    """The functions of a kernel in LLVM IR."""

    def __init__(self, graph: Graph, target: Target, checked: bool = False) -> None:
        self.graph, self.module = graph, Module(target, checked)
        self.capacity: int | None = graph.capacity
        """How many items a generator may yield."""
        self.instances: dict[tuple[FunctionType, tuple[Type, ...]], Instance] = {}
        self._recursive = graph.recursive()
        rules = graph.rules() - {graph.entry}
        self.sites = {function: number for number, function in enumerate(graph.uses) if function in rules}
        """Functions of rules: their loops can be left (see stops.py)."""
        self.counted = rules & self._recursive
        """Functions of rules that call themselves."""
        self.work: dict[str, int] = {}
        """How long a function can run without a stop test, in turns and calls."""
        self._constants: dict[int, tuple[Any, Value]] = {}

    def constant(self, value: Any) -> Value:
        """The value of a global object: made once, since a tuple may be long."""
        if not isinstance(value, tuple):
            return constant(value)
        if id(value) not in self._constants:
            self._constants[id(value)] = (value, constant(value))
        return self._constants[id(value)][1]

    @deep
    def callee(self, function: FunctionType, types: tuple[Type, ...]) -> tuple[str, Type]:
        """The name and the result type of a function for these argument types, which is lowered if it was not yet."""
        key = (function, types)
        if key not in self.instances:
            self._lower(key)
        instance = self.instances[key]
        instance.believed = instance.believed or not instance.done
        if instance.result is None:
            raise Unreachable
        return instance.name, instance.result

    def _lower(self, key: tuple[FunctionType, tuple[Type, ...]]) -> None:
        """Lower a function until its types do not change any more.

        Of a recursive function the annotation says what it returns. If it does not, the first pass follows the ways
        that end without a recursive call; what they return is believed in the next pass.
        """
        function, types = key
        said = INT if is_generator(function) else of_result(function) if function in self._recursive else None
        name = f"f{len(self.instances)}.{re.sub('[^A-Za-z0-9_]', '', function.__name__)}"
        instance = self.instances[key] = Instance(name, said)
        before = len(self.instances)
        lowering = Lowering(self, function, types)
        for _ in range(PASSES):
            instance.believed = False
            result, instance.text = lowering.lower(name, said)
            settled = result == instance.result or not instance.believed
            instance.result = result
            if settled and not lowering.changed:
                break
            for one in list(self.instances)[before:]:  # they may have believed what was wrong
                if not settled:
                    del self.instances[one]
        else:
            raise Refused(f"the types of {function.__name__} cannot be found out").at(
                function, lowering.tree, lowering.lines
            )
        instance.done = True
        if instance.result is None and not any(one.result is None for one in self.instances.values() if not one.done):
            raise self._endless()

    def _endless(self) -> Refused:
        """Some functions return nothing on any way: blame the innermost, first of those that call themselves."""
        found = [function for (function, _), one in self.instances.items() if one.result is None]
        function = ([one for one in found if one in self._recursive] or found)[-1]
        what = "a function that calls itself" if function in self._recursive else function.__name__
        return Refused(f"{what} never ends").at(function, *definition(function))

    def entry(self, symbol: str, types: tuple[Type, ...]) -> Type:
        """Lower the entry, and a function `symbol(frame)` around it, called from outside; the type of its result.

        The frame is memory of the caller: eight bytes for each number of the arguments, overwritten by those of the
        result, and by a 1 behind them if a generator had too many items, else 0. Each call has its own, so that threads
        do not meet.
        """
        name, result = self.callee(self.graph.entry, types)
        if any(one.result is None for one in self.instances.values()):
            raise self._endless()
        lines, arguments = _arguments(types)
        if in_memory(result):  # not into the frame itself: the arguments are read while it is written
            size = len(numbers(result))
            lines.append(f"%r = alloca [{size} x i64]")
            lines.append(f"call void @{name}({', '.join(['ptr %r', *arguments])})")
            self.module.declare("void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
            ends = "ptr align 8 %frame, ptr align 8 %r"
            lines.append(f"call void @llvm.memcpy.p0.p0.i64({ends}, i64 {8 * size}, i1 false)")
        else:
            named = "%r = " if leaves(result) else ""
            lines.append(f"{named}call {result_type(result)} @{name}({', '.join(arguments)})")
            lines += _stores(result)
        lines.append(f"%excess = atomicrmw xchg ptr {self.module.excess}, i64 0 monotonic")
        lines.append(f"%last = getelementptr i64, ptr %frame, i64 {len(numbers(result))}")
        lines.append("store i64 %excess, ptr %last")
        body = "\n".join(lines)
        self.module.functions = [one.text for one in self.instances.values()]
        if TRAP in self.module.library or STOP in self.module.library:
            given = sum(len(numbers(ty)) for ty in types)
            body = guarded(body, buffer_place(max(given, len(numbers(result)) + 1)))
        self.module.functions.append(f"define void @{symbol}(ptr %frame) nounwind {{\n{body}\nret void\n}}")
        return result


def _arguments(types: tuple[Type, ...]) -> tuple[list[str], list[str]]:
    """The instructions that read arguments from the frame, and the arguments; a tuple in memory is passed as it lies
    there.
    """
    lines, arguments, place = list[str](), list[str](), 0
    for ty in types:
        for leaf in leaves(ty):
            lines.append(f"%p{place} = getelementptr i64, ptr %frame, i64 {place}")
            if leaf is ADDRESS:
                arguments.append(f"ptr %p{place}")
                place += len(numbers(ty))
                continue
            if leaf == BOOL:
                lines += [f"%i{place} = load i64, ptr %p{place}", f"%a{place} = trunc i64 %i{place} to i1"]
            else:
                lines.append(f"%a{place} = load {leaf.llvm}, ptr %p{place}")
            arguments.append(f"{leaf.llvm} %a{place}")
            place += 1
    return lines, arguments


def _stores(result: Type) -> list[str]:
    """The instructions that write the result `%r` to the frame."""
    lines, flat = list[str](), leaves(result)
    for place, leaf in enumerate(flat):
        operand, kind = "%r", leaf.llvm
        if len(flat) > 1:
            operand = f"%x{place}"
            lines.append(f"{operand} = extractvalue {result_type(result)} %r, {place}")
        if leaf == BOOL:
            lines.append(f"%w{place} = zext i1 {operand} to i64")
            operand, kind = f"%w{place}", "i64"
        lines.append(f"%q{place} = getelementptr i64, ptr %frame, i64 {place}")
        lines.append(f"store {kind} {operand}, ptr %q{place}")
    return lines
