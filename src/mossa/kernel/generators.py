"""Generators compiled to loops that fill a buffer: `yield move` becomes `out[n] = move; n += 1`.

Rules list their moves with `yield`, the natural Python. Compiled code needs them in a buffer, without allocation. So a
generator function `f(args)` is rewritten, source to source, into a *filler* `f(args, out, n)` that writes each item to
`out` and returns the new count:

    yield x             →   out[n] = x; n += 1                         (up to the capacity)
    yield from g(a, b)  →   n = g(a, b, out, n)                        if g is a generator function
    yield from things   →   for item in things: out[n] = item; n += 1  else: a range, a tuple
    return              →   return n
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import textwrap
import tokenize
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from .errors import MossaError

__all__ = ["filler", "interpreted_filler", "is_generator", "source_location"]

OUT, COUNT, ITEM = "_out", "_n", "_item"


def is_generator(function: Any) -> bool:
    """Is this a function that yields?"""
    return isinstance(function, FunctionType) and bool(function.__code__.co_flags & inspect.CO_GENERATOR)


def source_location(function: FunctionType, line: int | None = None) -> str:
    """File and line of a function, or of a line of it, as an error message begins."""
    return f"{Path(function.__code__.co_filename).name}, line {line or function.__code__.co_firstlineno}"


class _Rewrite(ast.NodeTransformer):
    """Turn the yields of one function body into stores."""

    def __init__(self, function: FunctionType, capacity: int | None) -> None:
        self.function, self.capacity = function, capacity

    def _is_generator(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and is_generator(self.function.__globals__.get(node.id))

    def _wrong(self, node: ast.expr, sentence: str) -> MossaError:
        return MossaError(f"{source_location(self.function, node.lineno)}: {sentence}")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A nested function has its own yields and returns."""
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        """A statement that is a yield."""
        if isinstance(node.value, ast.Yield | ast.YieldFrom):
            return [ast.copy_location(statement, node) for statement in self._rewritten(node.value)]
        return self.generic_visit(node)

    def _rewritten(self, node: ast.Yield | ast.YieldFrom) -> list[ast.stmt]:
        value = node.value
        if value is None:
            raise self._wrong(node, "`yield` says nothing: write `yield move`")
        if isinstance(node, ast.Yield):
            return self._store(self.visit(value))
        if isinstance(value, ast.Call) and self._is_generator(value.func):
            value.args = [*map(self.visit, value.args), ast.Name(OUT, ast.Load()), ast.Name(COUNT, ast.Load())]
            return [ast.Assign([ast.Name(COUNT, ast.Store())], value)]
        store = self._store(ast.Name(ITEM, ast.Load()))
        return [ast.For(ast.Name(ITEM, ast.Store()), self.visit(value), store, [])]

    def _store(self, value: ast.expr) -> list[ast.stmt]:
        target = ast.Subscript(ast.Name(OUT, ast.Load()), ast.Name(COUNT, ast.Load()), ast.Store())
        count = ast.AugAssign(ast.Name(COUNT, ast.Store()), ast.Add(), ast.Constant(1))
        store: list[ast.stmt] = [ast.Assign([target], value), count]
        if self.capacity is None:
            return store
        has_capacity = ast.Compare(ast.Name(COUNT, ast.Load()), [ast.Lt()], [ast.Constant(self.capacity)])
        return [ast.If(has_capacity, store, [])]

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """The end of the items."""
        if node.value is not None:
            raise self._wrong(node.value, "a generator returns nothing: write `return` alone")
        return ast.copy_location(ast.Return(ast.Name(COUNT, ast.Load())), node)

    def visit_Yield(self, node: ast.Yield | ast.YieldFrom) -> ast.AST:
        """A yield inside an expression."""
        raise self._wrong(node, "`yield` stands alone in its line")

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        """A `yield from` inside an expression."""
        return self.visit_Yield(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A generator function that is named outside `yield from`."""
        if self._is_generator(node):
            raise self._wrong(
                node,
                f"{node.id} is a generator: compiled functions can only delegate to it, `yield from {node.id}(…)`",
            )
        return node


def filler(function: FunctionType, capacity: int | None = None) -> FunctionType:
    """The generator function rewritten; its new parameters come last: the buffer and the count so far.

    Items beyond the `capacity` are left out: rules that list more moves than they declared give wrong answers, but
    never write out of bounds.
    """
    tree, definition = _source(function)
    rewrite = _Rewrite(function, capacity)
    body: list[ast.stmt] = []
    for statement in definition.body:
        new = rewrite.visit(statement)
        body += new if isinstance(new, list) else [new]
    definition.body = [*body, ast.Return(ast.Name(COUNT, ast.Load()))]
    definition.args.args += [ast.arg(OUT), ast.arg(COUNT)]
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    code = _code(ast.fix_missing_locations(tree), function)
    return FunctionType(code, function.__globals__, function.__name__)


def _source(function: FunctionType) -> tuple[ast.Module, ast.FunctionDef]:
    """The syntax tree of a module with only this function, at its own lines."""
    arguments = inspect.signature(function).parameters.values()
    if any(a.kind is not a.POSITIONAL_OR_KEYWORD or a.default is not a.empty for a in arguments):
        where = source_location(function)
        raise MossaError(f"{where}: {function.__name__} is a generator: its parameters are plain names")
    try:
        lines, first = inspect.getsourcelines(function)
    except OSError:
        raise MossaError(
            f"{source_location(function)}: {function.__name__} is a generator, which is compiled from its source: "
            f"there is none"
        ) from None
    except (SyntaxError, tokenize.TokenError):
        lines, first = [], 0
    with contextlib.suppress(SyntaxError):
        tree = ast.parse(textwrap.dedent("".join(lines)))
        for definition in tree.body:
            if isinstance(definition, ast.FunctionDef) and definition.name == function.__code__.co_name:
                if _same(_code(tree, function), function.__code__):
                    ast.increment_lineno(tree, first - 1)
                    return tree, definition
    raise MossaError(
        f"{source_location(function)}: the file has changed since {function.__name__} was read from it: "
        f"load the game again"
    )


def _code(tree: ast.Module, function: FunctionType) -> CodeType:
    """The code of the one function in this tree."""
    module = compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
    name = function.__code__.co_name
    return next(code for code in module.co_consts if isinstance(code, CodeType) and code.co_name == name)


def _same(one: CodeType, other: CodeType) -> bool:
    constants = [[repr(c) for c in code.co_consts if not isinstance(c, CodeType)] for code in (one, other)]
    return (one.co_code, one.co_names, constants[0]) == (other.co_code, other.co_names, constants[1])


def interpreted_filler(function: FunctionType, capacity: int | None = None) -> Callable[..., int]:
    """A filler that runs the generator itself: the rewritten one is tested against it.

    Too many items are an error here.
    """

    def fill(*arguments: Any) -> int:
        *own, out, n = arguments
        for item in function(*own):
            if n == capacity:
                where = source_location(function)
                raise MossaError(f"{where}: {function.__name__} lists more than the {capacity} items declared")
            out[n] = item
            n += 1
        return int(n)

    return fill
