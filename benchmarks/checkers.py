"""Checkers: speed of the search, endgame tables built and verified, self-play from the three-move openings.

mossa bench checkers [DEPTH]                         perft 10, and a search from the start to depth 20
mossa bench checkers tables [PIECES] [THREADS]       build the tables in a temporary folder and verify them
mossa bench checkers ballots [SECONDS] [MOST] [AT_ONCE] [FILE]
                                                     self-play from MOST of the openings, SECONDS a move; games are
                                                     appended to FILE, and not played again if found there
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

Report = Callable[[str], None]

SEED = 1
"""The seed that chooses the openings: a longer run begins with those of a shorter one."""


def run(
    report: Report, what: str = "20", first: str = "", second: str = "", third: str = "", file: str = ""
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    if what == "tables":
        figures = tables(report, int(first or 4), int(second or 2))
    elif what == "ballots":
        figures = ballots(report, float(first or 1), int(second or 20), int(third or 1), file)
    else:
        figures = depth(report, int(what))
    return {"name": "checkers", "figures": figures, "ratios": {}}


def depth(report: Report, deepest: int) -> dict[str, Any]:
    """Perft and a search from the start, with one thread and empty memory."""
    import mossa
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.common.limits import Limits
    from mossa.search.common.perft import perft

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
    """Build all tables from nothing, and verify them."""
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


def ballots(report: Report, seconds: float, most: int, at_once: int, file: str) -> dict[str, Any]:
    """The engine against itself from `most` of the openings, chosen at random, each once.

    Every game is played to its end by the rules: a third occurrence, forty moves without progress, no legal move. In
    positions of the endgame tables the moves are immediate, so games are not adjudicated.
    """
    import mossa
    from mossa.games.checkers.openings import sound_openings
    from mossa.play import Control, GameRecord, GameTerms, play_game, player
    from mossa.play.record import ENDINGS

    path = Path(file) if file else None
    game = mossa.game("checkers")
    lines = sound_openings()
    chosen = random.Random(SEED).sample(lines, len(lines))[:most]
    terms = GameTerms(Control.each_move(seconds))
    results: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    plies: list[int] = []
    done: set[tuple[str, ...]] = set()

    def count(record: GameRecord) -> None:
        assert record.result is not None
        results[("drawn", "won by Black", "won by White")[int(record.result[0])]] += 1
        endings[ENDINGS[record.ended]] += 1
        plies.append(len(record.moves))
        done.add(record.moves[:3])
        report(f"{len(plies)} of {len(chosen)} games: {dict(results)}")

    def play(line: Sequence[str]) -> None:
        seated = [player("alphabeta:memory=64", game) for _ in range(2)]
        for one in seated:
            one.begin(0)
        record = play_game(game.start(), seated, terms, opening=line)
        if path is not None:
            with path.open("a", encoding="utf-8") as log:
                log.write(json.dumps(record.as_dict()) + "\n")
        count(record)

    if path is not None and path.exists():
        for text in path.read_text(encoding="utf-8").splitlines():
            count(GameRecord.from_dict(json.loads(text), str(path)))
    with ThreadPoolExecutor(at_once) as pool:  # the search releases the GIL
        for job in [pool.submit(play, line) for line in chosen if tuple(line) not in done]:
            job.result()
    return {
        "games": len(plies),
        "seconds a move": seconds,
        "plies a game": round(sum(plies) / max(1, len(plies))),
        **results,
        "ended": dict(endings),
    }
