"""Games with hidden information: the compiled searches against the same ones interpreted.

    mossa bench hidden
    mossa bench hidden 5                       (rounds)

Simulations per second of information-set search, and nodes per second of averaging over clairvoyance. Both forms do the
same: that their answers are equal is checked at the interpreted one's number. They take turns; the figures are medians
over the rounds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
POSITIONS = {
    "cards": "1",
    "kuhn": "J K",
    f"{EXAMPLES / 'goofspiel.py'}:cards=6": "3",
    f"{EXAMPLES / 'liars_dice.py'}:faces=6": "2 1",
    "hearts:passing=hold": "Q953.A7.982.KQ42 K2.984.KQ6543.A9 T87.T52.JT.JT853 ♣2 ♣A ♣3",
}
"""Game → the moves to a position in which something is hidden from the mover."""
FAST, SLOW, HEAVY = 200_000, 400, {"hearts:passing=hold": 40}
"""Simulations of a search, compiled and interpreted; the latter where the game is long."""
MEMORY = 64
"""MiB of the table."""


def run(report: Callable[[str], None], rounds: str = "3") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.common.limits import Limits
    from mossa.search.hidden.clairvoyance import Clairvoyance
    from mossa.search.montecarlo.information_sets import InformationSetSearch

    figures, ratios = dict[str, int](), dict[str, float]()
    for spec, moves in POSITIONS.items():
        game = mossa.game(spec)
        state, name = game.after(moves).state, Path(spec).name
        searches = [InformationSetSearch(game, memory_mib=MEMORY, compiled=compiled) for compiled in (True, False)]
        averages = [Clairvoyance(game, compiled=compiled) for compiled in (True, False)]
        speeds: dict[str, tuple[list[float], list[float]]] = {"is-mcts": ([], []), "clairvoyance": ([], [])}
        for number in range(int(rounds)):
            report(f"{name}, round {number + 1} of {rounds}")
            answers, slow = [], HEAVY.get(spec, SLOW)
            for place, nodes in ((0, FAST), (1, slow), (0, slow)):
                searches[place].forget()
                found = searches[place].search(state, Limits(nodes=nodes), seed=number)
                answers.append(found.candidates)
                if (place, nodes) != (0, slow):
                    speeds["is-mcts"][place].append(found.nodes / found.seconds)
            _require_same(name, *answers[1:])
            answers = []
            for place, deals in ((0, 100), (1, 2), (0, 2)):
                averages[place].forget()
                found = averages[place].search(state, Limits(depth=6), deals=deals, seed=number, multipv=99)
                answers.append(found.candidates)
                if (place, deals) != (0, 2):
                    speeds["clairvoyance"][place].append(found.nodes / found.seconds)
            _require_same(name, *answers[1:])
        for method, (compiled, interpreted) in speeds.items():
            figures[f"{name} {method}"] = round(median(compiled))
            figures[f"{name} {method}, interpreted"] = round(median(interpreted))
            ratios[f"{name} {method}"] = round(median(compiled) / median(interpreted), 1)
    return {"name": "hidden", "unit": "simulations/s, nodes/s", "figures": figures, "ratios": ratios}


def _require_same(name: str, one: Any, other: Any) -> None:
    """Both forms must have found the same."""
    if one != other:
        raise SystemExit(f"{name}: {one} interpreted, {other} compiled: not the same search")


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
