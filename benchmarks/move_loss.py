"""Chess: what each engine setting gains or loses in single moves, judged by a stronger engine; many settings at once.

    mossa bench move_loss games.jsonl results.jsonl "null_move=0 late_base=3 late_base=9"
    mossa bench move_loss games.jsonl results.jsonl "null_move=0" 200000 600                   (nodes a move, seconds)
    mossa bench move_loss games.jsonl results.jsonl "null_move=0" 200000 600 stockfish 60000   (the judge, its nodes)

Single moves with many nodes take far less time than games. The positions come from recorded games (`mossa match chess
… --record games.jsonl`). Two searches of each position have settings chosen at random, and empty memory. Where they
choose different moves, the judge (a UCI engine) scores both. A regression of the score differences on the differences
in settings gives what each setting gains, in ten-thousandths of a point a move, with its 95 % error. The row "twice the
nodes", from the moves after half the nodes, gives the scale.

Two things make the errors smaller: every other position is one where two searches disagreed before, and a search counts
with its moves after each of STAGES of its nodes. Results of several runs add up in one file; those with other nodes or
another judge are evaluated separately.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

STAGES = (0.35, 0.5, 0.7, 1.0)
"""The shares of its nodes after which the move of a search counts; one of them must be half."""
OPENING = 6
"""Plies at the start of a game that are not used."""
DECIDED = 400
"""Positions with a score beyond this, in hundredths of a pawn, are not used."""
ODDS = 150
"""The score difference, in hundredths of a pawn, that multiplies the odds by e."""
MATE = 3000
"""The score of a mate, in hundredths of a pawn."""
PATIENCE = 60.0
"""Seconds within which the judge must answer."""
MEMORY = 16
RIDGE = 1e-3
"""Ridge term that keeps the equations solvable."""
ENOUGH = 5
"""Pairs of searches for each setting that are needed for a result."""
UNIT = 10_000

Pair = tuple[str, list[list[str]], list[list[str]]]
"""A position; the settings of both searches; their moves after each stage."""


class Results:
    """A file of searches and judgements; `by` are the nodes of a search, the judge and its nodes."""

    def __init__(self, path: Path, by: list[str]) -> None:
        from mossa import MossaError
        from mossa.core.files import read_text

        self.path, self.by, self.pairs, self.points = path, by, list[Pair](), dict[tuple[str, str], float]()
        for number, line in enumerate(read_text(path).splitlines() if path.exists() else (), 1):
            try:
                data = json.loads(line)
                if data["by"] != by:
                    continue
                if "points" in data:
                    self.points[data["fen"], data["move"]] = data["points"]
                else:
                    self.pairs.append((data["fen"], data["settings"], data["moves"]))
            except (ValueError, KeyError, TypeError):
                raise MossaError(f"{path}, line {number} is no result of this benchmark; name another file") from None

    def add(self, **data: Any) -> None:
        """Append a line."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"by": self.by, **data}) + "\n")


class Judge:
    """A UCI engine that scores moves."""

    def __init__(self, command: str, nodes: int) -> None:
        from mossa.play.uci_client import EngineProcess

        self.nodes, self.program = nodes, EngineProcess(command)
        self.program.send("uci")
        self.program.read_until("uciok", PATIENCE)

    def ask(self, fen: str, move: str) -> float:
        """The expected points of the mover, from 0 to 1, after a move."""
        worth = 0

        def note(line: str) -> None:
            nonlocal worth
            words = line.split()
            if "score" in words and not {"upperbound", "lowerbound"}.intersection(words):
                kind, number = words[words.index("score") + 1 :][:2]
                worth = int(number) if kind == "cp" else int(math.copysign(MATE, int(number)))

        for line in ("ucinewgame", f"position fen {fen}", f"go nodes {self.nodes} searchmoves {move}"):
            self.program.send(line)
        self.program.read_until("bestmove", PATIENCE, note)
        return 1 / (1 + math.exp(-worth / ODDS))


