"""The SIMD instructions behind `mossa.kernel.float32_ops` and `mossa.kernel.int16_ops`.

Imported only when something is compiled.

The loops are written with LLVM vectors of sixteen floats or sixty-four short integers, which LLVM splits into what the
processor has. So nothing depends on automatic vectorisation, and aliasing does not matter. Multiplication and addition
of floats may be fused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba.core import types
from numba.core.cgutils import get_or_insert_function
from numba.core.extending import lower_builtin
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global

from . import float32_ops as singles
from . import int16_ops as shorts
from .machine import VectorType
from .memory import Float32s, Int16s, Ints

__all__: list[str] = []

I64, SINGLE = ir.IntType(64), ir.FloatType()
LANES = ir.VectorType(SINGLE, singles.LANES)
vector = VectorType(Float32s)


def _loop(b: Any, length: Any, first: Any, body: Callable[[Any, Any], Any], lanes: int) -> Any:
    """for place in range(0, length, lanes): carried = body(place, carried). The last `carried`, a tuple."""
    before, loop, after = b.block, b.append_basic_block("lanes"), b.append_basic_block("lanes.end")
    b.cbranch(b.icmp_signed(">", length, ir.Constant(I64, 0)), loop, after)
    b.position_at_end(loop)
    place, carried = b.phi(I64), tuple(b.phi(value.type) for value in first)
    results = body(place, carried)
    following = b.add(place, ir.Constant(I64, lanes))
    b.cbranch(b.icmp_signed("<", following, length), loop, after)
    end = b.block  # the body may have loops of its own
    for phi, begin, later in zip((place, *carried), (ir.Constant(I64, 0), *first), (following, *results), strict=True):
        phi.add_incoming(begin, before)
        phi.add_incoming(later, end)
    b.position_at_end(after)
    last = tuple(b.phi(value.type) for value in first)
    for phi, begin, later in zip(last, first, results, strict=True):
        phi.add_incoming(begin, before)
        phi.add_incoming(later, end)
    return last


def _place(b: Any, base: Any, place: Any, kind: Any = LANES) -> Any:
    return b.bitcast(b.gep(b.inttoptr(base, kind.element.as_pointer()), [place]), kind.as_pointer())


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
    """Declare a function of vectors and numbers to the type inference."""

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

    _loop(b, length, (), step, singles.LANES)
    return context.get_dummy_value()


@lower_builtin(singles.dot, VectorType, VectorType, types.int64)
def _dot(context: Any, b: Any, sig: Any, values: Any) -> Any:
    left, right, length = values

    def step(place: Any, carried: Any) -> Any:
        return (_multiply_add(b, _load(b, left, place), _load(b, right, place), carried[0]),)

    (lanes,) = _loop(b, length, (_zeros(),), step, singles.LANES)
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

    _loop(b, length, (), step, singles.LANES)
    return context.get_dummy_value()


@lower_builtin(singles.rectify, VectorType, VectorType, types.int64)
def _rectify(context: Any, b: Any, sig: Any, values: Any) -> Any:
    out, row, length = values

    def step(place: Any, carried: Any) -> Any:
        numbers = _load(b, row, place)
        positive = b.fcmp_ordered(">", numbers, _zeros())
        b.store(b.select(positive, numbers, _zeros()), _place(b, out, place), align=4)
        return carried

    _loop(b, length, (), step, singles.LANES)
    return context.get_dummy_value()


# -------------------------------------------------------------------------------------------------- short numbers

SHORT, INT = ir.IntType(16), ir.IntType(32)
SHORTS = ir.VectorType(SHORT, shorts.LANES)
FEATURES = binding.get_host_cpu_features()
PAIRWISE, FACTORS = (
    ("llvm.x86.avx512.pmaddw.d.512", 32)
    if FEATURES.get("avx512bw")
    else ("llvm.x86.avx2.pmadd.wd", 16)
    if FEATURES.get("avx2")
    else ("", 32)
)
"""The instruction that multiplies 16-bit integers and adds neighbours, where it exists, and how many integers it takes.
(LLVM does not select it by itself.)"""
MULTIPLIED, ADDED = ir.VectorType(SHORT, FACTORS), ir.VectorType(INT, FACTORS // 2)
short_vector = VectorType(Int16s)

numbers = VectorType(Ints)

_declare(
    shorts.change_rows,
    types.none,
    *(short_vector, short_vector, short_vector, numbers, numbers),
    *(types.int64, types.int64),
)
_declare(shorts.squared_sum, types.int64, short_vector, short_vector, types.int64)


def _load_shorts(b: Any, base: Any, place: Any, kind: Any = SHORTS) -> Any:
    return b.load(_place(b, base, place, kind), align=2)


def _all(number: int) -> Any:
    return ir.Constant(MULTIPLIED, [number] * FACTORS)


@lower_builtin(shorts.change_rows, *[VectorType] * 5, types.int64, types.int64)
def _change_rows(context: Any, b: Any, sig: Any, values: Any) -> Any:
    out, total, table, came, left, count, length = values

    def step(place: Any, carried: Any) -> Any:
        """The numbers of both totals from `place` on stay in registers while all rows are added."""

        def row(numbers: Any, i: Any) -> Any:
            number = b.load(b.gep(b.inttoptr(numbers, I64.as_pointer()), [i]))
            return _load_shorts(b, table, b.add(b.mul(number, length), place))

        def change(i: Any, so_far: Any) -> Any:
            numbers = i, b.add(i, ir.Constant(I64, 1))
            return tuple(b.sub(b.add(run, row(came, i)), row(left, i)) for run, i in zip(so_far, numbers, strict=True))

        places = place, b.add(place, length)
        first = tuple(_load_shorts(b, total, at) for at in places)
        for now, at in zip(_loop(b, count, first, change, 2), places, strict=True):
            b.store(now, _place(b, out, at, SHORTS), align=2)
        return carried

    _loop(b, length, (), step, shorts.LANES)
    return context.get_dummy_value()


@lower_builtin(shorts.squared_sum, VectorType, VectorType, types.int64)
def _squared_sum(context: Any, b: Any, sig: Any, values: Any) -> Any:
    sums, row, length = values
    none, one = _all(0), _all(shorts.ONE)

    def step(place: Any, carried: Any) -> Any:
        held = _load_shorts(b, sums, place, MULTIPLIED)
        held = b.select(b.icmp_signed(">", held, none), held, none)
        held = b.select(b.icmp_signed("<", held, one), held, one)
        product = b.mul(held, _load_shorts(b, row, place, MULTIPLIED))  # fits: 255 · 128
        return (b.add(carried[0], _pairs(b, held, product)),)

    (lanes,) = _loop(b, length, (ir.Constant(ADDED, [0] * ADDED.count),), step, FACTORS)
    name = f"llvm.vector.reduce.add.v{ADDED.count}i32"
    together = get_or_insert_function(b.module, ir.FunctionType(INT, [ADDED]), name)
    return b.sext(b.call(together, [lanes]), I64)


def _pairs(b: Any, left: Any, right: Any) -> Any:
    """The products, those of neighbours added."""
    if PAIRWISE:
        kind = ir.FunctionType(ADDED, [MULTIPLIED, MULTIPLIED])
        return b.call(get_or_insert_function(b.module, kind, PAIRWISE), [left, right])
    even, odd = (b.mul(_every_other(b, left, i), _every_other(b, right, i)) for i in range(2))
    return b.add(even, odd)


def _every_other(b: Any, numbers: Any, first: int) -> Any:
    """Every second lane, made twice as wide."""
    chosen = ir.Constant(ADDED, list(range(first, FACTORS, 2)))
    return b.sext(b.shuffle_vector(numbers, numbers, chosen), ADDED)
