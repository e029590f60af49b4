"""How Numba sees our types: `u64`, vectors, structs and tables. Imported only when something is compiled.

`Word` is a type of its own rather than Numba's uint64, whose arithmetic with a signed or literal operand gives
int64 or float64. Here an operation of a word with any integer gives a word, as in `mossa.kernel.words`.
"""

from __future__ import annotations

import hashlib
import operator
from functools import cache
from itertools import product
from typing import Annotated, Any, get_origin

import numpy as np
from llvmlite import binding, ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.extending import NativeValue, box, lower_builtin, lower_cast, register_model, typeof_impl, unbox
from numba.core.imputils import lower_constant, lower_getattr_generic, lower_setattr_generic
from numba.core.typeconv import Conversion
from numba.core.typing import signature
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
)

from . import bits
from .constant_table import ConstantTable
from .memory import Struct, Vector, fetch_ahead
from .words import u64

I1, I64 = ir.IntType(1), ir.IntType(64)


# ---------------------------------------------------------------------------------------------- the types


class WordType(types.Type):
    """u64."""

    def __init__(self) -> None:
        super().__init__("word")

    def can_convert_from(self, typingctx: Any, other: types.Type) -> Any:
        return Conversion.safe if isinstance(other, types.Integer | types.Boolean) else None

    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:
        return self if isinstance(other, types.Integer | types.Boolean) else None


word = WordType()


class VectorType(types.Type):
    """The address of numbers of one machine type."""

    def __init__(self, kind: type[Vector]) -> None:
        self.kind = kind
        super().__init__(f"vector({kind.dtype})")

    @property
    def item(self) -> types.Type:
        """The type of a number once read."""
        return {"uint64": word, "float64": types.float64, "float32": types.float64}.get(self.kind.dtype, types.int64)


class StructType(types.Type):
    """The address of a struct."""

    def __init__(self, kind: type[Struct]) -> None:
        self.kind = kind
        mark = hashlib.sha256(kind.shape().encode()).hexdigest()[:16]  # types are told apart by their names
        super().__init__(f"struct({kind.__qualname__} {mark})")


class ConstantTableType(types.Type):
    """A table; which one is part of the type."""

    def __init__(self, table: ConstantTable) -> None:
        self.kind, self.symbol, self.length = table.kind, table.symbol, len(table)
        super().__init__(f"table({self.symbol})")

    @property
    def item(self) -> types.Type:
        """The type of a number once read."""
        return VectorType(self.kind).item


def field_type(kind: Any) -> types.Type:
    """The type of a struct's field of this kind."""
    if kind is int or get_origin(kind) is Annotated:
        return types.int64
    if kind is u64:
        return word
    if kind is float:
        return types.float64
    return StructType(kind) if issubclass(kind, Struct) else VectorType(kind)


class _Integer64(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, dmm: Any, fe_type: types.Type) -> None:
        super().__init__(dmm, fe_type, I64)


for _type in (WordType, VectorType, StructType):
    register_model(_type)(_Integer64)
register_model(ConstantTableType)(models.OpaqueModel)


@typeof_impl.register(u64)
def _typeof_word(value: u64, c: Any) -> types.Type:
    return word


@typeof_impl.register(Vector)
def _typeof_vector(value: Vector, c: Any) -> types.Type:
    kind: Any = type(value)
    return _vector_type(kind)


@typeof_impl.register(Struct)
def _typeof_struct(value: Struct, c: Any) -> types.Type:
    kind: Any = type(value)
    return _struct_type(kind)


# Needed at every call from Python, and slow to make: cached.


@cache
def _vector_type(kind: Any) -> types.Type:
    return VectorType(kind)


@cache
def _struct_type(kind: Any) -> types.Type:
    return StructType(kind)


@typeof_impl.register(ConstantTable)
def _typeof_table(value: ConstantTable, c: Any) -> types.Type:
    return ConstantTableType(value)


@lower_constant(WordType)
def _constant_word(context: Any, builder: Any, ty: Any, value: u64) -> Any:
    return ir.Constant(I64, int(value))


@lower_constant(ConstantTableType)
def _constant_table(context: Any, builder: Any, ty: Any, value: ConstantTable) -> Any:
    return context.get_dummy_value()


@unbox(WordType)
def _unbox_word(ty: Any, obj: Any, c: Any) -> NativeValue:
    return NativeValue(c.pyapi.long_as_ulonglong(obj), is_error=c.pyapi.c_api_error())


