"""A target of our own for Numba: functions that return their value in a register and never raise.

Numba's functions return a status and write their result through a pointer, and every caller checks the status. Rules
and kernels do not raise, so this costs a recursive search two argument registers and a test per call for nothing. Here
a function takes its arguments and returns its value, as in C. Code that would raise (an index of a tuple out of range)
returns 0 instead; such mistakes show in the interpreted run.

Like `compiler.py` and `cache.py`, this file uses private names of Numba, whose version is pinned.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import cgutils, cpu
from numba.core.callconv import CPUCallConv, Status, excinfo_ptr_t
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUTarget
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.core.utils import threadsafe_cached_property as cached_property

__all__ = ["KernelDispatcher"]

NAME = "mossa"


class DirectCallConv(CPUCallConv):  # type: ignore[misc]
    """Arguments in, value out."""

    def get_function_type(self, restype: Any, argtypes: Any) -> Any:
        """The LLVM type of a function."""
        return ir.FunctionType(self._result(restype), list(self._get_arg_packer(argtypes).argument_types))

    def _result(self, restype: Any) -> Any:
        return self.context.data_model_manager[restype].get_return_type()

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:
        """Name the arguments."""
        self._get_arg_packer(fe_argtypes).assign_names(self.get_arguments(fn), ["arg." + a for a in args])
        fn.attributes.add("nounwind")

    def get_arguments(self, func: Any) -> Any:
        """All arguments are the function's own."""
        return func.args

    def return_value(self, builder: Any, retval: Any) -> None:
        """Return from a function."""
        builder.ret(retval)

    def _return_errcode_raw(self, builder: Any, code: Any) -> None:
        builder.ret(cgutils.get_null_value(builder.function.function_type.return_type))

    def set_static_user_exc(self, builder: Any, *args: Any, **kws: Any) -> None:
        """There are no exceptions."""

    def set_dynamic_user_exc(self, builder: Any, *args: Any, **kws: Any) -> None:
        """There are no exceptions."""

    def return_user_exc(self, builder: Any, *args: Any, **kws: Any) -> None:
        """Code that would raise returns 0."""
        self._return_errcode_raw(builder, None)

    def return_dynamic_user_exc(self, builder: Any, *args: Any, **kws: Any) -> None:
        """Code that would raise returns 0."""
        self._return_errcode_raw(builder, None)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """A call never fails, so this code is unreachable."""
        self._return_errcode_raw(builder, None)

    def call_function(self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None) -> Any:
        """Call; the status is always success."""
        values = list(self._get_arg_packer(argtys).as_arguments(builder, args))
        chosen = tuple(attrs) if isinstance(attrs, Iterable) and not isinstance(attrs, str) else ()
        result = builder.call(callee, values, attrs=chosen)
        yes, no = cgutils.true_bit, cgutils.false_bit
        status = Status(
            code=cgutils.int32_t(0),
            is_ok=yes,
            is_none=no,
            is_error=no,
            is_python_exc=no,
            is_user_exc=no,
            is_stop_iteration=no,
            excinfoptr=ir.Constant(excinfo_ptr_t, ir.Undefined),
        )
        return status, self.context.get_returned_value(builder, resty, result)


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Machine code that is generated once, for the entry of a kernel with all that it calls.

    Numba generates machine code for every function on its own, and again in each of its callers. Here a function that
    is not called from Python stays LLVM code until an entry is linked with all it calls.

    Mutually recursive functions find each other there. The first of them to be compiled calls the others through
    pointers that Numba fills in at run time: such code cannot be cached. Once all of them are linked, the pointers are
    constants, and the calls direct.
    """

    def add_linking_library(self, library: Any) -> None:
        """Add a library that this one calls."""
        self._linking_libraries.append(library)

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function; 0 if there is none of that name."""
        if not self._finalized and name not in {function.name for function in self._final_module.functions}:
            return 0
        address: int = super().get_pointer_to_function(name)
        return address

    def finalize(self) -> None:
        """Take in all that is called from here, directly or not, and make machine code of it."""
        seen: set[KernelLibrary] = {self}
        callees_first: list[KernelLibrary] = []

        def gather(library: KernelLibrary) -> None:
            for callee in library._linking_libraries:
                if callee not in seen:
                    seen.add(callee)
                    gather(callee)
                    callees_first.append(callee)

        gather(self)
        # Callers first: linking leaves out a function that nothing in the module calls yet.
        self._linking_libraries = callees_first[::-1]
        super().finalize()

    def _get_module_for_linking(self) -> Any:
        if self._finalized:
            return super()._get_module_for_linking()
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        return module

    def _optimize_final_module(self) -> None:
        module, prefix = self._final_module, RuntimeLinker.PREFIX
        here = {function.name for function in module.functions if not function.is_declaration}
        for pointer in [variable.name for variable in module.global_variables if variable.name.startswith(prefix)]:
            name = pointer.removeprefix(prefix)
            if name in here:
                fixed = f'declare void @"{name}"()\n@"{pointer}" = linkonce_odr constant ptr @"{name}"\n'
                module.link_in(llvm.parse_assembly(fixed))
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"  # not called from elsewhere
        # One run of all passes, callees before callers. (Numba first inlines everything unoptimised, for the sake of
        # reference counts: that takes longer and gains nothing here.)
        passes, builder = self._codegen._module_pass_manager()
        passes.run(module, builder)

    def _verify_declare_only_symbols(self) -> None:
        lost = [one.name for one in self._final_module.functions if one.is_declaration and one.name.startswith("_Z")]
        assert not lost, f"called, but not linked in: {lost}"


class KernelCodegen(JITCPUCodegen):  # type: ignore[misc]
    """Makes `KernelLibrary` objects."""

    _library_class = KernelLibrary

    def set_env(self, env_name: str, env: Any) -> None:
        """Set the environment that the wrapper for Python needs, if there is machine code."""
        if self._engine.is_symbol_defined(env_name):
            super().set_env(env_name, env)


class KernelContext(cpu.CPUContext):  # type: ignore[misc]
    """Numba's CPU target with the direct calling convention."""

    def init(self) -> None:
        """Part of Numba's interface."""
        super().init()
        self._internal_codegen = KernelCodegen("mossa.exec")

    @property
    def call_conv(self) -> DirectCallConv:
        """How functions are called."""
        return DirectCallConv(self)


class KernelTarget(CPUTarget):  # type: ignore[misc]
    """A target beside Numba's own: other users of Numba in this process are not affected."""

    @cached_property
    def _toplevel_target_context(self) -> KernelContext:
        return KernelContext(self.typing_context, self._target_name)


class KernelDispatcher(Dispatcher):  # type: ignore[misc]
    """A function to be compiled for our target."""

    targetdescr = KernelTarget(NAME)


class KernelCPU(CPU):  # type: ignore[misc]
    """The target's class in Numba's hierarchy: what is implemented for any CPU works here."""


def _jit(*args: Any, **options: Any) -> Any:
    """What Numba calls to compile the Python parts of its own library (`min`, `max` …) for our target."""
    options.pop("target", None)
    inline = options.pop("inline", None)
    chosen = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None, **options}
    if inline is not None:
        chosen["inline"] = inline
    return lambda function: KernelDispatcher(function, locals={}, targetoptions=chosen)


target_registry[NAME] = KernelCPU
dispatcher_registry[KernelCPU] = KernelDispatcher
jit_registry[KernelCPU] = _jit
