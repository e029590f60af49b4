"""The instructions behind `mossa.kernel.singles`. Imported only when something is compiled.

Loops over vectors of sixteen floats, which LLVM splits into what the processor has: no hope that a loop is recognised,
and no question whether two runs overlap. Multiplication and addition may be fused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import lower_builtin
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global

from . import singles
from .machine import VectorType
from .memory import Singles

__all__: list[str] = []

I64, SINGLE = ir.IntType(64), ir.FloatType()
LANES = ir.VectorType(SINGLE, singles.LANES)
vector = VectorType(Singles)


def _loop(b: Any, length: Any, first: Any, body: Callable[[Any, Any], Any]) -> Any:
    """for place in range(0, length, LANES): carried = body(place, carried). What was carried at the end."""
    before, loop, after = b.block, b.append_basic_block("lanes"), b.append_basic_block("lanes.end")
    b.cbranch(b.icmp_signed(">", length, ir.Constant(I64, 0)), loop, after)
    b.position_at_end(loop)
    place, carried = b.phi(I64), b.phi(LANES)
    result = body(place, carried)
    following = b.add(place, ir.Constant(I64, singles.LANES))
    b.cbranch(b.icmp_signed("<", following, length), loop, after)
    for phi, begin, later in ((place, ir.Constant(I64, 0), following), (carried, first, result)):
        phi.add_incoming(begin, before)
        phi.add_incoming(later, loop)
    b.position_at_end(after)
    last = b.phi(LANES)
    last.add_incoming(first, before)
    last.add_incoming(result, loop)
    return last


def _place(b: Any, base: Any, place: Any) -> Any:
    return b.bitcast(b.gep(b.inttoptr(base, SINGLE.as_pointer()), [place]), LANES.as_pointer())


def _load(b: Any, base: Any, place: Any) -> Any:
    return b.load(_place(b, base, place), align=4)


def _zeros() -> Any:
    return ir.Constant(LANES, [0.0] * singles.LANES)


def _splat(b: Any, number: Any) -> Any:
    one = b.insert_element(ir.Constant(LANES, ir.Undefined), b.fptrunc(number, SINGLE), ir.Constant(ir.IntType(32), 0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), singles.LANES), [0] * singles.LANES)
    return b.shuffle_vector(one, one, everywhere)


def _multiply_add(b: Any, x: Any, y: Any, z: Any) -> Any:
    return b.fadd(b.fmul(x, y, flags=("contract",)), z, flags=("contract",))


def _declare(function: Any, result: types.Type, *arguments: types.Type) -> None:
    """Tell the type inference of a function of vectors and numbers."""

    def generic(self: Any, args: Any, kws: Any) -> Any:
        return signature(result, *arguments) if len(args) == len(arguments) and not kws else None

    name = f"mossa_{function.__name__}"
    infer_global(function)(type(name, (AbstractTemplate,), {"key": function, "generic": generic}))


_declare(singles.add_scaled, types.none, vector, types.float64, vector, types.int64)
_declare(singles.dot, types.float64, vector, vector, types.int64)
_declare(singles.assign, types.none, vector, vector, types.int64)
_declare(singles.rectify, types.none, vector, vector, types.int64)


@lower_builtin(singles.add_scaled, VectorType, types.float64, VectorType, types.int64)
def _add_scaled(context: Any, b: Any, sig: Any, values: Any) -> Any:
    total, factor, row, length = values
    factors = _splat(b, factor)

    def step(place: Any, carried: Any) -> Any:
        target = _place(b, total, place)
        b.store(_multiply_add(b, factors, _load(b, row, place), b.load(target, align=4)), target, align=4)
        return carried

    _loop(b, length, _zeros(), step)
    return context.get_dummy_value()


@lower_builtin(singles.dot, VectorType, VectorType, types.int64)
def _dot(context: Any, b: Any, sig: Any, values: Any) -> Any:
    left, right, length = values
    lanes = _loop(
        b,
        length,
        _zeros(),
        lambda place, sums: _multiply_add(b, _load(b, left, place), _load(b, right, place), sums),
    )
    width = singles.LANES
    while width > 1:  # fold the upper half onto the lower
        width //= 2
        mask = [i + width if i < width else i for i in range(singles.LANES)]
        folded = b.shuffle_vector(lanes, lanes, ir.Constant(ir.VectorType(ir.IntType(32), singles.LANES), mask))
        lanes = b.fadd(lanes, folded)
    return b.fpext(b.extract_element(lanes, ir.Constant(ir.IntType(32), 0)), ir.DoubleType())


@lower_builtin(singles.assign, VectorType, VectorType, types.int64)
def _assign(context: Any, b: Any, sig: Any, values: Any) -> Any:
    out, row, length = values

    def step(place: Any, carried: Any) -> Any:
        b.store(_load(b, row, place), _place(b, out, place), align=4)
        return carried

    _loop(b, length, _zeros(), step)
    return context.get_dummy_value()


@lower_builtin(singles.rectify, VectorType, VectorType, types.int64)
def _rectify(context: Any, b: Any, sig: Any, values: Any) -> Any:
    out, row, length = values

    def step(place: Any, carried: Any) -> Any:
        numbers = _load(b, row, place)
        positive = b.fcmp_ordered(">", numbers, _zeros())
        b.store(b.select(positive, numbers, _zeros()), _place(b, out, place), align=4)
        return carried

    _loop(b, length, _zeros(), step)
    return context.get_dummy_value()
