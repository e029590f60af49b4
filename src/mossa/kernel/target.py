"""A target of our own for Numba: functions that return their value in a register and never raise.

Numba's functions return a status and write their result through a pointer, and every caller checks the status. Rules
and kernels do not raise, so that costs a recursive search two argument registers and a test per call for nothing. Here
a function takes its arguments and returns its value, as in C. What would raise inside (an index of a tuple out of
range) returns 0 instead; the interpreted run is where such mistakes show.

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
        """What would raise returns 0."""
        self._return_errcode_raw(builder, None)

    def return_dynamic_user_exc(self, builder: Any, *args: Any, **kws: Any) -> None:
        """What would raise returns 0."""
        self._return_errcode_raw(builder, None)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """A call never fails, so this code is never reached."""
        self._return_errcode_raw(builder, None)

    def call_function(self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None) -> Any:
        """Call, and report that all went well."""
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
    """Machine code in which functions that call each other in a circle find each other.

    The first of them to be compiled calls the others through pointers that Numba fills in at run time: such code could
    not be kept in a cache. Once all of them are here, the pointers are constants, and the calls direct.
    """

    def _optimize_final_module(self) -> None:
        module, prefix = self._final_module, RuntimeLinker.PREFIX
        here = {function.name for function in module.functions if not function.is_declaration}
        for pointer in [variable.name for variable in module.global_variables if variable.name.startswith(prefix)]:
            name = pointer.removeprefix(prefix)
            if name in here:
                fixed = f'declare void @"{name}"()\n@"{pointer}" = linkonce_odr constant ptr @"{name}"\n'
                module.link_in(llvm.parse_assembly(fixed))
        super()._optimize_final_module()


class KernelCodegen(JITCPUCodegen):  # type: ignore[misc]
    """Makes such libraries."""

    _library_class = KernelLibrary


class KernelContext(cpu.CPUContext):  # type: ignore[misc]
    """The usual processor with the direct convention."""

    def init(self) -> None:
        """Part of Numba's interface."""
        super().init()
        self._internal_codegen = KernelCodegen("mossa.exec")

    @property
    def call_conv(self) -> DirectCallConv:
        """How functions are called."""
        return DirectCallConv(self)


class KernelTarget(CPUTarget):  # type: ignore[misc]
    """A target beside Numba's own: nothing of ours changes what other users of Numba in this process compile."""

    @cached_property
    def _toplevel_target_context(self) -> KernelContext:
        return KernelContext(self.typing_context, self._target_name)


class KernelDispatcher(Dispatcher):  # type: ignore[misc]
    """A function to be compiled for our target."""

    targetdescr = KernelTarget(NAME)


class Kernel(CPU):  # type: ignore[misc]
    """The target's token in Numba's hierarchy: what works on any processor works here."""


def _jit(*args: Any, **options: Any) -> Any:
    """What Numba calls to compile the Python parts of its own library (`min`, `max` …) for our target."""
    options.pop("target", None)
    inline = options.pop("inline", None)
    chosen = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None, **options}
    if inline is not None:
        chosen["inline"] = inline
    return lambda function: KernelDispatcher(function, locals={}, targetoptions=chosen)


target_registry[NAME] = Kernel
dispatcher_registry[Kernel] = KernelDispatcher
jit_registry[Kernel] = _jit
