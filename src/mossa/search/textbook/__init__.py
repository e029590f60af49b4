"""The course's algorithms, in the course's own form and names, readable as the book is, for any game.

`run("alphabeta", rules, state)` gives a `Trace`: value, best move, counts, and every step, to be drawn or stepped.
"""

from .examples import EXAMPLES, Example
from .registry import ALGORITHMS, Algorithm, compare, run
from .trace import Event, Trace

__all__ = ["ALGORITHMS", "EXAMPLES", "Algorithm", "Event", "Example", "Trace", "compare", "run"]
