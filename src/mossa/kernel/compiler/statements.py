"""Lowering of statements, and of a whole function."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import TYPE_CHECKING

from ..binding import is_inline
from ..generators import is_generator
from .calls import Items
from .deep_calls import deep
from .diagnostics import Refused
from .expressions import result_type, sign
from .ir import Block, Environment, Unreachable, Value, constant
from .loops import Loops, assigned
from .source import definition
from .stops import most_turns
from .subset import check
from .tuple_memory import RESULT
from .types import BOOL, INT, NONE, Conflict, Static, TupleType, Type, describe, in_memory, leaves, unify

if TYPE_CHECKING:
    from .program import Program

__all__ = ["Lowering"]

OUT, COUNT = "$out", "$n"
"""Where a generator puts its items, and how many there are: its last two arguments."""
PASSES = 12
"""How often a function is lowered until its types do not change any more."""


class Lowering(Loops):
    """One function, for arguments of certain types."""

    def __init__(self, program: Program, function: FunctionType, types: tuple[Type, ...]) -> None:
        self.tree, lines = definition(function)
        self.types, self.generator = types, is_generator(function)
        parameters = self.tree.args
        self.parameters = [a.arg for a in (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)]
        if self.generator:
            self.parameters += [OUT, COUNT]
        self.site, self.recursive = program.sites.get(function, -1), function in program.counted
        super().__init__(program, function, {*self.parameters, *assigned(self.tree)}, lines)

    def lower(self, name: str, result: Type | None) -> tuple[Type | None, str]:
        """One pass: the type of what is returned, as far as is known, and the text of the function.

        `result` is what is already known of the type. The text is only good if `changed` is false in the end.
        """
        if len(self.types) != len(self.parameters):
            wanted = f"{self.function.__name__}({', '.join(self.parameters)})"
            raise Refused(f"a kernel is called as {wanted}").at(self.function, self.tree, self.lines)
        self.reset()
        self.changed = False
        self.loops.clear()
        self.returns: list[tuple[tuple[Block, Environment], Value, ast.AST]] = []
        self.raises: list[Block] = []
        parameters: list[str] = []
        for parameter, ty in zip(self.parameters, self.types, strict=True):
            names = [f"%a{len(parameters) + n}" for n in range(len(leaves(ty)))]
            if in_memory(ty):
                parameters.append(f"ptr noalias readonly {names[0]}")
                self.env[parameter] = self.argument(ty, names[0])
                continue
            flat = [Value(leaf, name) for leaf, name in zip(leaves(ty), names, strict=True)]
            parameters += map(str, flat)
            self.env[parameter] = value = self.rebuild(ty, flat)
            self._remember(value)
        parameters += self.begin_function()
        self.body(self.tree.body)
        if not self.block.ended:
            value = self._count() if self.generator else constant(None)
            self.returns.append(((self.block, self.env), value, self.tree))
        result = self._result_type(result)
        if result is not None:
            self._return(result)
            self.program.work[name] = 1 if self.recursive else self.work
            if in_memory(result):
                self.build_in_result()
                parameters.insert(0, f"ptr noalias {RESULT}")
        hint = " alwaysinline" if is_inline(self.function) else ""
        head = f"define internal {result_type(result or NONE)} @{name}({', '.join(parameters)}) nounwind{hint}"
        return result, self.text(head)

    def _remember(self, value: Value) -> None:
        """Arguments are put into memory once, if they are."""
        if isinstance(value.type, TupleType):
            self.arguments.add(id(value))
            self.kept.append(value)
            for item in value.items:
                self._remember(item)

    def _result_type(self, result: Type | None) -> Type | None:
        if result is not None and not self.generator:
            return result
        for _, value, node in self.returns:
            found = value.type if result is None else unify(result, value.type)
            if isinstance(found, Conflict | Static):
                missing = NONE in (value.type, result)
                instead = "a `return` is missing" if missing else "return the same type on every way"
                if isinstance(found, Static):
                    instead = "return numbers, tuples of them, vectors or structs"
                says = f"returns {describe(found)}"
                raise Refused(f"{self.function.__name__} {says}", instead).at(self.function, node, self.lines)
            result = found
        return NONE if result is None and self.raises else result

    def _return(self, result: Type) -> None:
        for (block, env), value, node in self.returns:
            self.block, self.env = block, env
            try:
                self._end(result, self.convert(value, result))
            except Refused as refused:
                raise refused.at(self.function, node, self.lines) from None
        for block in self.raises:
            self.block = block
            self._end(result, self.zero(result))

    def _end(self, result: Type, value: Value) -> None:
        if in_memory(result):
            self.put_result(value)
            self.end("ret void")
            return
        flat, llvm = self.flat(value), result_type(result)
        if len(flat) < 2:
            self.end(f"ret {flat[0]}" if flat else "ret void")
            return
        whole = "undef"
        for place, leaf in enumerate(flat):
            whole = self.emit(f"insertvalue {llvm} {whole}, {leaf}, {place}")
        self.end(f"ret {llvm} {whole}")

    # Statements

    @deep
    def body(self, nodes: list[ast.stmt]) -> None:
        """Statements in a row, as far as control gets."""
        depth = len(self.loops)
        for node in nodes:
            if self.block.ended:
                return
            self.place = node
            try:
                check(node)
                getattr(self, f"_{type(node).__name__}")(node)
            except Refused as refused:
                raise refused.at(self.function, node, self.lines) from None
            except Unreachable:
                self.stop()
                del self.loops[depth:]

    def _Pass(self, node: ast.Pass) -> None:
        pass

    def _Assert(self, node: ast.Assert) -> None:
        self.check_assertion(node)

    def _Raise(self, node: ast.Raise) -> None:
        self.check_raise(node)
        self.raises.append(self.block)
        self._leave()

    def _leave(self) -> None:
        """The block is ended later; what follows it in the source is not reached from here."""
        self.block = Block("left", ended=True)

    def _Return(self, node: ast.Return) -> None:
        if self.generator:
            if node.value is not None:
                raise Refused("a generator returns nothing", "write `return` alone")
            value = self._count()
        else:
            value = constant(None) if node.value is None else self.expression(node.value)
        self.returns.append(((self.block, self.env), value, node))
        self._leave()

    def _Expr(self, node: ast.Expr) -> None:
        match node.value:
            case ast.Constant():
                pass
            case ast.Yield(value=None):
                raise Refused("`yield` says nothing", "write `yield move`")
            case ast.Yield(value=ast.expr() as item):
                self._yield(self.expression(item))
            case ast.YieldFrom(value=source):
                self._yield_from(node, source)
            case _:
                self.expression(node.value)

    def _Assign(self, node: ast.Assign) -> None:
        value = self.expression(node.value)
        for target in node.targets:
            self.target(target, value)

    def _AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.target(node.target, self.expression(node.value))

    def target(self, node: ast.expr, value: Value) -> None:
        """Assign a value to a name, a field, an item, or apart to several targets."""
        match node:
            case ast.Name():
                self.env[node.id] = value
            case ast.Tuple() | ast.List():
                if not isinstance(value.type, TupleType):
                    raise Refused(f"{describe(value.type)} cannot be unpacked")
                count = len(value.type.items)
                if len(node.elts) != count or any(isinstance(one, ast.Starred) for one in node.elts):
                    star = any(isinstance(one, ast.Starred) for one in node.elts)
                    what = "`a, *b = …` is outside the compiled subset" if star else f"{count} items"
                    raise Refused(what, "name each item")
                for one, item in zip(node.elts, self.parts(value), strict=True):
                    self.target(one, item)
            case ast.Attribute():
                self.set_field(self.expression(node.value), node.attr, value)
            case ast.Subscript():
                if isinstance(node.slice, ast.Slice):
                    raise Refused("an assignment to a slice", "write a loop")
                self.write(self.expression(node.value), self.expression(node.slice), value)
            case _:
                check(node)

    def _AugAssign(self, node: ast.AugAssign) -> None:
        op, target = sign(node.op), node.target
        try:
            match target:
                case ast.Name():
                    self.env[target.id] = self.binary(op, self.variable(target.id), self.expression(node.value))
                case ast.Attribute():
                    owner = self.expression(target.value)
                    new = self.binary(op, self.field(owner, target.attr), self.expression(node.value))
                    self.set_field(owner, target.attr, new)
                case ast.Subscript():
                    owner, index = self.expression(target.value), self.expression(target.slice)
                    new = self.binary(op, self.subscript(owner, index), self.expression(node.value))
                    self.write(owner, index, new)
        except Refused as refused:
            refused.reason = refused.reason.replace(f"`{op}`", f"`{op}=`") if refused.node is None else refused.reason
            raise

    def _If(self, node: ast.If) -> None:
        condition = self.truth(self.expression(node.test))
        self.when(condition, lambda: self.body(node.body), lambda: self.body(node.orelse))

    def _While(self, node: ast.While) -> None:
        self.loop(
            node,
            assigned(node),
            lambda: self.truth(self.expression(node.test)),
            lambda: self.body(node.body),
            lambda: None,
            lambda: self.body(node.orelse),
            most_turns(node),
        )

    def _For(self, node: ast.For) -> None:
        items = self.iterable(node.iter)

        def body(item: Value) -> None:
            self.target(node.target, item)
            self.body(node.body)

        self.iterate(node, assigned(node), items, body, orelse=lambda: self.body(node.orelse))

    def _Break(self, node: ast.Break) -> None:
        self.loops[-1].breaks.append((self.block, self.env))
        self._leave()

    def _Continue(self, node: ast.Continue) -> None:
        self.loops[-1].continues.append((self.block, self.env))
        self._leave()

    # match

    def _Match(self, node: ast.Match) -> None:
        self._cases(self.expression(node.subject), node.cases)

    @deep
    def _cases(self, subject: Value, cases: list[ast.match_case]) -> None:
        if not cases:
            return
        case, rest = cases[0], cases[1:]

        def guarded() -> None:
            self._bind(subject, case.pattern)
            guard = constant(True) if case.guard is None else self.truth(self.expression(case.guard))
            self.when(guard, lambda: self.body(case.body), lambda: self._cases(subject, rest))

        self.when(self._matches(subject, case.pattern), guarded, lambda: self._cases(subject, rest))

    def _matches(self, subject: Value, pattern: ast.pattern) -> Value:
        """Whether a value has the shape and the constants of a pattern."""
        match pattern:
            case ast.MatchValue():
                return self.compare("==", subject, self.expression(pattern.value))
            case ast.MatchSingleton():
                if pattern.value is None:
                    return constant(subject.type == NONE)
                return self.compare("==", subject, constant(pattern.value)) if subject.type == BOOL else constant(False)
            case ast.MatchAs():
                return constant(True) if pattern.pattern is None else self._matches(subject, pattern.pattern)
            case ast.MatchOr():
                result = constant(False)
                for one in pattern.patterns:
                    result = self.one_of(result, self._matches(subject, one))
                return result
            case ast.MatchSequence() if isinstance(subject.type, TupleType):
                if len(pattern.patterns) != len(subject.type.items):
                    return constant(False)
                result = constant(True)
                for one, item in zip(pattern.patterns, self.parts(subject), strict=True):
                    result = self.both(result, self._matches(item, one))
                return result
        raise Refused(f"a pattern that {describe(subject.type)} cannot have", "match numbers, and tuples of them").at(
            self.function, pattern, self.lines
        )

    def _bind(self, subject: Value, pattern: ast.pattern) -> None:
        """Give the parts of a value that has matched the names in the pattern."""
        match pattern:
            case ast.MatchAs():
                if pattern.pattern is not None:
                    self._bind(subject, pattern.pattern)
                if pattern.name is not None:
                    self.env[pattern.name] = subject
            case ast.MatchSequence():
                for one, item in zip(pattern.patterns, self.parts(subject), strict=True):
                    self._bind(item, one)

    # Generators: `yield move` puts the move into a vector and counts it

    def _count(self) -> Value:
        return self.convert(self.env[COUNT], INT)

    def _yield(self, item: Value) -> None:
        capacity = self.program.capacity
        if capacity is not None and self.checked:
            few = self.compare("<", self._count(), constant(capacity))
            self.require(few, f"{self.function.__name__} lists more than the {capacity} items declared (widest)")

        def store() -> None:
            self.write(self.env[OUT], self.env[COUNT], item)
            self.env[COUNT] = self.value(INT, f"add {self._count()}, 1")

        def drop() -> None:
            self.do(f"store i64 1, ptr {self.module.excess}")

        fits = constant(True) if capacity is None else self.compare("<", self._count(), constant(capacity))
        self.when(fits, store, drop, usual=True)

    def _filled_from(self, source: ast.expr) -> Value | None:
        """The count after another generator has put its items into the vector; None if it is not a call of one."""
        if isinstance(source, ast.Call):
            function = self.expression(source.func).constant
            if isinstance(function, FunctionType) and is_generator(function):
                arguments = self.bound(function, self.spread(source.args), self.keywords(source))
                return self.call(function, [*arguments, self.env[OUT], self._count()])
        return None

    def _filtered(self, source: ast.GeneratorExp) -> Items | None:
        """`yield from (move for move in others(state) if …)`: the items of another generator, which are put into the
        vector, from where each is read before one is written in its place or further in front."""
        begin = self._count()
        end = self._filled_from(source.generators[0].iter)
        if end is None:
            return None
        if len(source.generators) > 1:
            raise Refused("a second `for` behind a generator", "write a generator of its own")
        out = self.env[OUT]
        count = self.binary("-", end, begin)
        return Items(count, lambda place: self.read(out, self.binary("+", begin, place)))

    def _yield_from(self, node: ast.Expr, source: ast.expr) -> None:
        count = self._filled_from(source)
        if count is not None:
            self.env[COUNT] = count
            return
        if isinstance(source, ast.GeneratorExp):
            self.each(source, [COUNT], self._yield, first=self._filtered(source))
            return
        items = self.iterable(source)
        self.iterate(node, [COUNT], items, self._yield)
