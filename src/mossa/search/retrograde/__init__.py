"""Retrograde analysis: endgame tables for any game whose states can be numbered.

The end of a game is known; what leads to it can be worked out backwards [Thompson86]. A game that numbers its states
(`docs/retrograde.md`) gets from here tables with the result of perfect play and the number of moves to it:

    build(game, pieces=4, folder=…)      make the tables, on all cores; go on where an earlier run was stopped
    verify(game, pieces=4, folder=…)     work out every value once more from its successors
    Tables.open(game, [folder])          the tables, to be asked: tables.probe(state), tables.moves(state)
"""

from .building import BuildReport, build
from .codes import DRAW, UNKNOWN, Outcome
from .files import default_folder
from .tables import Tables, load_codes, load_some
from .verifying import verify

__all__ = [
    "DRAW",
    "UNKNOWN",
    "BuildReport",
    "Outcome",
    "Tables",
    "build",
    "default_folder",
    "load_codes",
    "load_some",
    "verify",
]
