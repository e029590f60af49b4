"""The command `mossa`. Thin on purpose: what the commands do lives in the rooms; here words become calls and answers
become text or JSON. Everything but click is imported inside the commands, so that `mossa --help` is there at once.
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
    """A warning is one sentence too: what is missing, and how it goes on."""
    click.echo(f"mossa: {message}", err=True)
