"""The command `mossa`. Thin on purpose: what the commands do lives in the rooms; here words become calls and answers
become text or JSON. Everything but click is imported inside the commands, so that `mossa --help` is there at once.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from mossa.cli.group import cli

# In the order of `mossa --help`.
# isort: off
from mossa.cli import playing, asking, teaching, knowledge, matches, tending  # noqa: F401

# isort: on

__all__ = ["cli", "main"]


def main() -> NoReturn:
    """The console script."""
    sys.exit(cli.main(standalone_mode=False))
