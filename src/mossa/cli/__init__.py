"""The command `mossa`: it turns arguments into calls of the other packages, and results into text or JSON.

Everything but click is imported inside the commands, so that `mossa --help` starts fast.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any, NoReturn

import click

from .app import cli

# In the order of `mossa --help`.
# isort: off
from . import play, analysis, course, knowledge, matches, maintenance  # noqa: F401

# isort: on

__all__ = ["cli", "main"]


def main() -> NoReturn:
    """The console script."""
    warnings.showwarning = warn
    sys.exit(cli.main(standalone_mode=False))


def warn(message: Warning | str, *place: Any, **more: Any) -> None:
    """Show a warning as one sentence on stderr."""
    click.echo(f"mossa: {message}", err=True)