@box(WordType)
def _box_word(ty: Any, value: Any, c: Any) -> Any:
    number = c.pyapi.long_from_ulonglong(value)
    kind = c.pyapi.unserialize(c.pyapi.serialize_object(u64))
    result = c.pyapi.call_function_objargs(kind, (number,))
    c.pyapi.decref(kind)
    c.pyapi.decref(number)
    return result


@unbox(VectorType)
@unbox(StructType)
def _unbox_address(ty: Any, obj: Any, c: Any) -> NativeValue:
    number = c.pyapi.object_getattr_string(obj, "address")
    address = c.pyapi.long_as_longlong(number)
    c.pyapi.decref(number)
    return NativeValue(address, is_error=c.pyapi.c_api_error())


# ------------------------------------------------------------------------------------- arithmetic of words


def _declare(function: Any, *cases: Any) -> None:
    """Declare more signatures of `function` to the type inference; no argument is converted to fit them.

    (Otherwise a float would be converted to an int to be added to a word.)
    """
    by_arguments = {case.args: case for case in cases}

    def generic(self: Any, args: Any, kws: Any) -> Any:
        return None if kws else by_arguments.get(tuple(_general(arg) for arg in args))

    infer_global(function)(
        type(f"mossa_{function.__name__}", (AbstractTemplate,), {"key": function, "generic": generic})
    )


def _general(ty: types.Type) -> types.Type:
    """Integers of all widths, and literals, as int64."""
    if isinstance(ty, types.Boolean):
        return types.boolean
    if isinstance(ty, types.Integer):
        return types.int64
    return types.float64 if isinstance(ty, types.Float) else ty


