"""The opening of the usual board, solved: see `data/README.md`."""

from pathlib import Path

SOLUTIONS = Path(__file__).parent / "data" / "solutions.xz"
