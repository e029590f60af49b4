"""The click group `mossa`, the options that commands share, and how errors are shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mossa.kernel.errors import MossaError

from .console import abandoned, note, report_error
from .language import Command, Group, speaking, take_language

if TYPE_CHECKING:
    from mossa.core.game import Game
    from mossa.core.position import Position

__all__ = [
    "AS_JSON",
    "DEPTH",
    "DICE",
    "MOVES",
    "NODES",
    "ON",
    "PLAYER",
    "POSITION",
    "SEED",
    "TIME",
    "WEIGHTS",
    "all_games",
    "cli",
    "load_game",
    "load_position",
    "plot_option",
    "seed_option",
]

F = TypeVar("F", bound=Callable[..., Any])
STOPPED = 130
"""The exit status after Ctrl-C, as in shells."""
CRASHED = 70
"""The exit status after an exception that nobody foresaw (EX_SOFTWARE of sysexits.h)."""


class Commands(click.Group):
    """Commands in the order of definition. Errors are one sentence on stderr, never a traceback: a user's error with
    status 2, an exception that nobody foresaw with status CRASHED and a file with the details."""

    command_class = Command
    group_class = Group
    context_class = Command.context_class

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def main(self, args: Sequence[str] | None = None, *rest: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        status = self._status(args, **extra)
        if standalone_mode and abandoned:
            sys.stdout.flush()
            os._exit(status)
        if standalone_mode:
            sys.exit(status)
        return status

    def _status(self, args: Sequence[str] | None, **extra: Any) -> int:
        from mossa.kernel.endless import LONGEST_CALL, Watchdog, rule_in

        try:
            words, chosen = take_language(sys.argv[1:] if args is None else args)
            with speaking(chosen), Watchdog(LONGEST_CALL, kernels=False):
                status: Any = super().main(words, standalone_mode=False, **extra)
            return status if isinstance(status, int) else 0
        except (click.Abort, KeyboardInterrupt) as stopped:
            error = stopped if isinstance(stopped, KeyboardInterrupt) else stopped.__cause__ or stopped.__context__
            where = rule_in(error.__traceback__) if error is not None else None
            why = str(error or "") or (f"in {where}" if where else "")
            click.echo(f"stopped: {why}" if why else "stopped", err=True)
            return STOPPED
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "mossa"
            return report_error(f"{error.format_message().rstrip('.')} (see {command} --help)")
        except click.ClickException as error:
            return report_error(error.format_message())
        except MossaError as error:
            return report_error(str(error))
        except Exception as error:
            from mossa.play.user_errors import user_error

            sentence = user_error(error)
            if sentence is not None:
                return report_error(str(sentence))
            from mossa.core.crash_report import crash_sentence

            report_error(crash_sentence(error, sys.argv[1:] if args is None else args))
            return CRASHED


# Options that several commands share

AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout, nothing else.")
POSITION = click.option("--position", metavar="TEXT", help="A position, in the game's usual notation (FEN in chess).")
MOVES = click.option(
    "--moves", metavar='"M1 M2 …"', default="", show_default=False, help="Moves to make first, separated by blanks."
)
DICE = click.option("--dice", metavar="ROLL", help="The chance outcome in the position: dice (31), a card.")


def seed_option(default: int | None, about: str) -> Callable[[F], F]:
    """The option --seed."""

    def check(ctx: click.Context, parameter: click.Parameter, seed: int | None) -> int | None:
        if seed is not None and not 0 <= seed < 2**64:
            raise click.BadParameter(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
        return seed

    return click.option("--seed", type=int, callback=check, default=default, metavar="N", help=about)


SEED = seed_option(0, "Seed of random choices.")
TIME = click.option("--time", type=float, metavar="S", help="Seconds a move.")
DEPTH = click.option("--depth", type=int, metavar="D", help="Plies to search.")
NODES = click.option("--nodes", type=int, metavar="N", help="Nodes to search for a move.")
PLAYER = click.option(
    "--player", metavar="PLAYER", help="The player that chooses the move; by default the one that suits the game."
)


def plot_option(about: str) -> Callable[[F], F]:
    """The option --plot; it is refused before any work where nothing can be plotted."""

    def check(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
        if path is not None:
            from mossa.core.figures import require_matplotlib

            require_matplotlib()
        return path

    return click.option("--plot", type=click.Path(path_type=Path), callback=check, metavar="FILE", help=about)


ON = click.option(
    "--on", metavar="ray[:ADDRESS]", help="Do the work on a Ray cluster in place of this machine's processes."
)
WEIGHTS = click.option(
    "--weights",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Evaluate by the named features with the weights of this JSON file.",
)


def load_game(spec: str) -> Game:
    """The game that a spec names."""
    from mossa.core.registry import game

    return game(spec)


def all_games() -> list[Game]:
    """Every registered game; one that cannot be loaded is left out with a note on stderr."""
    from mossa.core.registry import names
    from mossa.play.players import player_kinds

    found = []
    for name in names():
        try:
            one = load_game(name)
            player_kinds(one)  # its own players can be loaded too
            found.append(one)
        except Exception as error:
            note(f"{name} is left out: {error}")
    return found


def load_position(spec: str, position: str | None, moves: str, dice: str | None = None) -> Position:
    """The position after moves; with `dice`, after that chance outcome.

    If exactly one of several moves leads to a chance node (to roll, not to double), it is made first.
    """
    at = load_game(spec).after(moves, position)
    if dice is None:
        return at
    if not at.is_over and not at.is_chance:
        to_chance = [move for move in at.legal if at.play(move).is_chance and not at.play(move).is_over]
        at = at.play(to_chance[0]) if len(to_chance) == 1 and len(at.legal) > 1 else at
    if at.is_over or not at.is_chance:
        raise MossaError(f"--dice {dice}: chance does not decide in this position")
    return at.play(dice)


CONTEXT = {"help_option_names": ["-h", "--help"], "show_default": True}


@click.group(cls=Commands, invoke_without_command=True, context_settings=CONTEXT)
@click.version_option(package_name="mossa", message="mossa %(version)s")
@click.option("--lang", metavar="LANG", help="Language: en or it; by default the system's.")
@click.pass_context
def cli(ctx: click.Context, lang: str | None) -> None:
    """Games against an adversary: play them, solve them, watch the algorithms at work.

    \b
      mossa                                   play in the browser
      mossa best connect4 --moves "4 4"       the best move
      mossa lab alphabeta --tree "((3 12 8) (2 4 6) (14 5 2))"

    A GAME is a name (`mossa games` lists them), a name with parameters (`connect4:columns=5,rows=4`), or the path of a
    rules file (`./mygame.py`). A PLAYER is a name or `name:key=value,…`, such as `alphabeta:time=0.1`,
    `minimax:depth=4`, `random:seed=3`.
    """
    if ctx.invoked_subcommand is None:
        from .play import choose_game, has_site, open_site

        if sys.stdin.isatty() and sys.stdout.isatty() and has_site():
            open_site(None, ())
        else:
            choose_game()
