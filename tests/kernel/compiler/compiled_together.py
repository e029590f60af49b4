"""Many functions compiled in one module, without the cache: a tenth of the time that a kernel for each would take."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

from llvmlite import binding as llvm

from mossa.kernel.binding import Graph
from mossa.kernel.compiler import source
from mossa.kernel.compiler.backend import compile_text, host, link
from mossa.kernel.compiler.program import Program
from mossa.kernel.compiler.types import FLOAT, INT, WORD, Pointer, TupleType, Type
from mossa.kernel.memory import Ints, Reals, Words

__all__ = ["TYPES", "compiled_together"]

TYPES: tuple[Type, ...] = (
    *(INT, INT, WORD, WORD, FLOAT, TupleType((INT, INT, INT)), INT, Pointer(Ints), Pointer(Words), Pointer(Reals)),
)
"""The parameters of a random program: i, j, x, y, f, t, z, ints, words, reals."""
FRAME = struct.Struct("=qqQQdqqqqQQQ")


def compiled_together(
    all_of_them: FunctionType, functions: list[FunctionType], *, quickly: bool = False
) -> list[Callable[..., int]]:
    """These functions, which take TYPES and return an int or a truth, as machine code; `all_of_them` names them.

    With `quickly`, LLVM optimises little and saves half of the time: what is under test is what comes before it.
    """
    graph = Graph(all_of_them, {})
    program, entries = Program(graph, host()), list[str]()
    for function in functions:
        graph.entry = function
        program.entry(f"entry_of_{function.__name__}", TYPES)
        entries.append(program.module.functions[-1])
    program.module.functions = [*(one.text for one in program.instances.values()), *entries]
    source._parsed.cache_clear()  # the trees of hundreds of programs
    names = [f"entry_of_{function.__name__}" for function in functions]
    code: Any = link((_quickly if quickly else compile_text)(program.module.text()), names[0], graph.tables)
    made = []
    for name in names:
        entry: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.engine.get_function_address(name))
        entry.code = code  # it owns the memory
        made.append(partial(_call, entry))
    return made


def _quickly(text: str) -> bytes:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=0,
        reloc="static",
        codemodel="jitdefault",
        jit=True,
    )
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _call(entry: Any, i: int, j: int, x: int, y: int, f: float, t: tuple[int, ...], z: int, *vectors: Any) -> int:
    frame = ctypes.create_string_buffer(FRAME.size)
    FRAME.pack_into(frame, 0, i, j, x, y, f, *t, z, *(vector.address for vector in vectors))
    entry(frame)
    result: int = struct.unpack_from("q", frame)[0]
    return result