def run(
    report: Callable[[str], None],
    games: str = "",
    results: str = "",
    settings: str = "",
    nodes: str = "200000",
    seconds: str = "60",
    judge: str = "stockfish",
    judge_nodes: str = "60000",
) -> dict[str, Any]:
    """Search and judge, and return the figures of `mossa bench --json`."""
    from mossa import MossaError

    if not games or not results:
        raise MossaError(
            'name recorded games and a file for results: mossa bench move_loss GAMES RESULTS "null_move=0"'
        )
    choices: dict[str, list[str]] = {}
    for setting in settings.split():
        parse([setting])
        choices.setdefault(setting.partition("=")[0], [""]).append(setting)
    fens, chooser = positions(Path(games)), random.Random(time.time_ns())
    stored = Results(Path(results), [nodes, judge, judge_nodes])
    disputed = [fen for fen, _, (one, other) in stored.pairs if one != other]
    judging, begin = Judge(judge, int(judge_nodes)), time.monotonic()
    try:
        while time.monotonic() - begin < float(seconds):
            fen = chooser.choice(disputed if disputed and len(stored.pairs) % 2 else fens)
            drawn = [[setting for setting in map(chooser.choice, choices.values()) if setting] for _ in range(2)]
            one, other = (search(fen, setting, int(nodes)) for setting in drawn)
            if not one or not other:
                continue
            if one != other:
                disputed.append(fen)
            named = {*one, *other}
            for move in sorted(named) if len(named) > 1 else ():
                if (fen, move) not in stored.points:
                    stored.points[fen, move] = judging.ask(fen, move)
                    stored.add(fen=fen, move=move, points=stored.points[fen, move])
            stored.pairs.append((fen, drawn, [one, other]))
            stored.add(fen=fen, settings=drawn, moves=[one, other])
            report(f"{len(stored.pairs)} pairs of searches, {len(stored.points)} moves judged")
    finally:
        judging.program.close()
    columns = [setting for levels in choices.values() for setting in levels[1:]]
    return {"name": "move_loss", "figures": {"pairs": len(stored.pairs), **fit(columns, stored)}, "ratios": {}}


def parse(setting: list[str]) -> dict[str, int]:
    """The options of a setting; a MossaError if the engine does not have them."""
    from mossa import MossaError
    from mossa.search.alphabeta.options import make_options

    try:
        options = {name: int(number) for name, number in (one.split("=") for one in setting)}
    except ValueError:
        raise MossaError(f"a setting is an option and a whole number, as in null_move=0, not {setting[0]!r}") from None
    make_options(options)
    return options


def positions(path: Path) -> list[str]:
    """The positions of recorded games, as FEN."""
    from mossa import MossaError
    from mossa.core.files import read_text
    from mossa.play.record import GameRecord

    found = set()
    for number, line in enumerate(read_text(path).splitlines(), 1):
        try:
            records = json.loads(line).get("records", ())
        except (ValueError, AttributeError):
            raise MossaError(f"{path}, line {number} is not JSON: this is not the record of a match") from None
        for one in records:
            record = GameRecord.from_dict(one, f"{path}, line {number}")
            found |= {at.text for at in record.line()[OPENING:] if not at.is_over}
    if not found:
        raise MossaError(f"{path} has no games: make it with mossa match chess … --record {path}")
    return sorted(found)


def search(fen: str, setting: list[str], nodes: int) -> list[str]:
    """The moves that a search would make after each stage; empty where the position is decided."""
    from mossa import game
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.common.limits import Limits
    from mossa.search.common.results import SearchResult

    chess, depths = game("chess"), list[SearchResult]()
    at = chess.position(fen)
    engine = Searcher(chess, memory_mib=MEMORY, options=parse(setting))
    last = engine.search(at.state, Limits(nodes=nodes), on_depth=depths.append)
    if last.score is None or abs(last.score) > DECIDED or len(at.moves) == 1:
        return []
    before = [[found for found in depths if found.nodes <= stage * nodes] or depths[:1] for stage in STAGES[:-1]]
    return [chess.rules.write_move(at.state, found.move) for found in (*(some[-1] for some in before), last)]


def fit(columns: list[str], stored: Results) -> dict[str, dict[str, float]]:
    """What each setting gains, and what twice the nodes gain, with the error."""
    import numpy as np

    from mossa.play.elo import TWO_SIDED_95

    def worth(fen: str, moves: list[str]) -> list[float]:
        return [stored.points.get((fen, move), 0.0) for move in moves]

    pairs = [pair for pair in stored.pairs if all(one in columns for setting in pair[1] for one in setting)]
    if len(pairs) < ENOUGH * max(1, len(columns)):
        return {}
    points = np.array([[worth(fen, moves) for moves in both] for fen, _, both in pairs])
    rows = np.array([[(name in one) - (name in other) for name in columns] for _, (one, other), _ in pairs], float)
    gain = (points[:, 0] - points[:, 1]).mean(axis=1)
    spread = np.linalg.inv(rows.T @ rows + RIDGE * np.eye(len(columns)))
    found = spread @ rows.T @ gain
    errors = np.sqrt(np.diag(spread @ (rows.T * (gain - rows @ found) ** 2) @ rows @ spread))
    deeper = (points[:, :, -1] - points[:, :, STAGES.index(0.5)]).mean(axis=1)
    gains = [("twice the nodes", deeper.mean(), deeper.std() / np.sqrt(len(deeper)))]
    gains += zip(columns, found, errors, strict=True)
    return {
        name: {"gain": round(UNIT * float(mean), 1), "error": round(UNIT * TWO_SIDED_95 * float(error), 1)}
        for name, mean, error in gains
    }
