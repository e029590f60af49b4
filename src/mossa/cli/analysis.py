"""Commands that analyse: best, solve, rollout, analyse, perft."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mossa.kernel.errors import MossaError

from .app import (
    AS_JSON,
    DEPTH,
    DICE,
    MOVES,
    NODES,
    PLAYER,
    POSITION,
    SEED,
    TIME,
    cli,
    load_game,
    load_position,
    plot_option,
    seed_option,
)
from .console import answer, interruptible, note, table, working
from .language import said, tell

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.core.game import Game

CANDIDATES = 5
"""The number of moves whose values `best` shows in a game with chance, where several are often nearly as good."""


@cli.command(short_help="The best move in a position.")
@click.argument("game")
@POSITION
@MOVES
@DICE
@PLAYER
@TIME
@DEPTH
@NODES
@click.option(
    "--win", type=int, metavar="PLIES", help="Search the shortest forced win within PLIES first (mate in 3: 5)."
)
@click.option("--threads", type=int, default=1, metavar="N", help="Threads of the search.")
@click.option("--multipv", type=int, metavar="K", help="Show the values of the K best moves (1; with chance 5).")
@SEED
@AS_JSON
def best(
    game: str,
    position: str | None,
    moves: str,
    dice: str | None,
    player: str | None,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    win: int | None,
    threads: int,
    multipv: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Find the best move in a position of GAME; without a limit, in one second.

    Part of the search looks for a forced win, unless --depth is given; with --win most of it does.

    \b
      mossa best connect4 --position 44444 --time 2 --multipv 3
      mossa best tictactoe --moves "b2 a1" --player minimax:depth=4 --json
      mossa best mastermind --position "? 1122=01" --player knuth
      mossa best backgammon --position 4HPwATDgc/ABMA --dice 31
      mossa best chess --position "8/4p3/7R/n7/rp6/kp5Q/8/1K6 w - - 0 1" --win 5
    """
    from threading import Event

    from mossa.play.advice import best as find_best

    from .display import show_advice

    at = load_position(game, position, moves, dice)
    lines = multipv if multipv is not None else CANDIDATES if at.game.facts.chance else 1
    stop = Event()
    with working("searching …"):
        advice = interruptible(lambda: find_best(at, time, depth, nodes, player, threads, lines, seed, win, stop), stop)
    data = advice.as_dict()
    if lines > 1:
        data.setdefault("candidates", [{"move": move, "value": value} for move, value in advice.candidates])
    answer(as_json, data, lambda console: show_advice(console, advice))


@cli.command(short_help="The exact value and all optimal moves.")
@click.argument("game")
@POSITION
@MOVES
@click.option("--time", type=float, metavar="S", help="Give up after S seconds (60).")
@click.option("--team", metavar='"NAME NAME"', help="These players are partners, who agree on a plan beforehand.")
@AS_JSON
def solve(game: str, position: str | None, moves: str, time: float | None, team: str | None, as_json: bool) -> None:
    """Find the exact value of a position of GAME and all optimal moves; refuse if it is too big to solve.

    \b
      mossa solve tictactoe
      mossa solve connect4:columns=5,rows=4
      mossa solve kuhn --position "QK:p"
      mossa solve ./mygame.py --team "North South"
    """
    from threading import Event

    from mossa.play.advice import solve as find_solution

    from .display import show_advice

    if team is not None:
        if position is not None or moves:
            raise MossaError("--team solves a game from its start: leave out --position and --moves")
        return _solve_team(load_game(game), team, as_json)
    at = load_position(game, position, moves)
    stop = Event()
    with working("solving …"):
        advice = interruptible(lambda: find_solution(at, time, stop), stop)
    answer(as_json, advice.as_dict(), lambda console: show_advice(console, advice))


