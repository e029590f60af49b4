"""The command `mossa`: it turns arguments into calls of the other packages, and results into text or JSON.

Everything but click is imported inside the commands, so that `mossa --help` starts fast.
"""

from __future__ import annotations

import sys
import threading
import warnings
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from .app import cli
from .console import report_error

# In the order of `mossa --help`.
# isort: off
from . import play, analysis, course, exercises, puzzles, knowledge, learn, tune, matches, maintenance  # noqa: F401

# isort: on

__all__ = ["cli", "main"]


def main() -> NoReturn:
    """The console script."""
    warnings.showwarning = warn
    threading.excepthook = crash
    # Letters that the terminal cannot show are escaped, and bytes that are no letters are read as a sign for that.
    for stream, errors in ((sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace"), (sys.stdin, "replace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    sys.exit(cli.main(standalone_mode=False))


def crash(failed: threading.ExceptHookArgs) -> None:
    """Report an exception that ended a thread."""
    if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
        from mossa.core.crash_report import crash_sentence

        report_error(crash_sentence(failed.exc_value, sys.argv[1:]))


def warn(message: Warning | str, *place: Any, **more: Any) -> None:
    """Show a warning as one sentence on stderr."""
    click.echo(f"mossa: {message}", err=True)
