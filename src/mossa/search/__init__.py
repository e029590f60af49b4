"""Search: the course's algorithms, to be read (`textbook`), and the compiled engines, to play well (all other folders).

| folder | what is in it |
|---|---|
| `common` | what all engines share: limits, results, scores, threads, the stop signal |
| `mate` | the shortest forced win: proof-number search |
| `alphabeta` | the engine for two players |
| `graph` | all positions of a game, solved together by value iteration |
| `chance` | expectimax with Star1 and Star2, rollouts |
| `equilibrium` | hidden information and simultaneous moves |
| `montecarlo` | Monte Carlo tree search |
| `nplayers` | max^n, paranoid and best-reply search for many players |
| `retrograde` | endgame tables |
| `single_agent` | puzzles: A*, IDA*, depth first with a table |
| `textbook` | the course's algorithms, for any game |
| `hidden` | averaging over clairvoyance: deals solved with open cards |

Each imports only from those above it; an import contract checks that.
"""

from .common.limits import Limits
from .common.results import SearchResult

__all__ = ["Limits", "SearchResult"]
