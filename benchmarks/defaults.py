"""Does any applicable player beat the default one? Matches on ten fixed games, each against every other player.

    mossa bench defaults
    mossa bench defaults 40 0.02                         (games of a match, seconds a move)
    mossa bench defaults 40 0.02 pig                     (only games whose names begin so)
    mossa bench defaults 200 0.01 "" 16 rows.jsonl 540   (16 matches at once; the file; seconds for it all)

Both have the same time a move; the game is prepared before (a policy solved, a kernel compiled), as in every match. A
figure is the share of points of the default player; *beaten* are those whose share and 95 % error lie below a half.
Players of the textbook whose first move takes longer than the time lose no game by that: nobody loses on time. Games
without chance and hidden information begin with two random plies, each pair of games with the same ones, so that two
players who draw no lots do not play one game two hundred times.

A match is played in parts of about twenty games. Each part is a line of the file as soon as it is finished, and a part
that the file has is not played again: what was stopped, by the limit or by a kill, goes on where it was. A player that
refuses (a game too big to solve) fails once, and that is a line of the file too. Only llvmlite,
NumPy and, for policies, SciPy are needed: `PYTHONPATH=src python benchmarks/defaults.py 200 0.01 "" 16 rows.jsonl 540`.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mossa.play.match import Match

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
PART = 20
"""Games of a part, about: whole groups, in which each player has every seat once."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Each process computes on one core."""

Report = Callable[[str], None]


class Row(NamedTuple):
    """One match: the default player of a game against another player."""

    game: str
    first: str
    other: str
    seconds: float
    size: int
    """Games in a group."""
    plies: int
    """Random plies at the beginning."""

    @property
    def title(self) -> str:
        return f"{self.game}: {self.first} against {self.other}"

    @property
    def part_games(self) -> int:
        return self.size * math.ceil(PART / self.size)

    def part(self, number: int) -> Part:
        return Part(self.game, self.first, self.other, self.seconds, self.plies, number)


class Part(NamedTuple):
    """What names a part of a match in the file."""

    game: str
    first: str
    other: str
    seconds: float
    plies: int
    number: int


class Rows:
    """The finished parts: the mean results of their groups of games, or why there are none; and the file with them."""

    def __init__(self, file: str) -> None:
        self.path = Path(file) if file else None
        self.results: dict[Part, list[float] | str] = {}
        text = self.path.read_text() if self.path is not None and self.path.exists() else ""
        for line in text.splitlines():
            try:
                *named, results = json.loads(line)
            except ValueError:
                continue  # the line that was being written when the process was killed
            self.results[Part(*named)] = results
        self._torn = text != "" and not text.endswith("\n")

    def add(self, part: Part, results: list[float] | str) -> None:
        self.results[part] = results
        if self.path is not None:
            with self.path.open("a") as file:
                file.write("\n" * self._torn + json.dumps([*part, results]) + "\n")
            self._torn = False

    def of(self, row: Row, parts: int) -> list[float] | str | None:
        """The results of a match, or why it failed; None while a part is missing."""
        found = [self.results.get(row.part(number)) for number in range(parts)]
        failed = next((one for one in found if isinstance(one, str)), None)
        if failed is not None or None in found:
            return failed
        return [one for results in found if isinstance(results, list) for one in results]


def run(
    report: Report,
    games: str = "200",
    seconds: str = "0.01",
    only: str = "",
    concurrency: str = "1",
    file: str = "",
    limit: str = "inf",
) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    from mossa.kernel.errors import MossaError

    end = time.monotonic() + float(limit)
    rows = [row for row in _rows(float(seconds)) if row.game.startswith(only)]
    if not rows:
        raise MossaError(f"none of the ten games begins with {only!r}; they are {', '.join(GAMES)}")
    done = Rows(file)
    parts = {row: math.ceil(int(games) / row.part_games) for row in rows}
    todo = [(row, number) for number in range(max(parts.values())) for row in rows if number < parts[row]]
    for row, number, results in _play(todo, done, int(concurrency), end):
        done.add(row.part(number), results)
        whole = done.of(row, parts[row])
        if isinstance(whole, str):
            report(f"{row.title}: {whole}")
        elif whole is not None:
            share, error = _share(whole)
            report(f"{row.game}: {row.first} has {share:.3f} ± {error:.3f} against {row.other}")
    return _figures(rows, parts, done)


