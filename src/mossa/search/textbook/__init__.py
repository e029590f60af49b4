"""The course's algorithms in the course's form and with its names, as readable as in the book, for any game.

`run("alphabeta", rules)` gives a `Trace`: the value, the best move, the cost, and every step, to be drawn or replayed.

| file | what is in it |
|---|---|
| `minimax`, `alphabeta` | two players: the whole tree, the explicit list L, recursion |
| `expectiminimax` | with chance; Star1 and Star2 |
| `maxn` | n players: max^n, paranoid, best reply, cooperative |
| `mcts`, `puct` | Monte Carlo tree search, any number of players; with a network |
| `clairvoyance` | hidden cards: averaging, and the exact answer |
| `queens` | one player: backtracking |
| `gametree`, `values`, `trace`, `drawing` | what the algorithms share: the tree, its values, the trace, its picture |
| `registry`, `examples`, `experiments` | all algorithms by name, the worked figures, ideal trees |
| `pseudocode` | the algorithms as the notes write them, line by line |
| `exercises` | exercises of a seed, with their marks |
"""

from .cursor import Cursor, Label
from .events import Event, Spot
from .examples import EXAMPLES, Example
from .registry import ALGORITHMS, Algorithm, Row, compare, network_of, run
from .trace import Trace

__all__ = [
    "ALGORITHMS",
    "EXAMPLES",
    "Algorithm",
    "Cursor",
    "Event",
    "Example",
    "Label",
    "Row",
    "Spot",
    "Trace",
    "compare",
    "network_of",
    "run",
]
