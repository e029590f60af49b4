"""The syntax tree of a function: read from its file, and compared with the code that runs."""

from __future__ import annotations

import ast
import linecache
from contextlib import suppress
from functools import lru_cache
from types import CodeType, FunctionType

from ..errors import MossaError
from ..generators import source_location

__all__ = ["definition"]

Key = tuple[str, int]
"""Name and first line of a function."""
TRIES = 10
"""How often a file is parsed, if another thread disturbs it."""


def definition(function: FunctionType) -> tuple[ast.FunctionDef, list[str]]:
    """The definition of a function, and the lines of its file.

    A file is parsed and compiled once. The bytecode made from it must be that of the function: if it is not, the file
    was edited after it was loaded.
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        raise MossaError(f"{source_location(function)}: {function.__name__} is compiled from its source: there is none")
    try:
        trees, codes = _read("".join(lines), code.co_filename)
    except (SyntaxError, ValueError):
        trees, codes = {}, {}
    if code.co_name == "<lambda>":
        raise MossaError(f"{source_location(function)}: a `lambda` cannot be compiled: write a function with `def`")
    key = (code.co_name, code.co_firstlineno)
    if key not in trees or _essence(codes[key]) != _essence(code):
        raise MossaError(
            f"{source_location(function)}: the file has changed since {function.__name__} was read from it: "
            f"load the game again"
        )
    return trees[key], lines


def _read(text: str, filename: str) -> tuple[dict[Key, ast.FunctionDef], dict[Key, CodeType]]:
    """As `_parsed`, tried again where Python gives up: it measures how deep the tree is by the recursion limit, and
    raises SystemError if another thread changes that meanwhile."""
    for _ in range(TRIES):
        with suppress(SystemError):
            return _parsed(text, filename)
    return _parsed(text, filename)


@lru_cache(maxsize=256)
def _parsed(text: str, filename: str) -> tuple[dict[Key, ast.FunctionDef], dict[Key, CodeType]]:
    tree = ast.parse(text)
    trees = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            trees[node.name, first] = node
    codes: dict[Key, CodeType] = {}
    waiting = [compile(tree, filename, "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        codes[code.co_name, code.co_firstlineno] = code
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return trees, codes


def _essence(code: CodeType) -> tuple[bytes, tuple[str, ...], list[str]]:
    return code.co_code, code.co_names, [repr(c) for c in code.co_consts if not isinstance(c, CodeType)]
