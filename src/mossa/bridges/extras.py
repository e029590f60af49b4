"""The frameworks that the bridges lead to: imported when they are used, and missed in one sentence."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from mossa.kernel.errors import MossaError

__all__ = ["require"]


def require(module: str, name: str, extra: str) -> ModuleType:
    """The module of a framework; if it is not installed, a sentence that says how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] not in module.split("."):
            raise
        raise MossaError(f"{name} is not installed: pip install 'mossa[{extra}]'") from None
