"""The second back end: our subset of Python, from the syntax tree to LLVM IR. Chosen by `MOSSA_COMPILER=llvm`."""

from .kernel import LlvmKernel
from .subset import SUBSET

__all__ = ["SUBSET", "LlvmKernel"]
