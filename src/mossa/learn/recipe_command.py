"""What the commands of all recipes share: the folder of a run, a time limit, an exit status."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from mossa.jobs import Place
from mossa.kernel.errors import MossaError

from .worker_processes import OutOfTime, WorkerProcesses

__all__ = ["OUT_OF_TIME", "at_least", "fraction", "recipe_parser", "run_recipe", "settings_from"]

OUT_OF_TIME = 3
"""The exit status of a run that stopped at its time limit with work left."""


class _Settings(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]


T = TypeVar("T", bound=_Settings)


def at_least(least: int) -> Callable[[str], int]:
    """The argparse type of a whole number, at least `least`."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"a whole number from {least} on is wanted, not {text!r}")
        return int(text)

    return read


def fraction(text: str) -> float:
    """The argparse type of a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"a number from 0 to 1 is wanted, not {text!r}")
    return number


def recipe_parser(name: str, description: str | None) -> argparse.ArgumentParser:
    """The options every recipe has; `name` is that of its module."""
    parser = argparse.ArgumentParser(prog=f"python -m mossa.learn.recipes.{name}", description=description)
    parser.add_argument("--out", type=Path, required=True, help="the folder that stores the state of the run")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this time; run again to go on")
    parser.add_argument("--processes", type=at_least(1), default=2, help="to share the work")
    parser.add_argument("--on", metavar="ray[:ADDRESS]", help="share the work out on a Ray cluster instead")
    parser.add_argument("--seed", type=at_least(0), default=1, help="of all that is drawn")
    parser.add_argument("--install", action="store_true", help="put the result into the package")
    return parser


def settings_from(settings: type[T], given: argparse.Namespace) -> T:
    """A recipe's settings (a dataclass), each field from the option of its name."""
    return settings(**{name: getattr(given, name) for name in settings.__dataclass_fields__})


def run_recipe(given: argparse.Namespace, work: Callable[[WorkerProcesses], None]) -> int:
    """Do the work with worker processes; 0 when all is done, 2 after a user's mistake, OUT_OF_TIME when there is more
    to do."""

    def report(job: str, done: int, count: int) -> None:
        if done == count or done % max(1, count // 20) == 0:
            print(f"{job}: {done} of {count}", flush=True)

    try:
        work(WorkerProcesses(given.out, Place.parse(given.on, given.processes), given.seconds, report))
    except OutOfTime:
        print("the time is over; call again to go on", flush=True)
        return OUT_OF_TIME
    except MossaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
