"""What the compiler refuses, as one sentence with file and line.

Numba's own message fills a page, names its internal types, and has the line of the mistake somewhere in the middle.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType

from .errors import MossaError
from .generators import source_location

__all__ = ["explain"]

OPERATIONS = {
    "BUILD_MAP": "a dictionary",
    "BUILD_CONST_KEY_MAP": "a dictionary",
    "BUILD_SET": "a set",
    "SET_ADD": "a set",
    "SET_UPDATE": "a set",
    "FORMAT_VALUE": "a text with values in it",
    "FORMAT_SIMPLE": "a text with values in it",
    "FORMAT_WITH_SPEC": "a text with values in it",
    "BUILD_STRING": "a text with values in it",
    "UNPACK_EX": "`a, *b = …`",
    "STORE_GLOBAL": "`global`",
    "IMPORT_NAME": "`import` inside a function",
    "PUSH_EXC_INFO": "`try`",
    "BEFORE_WITH": "`with`",
    "DELETE_FAST": "`del`",
}
"""Bytecode operation → what stands in the source, for those outside the compiled subset."""

_SIGNS = "add + sub - mul * truediv / floordiv // mod % pow ** lshift << rshift >> and_ & or_ | xor ^ contains in"
_SIGNS += " eq == ne != lt < le <= gt > ge >="
SYMBOLS = dict(re.findall(r"(\w+) (\S+)", _SIGNS))
SYMBOLS |= {f"i{name.rstrip('_')}": f"{symbol}=" for name, symbol in SYMBOLS.items()}
"""Function behind an operator → the operator."""

TYPES = (
    (r"Literal\[(\w+)\]\([^()]*\)", r"\1"),
    (r"\bint64\b|\bintp\b|\bint32\b", "int"),
    (r"\bfloat64\b", "float"),
    (r"\bboolean\b", "bool"),
    (r"\bword\b", "u64"),
    (r"\bunicode_type\b", "str"),
    (r"\bnone\b", "None"),
    (r"(\w+)\((\w+) x (\d+)\)", r"\1 of \3 \2"),
    (r"UniTuple", "tuple"),
    (r"Tuple\(([^()]*)\)", r"tuple (\1)"),
    (r"(reflected )?list\(\w+\)(<iv=\w+>)?", "list"),
    (r"reflected set\(\w+\)", "set"),
    (r"vector\((\w+)\)", r"vector of \1"),
    (r"struct\((\w+) \w+\)", r"\1"),
    (r"Module\(<module '([\w.]+)'[^)]*\)", r"module \1"),
)
"""Numba's names of types → ours."""

SENTENCES = (
    (r"Untyped global name '(\w+)':.*<class 'type'>", r"compiled rules cannot use \1"),
    (r"Untyped global name '(\w+)':.*<class '([\w.]+)'>", r"\1 is a \2, which compiled rules cannot use"),
    (
        r"The use of a (.+) type, assigned to variable '(\w+)' in globals.*",
        r"\2 is a \1: make it a tuple or a ConstantTable",
    ),
    (r"The use of yield in a closure is unsupported.*", "write a loop in place of a generator expression"),
    (r"Unknown attribute '(\w+)' of type (.+)", r"a value of the type \2 has no \1"),
    (r"Cannot unify (.+) and (.+) for '([\w.]+?)(\.\d+)*', defined.*", r"\3 is \1 on one path and \2 on another"),
    (r"Type of variable '\$.*", "the type of a value cannot be inferred"),
    (r"Type of variable '(\w+)(\.\d+)*' cannot be determined.*", r"the type of \1 cannot be inferred"),
    (r"Cannot bind .*TypeError: (.*)\"\.", r"a call does not fit its function: \1"),
    (r"Invalid use of getiter with parameters \((.*)\)", r"a loop over \1 is not possible"),
    (r"No type info available for (.*) as a callable.*", r"a value of the type \1 is called like a function"),
    (r"cannot type infer runaway recursion", "a function that calls itself never ends"),
)
"""Numba's message → ours."""


def explain(error: Exception, name: str, functions: Iterable[FunctionType]) -> MossaError:
    """Why the compiler refused the functions of a kernel, as one sentence with file and line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("Failed in", "Invalid use of int"))] or [""]
    # The innermost location comes first.
    found = re.search(r'File "([^"]+)", line (\d+)|(?:Raised from|at) (\S+\.py) \((\d+)\)', text)
    where = f"{Path(found[1] or found[3]).name}, line {found[2] or found[4]}" if found else ""
    reason = _reason(lines)
    if not reason or not where:
        culprit = next((c for function in functions for c in _outside_the_subset(function, function.__code__)), None)
        if culprit is not None:
            where, reason = culprit
    reason = reason or _plain(lines[0]).rstrip(".:")
    return MossaError(
        f"{where + ': ' if where else ''}{reason} ({name} cannot be compiled; docs/protocol.md has the compiled subset)"
    )


def _reason(lines: list[str]) -> str:
    """Our sentence for Numba's message, if there is one."""
    first = lines[0]
    operation = re.search(r"unsupported opcode \((\w+)\)", first)
    if operation:
        return f"{OPERATIONS.get(operation[1], operation[1])} is outside the compiled subset"
    signature = next((re.match(r">>> (\w+)\((.*)\)$", line) for line in lines if line.startswith(">>>")), None)
    if first.startswith("No implementation of function") and signature:
        return _no_implementation(signature[1], _plain(signature[2]))
    for pattern, sentence in SENTENCES:
        match = re.match(pattern, first)
        if match:
            return _plain(match.expand(sentence))
    return ""


def _no_implementation(function: str, arguments: str) -> str:
    if function == "exception_match":
        return "`except` is outside the compiled subset"
    if function == "getitem" and arguments.startswith("tuple ("):
        return "a tuple of unlike things cannot be indexed by a variable"
    if function in ("getitem", "setitem"):
        return f"`a[b]` does not take {arguments}"
    if function in SYMBOLS:
        return f"`{SYMBOLS[function]}` does not take {arguments}"
    return f"{function} does not take {arguments or 'nothing'}"


def _plain(text: str) -> str:
    """The text with our names of types."""
    for pattern, name in TYPES:
        text = re.sub(pattern, name, text)
    return text


def _outside_the_subset(function: FunctionType, code: CodeType) -> Iterable[tuple[str, str]]:
    """What a function does outside the compiled subset: location and sentence."""
    for instruction in dis.get_instructions(code):
        line = instruction.positions.lineno if instruction.positions else None
        word = OPERATIONS.get(instruction.opname) or ("a set" if isinstance(instruction.argval, frozenset) else "")
        if word:
            yield source_location(function, line), f"{word} is outside the compiled subset"
        if isinstance(instruction.argval, CodeType):
            yield from _outside_the_subset(function, instruction.argval)
