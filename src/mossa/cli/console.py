"""The output of commands: answers as text (through rich) or as one JSON object, progress and errors on stderr."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any, TypeVar

from mossa.kernel.errors import MossaError

from .language import tell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mossa.play.match_score import MatchScore

Answer = TypeVar("Answer")
abandoned: list[threading.Thread] = []
"""Threads that did not end after Ctrl-C. Python must not tidy up while they run machine code."""
STOPPING = 3.0
"""Seconds that a search is given after Ctrl-C: as long as it takes to stop rules that do not end."""

__all__ = [
    "abandoned",
    "answer",
    "cell_text",
    "flatten",
    "interruptible",
    "join_moves",
    "match_progress",
    "note",
    "report_error",
    "table",
    "to_json",
    "working",
    "write",
]


def to_json(data: Any) -> str:
    """One line of strict JSON (no NaN)."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def answer(as_json: bool, data: dict[str, Any], show: Callable[[Console], None]) -> None:
    """The answer of a command: exactly one JSON object, or text for people."""
    if as_json:
        write(to_json(data) + "\n")
        return
    from rich.console import Console

    piped = not sys.stdout.isatty()
    text = StringIO()
    width = 120 if piped else None
    show(Console(file=text, force_terminal=not piped, highlight=False, soft_wrap=piped, width=width))
    write(text.getvalue())


def write(text: str) -> None:
    """Write to standard output; a closed pipe (`mossa games | head`) is no error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()
    except OSError as error:
        _close_stdout()
        raise MossaError(f"the answer cannot be written: {error.strerror or error}") from None


def _close_stdout() -> None:
    """Nothing more can be written, not even at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def join_moves(moves: Sequence[str]) -> str:
    """Moves in one line, separated by blanks, or by commas where a move has several words.

    >>> join_moves(["8/5 6/5", "24/20"])
    '8/5 6/5, 24/20'
    """
    return (", " if any(" " in move for move in moves) else " ").join(moves)


def report_error(sentence: str) -> int:
    """One sentence on stderr, without the line of source that the compiler shows below its own; returns the exit status
    of a user's error."""
    note(" ".join(sentence.partition("\n    ")[0].split()))
    return 2


def note(sentence: str) -> None:
    """A line on stderr."""
    print(f"mossa: {sentence}", file=sys.stderr, flush=True)


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """Show a line with a spinner while something takes long; the function it yields changes the line.

    Without a terminal only compilation is announced, since it may take a while.
    """
    from rich.console import Console

    from mossa.kernel.specialise import compilation_listeners

    console = Console(stderr=True, highlight=False)
    what = tell(what)
    if not console.is_terminal:
        compilation_listeners.append(note)
        try:
            yield lambda news: None
        finally:
            compilation_listeners.remove(note)
        return
    with console.status(what) as status:
        compilation_listeners.append(status.update)
        try:
            yield status.update
        finally:
            compilation_listeners.remove(status.update)


def interruptible(work: Callable[[], Answer], stop: threading.Event | None = None) -> Answer:
    """The result of `work`, run in a thread: compiled code ignores Ctrl-C, and the thread can be abandoned.

    After Ctrl-C, `stop` is set. If the work does not end, and a function of the rules is the reason, that one is named.
    """
    from mossa.kernel.endless import LONGEST_CALL, Watchdog, rules_running
    from mossa.kernel.traps import EndlessError

    done: list[Answer] = []
    failed: list[BaseException] = []

    over = threading.Event()  # not Thread.join: interrupted once, it takes the thread to have ended (Python 3.11)

    def run() -> None:
        try:
            with Watchdog(LONGEST_CALL, kernels=False):
                done.append(work())
        except BaseException as error:
            failed.append(error)
        over.set()

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        while not over.wait(0.05):
            pass
    except KeyboardInterrupt:
        if stop is not None:
            stop.set()
            over.wait(STOPPING)
        why = [str(error) for error in failed if isinstance(error, EndlessError)]
        if not over.is_set():
            abandoned.append(worker)
            why = [f"{place} did not end" for place in [rules_running(worker.ident or 0)] if place]
        raise KeyboardInterrupt(*why[:1]) from None
    for error in failed:
        raise error
    return done[0]


@contextmanager
def match_progress(games: int) -> Iterator[Callable[[MatchScore], None]]:
    """A progress bar for the games of a match."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        with working("playing …"):
            yield lambda score: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=games)

        def advance(score: MatchScore) -> None:
            text = f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
            progress.update(task, completed=score.games, description=text)

        yield advance


def table(*columns: str, rows: Sequence[Sequence[Any]], right: Sequence[str] = ()) -> Table:
    """A plain table; the columns in `right` are right-aligned."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        made.add_column(Text(tell(column)), justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*(Text(cell_text(cell)) for cell in row))
    return made


def cell_text(value: Any) -> str:
    """A value as the text of a table cell."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    if not isinstance(value, float):
        return str(value)
    from mossa.play.score_text import show_value

    return show_value(value)


def flatten(figures: dict[str, Any], above: str = "") -> list[tuple[str, Any]]:
    """Nested dictionaries as rows.

    >>> flatten({"a": 1, "b": {"c": 2}})
    [('a', 1), ('b c', 2)]
    """
    rows: list[tuple[str, Any]] = []
    for name, value in figures.items():
        rows += flatten(value, f"{above}{name} ") if isinstance(value, dict) else [(f"{above}{name}", value)]
    return rows
