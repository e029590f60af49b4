"""The stop test: loops and recursion of rules can be left, also if they do not end.

Engines test their own signal at each node. Rules know nothing of it, so the compiler adds a test to their loops: on the
way back to the head it reads a flag that Python sets (`kernel/traps.py`). Functions that call themselves test it when
they begin, and count how deep they are.

A loop whose number of turns is known and small needs no test, since it ends soon. So does one over the bits of a word:
`while bits: …; bits &= bits - 1`. How long a function can run without a test is its *work*: a number of turns and
calls, from the inside out.
"""

from __future__ import annotations

import ast

from .checks import JUMPS, STOP, Checks
from .ir import Value, constant
from .types import BOOL, INT

__all__ = ["DEEPEST", "Stops", "most_turns"]

MOST_WORK = 10_000
"""A loop of no more turns and calls than these, all in all, is not tested: it takes some microseconds."""
DEEPEST = 1000
"""Calls of a function of rules within itself; Python's own limit is as low."""
CLEARING = ("{x} &= {x} - 1", "{x} = {x} & {x} - 1", "{x} ^= {x} & -{x}", "{x} -= {x} & -{x}", "{x} = {x} ^ {x} & -{x}")
"""Ways to take the lowest bit from a word."""
DEPTH = "%depth"
"""The last argument of a function of rules that calls itself."""

BITS = 64
PAUSE = """@mossa_stop = external global i64
declare void @mossa_stopped(ptr, i64)
define internal preserve_allcc void @mossa_pause(i64 %site) nounwind cold noinline {
%exit = alloca ptr
store ptr null, ptr %exit
call void @mossa_stopped(ptr %exit, i64 %site)
%buffer = load ptr, ptr %exit
%again = icmp eq ptr %buffer, null
br i1 %again, label %back, label %leave
back:
ret void
leave:
call void @longjmp(ptr %buffer, i32 1)
unreachable
}"""
"""Called where the flag is set: it asks Python whether this thread is meant."""


def most_turns(loop: ast.While) -> int | None:
    """At most how many turns a `while` has, if it takes away the lowest bit of a word in each of them."""
    test = loop.test.left if isinstance(loop.test, ast.Compare) and _is_not_zero(loop.test) else loop.test
    if not isinstance(test, ast.Name):
        return None
    name = test.id
    stored = [part for part in ast.walk(loop) if isinstance(part, ast.Name) and part.id == name]
    if sum(isinstance(part.ctx, ast.Store) for part in stored) != 1:
        return None
    for statement in loop.body:
        if ast.unparse(statement) in [pattern.format(x=name) for pattern in CLEARING]:
            return BITS
        if any(isinstance(part, ast.Continue) for part in ast.walk(statement)):
            return None
    return None


def _is_not_zero(test: ast.Compare) -> bool:
    number = test.comparators[0]
    return isinstance(test.ops[0], ast.NotEq) and isinstance(number, ast.Constant) and number.value == 0


class Stops(Checks):
    """What is added to the functions of rules."""

    site = -1
    """The number of the function among those of the kernel, if it is one of the rules."""
    recursive = False
    """Is it a function of rules that calls itself?"""

    def reset(self) -> None:
        """Begin anew."""
        super().reset()
        self.work = 1

    def begin_function(self) -> list[str]:
        """What a function of rules that calls itself does first; its further parameters."""
        if not self.recursive:
            return []
        fine = self.value(BOOL, f"icmp ult i64 {DEPTH}, {DEEPEST}")
        self.always_require(fine, f"{self.name_here()} calls itself more than {DEEPEST} times, one within the other")
        self._test()
        return [f"i64 {DEPTH}"]

    def name_here(self) -> str:
        """The name of the function that is being lowered."""
        raise NotImplementedError

    def depth_argument(self, recursive: bool) -> list[Value]:
        """The further argument of a call."""
        if not recursive:
            return []
        return [Value(INT, self.emit(f"add i64 {DEPTH}, 1")) if self.recursive else constant(0)]

    def stop_test(self, before: int, most: int | None) -> None:
        """At the end of a loop's body, in which `work` was counted from 0: the loop has `most` turns at most."""
        if most is not None and most * self.work <= MOST_WORK:
            self.work = before + most * self.work
            return
        self.work += before
        self._test()

    def _test(self) -> None:
        if self.site < 0:
            return
        self.module.library[STOP] = PAUSE
        for signature in JUMPS:
            self.module.declare(signature)
        flag = self.emit("load atomic i64, ptr @mossa_stop monotonic, align 8")
        on, pause = self.new_block(), self.new_block()
        self.branch(self.value(BOOL, f"icmp eq i64 {flag}, 0"), on, pause, usual=True)
        self.block = pause
        self.do(f"call preserve_allcc void @mossa_pause(i64 {self.site})")
        self.jump(on)
        self.block = on
