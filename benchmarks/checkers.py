"""Checkers: speed and depth of the search, endgame tables made and verified, games from the three-move openings.

mossa bench checkers [DEPTH]                         perft 10, and a search from the start to depth 20
mossa bench checkers tables [PIECES] [THREADS]       build the tables in a temporary folder and verify them
mossa bench checkers ballots [SECONDS] [MOST]        self-play from MOST of the openings, SECONDS a move
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

Report = Callable[[str], None]


def run(report: Report, what: str = "20", first: str = "", second: str = "") -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    if what == "tables":
        figures = tables(report, int(first or 4), int(second or 2))
    elif what == "ballots":
        figures = ballots(report, float(first or 1), int(second or 20))
    else:
        figures = depth(report, int(what))
    return {"name": "checkers", "figures": figures, "ratios": {}}


def depth(report: Report, deepest: int) -> dict[str, Any]:
    """One thread, fresh memory."""
    import mossa
    from mossa.search.engines.perft import perft
    from mossa.search.engines.think import Searcher
    from mossa.search.found import Limits

    game = mossa.game("checkers")
    start = game.rules.start()
    perft(game, start, 1)
    report("perft 10")
    begin = time.perf_counter()
    leaves = perft(game, start, 10)
    seconds = time.perf_counter() - begin
    engine = Searcher(game, memory_mib=64)
    report(f"depth {deepest}")
    found = engine.search(start, Limits(depth=deepest))
    return {
        "perft 10": leaves,
        "perft leaves/s": round(leaves / seconds),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 2),
        "nodes/s": round(found.nodes / found.seconds),
    }


def tables(report: Report, pieces: int, threads: int) -> dict[str, Any]:
    """All slices from nothing."""
    import mossa
    from mossa.search.retrograde import build, verify

    game = mossa.game("checkers")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = build(
            game,
            pieces,
            folder,
            threads=threads,
            progress=lambda done, total, what: report(f"{done / total:.0%} {what}"),
        )
        report("verification")
        begin = time.perf_counter()
        verified = verify(game, pieces, folder, threads=threads)
        return {
            "positions": made.states,
            "verified": verified,
            "threads": threads,
            "build s": round(made.seconds, 1),
            "verification s": round(time.perf_counter() - begin, 1),
            "bytes": sum(path.stat().st_size for path in folder.iterdir()),
            "longest win, plies": max(head.longest for head in made.heads),
        }


def ballots(report: Report, seconds: float, most: int) -> dict[str, Any]:
    """The engine against itself, the same for both sides; tables decide a game as soon as they know it."""
    import mossa
    from mossa.games.checkers.openings import sound_openings
    from mossa.search.engines.think import Searcher
    from mossa.search.found import Limits

    game = mossa.game("checkers")
    rules = game.rules
    assert rules.bounds is not None
    lines = sound_openings()
    results: Counter[str] = Counter()
    plies = 0
    for number, line in enumerate(lines[:: max(1, len(lines) // most)][:most], 1):
        engine = Searcher(game, memory_mib=32)
        state, past, keys, value = game.after(" ".join(line)).state, [], [], 0
        while keys.count(rules.key(state)) < 2:
            if rules.is_over(state):
                value = int(rules.utility(state, 0))
                break
            least, greatest = rules.bounds(state)
            if least == greatest:
                value = least if state.turn == 0 else -least
                break
            report(f"opening {number}, move {len(past)}: {dict(results)}")
            move = engine.search(state, Limits(time=seconds), past=past).move
            past.append(state)
            keys.append(rules.key(state))
            state = rules.play(state, move)
        plies += len(past)
        results[("drawn", "won by Black", "won by White")[value]] += 1
    games = sum(results.values())
    return {"games": games, "seconds a move": seconds, "moves a game": round(plies / max(1, games)), **results}