def _solve_team(game: Game, team: str, as_json: bool) -> None:
    from mossa.search.equilibrium.teams import solve_team

    names = game.rules.player_names
    words = team.replace(",", " ").split()
    unknown = [word for word in words if word not in names]
    if unknown:
        raise MossaError(f"{game.name} has no player {unknown[0]!r}; players: {', '.join(names)}")
    with working("solving …"):
        found = solve_team(game.rules, [names.index(word) for word in words])
    members = [names[player] for player in found.team]
    data = {
        "game": game.name,
        "team": members,
        "secret": found.secret,
        "open": found.open,
        "open_plan": list(found.plans[found.open_plan]),
        "plans": [{"plan": list(plan), "share": share} for plan, share in found.likely()],
    }

    def show(console: Console) -> None:
        secret, known = (f"{round(value, 9) + 0.0:g}" for value in (found.secret, found.open))
        told = "{team} against the others: {secret} if their plan is secret, {known} if it is known"
        team = tell(" and ").join(members)
        console.print(tell(told, team=team, secret=secret, known=known), markup=False)
        rows = [[*plan, round(share, 6)] for plan, share in found.likely()]
        console.print(table(*members, "how often", rows=rows, right=["how often"]))

    answer(as_json, data, show)


@cli.command(short_help="Play a position with chance to the end, many times.")
@click.argument("game")
@POSITION
@MOVES
@DICE
@click.option("--trials", type=click.IntRange(2), default=1296, metavar="N", help="Games to play.")
@click.option("--horizon", type=click.IntRange(1), metavar="N", help="Evaluate a game after N moves, not at its end.")
@click.option("--plain", is_flag=True, help="No variance reduction: leave the luck of the dice in.")
@click.option("--threads", type=click.IntRange(1, 256), metavar="N", help="Threads; by default one for each core.")
@click.option(
    "--file", type=click.Path(path_type=Path), metavar="FILE", help="Store the trials in FILE; continue from it."
)
@seed_option(1, "Seed of the dice.")
@AS_JSON
def rollout(
    game: str,
    position: str | None,
    moves: str,
    dice: str | None,
    trials: int,
    horizon: int | None,
    plain: bool,
    threads: int | None,
    file: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Estimate the value of a position of GAME by playing it to the end many times, with both sides moving by the
    static evaluation.

    \b
      mossa rollout backgammon --position 4HPwATDgc/ABMA --dice 31
      mossa rollout backgammon --moves "31 8/5 6/5" --trials 5000 --file rollout.json

    Variance reduction subtracts the luck of the dice, which does not change the mean. The same seed gives the same
    answer on any number of threads. A rollout with a FILE that was stopped continues when it is called again.
    """
    import os
    from time import perf_counter

    from mossa.search.chance.rollout import PATIENCE
    from mossa.search.chance.rollout import rollout as roll_out

    at = load_position(game, position, moves, dice)
    if at.is_over:
        raise MossaError("the game is over: there is nothing to play")
    began = perf_counter()
    with working("playing …") as say:
        found = interruptible(
            lambda: roll_out(
                at.game,
                at.state,
                trials,
                seed=seed,
                horizon=horizon or PATIENCE,
                reduce=not plain,
                threads=threads or os.cpu_count() or 1,
                file=file,
                on_trials=lambda one: say(f"{one.trials:,} of {trials:,}: {one.mean:+z.4f} ± {one.error:.4f}"),
            )
        )
    first, (low, high) = at.game.rules.player_names[0], found.interval
    data = {
        "game": at.game.name,
        "position": at.text,
        "player": first,
        "value": found.mean,
        "error": found.error,
        "interval": [low, high],
        "trials": found.trials,
        "seed": seed,
        "seconds": perf_counter() - began,
    }

    def show(console: Console) -> None:
        text = "{name}: {mean} ± {error}, with 95 % between {low} and {high} ({trials} trials)"
        figures = {"mean": f"{found.mean:+z.4f}", "error": f"{found.error:.4f}", "trials": f"{found.trials:,}"}
        between = {"low": f"{low:+z.4f}", "high": f"{high:+z.4f}"}
        console.print(tell(text, name=said(first), **figures, **between), markup=False)

    answer(as_json, data, show)


@cli.command(short_help="Analyse a game move by move, with a graph.")
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@TIME
@DEPTH
@NODES
@click.option("--number", type=click.IntRange(1), metavar="N", help="The number of the game, in a file with several.")
@click.option("--lines", type=click.IntRange(1, 20), default=1, metavar="K", help="Variations at each move.")
@plot_option("Draw the graph (PNG, SVG, PDF).")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the game with comments (PGN, PDN …)."
)
@AS_JSON
def analyse(
    game: str,
    file: Path,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    number: int | None,
    lines: int,
    plot: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Analyse the game in FILE move by move: the score of each position, better moves, mistakes.

    \b
      mossa analyse chess game.pgn --time 0.5 --plot game.png --out commented.pgn
      mossa analyse othello - <<< f5d6c3d3c4f4
      mossa analyse backgammon:match=7 match.mat --depth 2
      mossa analyse backgammon match.mat --number 3

    FILE (- for standard input) is a record of mossa, PGN (chess), PDN (checkers), GGF or a transcript (Othello), .mat
    or SGF (backgammon), a list of moves, or a position. Scores are from the side of the first player. Without a limit
    the search has half a second a move.
    """
    from mossa.core.files import read_text, write_text
    from mossa.play.analysis import analyse as analyse_game
    from mossa.play.analysis import summary
    from mossa.play.game_text import read_game, read_games, write_game
    from mossa.play.remarks import with_remarks
    from mossa.search.common.limits import Limits

    from .display import plot_analysis, show_analysis

    loaded = load_game(game)
    text = sys.stdin.read() if str(file) == "-" else read_text(file)
    games = len(read_games(loaded, text))
    read = read_game(loaded, text, number or 1)
    if games > 1 and number is None:
        note(f"this is the first of {games} games; --number 2 takes the second")
    for sentence in read.skipped:
        note(sentence)
    limited = time is not None or depth is not None or nodes is not None
    with working("analysing …") as say:
        found = analyse_game(
            read.line,
            lambda: Limits(time if limited else 0.5, depth, nodes),
            lines=lines,
            on_review=lambda one: say(f"analysing position {one.ply + 1} of {len(read.line)} …"),
        )
    if plot is not None:
        plot_analysis(loaded, found, plot)
    if out is not None:
        comments, marks = with_remarks(read.written.comments, read.written.marks, found)
        write_text(out, write_game(loaded, replace(read.written, comments=comments, marks=marks)))
    data = {
        "game": loaded.name,
        "tags": read.tags,
        "number": number or 1,
        "games": games,
        "skipped": list(read.skipped),
        "players": summary(loaded, found),
        "positions": [one.as_dict() for one in found],
    }
    answer(as_json, data, lambda console: show_analysis(console, loaded, found))


@cli.command(short_help="Count the move sequences of a given length.")
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 200))
@POSITION
@MOVES
@click.option("--divide", is_flag=True, help="A count for every first move.")
@click.option("--interpreted", is_flag=True, help="Run the rules as plain Python, not compiled.")
@AS_JSON
def perft(
    game: str, depth: int, position: str | None, moves: str, divide: bool, interpreted: bool, as_json: bool
) -> None:
    """Count the sequences of DEPTH moves in GAME (perft): the first test of any rules.

    \b
      mossa perft tictactoe 9
      mossa perft connect4 8 --divide
    """
    from threading import Event
    from time import perf_counter

    from mossa.search.common.perft import perft as count

    at = load_position(game, position, moves)
    rules, compiled, stop = at.game.rules, not interpreted, Event()

    def leaves(state: Any, depth: int) -> int:
        return count(at.game, state, depth, compiled=compiled, stop=stop)

    def divided() -> dict[str, int]:
        """The count for every first move."""
        after = {at.write_move(move): rules.play(at.state, move) for move in at.legal}
        return {move: leaves(state, depth - 1) for move, state in after.items()}

    with working(f"counting to depth {depth} …"):
        count(at.game, at.state, 0, compiled=compiled)  # compile before the clock starts
        began = perf_counter()
        parts = interruptible(divided, stop) if divide and depth > 0 else {}
        nodes = sum(parts.values()) or interruptible(lambda: leaves(at.state, depth), stop)
        seconds = perf_counter() - began
    data: dict[str, Any] = {"game": at.game.name, "depth": depth, "nodes": nodes, "seconds": seconds}
    if divide:
        data["moves"] = parts

    def show(console: Console) -> None:
        if parts:
            console.print(table("move", "nodes", rows=list(parts.items()), right=("nodes",)))
        pace = f"{nodes / max(seconds, 1e-9):,.0f}"
        text = "{nodes} nodes at depth {depth}, {seconds} s ({pace} a second)"
        console.print(tell(text, nodes=f"{nodes:,}", depth=depth, seconds=f"{seconds:.3g}", pace=pace))

    answer(as_json, data, show)
