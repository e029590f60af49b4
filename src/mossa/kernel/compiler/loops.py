"""Lowering of loops, and of what is summed up over a generator expression."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from .calls import Calls, Items, Range
from .diagnostics import Refused
from .ir import Block, Environment, Unreachable, Value, constant, tuple_of
from .types import BOOL, Conflict, TupleType, Type, describe, in_memory, numbers, unify

__all__ = ["Loops", "assigned"]

UNROLLED = 64
"""`tuple(… for …)` of more items than these is a loop."""

Edges = list[tuple[Block, Environment]]


@dataclass
class Loop:
    """Where `continue` and `break` lead."""

    continues: Edges = field(default_factory=list)
    breaks: Edges = field(default_factory=list)


def assigned(node: ast.AST) -> list[str]:
    """The names that are assigned somewhere within, in order; a `yield` counts its items in `$n`."""
    found: dict[str, None] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            found[part.id] = None
        elif isinstance(part, ast.Yield | ast.YieldFrom):
            found["$n"] = None
        elif isinstance(part, ast.MatchAs) and part.name:
            found[part.name] = None
    return list(found)


def _is_long(value: Value) -> bool:
    """Is this a tuple in memory? Then a loop goes through it."""
    return in_memory(value.type) and not value.items


class Loops(Calls):
    """Loops of all kinds are `loop`."""

    def __init__(self, *arguments: Any) -> None:
        self.loop_types: dict[tuple[int, str], Type] = {}
        """(loop, variable) → its type at the head of the loop, where that is not the one it came in with."""
        self.loops: list[Loop] = []
        super().__init__(*arguments)

    def loop(
        self,
        node: ast.AST,
        names: Iterable[str],
        test: Callable[[], Value],
        body: Callable[[], None],
        step: Callable[[], None],
        orelse: Callable[[], None],
        most: int | None = None,
    ) -> None:
        """A loop in which these names are assigned, with `most` turns at most.

        At the head of the loop each of them is a phi: of what it was before, and of what it is at the end of the body.
        The type of the second is only known when the body has been lowered. If it is wider, it is noted, and the whole
        function is lowered once more.
        """
        names = list(names)
        self.write_before(node, names)
        header, phis = self._header(node, names)
        condition = test()
        inside, outside = self.new_block(), self.new_block()
        if condition.known:
            self.jump(inside if condition.constant else outside)
        else:
            self.branch(condition, inside, outside)
        env = self.env
        before, self.work = self.work, 1
        self.loops.append(Loop())
        if not condition.known or condition.constant:
            self.block, self.env = inside, dict(env)
            body()
        here = self.loops.pop()
        if not self.block.ended:
            here.continues.append((self.block, self.env))
        self.merge(here.continues)
        if not self.block.ended:
            step()
            self.stop_test(before, most)
            self._back(node, names, header, phis)
        if not condition.known or not condition.constant:
            self.block, self.env = outside, dict(env)
            orelse()
            if not self.block.ended:
                here.breaks.append((self.block, self.env))
        self.merge(here.breaks)

    def _header(self, node: ast.AST, names: Iterable[str]) -> tuple[Block, Environment]:
        entry, env, phis = self.block, dict(self.env), dict[str, Value]()
        header = self.new_block()
        for name in names:
            value, known = self.env.get(name), self.loop_types.get((id(node), name))
            if value is None and (known is None or name not in self.wanted):
                continue
            ty = known or (value.type if value is not None else None)
            assert ty is not None
            if isinstance(ty, Conflict):
                env[name] = Value(ty)
                continue
            before, value = value, self.zero(ty) if value is None else value
            if in_memory(ty):
                phis[name] = env[name] = Value(ty, self.memory(ty))
                self.put(self.convert(value, ty), phis[name].operand)
            else:
                phis[name] = env[name] = self.phis(header, ty)
                self.add_edge(phis[name], (entry, self.env), value)
            phis[name] = env[name] = self.maybe_unassigned(phis[name], header, [(entry, self.env)], [before])
        self.jump(header)
        self.block, self.env = header, env
        return header, phis

    def _back(self, node: ast.AST, names: Iterable[str], header: Block, phis: Environment) -> None:
        """The edge from the end of the body to the head."""
        moves: list[tuple[str, Value]] = []
        for name in names:
            value = self.env.get(name)
            if value is None:
                continue
            before = phis[name].type if name in phis else self.loop_types.get((id(node), name), value.type)
            ty = unify(before, value.type)
            if name not in phis:
                self.loop_types[id(node), name] = ty
            elif ty != before:
                self.loop_types[id(node), name] = ty
                self.changed = True
            elif in_memory(ty):
                moves.append((phis[name].operand, self.convert(value, ty)))
            else:
                self.add_edge(phis[name], (self.block, self.env), value)
            if name in phis:
                self.add_sure(phis[name], (self.block, self.env), value)
        self.carry(moves)
        self.jump(header)

    def write_before(self, node: ast.AST, carried: Iterable[str]) -> None:
        """Tuples that are read in a loop, and not carried by it, are written to memory before, not in every turn."""
        read = dict.fromkeys(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        for value in [self.env[name] for name in read if name in self.env and name not in carried]:
            if in_memory(value.type):
                self.address(value)

    def iterate(
        self,
        node: ast.AST,
        names: list[str],
        items: Items,
        body: Callable[[Value], None],
        *,
        orelse: Callable[[], None] = lambda: None,
        until: str = "",
    ) -> None:
        """A loop over items; with `until`, it ends when the variable of that name is true."""
        counter = f"$i{id(node)}"
        plain = isinstance(items, Range)
        first, last, by = (
            (items.first, items.last, items.step)
            if isinstance(items, Range)
            else (constant(0), items.count, constant(1))
        )
        self.env[counter] = first

        def test() -> Value:
            now = self.env[counter]
            up = self.compare(">", by, constant(0))
            if up.known:
                more = self.compare("<" if up.constant else ">", now, last)
            else:
                more = self.select(up, self.compare("<", now, last), self.compare(">", now, last))
            return self.both(more, self.unary("not", self.env[until])) if until else more

        def inside() -> None:
            now = self.env[counter]
            body(now if plain else items.at(now))

        def step() -> None:
            now = self.env[counter]
            unit = by.known and by.constant in (1, -1)  # then it cannot overflow: it stops at the end of the range
            self.env[counter] = self.value(now.type, f"add {'nsw ' if unit else ''}{now}, {by.operand}")  # type: ignore[arg-type]

        most = int(items.count.constant) if items.count.known else None
        self.loop(node, [*names, counter, *([until] if until else [])], test, inside, step, orelse, most)
        self.env.pop(counter, None)

    def when(
        self,
        condition: Value,
        body: Callable[[], None],
        orelse: Callable[[], None] = lambda: None,
        *,
        usual: bool = False,
    ) -> None:
        """`if`: of a condition that is known only one side is lowered; `usual`: it is nearly always true."""
        if condition.known:
            (body if condition.constant else orelse)()
            return
        ways = ((self.new_block(), body), (self.new_block(), orelse))
        self.branch(condition, ways[0][0], ways[1][0], usual=usual)
        before: Environment = self.env
        edges: Edges = []
        for block, way in ways:
            self.block, self.env = block, dict(before)
            way()
            if not self.block.ended:
                edges.append((self.block, self.env))
        self.merge(edges)

    def target(self, node: ast.expr, value: Value) -> None:
        """Assign to a target."""
        raise NotImplementedError

    # Generator expressions

    def each(
        self,
        node: ast.GeneratorExp,
        names: list[str],
        visit: Callable[[Value], None],
        until: str = "",
        first: Items | None = None,
    ) -> None:
        """Go through the items of a generator expression; `visit` changes the variables `names`. `first`: what the
        expression goes through, if that is known already."""
        own = [name for generator in node.generators for name in assigned(generator.target)]
        first = first or self.iterable(node.generators[0].iter)  # outside the scope of the targets
        self.write_before(node, names)
        hidden = {name: self.env.pop(name) for name in own if name in self.env}

        def nested(level: int) -> None:
            if level == len(node.generators):
                visit(self.expression(node.elt))
                return
            generator = node.generators[level]
            items = self.iterable(generator.iter) if level else first

            def body(item: Value) -> None:
                self.target(generator.target, item)
                inner: Callable[[], None] = lambda: nested(level + 1)  # noqa: E731
                for test in reversed(generator.ifs):
                    inner = self._guarded(test, inner)
                inner()

            self.iterate(generator, [*names, *own], items, body, until=until)

        nested(0)
        for name in own:
            self.env.pop(name, None)
        self.env.update(hidden)

    def _guarded(self, test: ast.expr, inner: Callable[[], None]) -> Callable[[], None]:
        return lambda: self.when(self.truth(self.expression(test)), inner)

    def through(
        self, value: Value, node: ast.AST, names: list[str], visit: Callable[[Value], None], until: str = ""
    ) -> None:
        """`each`, also of a tuple in memory, which the expression `node` gives."""
        if isinstance(value.constant, ast.GeneratorExp):
            self.each(value.constant, names, visit, until)
        else:
            self.iterate(node, names, self.items(value), visit, until=until)

    def among(self, left: Value, right: Value, node: ast.expr) -> Value:
        """`left in right`, of a tuple in memory, which the expression `node` gives."""
        found = f"$among{id(node)}"
        self.env[found] = Value(BOOL, "false")

        def visit(item: Value) -> None:
            self.env[found] = self.one_of(self.env[found], self.compare("==", left, item))

        self.through(right, node, [], visit, until=found)
        return self.env.pop(found)

    def _quantified(self, name: str, value: Value) -> Value:
        """`any` and `all`, of a tuple or a generator expression."""
        wanted = name == "any"
        if isinstance(value.type, TupleType) and not _is_long(value):
            result = constant(not wanted)
            for item in value.items:
                result = self.binary("|" if wanted else "&", result, self.truth(item))
            return result
        if not isinstance(value.constant, ast.GeneratorExp) and not _is_long(value):
            raise self._wrong(name, value)
        found, node = f"$found{id(self.calling)}", self.calling
        self.env[found] = Value(BOOL, "false")

        def visit(item: Value) -> None:
            truth = self.truth(item)
            hit = truth if wanted else self.unary("not", truth)
            self.env[found] = self.value(BOOL, f"or {self.env[found]}, {hit.operand}")

        self.through(value, node, [], visit, until=found)
        result = self.env.pop(found)
        return result if wanted else self.unary("not", result)

    def _call_any(self, value: Value) -> Value:
        return self._quantified("any", value)

    def _call_all(self, value: Value) -> Value:
        return self._quantified("all", value)

    def _call_sum(self, value: Value, start: Value | None = None) -> Value:
        start = start or constant(0)
        if isinstance(value.type, TupleType) and not _is_long(value):
            for item in value.items:
                start = self.binary("+", start, item)
            return start
        if isinstance(value.constant, Items):
            raise Refused("sum of a range", "write `sum(i for i in range(n))`")
        if not isinstance(value.constant, ast.GeneratorExp) and not _is_long(value):
            raise self._wrong("sum", value)
        total, node = f"$total{id(self.calling)}", self.calling
        self.env[total] = start

        def visit(item: Value) -> None:
            self.env[total] = self.binary("+", self.env[total], item)

        self.through(value, node, [total], visit)
        return self.env.pop(total)

    def _best(self, name: str, values: tuple[Value, ...]) -> Value:
        if len(values) == 1 and isinstance(values[0].type, TupleType) and not _is_long(values[0]):
            values = values[0].items
        if len(values) != 1 or not (isinstance(values[0].constant, ast.GeneratorExp) or _is_long(values[0])):
            if not values:
                raise self._wrong(name)
            return self.extreme(name, values)
        node = self.calling
        best, some = f"$best{id(node)}", f"$some{id(node)}"
        self.env[some] = Value(BOOL, "false")

        def visit(item: Value) -> None:
            if best in self.env:
                better = self.compare("<" if name == "min" else ">", item, self.env[best])
                take = self.binary("|", self.unary("not", self.env[some]), better)
                item = self.select(take, item, self.env[best])
            elif best not in self.wanted:
                self.wanted.add(best)
                self.changed = True
            self.env[best], self.env[some] = item, Value(BOOL, "true")

        self.through(values[0], node, [best, some], visit)
        found = self.env.pop(some)
        self.require(found, f"{name} of nothing")
        if best not in self.env:
            raise Unreachable  # in the first pass: the type of the items is known now
        return self.env.pop(best)

    def _call_min(self, *values: Value) -> Value:
        return self._best("min", values)

    def _call_max(self, *values: Value) -> Value:
        return self._best("max", values)

    def _call_tuple(self, value: Value | None = None) -> Value:
        """A tuple of items whose number is known, one after the other."""
        if value is None:
            return tuple_of([])
        if isinstance(value.type, TupleType):
            return self.convert(value, TupleType(value.type.items))
        node = value.constant
        if isinstance(node, ast.GeneratorExp):
            if (count := self._length(node)) > UNROLLED:
                return self._filled_in_a_loop(node, count)
            return tuple_of(self._unrolled(node, 0))
        if not isinstance(node, Items):
            raise Refused(f"tuple does not take {describe(value.type)}")
        return tuple_of([node.at(constant(i)) for i in self._places(node)])

    def _places(self, items: Items) -> range:
        if not items.count.known:
            raise Refused("a tuple whose length varies", "the length of a tuple must be known; use a vector")
        return range(items.count.constant)

    def _length(self, node: ast.GeneratorExp) -> int:
        """How many items a generator expression has, if it goes through ranges of known length and leaves none out."""
        count = 1
        own = {name for generator in node.generators for name in assigned(generator.target)}
        for generator in node.generators:
            names = {part.id for part in ast.walk(generator.iter) if isinstance(part, ast.Name)}
            if generator.ifs or names & own:
                return 0
            items = self.iterable(generator.iter)
            count *= items.count.constant if items.count.known else 0
        return count

    def _filled_in_a_loop(self, node: ast.GeneratorExp, count: int) -> Value:
        """A tuple of many items, written to memory one after the other."""
        memory, place, types = self.name(), f"$place{id(node)}", list[Type]()
        self.env[place] = constant(0)

        def visit(item: Value) -> None:
            if not numbers(item.type):
                raise Refused(f"a tuple of {describe(item.type)}").at(self.function, node, self.lines)
            types.append(item.type)
            self.put(item, self.element(memory, self.env[place], item.type))
            self.env[place] = self.binary("+", self.env[place], constant(1))

        self.each(node, [place], visit)
        self.env.pop(place)
        ty = TupleType((types[0],) * count)
        self.allocas.append(f"{memory} = alloca [{len(ty.numbers)} x i64]")
        return self.argument(ty, memory)

    def _unrolled(self, node: ast.GeneratorExp, level: int) -> list[Value]:
        if level == len(node.generators):
            return [self.expression(node.elt)]
        generator, found = node.generators[level], list[Value]()
        own = assigned(generator.target)
        items = self.iterable(generator.iter)
        hidden = {name: self.env.pop(name) for name in own if name in self.env}
        for place in self._places(items):
            self.target(generator.target, items.at(constant(place)))
            tests = [self.truth(self.expression(test)) for test in generator.ifs]
            if not all(test.known for test in tests):
                raise Refused("a tuple whose length varies", "an `if` here must be known when it is compiled")
            if all(test.constant for test in tests):
                found += self._unrolled(node, level + 1)
        for name in own:
            self.env.pop(name, None)
        self.env.update(hidden)
        return found
