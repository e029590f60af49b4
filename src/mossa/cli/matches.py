"""Commands for competition: match, tournament, and the protocols UCI, GTP and NBoard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, DEPTH, NODES, ON, PLAYER, SEED, TIME, cli, load_game, plot_option
from .console import answer, match_progress, note


@cli.command(short_help="A match between players, with its Elo.")
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER…")
@click.option("--games", type=int, default=10, metavar="N", help="How many games.")
@click.option("--time", metavar="S", help="Seconds a move (or a clock, as for --clock).")
@click.option("--clock", metavar="C", help="5 (for the game), 5+0.05 (0.05 more a move), 40/60 (40 moves in 60 s).")
@DEPTH
@NODES
@click.option(
    "--openings",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Openings: a line of moves each, positions (.epd, .fen), or games (.pgn …).",
)
@click.option("--opening-plies", type=click.IntRange(1), metavar="N", help="Only the first N moves of each opening.")
@click.option("--shuffle", is_flag=True, help="Take the openings in an order drawn from the seed.")
@click.option("--plies", type=int, default=0, metavar="N", help="Begin each pair of games with N random moves.")
@click.option("--concurrency", type=int, default=1, metavar="N", help="Games in parallel, each in a process.")
@ON
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="FILE", help="Store the games; continue an interrupted match."
)
@click.option(
    "--pgn", type=click.Path(path_type=Path), metavar="FILE", help="Store the games in the game's own format (PGN …)."
)
@click.option(
    "--sprt", metavar="E0,E1", help="Stop by SPRT: is the first player E1 Elo (logistic) stronger, or only E0?"
)
@click.option("--part", metavar="K/N", help="Play the K-th of N parts of the match, each with a --record of its own.")
@click.option("--adjudicate", is_flag=True, help="End games whose result tables prove or both players agree on.")
@click.option("--longest", type=click.IntRange(1), metavar="N", help="A game that is not over after N plies is drawn.")
@click.option("--margin", type=float, default=0.25, metavar="S", help="Seconds by which a clock may be exceeded.")
@SEED
@AS_JSON
def match(
    game: str,
    players: tuple[str, ...],
    games: int,
    time: str | None,
    clock: str | None,
    depth: int | None,
    nodes: int | None,
    openings: Path | None,
    opening_plies: int | None,
    shuffle: bool,
    plies: int,
    concurrency: int,
    on: str | None,
    record: Path | None,
    pgn: Path | None,
    sprt: str | None,
    part: str | None,
    adjudicate: bool,
    longest: int | None,
    margin: float,
    seed: int,
    as_json: bool,
) -> None:
    """Play a match at GAME between PLAYERs, each on every side in turn, and show the Elo difference.

    An illegal move, a fallen flag or a program that fails loses the game. The figures are those of the first player. A
    game with its own match openings uses them, unless --openings or --plies is given. Parts of a match may be played on
    several machines; `mossa merge` puts their records together.

    \b
      mossa match tictactoe alphabeta random --games 100
      mossa match connect4 alphabeta:depth=8 alphabeta:depth=6 --plies 4 --games 200 --concurrency 2
      mossa match connect4 alphabeta alphabeta:threads=2 --clock 5+0.05 --openings lines.txt --record match.jsonl
      mossa match chess mossa uci:stockfish --games 200 --time 5+0.05 --pgn games.pgn
      mossa match chess mossa "uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2500" --games 1000 --sprt 0,20
      mossa match chess mossa mcts --games 600 --openings book.epd --shuffle --part 2/3 --record part2.jsonl
      mossa match chess mossa mcts --games 600 --nodes 5000 --on ray:HOST:6379 --record match.jsonl
    """
    from mossa.jobs import Place, WorkReport
    from mossa.play.match import Match, Part, run
    from mossa.play.openings import Openings, game_openings, read_openings
    from mossa.play.referee import GameTerms
    from mossa.play.sprt import Sprt

    from .display import show_match

    loaded = load_game(game)
    terms = GameTerms(_control(time, clock), depth, nodes, margin, adjudicate, longest)
    chosen = read_openings(openings, loaded) if openings else Openings() if plies else game_openings(loaded)
    chosen = chosen.cut(opening_plies)
    lines, positions = chosen.shuffled(seed) if shuffle else chosen
    planned = Match(loaded.name, players, games, terms, lines, plies, seed, positions)
    test, share = Sprt.parse(sprt) if sprt else None, Part.parse(part) if part else None
    if share is not None and record is None:
        raise MossaError("the games of a part are of use when they are stored: name a file with --record")
    place, report = Place.parse(on, concurrency), WorkReport()
    with match_progress(games if share is None else planned.size_of(share)) as advance:
        score = run(
            planned,
            concurrency=concurrency,
            place=place if on else None,
            record=record,
            pgn=pgn,
            test=test,
            part=share,
            progress=advance,
            report=report,
            say=note,
        )
    data = {"game": loaded.name, **score.as_dict(), **({"work": report.as_dict()} if on else {})}
    if on:
        note(str(report))
    answer(as_json, data, lambda console: show_match(console, score, planned))


@cli.command(short_help="Put the parts of a match together.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Store all the games as one record.")
@AS_JSON
def merge(files: tuple[Path, ...], record: Path | None, as_json: bool) -> None:
    """Put together the records of the parts of a match, and show the Elo difference.

    \b
      mossa match othello alphabeta:depth=6 mcts --games 300 --part 1/2 --record one.jsonl     on one machine
      mossa match othello alphabeta:depth=6 mcts --games 300 --part 2/2 --record two.jsonl     on another
      mossa merge one.jsonl two.jsonl --record all.jsonl

    A game that is in several files counts once. A match goes on from the record of them all.
    """
    from mossa.play.merging import merge_matches

    from .display import show_match

    merged = merge_matches(files, record)
    data = {"game": merged.match.game, **merged.score.as_dict(), "missing": merged.missing}
    answer(as_json, data, lambda console: show_match(console, merged.score, merged.match))
    if merged.missing and not as_json:
        note(f"{merged.missing} games that come before the last one are missing")


def _control(time: str | None, clock: str | None) -> Any:
    """The time control; a plain number after --time is for each move."""
    from mossa.play.clock import Control

    if clock is not None and time is not None:
        raise MossaError("give --time or --clock, not both")
    if clock is not None:
        return Control.parse(clock)
    if time is None:
        return None
    control = Control.parse(time)
    return control if control.moves or control.increment else Control.each_move(control.seconds)


@cli.command(short_help="A tournament or a gauntlet, with a cross table.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="FOLDER", help="Store the games; continue if interrupted."
)
@click.option(
    "--concurrency", type=click.IntRange(1), default=1, metavar="N", help="Games in parallel, each in a process."
)
@ON
@plot_option("Plot the Elo of all players (PNG, SVG, PDF).")
@AS_JSON
def tournament(
    file: Path, record: Path | None, concurrency: int, on: str | None, plot: Path | None, as_json: bool
) -> None:
    """Play the tournament that FILE (TOML) describes: every player against every other at every game, or a gauntlet.

    The record is a folder with a file of games for each match, and one in the game's own format (PGN …) where it has
    one.

    \b
      games = ["connect4", "othello"]
      players = ["alphabeta:depth=6", "alphabeta:depth=3", "random"]
      rounds = 10
      time = 0.1        # or clock = "5+0.05", depth = 6, nodes = 10000
      plies = 4         # or openings = "book.epd", as for `mossa match`
      gauntlet = 1      # the first player against all others; without it all against all
    """
    from mossa.jobs import Place
    from mossa.play.tournament import read_tournament, run_tournament

    from .console import working
    from .display import plot_tournament, show_tournament

    planned = read_tournament(file)
    with working("playing …") as say:
        table = run_tournament(
            planned,
            folder=record,
            concurrency=concurrency,
            place=Place.parse(on, concurrency) if on else None,
            progress=lambda one: say(f"{one.played} of {one.total} games"),
        )
    if plot is not None:
        plot_tournament(table, plot)
    answer(as_json, table.as_dict(), lambda console: show_tournament(console, table))


@cli.command(short_help="A chess engine for UCI boards.")
@click.option("--player", metavar="PLAYER", help="The player that chooses the moves; by default the chess engine.")
def uci(player: str | None) -> None:
    """Speak UCI, the protocol of chess programs, over standard input and output.

    \b
      mossa uci
      mossa uci --player mcts:horizon=1,threads=2

    Give this command to a chess board (GUI) as its engine. It ends with `quit` or at the end of the input.
    """
    from mossa.protocols.uci import main as run_protocol
    from mossa.protocols.uci_player import UciPlayerEngine

    if player is None:
        run_protocol()
    else:
        run_protocol(make=partial(UciPlayerEngine, player))


@cli.command(short_help="An engine for GTP boards, at any game.")
@click.argument("game")
@PLAYER
@TIME
@DEPTH
@NODES
@SEED
def gtp(game: str, player: str | None, time: float | None, depth: int | None, nodes: int | None, seed: int) -> None:
    """Speak GTP, the protocol of Go programs, for any GAME of two players, over standard input and output.

    \b
      mossa gtp othello --time 1
      mossa gtp connect4 --player alphabeta:threads=2

    The clock that the board sends has priority over --time. The command ends with `quit` or at the end of the input.
    """
    from mossa.play.player import THINKING_TIME
    from mossa.play.players import default_player
    from mossa.play.players import player as player_of
    from mossa.protocols.gtp import GtpEngine
    from mossa.protocols.gtp import main as run_protocol
    from mossa.search.common.limits import Limits

    loaded = load_game(game)
    chosen = player_of(player or default_player(loaded), loaded)
    unlimited = time is None and depth is None and nodes is None and not chosen.is_limited
    limits = Limits(THINKING_TIME if unlimited else time, depth, nodes)
    chosen.prepare(limits)
    run_protocol(GtpEngine(loaded, chosen, limits, seed))


@cli.command(short_help="An Othello engine for NBoard.")
@click.option("--player", metavar="PLAYER", default="alphabeta", help="The player that chooses the moves.")
def nboard(player: str) -> None:
    """Speak the protocol of NBoard, an Othello board, over standard input and output.

    It ends with `quit` or at the end of the input.
    """
    from mossa.play.players import player as player_of
    from mossa.protocols.nboard import main as run_protocol
    from mossa.search.common.limits import Limits

    chosen = player_of(player, load_game("othello"))
    chosen.prepare(Limits())
    run_protocol(chosen)