def _lower(function: Any, case: Any, build: Any) -> None:
    """`build(builder, *values)` is the code of this signature."""

    @lower_builtin(function, *case.args)
    def implement(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        values = [_as_word(context, builder, v, t) for v, t in zip(values, sig.args, strict=True)]
        return build(builder, *values)


def _as_word(context: Any, builder: Any, value: Any, ty: types.Type) -> Any:
    """An integer of any width as 64 bits, sign extended; others as they are."""
    if isinstance(ty, types.Integer | types.Boolean):
        return context.cast(builder, value, ty, types.int64)
    return value


PAIRS = [(word, word), (word, types.int64), (types.int64, word), (word, types.boolean), (types.boolean, word)]


def _unsigned_divide(kind: str) -> Any:
    """Division by 0 gives 0 rather than a trap (error_model='numpy'); interpreted it raises."""

    def build(b: Any, x: Any, y: Any) -> Any:
        zero = b.icmp_unsigned("==", y, ir.Constant(I64, 0))
        result = getattr(b, kind)(x, b.select(zero, ir.Constant(I64, 1), y))
        return b.select(zero, ir.Constant(I64, 0), result)

    return build


ARITHMETIC = {
    "add": lambda b, x, y: b.add(x, y),
    "sub": lambda b, x, y: b.sub(x, y),
    "mul": lambda b, x, y: b.mul(x, y),
    "and_": lambda b, x, y: b.and_(x, y),
    "or_": lambda b, x, y: b.or_(x, y),
    "xor": lambda b, x, y: b.xor(x, y),
    "lshift": lambda b, x, y: b.shl(x, y),
    "rshift": lambda b, x, y: b.lshr(x, y),
    "floordiv": _unsigned_divide("udiv"),
    "mod": _unsigned_divide("urem"),
}
for _name, _build in ARITHMETIC.items():
    for _function in (getattr(operator, _name), getattr(operator, "i" + _name.rstrip("_"))):
        _cases = [signature(word, *pair) for pair in PAIRS]
        _declare(_function, *_cases)
        for _case in _cases:
            _lower(_function, _case, _build)


def _is_negative(b: Any, value: Any, ty: types.Type) -> Any:
    """Is an int below 0? A word never is."""
    return b.icmp_signed("<", value, ir.Constant(I64, 0)) if ty == types.int64 else ir.Constant(I1, 0)


def _ordered(b: Any, sign: str, x: Any, x_negative: Any, y: Any, y_negative: Any) -> Any:
    """Compare as numbers, not as bits: a negative int is below every word, and equal to none."""
    unlike = {"<": x_negative, "<=": x_negative, ">": y_negative, ">=": y_negative}.get(sign)
    unlike = ir.Constant(I1, sign == "!=") if unlike is None else unlike
    return b.select(b.xor(x_negative, y_negative), unlike, b.icmp_unsigned(sign, x, y))


def _comparison(sign: str, case: Any) -> Any:
    def build(b: Any, x: Any, y: Any) -> Any:
        return _ordered(b, sign, x, _is_negative(b, x, case.args[0]), y, _is_negative(b, y, case.args[1]))

    return build


for _name, _sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    _cases = [signature(types.boolean, *pair) for pair in PAIRS]
    _declare(getattr(operator, _name), *_cases)
    for _case in _cases:
        _lower(getattr(operator, _name), _case, _comparison(_sign, _case))


def _extreme(sign: str, case: Any) -> Any:
    """The minimum or maximum of words and ints; among equal ones the first, as in Python."""

    def build(b: Any, best: Any, *others: Any) -> Any:
        best_negative = _is_negative(b, best, case.args[0])
        for value, ty in zip(others, case.args[1:], strict=True):
            negative = _is_negative(b, value, ty)
            better = _ordered(b, sign, value, negative, best, best_negative)
            best, best_negative = b.select(better, value, best), b.select(better, negative, best_negative)
        return best

    return build


for _function, _sign in ((min, "<"), (max, ">")):
    _mixtures = [mixture for n in (2, 3, 4) for mixture in product((word, types.int64), repeat=n) if word in mixture]
    _cases = [signature(word, *mixture) for mixture in _mixtures]
    _declare(_function, *_cases)
    for _case in _cases:
        _lower(_function, _case, _extreme(_sign, _case))


def _from_float(b: Any, x: Any) -> Any:
    """A float towards 0, then as a word: −1.5 is 2**64 − 1."""
    negative = b.fcmp_ordered("<", x, ir.Constant(ir.DoubleType(), 0.0))
    return b.select(negative, b.fptosi(x, I64), b.fptoui(x, I64))


UNARY: list[tuple[Any, types.Type, Any]] = [
    (operator.invert, word, lambda b, x: b.not_(x)),
    (operator.neg, word, lambda b, x: b.neg(x)),
    (operator.pos, word, lambda b, x: x),
    (abs, word, lambda b, x: x),
    (operator.not_, types.boolean, lambda b, x: b.icmp_unsigned("==", x, ir.Constant(I64, 0))),
    (operator.truth, types.boolean, lambda b, x: b.icmp_unsigned("!=", x, ir.Constant(I64, 0))),
    (bool, types.boolean, lambda b, x: b.icmp_unsigned("!=", x, ir.Constant(I64, 0))),
    (int, types.int64, lambda b, x: x),
    (float, types.float64, lambda b, x: b.uitofp(x, ir.DoubleType())),
]
for _function, _result, _build in UNARY:
    _case = signature(_result, word)
    _declare(_function, _case)
    _lower(_function, _case, _build)


@lower_cast(types.Integer, WordType)
@lower_cast(types.Boolean, WordType)
def _cast_to_word(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return context.cast(builder, value, source, types.int64)


@lower_cast(WordType, types.Boolean)
def _cast_word_to_boolean(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return builder.icmp_unsigned("!=", value, ir.Constant(I64, 0))


# ------------------------------------------------------------------------------------------ the primitives

WORDISH = (word, types.int64)


def _primitive(function: Any, result: types.Type, arity: int, build: Any) -> None:
    """`function` of words or ints as one instruction."""
    argument_lists = [[]]  # type: list[list[types.Type]]
    for _ in range(arity):
        argument_lists = [[*some, one] for some in argument_lists for one in WORDISH]
    cases = [signature(result, *arguments) for arguments in argument_lists]
    _declare(function, *cases)
    for case in cases:
        _lower(function, case, build)


def _pext(b: Any, x: Any, mask: Any) -> Any:
    name = "llvm.x86.bmi.pext.64"
    function = b.module.globals.get(name) or ir.Function(b.module, ir.FunctionType(I64, [I64, I64]), name)
    return b.call(function, [x, mask])


def _pext_loop(b: Any, x: Any, mask: Any) -> Any:
    """`parallel_extract` as a loop over the bits of the mask."""
    zero, one = ir.Constant(I64, 0), ir.Constant(I64, 1)
    before, loop, after = b.block, b.append_basic_block("pext"), b.append_basic_block("pext.end")
    b.cbranch(b.icmp_unsigned("!=", mask, zero), loop, after)
    b.position_at_end(loop)
    rest, packed, place = b.phi(I64), b.phi(I64), b.phi(I64)
    low = b.and_(rest, b.neg(rest))
    bit = b.zext(b.icmp_unsigned("!=", b.and_(x, low), zero), I64)
    rest_after, packed_after, place_after = b.xor(rest, low), b.or_(packed, b.shl(bit, place)), b.add(place, one)
    for now, first, later in ((rest, mask, rest_after), (packed, zero, packed_after), (place, zero, place_after)):
        now.add_incoming(first, before)
        now.add_incoming(later, loop)
    b.cbranch(b.icmp_unsigned("!=", rest_after, zero), loop, after)
    b.position_at_end(after)
    result = b.phi(I64)
    result.add_incoming(zero, before)
    result.add_incoming(packed_after, loop)
    return result


HAS_PEXT = bool(binding.get_host_cpu_features().get("bmi2"))
"""PEXT on a processor without BMI2 kills the process; there `parallel_extract` is a loop."""

_primitive(bits.bit_count, types.int64, 1, lambda b, x: b.ctpop(x))
_primitive(bits.lowest_bit, types.int64, 1, lambda b, x: b.cttz(x, ir.Constant(I1, 0)))
_primitive(
    bits.highest_bit,
    types.int64,
    1,
    lambda b, x: b.sub(ir.Constant(I64, 63), b.ctlz(x, ir.Constant(I1, 0))),
)
_primitive(bits.byte_swap, word, 1, lambda b, x: b.bswap(x))
_primitive(bits.parallel_extract, word, 2, _pext if HAS_PEXT else _pext_loop)


_u64_cases = [signature(word, t) for t in (word, types.int64, types.boolean, types.float64)]
_declare(u64, *_u64_cases)
for _case in _u64_cases[:3]:
    _lower(u64, _case, lambda b, x: x)
_lower(u64, _u64_cases[3], _from_float)


@infer_global(bits.replace)
class _Replace(AbstractTemplate):  # type: ignore[misc]
    """`replace(items, index, item)` on a tuple of one type."""

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 3 and isinstance(args[0], types.UniTuple):
            index = word if isinstance(args[1], WordType) else types.int64
            return signature(args[0], args[0], index, args[0].dtype)
        return None


@lower_builtin(bits.replace, types.UniTuple, types.int64, types.Any)
@lower_builtin(bits.replace, types.UniTuple, WordType, types.Any)
def _lower_replace(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """A select for each index: no memory access, and for a constant index no code at all."""
    items, index, item = values
    result = items
    for place in range(sig.args[0].count):
        here = builder.icmp_signed("==", index, ir.Constant(I64, place))
        old = builder.extract_value(items, place)
        result = builder.insert_value(result, builder.select(here, item, old), place)
    return result


# ------------------------------------------------------------------------------ vectors, structs and tables


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        target, index = args
        if not isinstance(target, VectorType | ConstantTableType):
            return None
        if isinstance(index, types.Integer):
            return signature(target.item, target, types.int64)
        if isinstance(index, WordType):
            return signature(target.item, target, index)
        if isinstance(index, types.SliceType) and isinstance(target, VectorType):
            return signature(target, target, index)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        target, index, _ = args
        if isinstance(target, VectorType) and isinstance(index, types.Integer | WordType):
            return signature(types.none, target, word if isinstance(index, WordType) else types.int64, target.item)
        return None


def _apart(builder: Any, access: Any, kind: str) -> Any:
    """Tell the optimiser what kind of memory a load or store accesses: "struct", or the type of a vector's items.

    Memory of different kinds does not overlap, except that bytes may overlap with anything, as in C. So a store to a
    vector of words changes no field of a struct, and a field need not be loaded again (LLVM: type-based alias analysis,
    a tree in which memory overlaps only with what is above or below it).
    """
    module, zero = builder.module, ir.Constant(I64, 0)
    node = module.add_metadata(["uint8", module.add_metadata(["mossa"]), zero])
    if kind != "uint8":
        node = module.add_metadata([kind, node, zero])
    access.set_metadata("tbaa", module.add_metadata([node, node, zero]))
    return access


def _machine(kind: type[Vector]) -> Any:
    """The LLVM type of a number in memory."""
    if kind.dtype == "float64":
        return ir.DoubleType()
    return ir.FloatType() if kind.dtype == "float32" else ir.IntType(np.dtype(kind.dtype).itemsize * 8)


def _load(builder: Any, kind: type[Vector], base: Any, index: Any) -> Any:
    value = _apart(builder, builder.load(builder.gep(base, [index])), kind.dtype)
    if kind.dtype == "float32":
        return builder.fpext(value, ir.DoubleType())
    if _machine(kind) in (I64, ir.DoubleType()):
        return value
    return (builder.zext if kind.dtype.startswith("u") else builder.sext)(value, I64)


@lower_builtin(operator.getitem, VectorType, types.int64)
@lower_builtin(operator.getitem, VectorType, WordType)
def _vector_get(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    kind = sig.args[0].kind
    return _load(builder, kind, builder.inttoptr(values[0], _machine(kind).as_pointer()), values[1])


@lower_builtin(operator.getitem, VectorType, types.SliceType)
def _vector_view(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """`vector[start:]`: the address of a later item."""
    start = context.make_helper(builder, sig.args[1], values[1]).start
    size = np.dtype(sig.args[0].kind.dtype).itemsize
    return builder.add(values[0], builder.mul(start, ir.Constant(I64, size)))


@lower_builtin(operator.setitem, VectorType, types.int64, types.Any)
@lower_builtin(operator.setitem, VectorType, WordType, types.Any)
def _vector_set(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    kind = sig.args[0].kind
    machine = _machine(kind)
    value = values[2]
    if kind.dtype == "float32":
        value = builder.fptrunc(value, machine)
    elif machine not in (I64, ir.DoubleType()):
        value = builder.trunc(value, machine)
    place = builder.gep(builder.inttoptr(values[0], machine.as_pointer()), [values[1]])
    _apart(builder, builder.store(value, place), kind.dtype)
    return context.get_dummy_value()


@infer_global(fetch_ahead)
class _FetchAhead(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], VectorType) and isinstance(args[1], types.Integer | WordType):
            return signature(types.none, args[0], word if isinstance(args[1], WordType) else types.int64)
        return None


@lower_builtin(fetch_ahead, VectorType, types.int64)
@lower_builtin(fetch_ahead, VectorType, WordType)
def _fetch_ahead(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    """For reading, into the first-level cache."""
    bytes_at, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    name = "llvm.prefetch.p0"
    kind = ir.FunctionType(ir.VoidType(), [bytes_at, number, number, number])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    place = builder.gep(builder.inttoptr(values[0], _machine(sig.args[0].kind).as_pointer()), [values[1]])
    builder.call(function, [builder.bitcast(place, bytes_at), *(ir.Constant(number, n) for n in (0, 3, 1))])
    return context.get_dummy_value()


@lower_builtin(operator.getitem, ConstantTableType, types.int64)
@lower_builtin(operator.getitem, ConstantTableType, WordType)
def _table_get(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    ty = sig.args[0]
    array = ir.ArrayType(_machine(ty.kind), ty.length)
    symbol = builder.module.globals.get(ty.symbol)
    if symbol is None:
        symbol = ir.GlobalVariable(builder.module, array, ty.symbol)
        symbol.global_constant = True
    return _load(builder, ty.kind, builder.gep(symbol, [ir.Constant(I64, 0), ir.Constant(I64, 0)]), values[1])


@infer_global(len)
class _Length(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.intp, args[0]) if len(args) == 1 and isinstance(args[0], ConstantTableType) else None


@lower_builtin(len, ConstantTableType)
def _table_length(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return ir.Constant(I64, sig.args[0].length)


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = StructType

    def generic_resolve(self, ty: Any, name: str) -> types.Type | None:
        return field_type(ty.kind.layout[name]) if name in ty.kind.layout else None


def _field_pointer(builder: Any, ty: Any, record: Any, name: str) -> tuple[Any, bool]:
    kind = ty.kind.layout[name]
    machine = ir.DoubleType() if kind is float else I64
    place = ir.Constant(I64, list(ty.kind.layout).index(name))
    return builder.gep(builder.inttoptr(record, machine.as_pointer()), [place]), get_origin(kind) is Annotated


@lower_getattr_generic(StructType)
def _struct_get(context: Any, builder: Any, ty: Any, value: Any, name: str) -> Any:
    pointer, atomic = _field_pointer(builder, ty, value, name)
    return builder.load_atomic(pointer, "monotonic", 8) if atomic else _apart(builder, builder.load(pointer), "struct")


@lower_setattr_generic(StructType)
def _struct_set(context: Any, builder: Any, sig: Any, values: Any, name: str) -> Any:
    record, value = values
    pointer, atomic = _field_pointer(builder, sig.args[0], record, name)
    value = context.cast(builder, value, sig.args[1], field_type(sig.args[0].kind.layout[name]))
    if atomic:
        builder.store_atomic(value, pointer, "monotonic", 8)
    else:
        _apart(builder, builder.store(value, pointer), "struct")
