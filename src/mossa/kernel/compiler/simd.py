"""`mossa.kernel.float32_ops` and `int16_ops` in LLVM IR: loops over vectors, which LLVM splits into what there is.

Each is a function of the module, made when first called. Multiplication and addition of floats may be fused.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import float32_ops, int16_ops
from .ir import Target

__all__ = ["FUNCTIONS", "define"]

FLOATS, SHORTS = f"<{float32_ops.LANES} x float>", f"<{int16_ops.LANES} x i16>"

FUNCTIONS = {
    float32_ops.add_scaled: "pfpi", float32_ops.dot: "ppi", float32_ops.assign: "ppi", float32_ops.rectify: "ppi",
    int16_ops.change_rows: "pppppii", int16_ops.squared_sum: "ppi",
}  # fmt: skip
"""Function → its parameters: p a pointer, i an int, f a float."""


def define(name: str, target: Target) -> str:
    """The definition of one of these functions, called `@mossa_NAME`."""
    makers: dict[str, Callable[[], str]] = {
        "add_scaled": _add_scaled, "dot": _dot, "assign": _assign, "rectify": _rectify,
        "change_rows": _change_rows, "squared_sum": lambda: _squared_sum(target),
    }  # fmt: skip
    return makers[name]()


def _function(
    head: str, body: str, lanes: int, *, before: str = "", carried: str = "", after: str = "ret void", result: str = ""
) -> str:
    """A function with one loop: `%place` is 0, lanes, 2·lanes … below `%length`, and `%sum` is carried to `%next`."""
    sum_in = f"%sum = phi {carried} [zeroinitializer, %entry], [%next, %loop]" if carried else ""
    sum_out = f"%last = phi {carried} [zeroinitializer, %entry], [%next, %loop]" if carried else ""
    return f"""define internal {result or "void"} {head} nounwind alwaysinline {{
entry:
{before}
%some = icmp sgt i64 %length, 0
br i1 %some, label %loop, label %end
loop:
%place = phi i64 [0, %entry], [%following, %loop]
{sum_in}
{body}
%following = add i64 %place, {lanes}
%more = icmp slt i64 %following, %length
br i1 %more, label %loop, label %end
end:
{sum_out}
{after}
}}"""


def _load(name: str, base: str, kind: str, place: str = "%place") -> str:
    """`%name = base[place …]`, and its address `%name.at`."""
    item = kind.split()[-1].rstrip(">")
    align = {"float": 4, "i16": 2}[item]
    return (
        f"%{name}.at = getelementptr {item}, ptr %{base}, i64 {place}\n"
        f"%{name} = load {kind}, ptr %{name}.at, align {align}"
    )


def _add_scaled() -> str:
    count = float32_ops.LANES
    before = f"""%single = fptrunc double %factor to float
%one = insertelement {FLOATS} undef, float %single, i32 0
%factors = shufflevector {FLOATS} %one, {FLOATS} undef, <{count} x i32> zeroinitializer"""
    body = f"""{_load("r", "row", FLOATS)}
{_load("t", "total", FLOATS)}
%product = fmul contract {FLOATS} %factors, %r
%new = fadd contract {FLOATS} %product, %t
store {FLOATS} %new, ptr %t.at, align 4"""
    return _function("@mossa_add_scaled(ptr %total, double %factor, ptr %row, i64 %length)", body, count, before=before)


def _dot() -> str:
    count = width = float32_ops.LANES
    body = f"""{_load("l", "left", FLOATS)}
{_load("r", "right", FLOATS)}
%product = fmul contract {FLOATS} %l, %r
%next = fadd contract {FLOATS} %product, %sum"""
    after, whole = [], "%last"
    while width > 1:  # fold the upper half onto the lower
        width //= 2
        mask = ", ".join(f"i32 {i + width if i < width else i}" for i in range(count))
        after.append(f"%upper{width} = shufflevector {FLOATS} {whole}, {FLOATS} {whole}, <{count} x i32> <{mask}>")
        after.append(f"%fold{width} = fadd {FLOATS} {whole}, %upper{width}")
        whole = f"%fold{width}"
    after += [f"%first = extractelement {FLOATS} {whole}, i32 0", "%out = fpext float %first to double"]
    head = "@mossa_dot(ptr %left, ptr %right, i64 %length)"
    return _function(head, body, count, carried=FLOATS, after="\n".join([*after, "ret double %out"]), result="double")


def _assign() -> str:
    body = f"""{_load("r", "row", FLOATS)}
%o.at = getelementptr float, ptr %out, i64 %place
store {FLOATS} %r, ptr %o.at, align 4"""
    return _function("@mossa_assign(ptr %out, ptr %row, i64 %length)", body, float32_ops.LANES)


def _rectify() -> str:
    body = f"""{_load("r", "row", FLOATS)}
