"""Chess: how many positions of a suite are solved in a given time, one thread, the table cleared before each.

    mossa bench chess_suites wac300.jsonl 1                    (a second each)
    mossa bench chess_suites wac300.jsonl 500000n              (500,000 nodes each: the same on every machine)
    mossa bench chess_suites sts1500.jsonl 0.2 4               (every fourth position)
    mossa bench chess_suites mates.epd 10 1 2 stockfish        (all, two at once, and with another program too)
    mossa bench chess_suites mates.epd 10 1 2 untold           (and mossa without `win`, as in `mossa best`)
    mossa bench chess_suites mates.epd 60 1 16 "" done.jsonl   (a file of answers: called again, it continues)

A suite is an EPD file (`bm` best moves, `am` moves to avoid, `dm` mate in n moves), or JSON lines with the fields
fen, bm, am (lists of moves), mate (moves, negative for the side that is mated) and scores (move: points of ten, as the
Strategic Test Suite grades them). None of these files comes with the package.

A mate counts as solved if its length is right. mossa is asked for the shortest forced win, without its length; another
program gets the length, as `go mate` of UCI needs it. `proven` are the mates that mossa proved to be the shortest;
`shorter` would be mates that refute the file.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

LONGEST_MATE = 249
"""Plies of the longest mate to search for."""
MEMORY = 256
"""MiB of each program's table."""
GRACE = 30.0
"""Seconds that another program may exceed its time."""
US, UNTOLD = "mossa", "untold"
"""mossa with a search for the shortest forced win, and without."""


class Answer(NamedTuple):
    """The answer of a program about a position."""

    move: str
    mate: int
    """Moves to mate, negative if the mover is mated; 0: no mate was found."""
    certain: bool
    depth: int
    nodes: int
    seconds: float


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


def points(row: dict[str, Any], answer: Answer) -> float:
    """The points of an answer, from 0 to 1."""
    if "mate" in row:
        return float(answer.mate == row["mate"])
    if "scores" in row:
        return float(row["scores"].get(answer.move, 0) / 10)
    return float((not row.get("bm") or answer.move in row["bm"]) and answer.move not in row.get("am", ()))


def ask_us(row: dict[str, Any], limit: str, with_win: bool) -> Answer:
    """The answer of mossa, with or without a search for the shortest forced win."""
    import mossa
    from mossa.protocols.uci_go import mate_in
    from mossa.search.alphabeta.deepening import Searcher
    from mossa.search.common.limits import Limits

    allowed: dict[str, Any] = {"nodes": int(limit[:-1])} if limit.endswith("n") else {"time": float(limit)}
    game = mossa.game("chess")
    position = game.position(row["fen"])
    searcher = Searcher(game, memory_mib=MEMORY if "mate" in row else 64)
    win = LONGEST_MATE if with_win and row.get("mate", 0) > 0 else None
    found = searcher.search(position.state, Limits(**allowed, win=win, analysis="time" in allowed))
    move = game.rules.write_move(position.state, found.move)
    seconds = round(found.seconds, 3)
    return Answer(move, mate_in(found.score or 0), found.exact, found.depth, found.nodes, seconds)


def ask(program: str, row: dict[str, Any], limit: str) -> Answer:
    """The answer of another UCI engine."""
    from mossa.play.uci_client import EngineProcess

    info: dict[str, Any] = {"mate": 0, "depth": 0, "nodes": 0, "time": 0, "pv": ""}

    def note(line: str) -> None:
        words = line.split()
        if "score" in words and not {"upperbound", "lowerbound"}.intersection(words):
            kind, number = words[words.index("score") + 1 :][:2]
            info["mate"] = int(number) if kind == "mate" else 0
            info.update({key: int(words[words.index(key) + 1]) for key in ("depth", "nodes", "time") if key in words})
            if "pv" in words:
                info["pv"] = words[words.index("pv") + 1]

    nodes = limit.endswith("n")
    go = f"go nodes {limit[:-1]}" if nodes else f"go movetime {round(1000 * float(limit))}"
    if row.get("mate", 0) > 0:
        go += f" mate {row['mate']}"
    engine = EngineProcess(program)
    try:
        for line in ("uci", f"setoption name Hash value {MEMORY}", "ucinewgame", f"position fen {row['fen']}", go):
            engine.send(line)
        engine.read_until("bestmove", GRACE + (600 if nodes else float(limit)), note)
    finally:
        engine.close()
    return Answer(info["pv"], info["mate"], False, info["depth"], info["nodes"], info["time"] / 1000)


