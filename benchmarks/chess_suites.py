"""Chess: how many positions of a suite the engine solves in a given time, one thread, the table cleared before each.

    mossa bench chess_suites wac300.jsonl 1            (a second each)
    mossa bench chess_suites wac300.jsonl 500000n      (so many nodes each: the same on every machine)
    mossa bench chess_suites sts1500.jsonl 0.2 4       (every fourth position)
    mossa bench chess_suites mates.epd 5

A suite is an EPD file (`bm` best moves, `am` moves to avoid, `dm` mate in so many moves), or JSON lines with the fields
fen, bm, am (lists of moves), mate (moves) and scores (move: points of ten, as the Strategic Test Suite grades them). A
mate counts as solved if its length is right; the engine is told to look for a mate, not how long it is. None of these
files comes with the package.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONGEST_MATE = 99
"""Plies of the mates that are looked for."""


def read(path: Path) -> list[dict[str, Any]]:
    """The positions: fen, and what there is of bm, am (UCI), mate, scores."""
    from mossa import MossaError
    from mossa.games.chess.epd import read_epd_file
    from mossa.games.chess.fen import write_fen
    from mossa.games.chess.notation import write_uci

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise MossaError(f"{path} cannot be read: {error.strerror}") from None
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    rows = []
    for epd in read_epd_file(text)[0]:
        row: dict[str, Any] = {"fen": write_fen(epd.state)}
        row |= {name: [write_uci(move) for move in epd.moves(name)] for name in ("bm", "am") if name in epd.operations}
        if "dm" in epd.operations:
            row["mate"] = int(epd.operations["dm"][0])
        rows.append(row)
    return rows


def points(row: dict[str, Any], move: str, mate: int) -> float:
    """What a move and the mate it announces (0: none) earn, from 0 to 1."""
    if "mate" in row:
        return float(mate == row["mate"])
    if "scores" in row:
        return float(row["scores"].get(move, 0) / 10)
    return float((not row.get("bm") or move in row["bm"]) and move not in row.get("am", ()))


def run(report: Callable[[str], None], file: str = "", limit: str = "1", step: str = "1") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.engines.think import Searcher
    from mossa.search.found import Limits
    from mossa.serve.orders import mate_in

    if not file:
        raise mossa.MossaError("name a suite: mossa bench chess_suites FILE [SECONDS or NODESn] [STEP]")
    allowed: dict[str, Any] = {"nodes": int(limit[:-1])} if limit.endswith("n") else {"time": float(limit)}
    game = mossa.game("chess")
    rows = read(Path(file))[:: int(step)]
    earned, nodes, depths, spent, missed = 0.0, 0, 0, 0.0, []
    for number, row in enumerate(rows, 1):
        report(f"{number} of {len(rows)}, {earned:g} points")
        position = game.position(row["fen"])
        limits = Limits(**allowed, win=LONGEST_MATE if "mate" in row else None)
        found = Searcher(game, memory_mib=64).search(position.state, limits)
        move = game.rules.write_move(position.state, found.move)
        won = points(row, move, mate_in(found.score or 0))
        earned, nodes, depths, spent = earned + won, nodes + found.nodes, depths + found.depth, spent + found.seconds
        if won == 0:
            missed.append(row.get("id", row["fen"]))
    figures = {
        "positions": len(rows),
        "points": round(earned, 1),
        "percent": round(100 * earned / len(rows), 1),
        "each": limit,
        "mean_depth": round(depths / len(rows), 1),
        "nodes_per_second": round(nodes / spent),
        "missed": missed,
    }
    return {"name": f"chess_suites {Path(file).stem}", "figures": figures, "ratios": {}}
