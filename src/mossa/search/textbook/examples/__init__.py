"""The worked figures of the course, by name: `EXAMPLES["two-ply"].run()`.

Each has the tree or game it is about, the algorithm to run, the expected results (the tests check them) and its lesson
in a sentence.
"""

from __future__ import annotations

from . import chance, minimax, players, techniques
from .example import Example

__all__ = ["EXAMPLES", "Example"]

EXAMPLES: dict[str, Example] = {
    example.name: example for family in (minimax, techniques, chance, players) for example in family.EXAMPLES
}
"""By name."""
