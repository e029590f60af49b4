"""An error inside a user-defined rules file, as one sentence that names the place."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from mossa.kernel.errors import MossaError

__all__ = ["user_error"]

USER_MODULE = "mossa_user_"
"""The prefix of the module names that `mossa.core.loading` gives to rules files."""


def user_error(error: BaseException) -> MossaError | None:
    """The sentence for an error raised in a rules file; None if it was raised elsewhere."""
    files = {getattr(module, "__file__", None) for name, module in sys.modules.items() if name.startswith(USER_MODULE)}
    place = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename in files:
            place = frame.f_code, line
    if place is None or not isinstance(error, Exception) or isinstance(error, MossaError):
        return None
    code, line = place
    if isinstance(error, MemoryError):
        return MossaError(f"{Path(code.co_filename).name}, line {line}, in {code.co_name}: it takes too much memory")
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return MossaError(f"{Path(code.co_filename).name}, line {line}, in {code.co_name}: {what}")