%positive = fcmp ogt {FLOATS} %r, zeroinitializer
%new = select <{float32_ops.LANES} x i1> %positive, {FLOATS} %r, {FLOATS} zeroinitializer
%o.at = getelementptr float, ptr %out, i64 %place
store {FLOATS} %new, ptr %o.at, align 4"""
    return _function("@mossa_rectify(ptr %out, ptr %row, i64 %length)", body, float32_ops.LANES)


def _change_rows() -> str:
    """The numbers of both totals from `%place` on stay in registers while all rows are added."""

    def row(name: str, numbers: str, index: str) -> str:
        return f"""%{name}.number.at = getelementptr i64, ptr %{numbers}, i64 {index}
%{name}.number = load i64, ptr %{name}.number.at
%{name}.begin = mul i64 %{name}.number, %length
%{name}.place = add i64 %{name}.begin, %place
{_load(name, "table", SHORTS, f"%{name}.place")}"""

    head = "@mossa_change_rows(ptr %out, ptr %total, ptr %table, ptr %came, ptr %left, i64 %count, i64 %length)"
    return f"""define internal void {head} nounwind alwaysinline {{
entry:
%some = icmp sgt i64 %length, 0
br i1 %some, label %loop, label %end
loop:
%place = phi i64 [0, %entry], [%following, %store]
%behind = add i64 %place, %length
{_load("t0", "total", SHORTS)}
{_load("t1", "total", SHORTS, "%behind")}
%any = icmp sgt i64 %count, 0
br i1 %any, label %change, label %store
change:
%i = phi i64 [0, %loop], [%i.next, %change]
%sum0 = phi {SHORTS} [%t0, %loop], [%next0, %change]
%sum1 = phi {SHORTS} [%t1, %loop], [%next1, %change]
%j = add i64 %i, 1
{row("came0", "came", "%i")}
{row("left0", "left", "%i")}
{row("came1", "came", "%j")}
{row("left1", "left", "%j")}
%plus0 = add {SHORTS} %sum0, %came0
%next0 = sub {SHORTS} %plus0, %left0
%plus1 = add {SHORTS} %sum1, %came1
%next1 = sub {SHORTS} %plus1, %left1
%i.next = add i64 %i, 2
%more.rows = icmp slt i64 %i.next, %count
br i1 %more.rows, label %change, label %store
store:
%new0 = phi {SHORTS} [%t0, %loop], [%next0, %change]
%new1 = phi {SHORTS} [%t1, %loop], [%next1, %change]
%o0 = getelementptr i16, ptr %out, i64 %place
store {SHORTS} %new0, ptr %o0, align 2
%o1 = getelementptr i16, ptr %out, i64 %behind
store {SHORTS} %new1, ptr %o1, align 2
%following = add i64 %place, {int16_ops.LANES}
%more = icmp slt i64 %following, %length
br i1 %more, label %loop, label %end
end:
ret void
}}"""


def _squared_sum(target: Target) -> str:
    pairs = target.pairs
    factors, sums = f"<{2 * pairs} x i16>", f"<{pairs} x i32>"
    most = ", ".join([f"i16 {int16_ops.ONE}"] * (2 * pairs))
    if target.multiply_pairs:
        multiply = f"%pairs = call {sums} @{target.multiply_pairs}({factors} %held, {factors} %weighted)"
        declarations = f"declare {sums} @{target.multiply_pairs}({factors}, {factors})\n"
    else:
        declarations, lines = "", []
        for first in range(2):
            chosen = ", ".join(f"i32 {i}" for i in range(first, 2 * pairs, 2))
            for name in ("held", "weighted"):
                half = f"%{name}{first}"
                mask = f"<{pairs} x i32> <{chosen}>"
                lines.append(f"{half}.short = shufflevector {factors} %{name}, {factors} %{name}, {mask}")
                lines.append(f"{half} = sext <{pairs} x i16> {half}.short to {sums}")
            lines.append(f"%product{first} = mul {sums} %held{first}, %weighted{first}")
        multiply = "\n".join([*lines, f"%pairs = add {sums} %product0, %product1"])
    body = f"""{_load("s", "sums", factors)}
%positive = icmp sgt {factors} %s, zeroinitializer
%least = select <{2 * pairs} x i1> %positive, {factors} %s, {factors} zeroinitializer
%small = icmp slt {factors} %least, <{most}>
%held = select <{2 * pairs} x i1> %small, {factors} %least, {factors} <{most}>
{_load("r", "row", factors)}
%weighted = mul {factors} %held, %r
{multiply}
%next = add {sums} %sum, %pairs"""
    reduce = f"i32 @llvm.vector.reduce.add.v{pairs}i32"
    after = f"%total = call {reduce}({sums} %last)\n%out = sext i32 %total to i64\nret i64 %out"
    head = "@mossa_squared_sum(ptr %sums, ptr %row, i64 %length)"
    function = _function(head, body, 2 * pairs, carried=sums, after=after, result="i64")
    return f"{declarations}declare {reduce}({sums})\n{function}"
