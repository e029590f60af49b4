"""What each technique of the engine is worth in games: all of them judged at once.

    mossa bench techniques chess 10000 600 results.jsonl             (nodes a move, seconds, where results are kept)
    mossa bench techniques chess 10000 600 results.jsonl mine.json   (other settings than every switch off)

Two players draw a setting of every technique at random and play a pair of games from one opening. A logistic regression
of the points on what the two had different tells what each setting is worth, in Elo, with its 95 % error. So every
game counts for every technique, and a thousand pairs tell of each what a match of five hundred pairs would. That
the techniques add up is taken for granted.

The file of settings is JSON, technique → settings: {"late": ["", "late_base=3", "late_base=7"]}; the first of each is
what the others are compared with, and "" is as the game has it. Results of several runs add up in one file.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Pair = tuple[dict[str, str], dict[str, str], float]
"""The settings of both players, and the share of the points that the first took."""

PLIES = 4
"""Random moves after the opening."""
RIDGE = 1e-3
"""Keeps the equations solvable."""
ENOUGH = 5
"""Pairs for each setting below which nothing is said."""


def run(
    report: Callable[[str], None],
    name: str = "chess",
    nodes: str = "10000",
    seconds: str = "60",
    results: str = "",
    settings: str = "",
) -> dict[str, Any]:
    """Play, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.engines.options import SWITCHES, tuned

    game = mossa.game(name)
    if settings:
        choices = read_settings(Path(settings))
    else:
        choices = {switch: ["", f"{switch}=0"] for switch in SWITCHES if tuned(game)[switch]}
    kept = Path(results) if results else None
    pairs: list[Pair] = []
    if kept is not None and kept.exists():
        pairs = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    chooser, begin = random.Random(time.time_ns()), time.monotonic()
    while time.monotonic() - begin < float(seconds):
        one, other = ({what: chooser.choice(levels) for what, levels in choices.items()} for _ in range(2))
        pairs.append((one, other, play(name, one, other, int(nodes), chooser.getrandbits(32))))
        report(f"{len(pairs)} pairs of games")
        if kept is not None:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(pairs[-1]) + "\n")
    return {"name": f"techniques {name}", "figures": {"pairs": len(pairs), **fit(choices, pairs)}, "ratios": {}}


def read_settings(path: Path) -> dict[str, list[str]]:
    """The settings of a file, by technique."""
    from mossa import MossaError
    from mossa.core.files import read_text

    try:
        choices = json.loads(read_text(path))
        if all(len(levels) > 1 and all(isinstance(level, str) for level in levels) for levels in choices.values()):
            return dict(choices)
    except (ValueError, AttributeError, TypeError):
        pass
    raise MossaError(f'{path} names no settings: write {{"late": ["", "late_base=3"]}}, two or more for each technique')


def play(name: str, one: dict[str, str], other: dict[str, str], nodes: int, seed: int) -> float:
    """The share of the points that the first takes in two games from the same opening."""
    from mossa import game as find_game
    from mossa.play.match import Match, own_openings
    from mossa.play.match import run as play_match
    from mossa.play.referee import Terms

    specs = tuple(
        "alphabeta:" + ",".join([f"nodes={nodes}", "memory=4", *filter(None, settings.values())])
        for settings in (one, other)
    )
    offered = own_openings(find_game(name))
    chosen = (offered[seed % len(offered)],) if offered else ()
    match = Match(name, specs, games=2, terms=Terms(adjudicate=True), openings=chosen, plies=PLIES, seed=seed)
    told = play_match(match).as_dict()
    return float((told["wins"] + told["draws"] / 2) / 2)


def fit(choices: dict[str, list[str]], pairs: list[Pair]) -> dict[str, dict[str, float]]:
    """What each setting is worth against the first one of its technique: Elo and error."""
    import numpy as np

    from mossa.play.elo import SCALE, SURE

    columns = [(what, level) for what, levels in choices.items() for level in levels[1:]]
    known = [pair for pair in pairs if all(what in pair[0] and what in pair[1] for what in choices)]
    if not columns or len(known) < ENOUGH * len(columns):
        return {}
    rows = np.array([[(a[what] == level) - (b[what] == level) for what, level in columns] for a, b, _ in known], float)
    points, worth = np.array([share for *_, share in known]), np.zeros(len(columns))
    for _ in range(20):  # Newton's method
        expected = 1 / (1 + np.exp(-rows @ worth))
        curvature = rows.T @ (rows * (expected * (1 - expected))[:, None]) + RIDGE * np.eye(len(columns))
        worth += np.linalg.solve(curvature, rows.T @ (points - expected) - RIDGE * worth)
    spread = np.linalg.inv(curvature)
    errors = np.sqrt(np.diag(spread @ (rows.T @ (rows * ((points - expected) ** 2)[:, None])) @ spread))
    return {
        f"{what}: {level}": {"elo": round(SCALE * elo, 1), "error": round(SCALE * SURE * error, 1)}
        for (what, level), elo, error in zip(columns, worth.tolist(), errors.tolist(), strict=True)
    }
