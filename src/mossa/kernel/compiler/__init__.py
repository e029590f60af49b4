"""The compiler: our subset of Python, from the syntax tree to machine code, by way of LLVM IR.

`docs/compiler.md` tells how it works. From the bottom to the top:

    types, diagnostics, subset   what is compiled, what is refused
    ir                           values, basic blocks, phis: the text of a module
    checks                       what checked mode adds: it emits nothing without it
    arithmetic                   operators and conversions
    aggregates                   tuples, vectors, structs, constant tables
    expressions, calls, loops    the syntax tree; simd has the vector primitives
    statements                   a whole function, generators among them
    program                      all functions that the entry reaches
    backend                      LLVM's passes, machine code, the linker
    entry                        calls from Python

Not done yet: big states in memory. A tuple is held as its leaves, so a board of 225 cells is 225 arguments, and a
`replace` at a variable index 225 selects. Beyond some number of leaves (measure: about 32) the `Value` of a tuple shall
hold an address in place of its items. Reading an item is then a load, `replace` a memcpy into new stack memory and one
store; an argument is the address, a result memory of the caller (`sret`). Such memory never changes after its value is
made. So an assignment shares it, but the stack memory of an expression in a loop is used again in the next turn: at the
head of a loop, a phi of addresses is not enough, and the tuple is copied into memory of the head's own. All copies of
one edge read before they write, since `a, b = b, a` is two phis that read each other.
"""

from .entry import entry_point
from .subset import SUBSET

__all__ = ["SUBSET", "entry_point"]
