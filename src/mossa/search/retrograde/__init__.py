"""Retrograde analysis: endgame tables for any game with an index of its states.

The values of finished games are known; the others are computed backwards from them [Thompson86]. For a game with an
index of its states (`docs/retrograde.md`) this makes tables with the result of perfect play and the distance to the
end:

    build(game, pieces=4, folder=…)      make the tables, on all cores; resume an earlier run
    verify(game, pieces=4, folder=…)     compute every value again from its successors
    Tables.open(game, [folder])          the tables: tables.probe(state), tables.moves(state)
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
