"""The command that tunes the numbers of a player: `mossa tune`."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from .app import AS_JSON, DEPTH, NODES, ON, SEED, TIME, cli, load_game, plot_option
from .console import answer, interruptible, table, working
from .language import tell
from .learn import sparkline

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.learn.spsa import TuningSettings, TuningStep


@cli.command(short_help="Tune the numbers of a player by SPSA.")
@click.argument("game")
@click.argument("player", metavar="PLAYER")
@click.argument("parameters", nargs=-1, required=True, metavar="NAME=START:LEAST:MOST[:STEP]…")
@click.option("--steps", type=click.IntRange(1), default=100, metavar="N", help="Steps of the tuning.")
@click.option("--pairs", type=click.IntRange(1), default=8, metavar="N", help="Pairs of games in a step.")
@TIME
@DEPTH
@NODES
@click.option("--plies", type=int, default=0, metavar="N", help="Begin each pair of games with N random moves.")
@click.option(
    "--rate", type=click.FloatRange(0, min_open=True), default=0.002, metavar="R", help="How fast the values move."
)
@click.option(
    "--concurrency", type=click.IntRange(1), default=1, metavar="N", help="Pairs in parallel, each in a process."
)
@ON
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Store the steps.")
@click.option("--resume", is_flag=True, help="Go on with the run of the record.")
@plot_option("Plot the values (PNG, SVG, PDF).")
@SEED
@AS_JSON
def tune(
    game: str,
    player: str,
    parameters: tuple[str, ...],
    steps: int,
    pairs: int,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    plies: int,
    rate: float,
    concurrency: int,
    on: str | None,
    record: Path | None,
    resume: bool,
    plot: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Tune numbers in the spec of PLAYER at GAME: in each pair of games all of them are changed a little, up or down,
    against the opposite changes, and move towards whoever wins (SPSA).

    \b
      mossa tune connect4 alphabeta:memory=4 reduction_base=60:0:200 late_base=5:1:20 --nodes 2000 --plies 4
      mossa tune chess alphabeta futility_margin=80:20:200:10 --nodes 5000 --steps 2000 --record tune.jsonl
      mossa tune chess alphabeta futility_margin=80:20:200:10 --nodes 5000 --steps 2000 --record tune.jsonl --resume

    STEP is the change in the last pairs; by default a twentieth of the range. Thousands of pairs are needed. Confirm
    the result with a match: `mossa match … --sprt`.
    """
    from mossa.jobs import Place
    from mossa.learn.learning_record import LearningRecord
    from mossa.learn.spsa import Parameter, TuningSettings, changed_spec
    from mossa.learn.spsa import tune as run_tuning
    from mossa.play.clock import Control
    from mossa.play.referee import GameTerms

    loaded = load_game(game)
    terms = GameTerms(Control.each_move(time) if time else None, depth, nodes, adjudicate=True)
    chosen = tuple(map(Parameter.parse, parameters))
    settings = TuningSettings(loaded.name, player, chosen, steps, pairs, terms, plies, rate, seed)
    stop, curves = Event(), {one.name: [one.start] for one in chosen}

    def show_step(step: TuningStep) -> None:
        for name, value in step.values.items():
            curves[name].append(value)
        shown = ", ".join(f"{name} {value:.4g} {sparkline(curves[name], 12)}" for name, value in step.values.items())
        say(f"step {step.number} of {steps}, {2 * step.pairs:,} games: {shown}")

    with working("tuning …") as say:
        found = interruptible(
            lambda: run_tuning(
                settings,
                record=LearningRecord(record, resume=resume),
                place=Place.parse(on, concurrency),
                stop=stop,
                on_step=show_step,
            ),
            stop,
        )
    last = found[-1]
    values = {one.name: round(last.values[one.name]) if one.is_whole else last.values[one.name] for one in chosen}
    spec = changed_spec(player, values)
    data = {
        "game": loaded.name,
        "player": player,
        "steps": last.number,
        "games": 2 * last.pairs,
        "values": values,
        "spec": spec,
        "curve": [{"number": one.number, "values": dict(one.values), "points": one.points} for one in found],
    }
    if plot is not None:
        plot_values(settings, found, plot)

    def show(console: Console) -> None:
        rows = [(one.name, f"{one.start:g}", f"{values[one.name]:.4g}", sparkline(curves[one.name])) for one in chosen]
        console.print(table("parameter", "before", "now", "", rows=rows, right=("before", "now")))
        told = "{games} games; the player: {spec}"
        console.print(tell(told, games=2 * last.pairs, spec=spec), markup=False)

    answer(as_json, data, show)


def plot_values(settings: TuningSettings, steps: list[TuningStep], path: Path) -> None:
    """Plot each value as its place in its range; the file's suffix gives the format."""
    from mossa.core.figures import new_figure, write_figure

    figure = new_figure(7, 4, layout="constrained")
    axes = figure.add_subplot()
    for one in settings.parameters:
        line = [one.start, *(step.values[one.name] for step in steps)]
        place = [(value - one.least) / (one.most - one.least) for value in line]
        label = f"{one.name} ({one.least:g} to {one.most:g})"
        axes.plot([0, *(2 * step.pairs for step in steps)], place, label=label)
    axes.set(xlabel="games", ylabel="place in its range", ylim=(0, 1), title=f"{settings.game}: {settings.player}")
    axes.legend(frameon=False)
    write_figure(path, figure)
