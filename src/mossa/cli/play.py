"""Commands to play: serve, games, play."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, MOVES, POSITION, all_games, cli, load_game, load_position, seed_option
from .console import answer, to_json, write
from .language import said, tell

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.core.game import Game

    from .terminal import TerminalIO


def has_site() -> bool:
    """Are the packages that the site needs installed?"""
    from importlib.util import find_spec

    return all(find_spec(name) is not None for name in ("starlette", "uvicorn", "websockets"))


def open_site(
    port: int | None,
    files: Sequence[str],
    as_json: bool = False,
    host: str | None = None,
    folder: Path | None = None,
    warm: bool = True,
) -> None:
    """Run the web server until Ctrl-C; where one runs already on the same games, open its page."""
    if not has_site():
        raise MossaError("the site needs starlette, uvicorn and websockets, which are not installed")
    from mossa.web import Owned, start
    from mossa.web.server import LOOPBACK

    def say(address: str) -> None:
        told = tell("mossa is at {address} (Ctrl-C ends it)", address=address)
        write((to_json({"address": address}) if as_json else told) + "\n")

    try:
        start(port, files, host=host or LOOPBACK, folder=folder, warm=warm, say=say)
    except Owned as owned:
        if files or host is not None or not owned.address:
            raise MossaError(f"{owned}; end it first, or give these games another folder with --folder") from None
        if as_json:
            write(to_json({"address": owned.address, "running": True}) + "\n")
            return
        running = "mossa runs already at {address}, on the games in {folder}"
        write(tell(running, address=owned.address, folder=owned.folder) + "\n")
        write(tell("Its page is opened; `mossa serve --folder PATH` starts another one, with other games.") + "\n")
        if sys.stdout.isatty():
            import webbrowser

            webbrowser.open(owned.address)


@cli.command(short_help="The site: play in the browser.")
@click.argument("games", nargs=-1, metavar="[FILE.py]…")
@click.option(
    "--port",
    type=int,
    metavar="N",
    help="The port; 0 for any free one. By default 8642, or any free one if that is taken.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    help="Listen on this address (0.0.0.0: all) and require a token; by default this machine only.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="PATH",
    help="Where the games are stored; a folder belongs to one server at a time.",
)
@click.option(
    "--warm/--no-warm",
    default=True,
    help="Compile the engines of all games in the background, at a low priority, so that nobody waits; the default.",
)
@AS_JSON
def serve(
    games: tuple[str, ...], port: int | None, host: str | None, folder: Path | None, warm: bool, as_json: bool
) -> None:
    """Start the site on this machine and print its address. Without --host other machines cannot reach it.

    FILEs are rules files: their games appear on the site beside the others. A game of OpenSpiel may stand for a file.

    \b
      mossa serve
      mossa serve --port 8000 ./mygame.py
      mossa serve 'openspiel:hex(board_size=5)'
    """
    open_site(port, games, as_json, host, folder, warm)


def choose_game() -> None:
    """Let the user pick games in the terminal and play them."""
    from mossa.play.players import default_opponent

    from .terminal import TerminalIO, menu, new_session

    terminal_io = TerminalIO.at_terminal()
    games = all_games()
    while (chosen := menu([one.name for one in games], [one.title for one in games], terminal_io)) is not None:
        try:
            played = load_game(chosen)
        except MossaError as error:
            terminal_io.write_line(str(error))
            continue
        side = _ask_side(played.rules.player_names, terminal_io)
        if side is None:
            return
        record = new_session(played.start(), [default_opponent(played)], side, terminal_io, seed=_fresh_seed()).run()
        if not record.ended:
            return
        terminal_io.write_line("")


def _ask_side(sides: tuple[str, ...], terminal_io: TerminalIO) -> int | None:
    """The seat that the user chooses; None at the end of input."""
    names = {word: i for i, name in enumerate(sides) for word in (str(i + 1), name.lower())}
    while len(sides) > 1:
        listed = ", ".join(f"{i} {said(name)}" for i, name in enumerate(sides, 1))
        asked = terminal_io.read_line(tell("Your side: {sides} [1]: ", sides=listed))
        if asked is None:
            return None
        if asked.strip().lower() in {"", *names}:
            return names.get(asked.strip().lower(), 0)
        wrong = tell("{name} is not a side; type its number or its name.", name=repr(asked.strip()))
        terminal_io.write_line(wrong)
    return 0


def _fresh_seed() -> int:
    import secrets

    return secrets.randbits(63)


@cli.command(short_help="The games, their facts and players.")
@click.argument("game", required=False)
@AS_JSON
def games(game: str | None, as_json: bool) -> None:
    """List the games with their facts and players; or show everything about one GAME."""
    from .display import game_facts, show_game, show_games

    chosen = [load_game(game)] if game else all_games()
    facts = [game_facts(one) for one in chosen]

    def show(console: Console) -> None:
        if game:
            show_game(console, chosen[0])
        else:
            show_games(console, facts)

    answer(as_json, {"games": facts}, show)


@cli.command(short_help="Play in the terminal.")
@click.argument("game")
@click.option("--vs", multiple=True, metavar="PLAYER", help="The opponent; by default the player that suits the game.")
@click.option("--side", metavar="SIDE", default="1", help="Your side: its number from 1, or its name.")
@click.option(
    "--terminal", is_flag=True, help="Accepted and ignored: `mossa play` is always here, the site is `mossa serve`."
)
@click.option("--resume", is_flag=True, help="Continue the game that you left.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Continue the game in this file.")
@seed_option(None, "Seed of dice and players; by default a new one.")
@click.option("--time", type=float, metavar="S", help="Seconds a move for your opponent.")
@POSITION
@MOVES
@AS_JSON
def play(
    game: str,
    vs: tuple[str, ...],
    side: str,
    terminal: bool,
    resume: bool,
    record: Path | None,
    seed: int | None,
    time: float | None,
    position: str | None,
    moves: str,
    as_json: bool,
) -> None:
    """Play GAME in the terminal.

    Type moves, or `help`. The game is saved when you leave, also when the input ends. With --json the dialogue goes to
    stderr and the record of the game to stdout.

    \b
      mossa play tictactoe
      mossa play connect4 --vs alphabeta:time=0.1 --side 2
      mossa play ./mygame.py --vs random
      mossa play connect4 --resume
    """
    from mossa.play.players import default_opponent
    from mossa.search.common.limits import Limits

    from .terminal import TerminalIO, new_session, resume_session

    Limits(time=time)
    terminal_io = TerminalIO.at_terminal(to_stderr=as_json)
    if resume or record is not None:
        session = resume_session(load_game(game), terminal_io, path=record, time=time)
    else:
        start = load_position(game, position, moves)
        opponents = list(vs) or [default_opponent(start.game)]
        drawn = _fresh_seed() if seed is None else seed
        session = new_session(start, opponents, _side(side, start.game), terminal_io, seed=drawn, time=time)
    played = session.run()
    if as_json:
        write(to_json({**played.as_dict(), "opening": played.opening()}) + "\n")


def _side(text: str, game: Game) -> int:
    names = game.rules.player_names
    for seat, name in enumerate(names):
        if text.lower() in (str(seat + 1), name.lower()):
            return seat
    sides = ", ".join(f"{seat} or {name}" for seat, name in enumerate(names, 1))
    raise MossaError(f"there is no side {text!r} in {game.title}; sides: {sides}")
