"""How commands speak: answers for people through rich or as one JSON object, progress and complaints on stderr."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mossa.play.match_score import MatchScore

Answer = TypeVar("Answer")

__all__ = [
    "answer",
    "complain",
    "flat",
    "interruptible",
    "listed",
    "match_progress",
    "shown",
    "table",
    "tell",
    "to_json",
    "working",
    "write",
]


def to_json(data: Any) -> str:
    """One line of JSON that every reader of JSON accepts."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def answer(as_json: bool, data: dict[str, Any], show: Callable[[Console], None]) -> None:
    """The answer of a command: exactly one JSON object, or text for people."""
    if as_json:
        write(to_json(data) + "\n")
        return
    from rich.console import Console

    piped = not sys.stdout.isatty()
    console = Console(highlight=False, soft_wrap=piped, width=120 if piped else None)
    with console.capture() as text:
        show(console)
    write(text.get())


def write(text: str) -> None:
    """Write to standard output; if its reader has gone (`mossa games | head`), nobody minds."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def listed(moves: Sequence[str]) -> str:
    """Moves in one line, apart by blanks, or by commas where a move has several words.

    >>> listed(["8/5 6/5", "24/20"])
    '8/5 6/5, 24/20'
    """
    return (", " if any(" " in move for move in moves) else " ").join(moves)


def complain(sentence: str) -> int:
    """One sentence on stderr; returns the status of a user's mistake."""
    tell(" ".join(sentence.split()))
    return 2


def tell(sentence: str) -> None:
    """A line on stderr."""
    print(f"mossa: {sentence}", file=sys.stderr, flush=True)


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """While something takes long, a line on the terminal says what; the function it gives changes that line.

    Without a terminal only the compiler is announced, since it may take a while.
    """
    from rich.console import Console

    from mossa.kernel.specialise import announce

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        announce.append(tell)
        try:
            yield lambda news: None
        finally:
            announce.remove(tell)
        return
    with console.status(what) as status:
        announce.append(status.update)
        try:
            yield status.update
        finally:
            announce.remove(status.update)


def interruptible(work: Callable[[], Answer]) -> Answer:
    """What `work` returns. Compiled code does not hear Ctrl-C, so it runs in a thread that can be left behind."""
    done: list[Answer] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.05)
    for error in failed:
        raise error
    return done[0]


@contextmanager
def match_progress(games: int) -> Iterator[Callable[[MatchScore], None]]:
    """A bar for the games of a match."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        with working("playing …"):
            yield lambda standing: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=games)

        def advance(standing: MatchScore) -> None:
            told = f"{standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
            progress.update(task, completed=standing.games, description=told)

        yield advance


def table(*columns: str, rows: Sequence[Sequence[Any]], right: Sequence[str] = ()) -> Table:
    """A plain table; the columns in `right` hold numbers."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        made.add_column(Text(column), justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*(Text(shown(cell)) for cell in row))
    return made


def shown(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def flat(figures: dict[str, Any], above: str = "") -> list[tuple[str, Any]]:
    """Nested figures as rows.

    >>> flat({"a": 1, "b": {"c": 2}})
    [('a', 1), ('b c', 2)]
    """
    rows: list[tuple[str, Any]] = []
    for name, value in figures.items():
        rows += flat(value, f"{above}{name} ") if isinstance(value, dict) else [(f"{above}{name}", value)]
    return rows
