"""To play: the site, the list of games, the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, MOVES, POSITION, all_games, cli, seed_option, the_game, the_position
from .console import answer, to_json, write

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.core.game import Game

    from .terminal import Talk


def has_site() -> bool:
    """Is there what the site needs?"""
    from importlib.util import find_spec

    return all(find_spec(name) is not None for name in ("starlette", "uvicorn", "websockets"))


def open_site(port: int | None, files: Sequence[str], as_json: bool = False, host: str | None = None) -> None:
    if not has_site():
        raise MossaError("the site needs starlette, uvicorn and websockets, which are not installed")
    from mossa.web import start
    from mossa.web.server import LOOPBACK

    def say(address: str) -> None:
        write(to_json({"address": address}) + "\n" if as_json else f"mossa is at {address} (Ctrl-C ends it)\n")

    start(port, files, host=host or LOOPBACK, say=say)


@cli.command(short_help="The site: play and watch in the browser.")
@click.argument("games", nargs=-1, metavar="[FILE.py]…")
@click.option("--port", type=int, metavar="N", help="Where; 0 for any free port. Without it 8642, or if taken any.")
@click.option(
    "--host", metavar="ADDRESS", help="Listen there (0.0.0.0: everywhere) and ask for a token; else this machine only."
)
@AS_JSON
def serve(games: tuple[str, ...], port: int | None, host: str | None, as_json: bool) -> None:
    """Start the site on this machine (nobody else can reach it, unless --host says so) and say where it is.

    FILEs are rules of your own: they appear on the site beside the other games.

    \b
      mossa serve
      mossa serve --port 8000 ./mygame.py
    """
    open_site(port, games, as_json, host)


def menu_of_games() -> None:
    from mossa.play.players import default_opponent

    from .terminal import Talk, menu, new_session

    talk = Talk.at_terminal()
    games = all_games()
    while (chosen := menu([one.name for one in games], [one.title for one in games], talk)) is not None:
        try:
            played = the_game(chosen)
        except MossaError as error:
            talk.say(str(error))
            continue
        side = _ask_side(played.rules.player_names, talk)
        if side is None:
            return
        record = new_session(played.start(), [default_opponent(played)], side, talk, seed=_fresh_seed()).run()
        if not record.ended:
            return
        talk.say("")


def _ask_side(sides: tuple[str, ...], talk: Talk) -> int | None:
    """Which seat the person takes; None at the end of input."""
    names = {word: i for i, name in enumerate(sides) for word in (str(i + 1), name.lower())}
    while len(sides) > 1:
        asked = talk.hear(f"Your side: {', '.join(f'{i} {name}' for i, name in enumerate(sides, 1))} [1]: ")
        if asked is None:
            return None
        if asked.strip().lower() in {"", *names}:
            return names.get(asked.strip().lower(), 0)
        talk.say(f"{asked.strip()!r} is no side; type its number or its name.")
    return 0


def _fresh_seed() -> int:
    import secrets

    return secrets.randbits(63)


@cli.command(short_help="The games, their facts, and who plays them.")
@click.argument("game", required=False)
@AS_JSON
def games(game: str | None, as_json: bool) -> None:
    """The games, their facts, and which players each has; or all about one GAME."""
    from .display import game_facts, show_game, show_games

    chosen = [the_game(game)] if game else all_games()
    facts = [game_facts(one) for one in chosen]

    def show(console: Console) -> None:
        if game:
            show_game(console, chosen[0])
        else:
            show_games(console, facts)

    answer(as_json, {"games": facts}, show)


@cli.command(short_help="Play in the terminal.")
@click.argument("game")
@click.option("--vs", multiple=True, metavar="PLAYER", help="Whom to play against; by default whoever suits the game.")
@click.option("--side", metavar="SIDE", default="1", help="Your side: its number from 1, or its name.")
@click.option("--terminal", is_flag=True, help="Here, as ever: the browser is `mossa serve`.")
@click.option("--resume", is_flag=True, help="Go on with the game that you left.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="With --resume: go on from this file.")
@seed_option(None, "Dice and players draw from this seed; by default from a new one.")
@click.option("--time", type=float, metavar="S", help="Seconds your opponent has for a move.")
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

    Type moves, or `help`. The game is kept when you leave, also when the input ends. With --json the talk goes to
    stderr and the record of the game to stdout.

    \b
      mossa play tictactoe
      mossa play connect4 --vs alphabeta:time=0.1 --side 2
      mossa play ./mygame.py --vs random
      mossa play connect4 --resume
    """
    from mossa.play.players import default_opponent
    from mossa.search.common.limits import Limits

    from .terminal import Talk, new_session, resume_session

    Limits(time=time)
    talk = Talk.at_terminal(to_stderr=as_json)
    if resume or record is not None:
        session = resume_session(the_game(game), talk, path=record, time=time)
    else:
        start = the_position(game, position, moves)
        opponents = list(vs) or [default_opponent(start.game)]
        drawn = _fresh_seed() if seed is None else seed
        session = new_session(start, opponents, _side(side, start.game), talk, seed=drawn, time=time)
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
