"""Does any applicable player beat the default one? Matches on ten fixed games, each against every other player.

    mossa bench defaults
    mossa bench defaults 40 0.02               (games of a match, seconds a move)
    mossa bench defaults 40 0.02 pig           (only games whose names begin so)

Both have the same time a move; the game is prepared before (a policy solved, a kernel compiled), as in every match. A
figure is the share of points of the default player; *beaten* are those whose share and 95 % error lie below a half.
Players of the textbook whose first move takes longer than the time lose no game by that: nobody loses on time.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
GAMES = {
    "tictactoe": "tictactoe",
    "breakthrough": f"{EXAMPLES}/breakthrough.py:wide=4",
    "dots": f"{EXAMPLES}/dots_and_boxes.py:wide=2,high=2",
    "pig 2": f"{EXAMPLES}/pig.py:goal=40",
    "pig 3": f"{EXAMPLES}/pig.py:players=3,goal=20",
    "trio": "trio",
    "goofspiel 4": f"{EXAMPLES}/goofspiel.py:cards=4",
    "goofspiel 7": f"{EXAMPLES}/goofspiel.py:cards=7",
    "liar's dice": f"{EXAMPLES}/liars_dice.py",
    "peg": f"{EXAMPLES}/peg.py",
}
"""Ten games of all kinds."""
APART = {"human", "uci", "gtp"}
GRACE = 60.0
"""Seconds by which a move may be late."""


def run(report: Callable[[str], None], games: str = "200", seconds: str = "0.05", only: str = "") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.play.clock import Control
    from mossa.play.match import Match
    from mossa.play.match import run as play_match
    from mossa.play.players import suitable_players
    from mossa.play.referee import GameTerms

    figures: dict[str, float] = {}
    beaten = []
    terms = GameTerms(control=Control.each_move(float(seconds)), margin=GRACE)
    for name, spec in GAMES.items():
        if not name.startswith(only):
            continue
        first, *others = suitable_players(mossa.game(spec))
        for other in others:
            if other in APART:
                continue
            report(f"{name}: {first} against {other}")
            score = play_match(Match(spec, (first, other), int(games), terms, seed=1))
            share, error = _share([sum(results) / len(results) for results in score.groups.values()])
            figures[f"{name}: {first} against {other}"] = round(share, 3)
            report(f"{name}: {first} has {share:.3f} ± {error:.3f} against {other}")
            if share + error < 0.5:
                beaten.append(f"{name}: {first} has {share:.3f} ± {error:.3f} against {other}")
    return {"name": "defaults", "unit": "share of points", "figures": figures, "ratios": {}, "beaten": beaten}


def _share(results: list[float]) -> tuple[float, float]:
    """The mean of the groups of games, and its 95 % error."""
    mean = sum(results) / len(results)
    spread = sum((one - mean) ** 2 for one in results) / max(1, len(results) - 1)
    return mean, 1.96 * math.sqrt(spread / len(results))


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr), *sys.argv[1:]), indent=1))
