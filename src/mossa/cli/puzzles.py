"""Puzzles: `mossa puzzles` makes them, and shows those that are there."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, cli, load_game, seed_option
from .console import answer, interruptible, note, table, working

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.play.puzzles import Puzzle

__all__ = ["puzzles"]


@cli.command(short_help="Make puzzles: positions with one right move, proven.")
@click.argument("game")
@click.option("--count", type=click.IntRange(1, 10_000), default=10, metavar="N", help="Puzzles to make.")
@click.option("--games", type=click.IntRange(1), default=1000, metavar="N", help="Games to look for them in, at most.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write them to FILE (JSON); continue a file begun."
)
@click.option("--endings", default="", metavar="NAME,…", help="Draw positions from these endgame tables too: KPK,KRKN.")
@seed_option(1, "Seed of the games.")
@AS_JSON
def puzzles(game: str, count: int, games: int, out: Path | None, endings: str, seed: int, as_json: bool) -> None:
    """Make puzzles of GAME: positions in which one move is proven to be the only one that wins (or draws).

    \b
      mossa puzzles tictactoe --count 5
      mossa puzzles chess --count 60 --out puzzles.json
      mossa puzzles othello --json
      mossa puzzles chess --endings KPK,KRKN,KBNK

    A weak player plays games with itself; every position is tried. With --endings every second game is a position
    drawn from one of these endgame tables, and its level is what it takes the engine without tables. What proves a
    puzzle are endgame tables, the search for the shortest forced win, or the solution of the game. The level, 1 to 5,
    is what it takes the engine to solve a puzzle: up to 100, 1,000, 10,000, 100,000 positions looked at, or more. No
    level gets more than 40 % of the puzzles. A run with a FILE that was stopped, or that is asked for more puzzles,
    goes on where it was.
    """
    from mossa.play.puzzle_file import PuzzleFile
    from mossa.play.puzzle_making import PuzzleMaker

    loaded = load_game(game)
    names = tuple(filter(None, (name.strip() for name in endings.split(","))))
    file = PuzzleFile.begin(loaded.name, seed, out, ",".join(names))
    stop = threading.Event()
    maker = PuzzleMaker(loaded, seed, stop, names)
    with working("looking for puzzles …") as say:

        def told() -> None:
            say(f"{len(file.puzzles)} of {count} puzzles, {file.games} games")

        interruptible(lambda: file.fill(maker, count, games, told), stop)
    if len(file.puzzles) < count:
        note(f"{len(file.puzzles)} puzzles in {file.games} games; --games allows more")
    if not file.puzzles and out is None:
        raise MossaError(f"no puzzle was found in {file.games} games of {loaded.title}: try --games or another --seed")
    data: dict[str, Any] = file.as_dict()
    answer(as_json, data, lambda console: _show(console, sorted(file.puzzles, key=lambda one: one.nodes)))


def _show(console: Console, found: list[Puzzle]) -> None:
    rows = [
        [one.level, one.goal, one.proof, one.plies or "", one.choices, one.nodes, one.position, " ".join(one.moves)]
        for one in found
    ]
    names = ("level", "goal", "proof", "plies", "moves", "nodes", "position", "solution")
    console.print(table(*names, rows=rows, right=("level", "plies", "moves", "nodes")))
