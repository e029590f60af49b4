"""Generators without generators: `yield move` becomes `out[n] = move; n += 1`.

Rules list their moves with `yield`, the natural Python. Compiled code wants them in a buffer without any
allocation, so a generator function `f(args)` is rewritten, source to source, into a *filler* `f(args, out, n)` that
writes each item to `out` and returns the new count:

    yield x             →   out[n] = x; n += 1
    yield from g(a, b)  →   n = g(a, b, out, n)      (g is a generator function too)
    return              →   return n
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from .errors import MossaError

__all__ = ["filler", "interpreted_filler"]

OUT, COUNT = "_out", "_n"


class _Rewrite(ast.NodeTransformer):
    """Turn the yields of one function body into stores."""

    def __init__(self, place: str) -> None:
        self.place = place

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a nested function keeps its own yields (and will be refused by the compiler)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            value = node.value.value
            place = ast.Subscript(ast.Name(OUT, ast.Load()), ast.Name(COUNT, ast.Load()), ast.Store())
            store = ast.Assign([place], value)
            count = ast.AugAssign(ast.Name(COUNT, ast.Store()), ast.Add(), ast.Constant(1))
            return [ast.copy_location(store, node), ast.copy_location(count, node)]
        if isinstance(node.value, ast.YieldFrom):
            call = node.value.value
            if not isinstance(call, ast.Call):
                raise MossaError(f"{self.place}, line {node.lineno}: write `yield from function(…)`")
            call.args += [ast.Name(OUT, ast.Load()), ast.Name(COUNT, ast.Load())]
            return ast.copy_location(ast.Assign([ast.Name(COUNT, ast.Store())], call), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(ast.Name(COUNT, ast.Load())), node)


def filler(function: FunctionType) -> FunctionType:
    """The generator function rewritten; its new parameters come last: the buffer and the count so far."""
    place = f"{inspect.getfile(function)}: {function.__name__}"
    try:
        lines, first = inspect.getsourcelines(function)
    except OSError:
        raise MossaError(f"the source of {place} cannot be read, and a generator is compiled from its source") from None
    tree = ast.parse(textwrap.dedent("".join(lines)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    rewrite = _Rewrite(place)
    body: list[ast.stmt] = []
    for statement in definition.body:
        new = rewrite.visit(statement)
        body += new if isinstance(new, list) else [new]
    definition.body = [*body, ast.Return(ast.Name(COUNT, ast.Load()))]
    definition.args.args += [ast.arg(OUT), ast.arg(COUNT)]
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    for node in ast.walk(definition):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            raise MossaError(f"{place}, line {first + node.lineno - 1}: `yield` stands alone in its line")
    ast.increment_lineno(tree, first - 1)
    code = compile(ast.fix_missing_locations(tree), inspect.getfile(function), "exec")
    inner = next(constant for constant in code.co_consts if isinstance(constant, CodeType))
    return FunctionType(inner, function.__globals__, function.__name__, function.__defaults__)


def interpreted_filler(function: Callable[..., Any]) -> Callable[..., int]:
    """The same contract, run by the generator itself: what the rewritten one is tested against."""

    def fill(*arguments: Any) -> int:
        *own, out, n = arguments
        for item in function(*own):
            out[n] = item
            n += 1
        return int(n)

    return fill