def _figures(rows: list[Row], parts: dict[Row, int], done: Rows) -> dict[str, Any]:
    """The answer: shares and errors of the finished matches, those that beat the default, those not finished."""
    figures, errors, beaten, failed, unfinished = {}, {}, [], {}, []
    for row in rows:
        whole = done.of(row, parts[row])
        if whole is None:
            unfinished.append(row.title)
        elif isinstance(whole, str):
            failed[row.title] = whole
        else:
            share, error = _share(whole)
            figures[row.title], errors[row.title] = round(share, 3), round(error, 3)
            if share + error < 0.5:
                beaten.append(f"{row.game}: {row.first} has {share:.3f} ± {error:.3f} against {row.other}")
    found = {"figures": figures, "errors": errors, "beaten": beaten, "failed": failed, "unfinished": unfinished}
    return {"name": "defaults", "unit": "share of points", "ratios": {}, **found}


def _rows(seconds: float) -> Iterator[Row]:
    """Every match: the default of each game against every other player."""
    import mossa
    from mossa.play.players import suitable_players

    for name, spec in GAMES.items():
        game = mossa.game(spec)
        first, *others = suitable_players(game)
        plies = 2 if game.facts.perfect and not game.facts.chance else 0
        for other in others:
            if other not in APART:
                yield Row(name, first, other, seconds, game.facts.players, plies)


def _play(
    todo: list[tuple[Row, int]], done: Rows, concurrency: int, end: float
) -> Iterator[tuple[Row, int, list[float] | str]]:
    """Play the missing parts in processes, until all are done or the time is over; what is not finished then is given
    up. The first part of a match is played before the others: if it fails, they are not begun."""
    from mossa.kernel.errors import MossaError
    from mossa.play.match import run as play_match

    os.environ.update(ONE_THREAD)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(concurrency, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    waiting = [(row, number) for row, number in todo if row.part(number) not in done.results]
    pending: dict[Future[Any], tuple[Row, int]] = {}

    def next_task() -> tuple[Row, int] | None:
        for task in waiting:
            if task[1] == 0 or isinstance(done.results.get(task[0].part(0)), list):
                waiting.remove(task)
                return task
        return None

    try:
        while time.monotonic() < end:
            while len(pending) < concurrency and (task := next_task()):
                pending[pool.submit(play_match, _match(*task))] = task
            if not pending:
                break
            ready, _ = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in ready:
                row, number = pending.pop(future)
                try:
                    groups = future.result().groups.values()
                except MossaError as error:
                    yield row, number, str(error)
                else:
                    yield row, number, [sum(results) / len(results) for results in groups]
    finally:
        for child in multiprocessing.active_children():
            child.kill()
        pool.shutdown(cancel_futures=True)


def _match(row: Row, number: int) -> Match:
    """A part of a match."""
    from mossa.play.clock import Control
    from mossa.play.match import Match
    from mossa.play.referee import GameTerms

    terms = GameTerms(control=Control.each_move(row.seconds), margin=GRACE)
    return Match(GAMES[row.game], (row.first, row.other), row.part_games, terms, plies=row.plies, seed=1 + number)


def _share(results: list[float]) -> tuple[float, float]:
    """The mean of the groups of games, and its 95 % error."""
    mean = sum(results) / len(results)
    spread = sum((one - mean) ** 2 for one in results) / max(1, len(results) - 1)
    return mean, 1.96 * math.sqrt(spread / len(results))


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr), *sys.argv[1:]), indent=1))
