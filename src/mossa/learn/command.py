"""What the commands of all recipes share: a folder that remembers the run, a time limit, an exit status."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from mossa.kernel.errors import MossaError
from mossa.learn.crew import Crew, OutOfTime

__all__ = ["OUT_OF_TIME", "chosen", "recipe_parser", "run_recipe"]

OUT_OF_TIME = 3
"""The exit status of a run whose time is over and that has more to do."""


class _Settings(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]


T = TypeVar("T", bound=_Settings)


def recipe_parser(name: str, description: str | None) -> argparse.ArgumentParser:
    """The options every recipe has; `name` is that of its module."""
    parser = argparse.ArgumentParser(prog=f"python -m mossa.learn.recipes.{name}", description=description)
    parser.add_argument("--out", type=Path, required=True, help="the folder that remembers the run")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after this time; run again to go on")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--install", action="store_true", help="put the result into the package")
    return parser


def chosen(settings: type[T], given: argparse.Namespace) -> T:
    """A recipe's settings (a dataclass), each field from the option of its name."""
    return settings(**{name: getattr(given, name) for name in settings.__dataclass_fields__})


def run_recipe(given: argparse.Namespace, work: Callable[[Crew], None]) -> int:
    """Let a crew do the work; 0 when all is done, 2 after a user's mistake, OUT_OF_TIME when there is more to do."""

    def report(job: str, done: int, count: int) -> None:
        if done == count or done % max(1, count // 20) == 0:
            print(f"{job}: {done} of {count}", flush=True)

    try:
        work(Crew(given.out, given.processes, given.seconds, report))
    except OutOfTime:
        print("the time is over; call again to go on", flush=True)
        return OUT_OF_TIME
    except MossaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
