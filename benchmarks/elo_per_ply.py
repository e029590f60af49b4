"""The Elo of one more ply: matches of depth d+1 against d, from random openings, both sides in turn.

    mossa bench elo_per_ply connect4
    mossa bench elo_per_ply othello 8 400 16 FOLDER    (greatest depth, games a match, processes, folder of games)

A row is the Elo by which depth d+1 beats depth d, with its 95 % error. With a folder, an interrupted run
continues.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

PLIES = {"connect4": 4, "othello": 6, "checkers": 4, "chess": 6}
"""Random moves before the players take over."""


def run(
    report: Callable[[str], None],
    name: str = "connect4",
    deepest: str = "8",
    games: str = "400",
    processes: str = "2",
    folder: str = "",
) -> dict[str, Any]:
    """Play, and return the figures of `mossa bench --json`."""
    from mossa.play.match import Match
    from mossa.play.match import run as play

    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    figures: dict[str, Any] = {}
    for depth in range(1, int(deepest)):
        report(f"{name}: depth {depth + 1} against {depth}")
        players = (f"alphabeta:depth={depth + 1}", f"alphabeta:depth={depth}")
        match = Match(name, players, games=int(games), plies=PLIES.get(name, 4), seed=depth)
        record = Path(folder) / f"{name}-{depth}.jsonl" if folder else None
        score = play(match, concurrency=int(processes), record=record).as_dict()
        figures[f"{depth + 1} against {depth}"] = {
            key: score[key] for key in ("wins", "losses", "draws", "elo", "error")
        }
    return {"name": f"elo_per_ply {name}", "figures": figures, "ratios": {}}
