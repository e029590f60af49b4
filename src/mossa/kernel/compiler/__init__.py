"""The compiler: our subset of Python, from the syntax tree to machine code, by way of LLVM IR.

`docs/compiler.md` tells how it works. From the bottom to the top:

    types, diagnostics, subset   what is compiled, what is refused
    ir                           values, basic blocks, phis: the text of a module
    tuple_memory                 tuples of many numbers: where they lie, when they are copied
    checks                       what checked mode adds: it emits nothing without it
    stops                        the test in loops of rules, by which they can be left
    arithmetic                   operators and conversions
    aggregates                   tuples, vectors, structs, constant tables
    expressions, calls, loops    the syntax tree; simd has the vector primitives
    statements                   a whole function, generators among them
    program                      all functions that the entry reaches
    backend                      LLVM's passes, machine code, the linker
    entry                        calls from Python
"""

from .entry import entry_point, is_cached
from .subset import SUBSET

__all__ = ["SUBSET", "entry_point", "is_cached"]