class Results:
    """Answers, stored in a file of JSON lines if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.lock = path, threading.Lock()
        self.known: dict[tuple[str, str, str], Answer] = {}
        if path is not None and path.exists():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                try:
                    data = json.loads(line)
                    self.known[data["by"], data["each"], data["fen"]] = Answer(**data["answer"])
                except (ValueError, KeyError, TypeError):
                    from mossa import MossaError

                    raise MossaError(f"{path}, line {number} is no result of this benchmark") from None

    def get(self, by: str, limit: str, row: dict[str, Any]) -> Answer:
        """The answer of a program about a position."""
        key = by, limit, row["fen"]
        if key not in self.known:
            answer = ask_us(row, limit, by == US) if by in (US, UNTOLD) else ask(by, row, limit)
            with self.lock:
                self.known[key] = answer
                if self.path is not None:
                    line = {"by": by, "each": limit, "fen": row["fen"], "answer": answer._asdict()}
                    with self.path.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(line) + "\n")
        return self.known[key]


def figures_of(rows: list[dict[str, Any]], answers: list[Answer]) -> dict[str, Any]:
    """The figures of one program."""
    earned = [points(row, answer) for row, answer in zip(rows, answers, strict=True)]
    spent = sum(answer.seconds for answer in answers)
    figures: dict[str, Any] = {"points": round(sum(earned), 1), "percent": round(100 * sum(earned) / len(rows), 1)}
    mates = [(row["mate"], answer) for row, answer in zip(rows, answers, strict=True) if "mate" in row]
    if mates:
        figures["mates_found"] = sum(answer.mate != 0 for _, answer in mates)
        figures["proven"] = sum(answer.mate == length and answer.certain for length, answer in mates)
        figures["shorter"] = sum(0 < answer.mate < length for length, answer in mates)
    figures["mean_depth"] = round(sum(answer.depth for answer in answers) / len(rows), 1)
    figures["seconds"] = round(spent, 1)
    figures["nodes_per_second"] = round(sum(answer.nodes for answer in answers) / max(spent, 0.001))
    figures["missed"] = [row.get("id", row["fen"]) for row, got in zip(rows, earned, strict=True) if got == 0]
    return figures


def run(
    report: Callable[[str], None],
    file: str = "",
    limit: str = "1",
    step: str = "1",
    at_once: str = "1",
    peer: str = "",
    results: str = "",
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    import mossa
    from mossa.search.alphabeta.deepening import Searcher

    if not file:
        raise mossa.MossaError(
            "name a suite: mossa bench chess_suites FILE [SECONDS or NODESn] [STEP] [AT ONCE] [PROGRAM] [RESULTS]"
        )
    rows = read(Path(file))[:: int(step)]
    stored = Results(Path(results) if results else None)
    report("compiling")
    Searcher(mossa.game("chess"), memory_mib=1)
    figures: dict[str, Any] = {"positions": len(rows), "each": limit}
    ratios = {}
    for by in (US, peer) if peer else (US,):
        answers = []
        with ThreadPoolExecutor(int(at_once)) as pool:
            try:
                for answer in pool.map(lambda row, by=by: stored.get(by, limit, row), rows):  # type: ignore[misc]
                    answers.append(answer)
                    report(f"{by}: {len(answers)} of {len(rows)}")
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        own = figures_of(rows, answers)
        figures |= own if by == US else {f"{Path(peer).name}_{key}": value for key, value in own.items()}
        if by == peer:
            ratios[Path(peer).name] = round(figures["points"] / max(own["points"], 1), 2)
    return {"name": f"chess_suites {Path(file).stem}", "figures": figures, "ratios": ratios}
