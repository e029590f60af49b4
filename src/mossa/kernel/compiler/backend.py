"""From IR as text to machine code: the only file that asks what processor this is. Public names of llvmlite alone."""

from __future__ import annotations

import ctypes
import hashlib
import sys
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
from llvmlite import binding as llvm

from ..constant_table import ConstantTable
from .ir import Target

__all__ = ["Code", "compile_text", "host", "link", "toolchain"]

Code = Callable[[Any], None]
"""Machine code of a kernel's entry: called with the address of a frame, without Python's lock."""

_lock = threading.Lock()
_tables: dict[str, ConstantTable] = {}
"""The tables that machine code points to: they must outlive whoever made them."""


@lru_cache(maxsize=1)
def host() -> Target:
    """What the front end must know of this processor."""
    has = llvm.get_host_cpu_features()
    extract = "llvm.x86.bmi.pext.64" if has.get("bmi2") else ""
    if has.get("avx512bw"):
        return Target(extract, "llvm.x86.avx512.pmaddw.d.512", 16)
    return Target(extract, "llvm.x86.avx2.pmadd.wd" if has.get("avx2") else "", 8)


@lru_cache(maxsize=1)
def toolchain() -> str:
    """What besides the sources of a kernel decides its machine code: the compiler, its version, and the processor."""
    own = Path(__file__).parent
    sources = sorted([*own.glob("*.py"), *own.parent.glob("*.py")])
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    processor = f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return f"{sys.version_info[:3]} llvmlite {llvmlite.__version__} {digest} {processor}"


def _machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="static",
        codemodel="jitdefault",  # tables lie anywhere: with "default", an address of 32 bits would not reach them
        jit=True,
    )


def compile_text(text: str) -> bytes:
    """An object file: the module through LLVM's passes, which decide what is inlined."""
    with _lock:
        machine = _machine()
        module = llvm.parse_assembly(text)
        module.triple = llvm.get_process_triple()
        module.data_layout = str(machine.target_data)
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = tuning.slp_vectorization = True
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
        return bytes(machine.emit_object(module))


def link(
    object_file: bytes, symbol: str, tables: Mapping[str, ConstantTable], addresses: Mapping[str, int] | None = None
) -> Code:
    """The entry of an object file, in this process. It stays as long as the process does."""
    with _lock:
        for name, address in (addresses or {}).items():
            llvm.add_symbol(name, address)
        for name, table in tables.items():
            llvm.add_symbol(name, _tables.setdefault(name, table).vector.address)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(object_file))
        engine.finalize_object()
        address = engine.get_function_address(symbol)
        assert address, f"the object file has no {symbol}"
        code: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)
        code.engine = engine  # it owns the memory of the code
        found: Code = code
        return found
