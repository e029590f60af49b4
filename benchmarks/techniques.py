"""The Elo of each technique of the engine, measured in games, all techniques at once.

    mossa bench techniques chess 10000 600 results.jsonl             (nodes a move, seconds, file of results)
    mossa bench techniques chess 10000 600 results.jsonl mine.json   (settings other than every switch off)
    mossa bench techniques chess 500000+5000 600 plan.jsonl plan.json   (the time plan, on clocks that count nodes)

For each pair of games from one opening, both players have a random setting of every technique. A logistic regression of
the points on the differences in settings gives the Elo of each setting with its 95 % error. So every game counts for
every technique: a thousand pairs say as much about each one as a match of five hundred pairs. The model assumes that
the effects of techniques add up.

The file of settings is JSON, technique → settings: {"late": ["", "late_base=3", "late_base=7"]}; the others
are compared with the first, and "" is the game's default. Results of several runs add up in one file.

A clock such as 500000+5000 counts nodes in place of seconds, so that a busy machine does not matter: 500,000 nodes for
the game and 5,000 more after each move, spent by the time plan. There a setting may also set constants of that plan, in
`play/clock.py` and `search/common/time_plan.py`: "EXPECTED_MOVES=20,STRETCH=4".
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import patch

from mossa import MossaError
from mossa import game as find_game
from mossa.core.position import Position
from mossa.play import clock as clocks
from mossa.play.alphabeta_player import AlphaBetaPlayer
from mossa.play.clock import Clock, Control
from mossa.play.match import Match, MatchRunner
from mossa.play.openings import game_openings
from mossa.play.player import GameForfeited, Player
from mossa.play.referee import GameTerms
from mossa.search.common import time_plan as paces
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

Pair = tuple[dict[str, str], dict[str, str], float]
"""The settings of both players, and the share of the points that the first took."""

PLIES = 4
"""Random moves after the opening."""
RIDGE = 1e-3
"""Ridge term that keeps the equations solvable."""
ENOUGH = 5
"""Pairs for each setting that are needed for a result."""


def run(
    report: Callable[[str], None],
    name: str = "chess",
    nodes: str = "10000",
    seconds: str = "60",
    results: str = "",
    settings: str = "",
) -> dict[str, Any]:
    """Play, and return the figures of `mossa bench --json`."""
    from mossa.search.alphabeta.options import SWITCHES, tuned

    game = find_game(name)
    if settings:
        choices = read_settings(Path(settings))
    else:
        choices = {switch: ["", f"{switch}=0"] for switch in SWITCHES if tuned(game)[switch]}
    stored = Path(results) if results else None
    pairs: list[Pair] = []
    if stored is not None and stored.exists():
        pairs = [json.loads(line) for line in stored.read_text(encoding="utf-8").splitlines()]
    chooser, begin = random.Random(time.time_ns()), time.monotonic()
    while time.monotonic() - begin < float(seconds):
        one, other = ({what: chooser.choice(levels) for what, levels in choices.items()} for _ in range(2))
        pairs.append((one, other, play(name, one, other, nodes, chooser.getrandbits(32))))
        report(f"{len(pairs)} pairs of games")
        if stored is not None:
            with stored.open("a", encoding="utf-8") as file:
                file.write(json.dumps(pairs[-1]) + "\n")
    return {"name": f"techniques {name}", "figures": {"pairs": len(pairs), **fit(choices, pairs)}, "ratios": {}}


def read_settings(path: Path) -> dict[str, list[str]]:
    """The settings of a file, by technique."""
    from mossa.core.files import read_text

    try:
        choices = json.loads(read_text(path))
        if all(len(levels) > 1 and all(isinstance(level, str) for level in levels) for levels in choices.values()):
            return dict(choices)
    except (ValueError, AttributeError, TypeError):
        pass
    raise MossaError(f'{path} names no settings: write {{"late": ["", "late_base=3"]}}, two or more for each technique')


def read_plan(texts: list[str]) -> dict[str, float]:
    """The constants of the time plan that a setting changes, by name."""
    plan = {}
    for text in texts:
        name, _, number = text.partition("=")
        if not hasattr(clocks, name) and not hasattr(paces, name):
            raise MossaError(f"the time plan has no {name}: see play/clock.py and search/common/time_plan.py")
        plan[name] = float(number)
    return plan


class OnNodes(Player):
    """An engine on a clock that counts nodes; it plans and ends its searches as on a clock that counts seconds."""

    def __init__(self, engine: AlphaBetaPlayer, control: Control, plan: dict[str, float]) -> None:
        super().__init__(engine.game, engine.spec, engine.settings)
        self.engine, self.control, self.plan = engine, control, plan

    def begin(self, seed: int) -> None:
        """A new game: the clock is full."""
        self.engine.begin(seed)
        self.clock = Clock(self.control)

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The engine's move, within what is left of its nodes."""
        with ExitStack() as stack:
            for name, number in self.plan.items():
                stack.enter_context(patch.object(clocks if hasattr(clocks, name) else paces, name, number))
            time_plan, planned, most = paces.TimePlan(), self.clock.budget(), self.clock.maximum()

            def look(found: SearchResult) -> None:
                time_plan.update(found)
                if len(position.legal) == 1 or time_plan.is_enough(found.nodes, planned):
                    self.engine.searcher.signal.stop = 1

            self.engine.on_depth = look
            found = self.engine.choose(position, Limits(nodes=int(most or planned) + 1))
        if not self.clock.spend(found.nodes):
            raise GameForfeited("time")
        return found


def play(name: str, one: dict[str, str], other: dict[str, str], nodes: str, seed: int) -> float:
    """The share of the points that the first takes in two games from the same opening."""
    control = Control.parse(nodes) if "+" in nodes else None
    within = [] if control else [f"nodes={int(nodes)}"]
    specs, plans = [], []
    for settings in (one, other):
        texts = [text for level in settings.values() for text in level.split(",") if text]
        specs.append("alphabeta:" + ",".join([*within, "memory=4", *(text for text in texts if not text[0].isupper())]))
        plans.append(read_plan([text for text in texts if text[0].isupper()]))
    if any(plans) and not control:
        raise MossaError(f"the time plan needs a clock of nodes, such as 500000+5000, not {nodes} nodes a move")
    offered = game_openings(find_game(name)).moves
    opening = (offered[seed % len(offered)],) if offered else ()
    table = MatchRunner(
        Match(name, tuple(specs), terms=GameTerms(adjudicate=True), openings=opening, plies=PLIES, seed=seed)
    )
    if control:
        engines = [player for player in table.players if isinstance(player, AlphaBetaPlayer)]
        table.players = [OnNodes(engine, control, plan) for engine, plan in zip(engines, plans, strict=True)]
    points = 0.0
    for mine in range(2):
        (record,) = table.play(mine, Event())  # in game 0 the first player has seat 0, in game 1 seat 1
        assert record.result is not None
        ahead = record.result[mine] - record.result[1 - mine]
        points += (1 + (ahead > 0) - (ahead < 0)) / 2
    return points / 2


def fit(choices: dict[str, list[str]], pairs: list[Pair]) -> dict[str, dict[str, float]]:
    """Elo and error of each setting against the first one of its technique."""
    import numpy as np

    from mossa.play.elo import SCALE, TWO_SIDED_95

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
        f"{what}: {level}": {"elo": round(SCALE * elo, 1), "error": round(SCALE * TWO_SIDED_95 * error, 1)}
        for (what, level), elo, error in zip(columns, worth.tolist(), errors.tolist(), strict=True)
    }
