"""Commands that learn from self-play: weights of a game's named features, and what categories of states are worth."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, ON, cli, load_game, plot_option, seed_option
from .console import answer, interruptible, table, working
from .language import tell

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.core.features import Features
    from mossa.core.game import Game
    from mossa.learn.weight_learning import LearningRound
    from mossa.play.elo import EloDifference

METHOD_NAMES = ("hill-climbing", "annealing", "regression", "td", "versions")
"""As in `mossa.learn.weight_learning`, which is imported only where it is needed."""
BARS = "▁▂▃▄▅▆▇█"
MOST_ROWS = 10
"""Rounds of the curve in the terminal."""
MOST_CATEGORIES = 20
"""Categories in the terminal."""


@cli.command(short_help="Learn the weights of a game's features from self-play.")
@click.argument("game")
@click.option("--method", type=click.Choice(METHOD_NAMES), default="regression", help="How weights are found.")
@click.option("--time", "seconds", type=click.FloatRange(0, min_open=True), default=60.0, metavar="S", help="Seconds.")
@click.option("--rounds", type=click.IntRange(1), metavar="N", help="Stop after N rounds, if that is earlier.")
@click.option("--games", type=click.IntRange(4, 16384), default=1000, metavar="N", help="Games in a round.")
@click.option("--depth", type=click.IntRange(1, 6), default=2, metavar="D", help="Plies that the players look ahead.")
@click.option(
    "--explore", type=click.FloatRange(0, 1), default=0.1, metavar="P", help="The part of the moves that are random."
)
@click.option("--trace", type=click.FloatRange(0, 1), default=0.9, metavar="L", help="td: the λ of TD(λ).")
@click.option(
    "--from", "start", metavar="FILE", default="zero", help="Begin with these weights: a file, `zero`, or `own`."
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="The weights (GAME-METHOD.json).")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="The run (GAME-METHOD.jsonl).")
@click.option("--resume", is_flag=True, help="Go on with the run of the record.")
@plot_option("Plot the curve (PNG, SVG, PDF).")
@click.option("--threads", type=click.IntRange(1, 64), default=2, metavar="N", help="Threads; the result is the same.")
@ON
@seed_option(1, "Seed of games and draws.")
@AS_JSON
def learn(
    game: str,
    method: str,
    seconds: float,
    rounds: int | None,
    games: int,
    depth: int,
    explore: float,
    trace: float,
    start: str,
    out: Path | None,
    record: Path | None,
    resume: bool,
    plot: Path | None,
    threads: int,
    on: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Learn the weights of the named features of GAME from games against itself, and write them to a file that
    `alphabeta:weights=FILE` takes.

    \b
      mossa learn connect4
      mossa learn othello --method td --time 120 --plot curve.svg
      mossa learn ./mygame.py --method versions --from own --out mine.json
      mossa learn othello --method td --time 600 --resume

    After every round the weights play a short match against those of the beginning and against the game's own. A run
    that was stopped or killed goes on with --resume. The same seed and number of rounds give the same weights.
    """
    from threading import Event

    from mossa.core.features import require_features, write_weights
    from mossa.jobs import Place
    from mossa.learn.learning_record import LearningRecord
    from mossa.learn.weight_learning import LearningSettings, WeightLearning

    loaded = load_game(game)
    features = require_features(loaded)
    begin = start_weights(loaded, features, start)
    called = re.sub(r"[^\w.-]+", "-", Path(loaded.name).name) + f"-{method}"
    out, record = out or Path(f"{called}.json"), record or Path(f"{called}.jsonl")
    settings = LearningSettings(loaded.name, method, begin, depth, games, explore, trace, seed)
    stop, curve = Event(), []

    def show_round(made: LearningRound) -> None:
        curve.append(made)
        write_weights(out, made.weights)
        shown = sparkline([one.own.elo for one in curve])
        told = tell(
            "round {round}, {games} games: Elo {elo} against the game's own weights",
            round=made.number,
            games=f"{made.games:,}",
            elo=made.own,
        )
        say(f"{told} {shown}")

    def work() -> tuple[list[LearningRound], EloDifference, EloDifference]:
        learning = WeightLearning(loaded, settings, threads=threads, place=Place.parse(on) if on else None)
        try:
            found = learning.run(
                LearningRecord(record, resume=resume), seconds=seconds, rounds=rounds, on_round=show_round, stop=stop
            )
            write_weights(out, found[-1].weights)
            last = found[-1].weights
            return found, learning.measure(last, begin), learning.measure(last, features.weights)
        finally:
            learning.close()

    with working("learning …") as say:
        found, before, own = interruptible(work, stop)
    last = found[-1]
    data = {
        "game": loaded.name,
        "method": method,
        "rounds": last.number,
        "games": last.games,
        "seconds": last.seconds,
        "weights": last.weights,
        "loss": last.loss,
        "before": as_figures(before),
        "own": as_figures(own),
        "out": str(out),
        "record": str(record),
        "curve": [
            {
                "number": one.number,
                "games": one.games,
                "seconds": one.seconds,
                "loss": one.loss,
                "before": as_figures(one.before),
                "own": as_figures(one.own),
            }
            for one in found
        ],
    }
    if plot is not None:
        plot_curve(found, f"{loaded.title}: {method}", plot)

    def show(console: Console) -> None:
        console.print(curve_table(found))
        weights = (begin, features.weights, last.weights)
        rows = [(name, *(show_weight(one[name]) for one in weights)) for name in features.names]
        columns = ("feature", "before", "the game's own", "learnt")
        console.print(table(*columns, rows=rows, right=columns[1:]))
        told = "Elo {before} against the weights before, {own} against the game's own"
        console.print(tell(told, before=before, own=own), markup=False)
        console.print(tell("weights in {out}, the run in {record}", out=out, record=record), markup=False)

    answer(as_json, data, show)


def start_weights(game: Game, features: Features, text: str) -> dict[str, float]:
    """The weights that --from names."""
    from mossa.core.features import read_weights

    if text == "zero":
        return dict.fromkeys(features.names, 0.0)
    if text == "own":
        return dict(features.weights)
    if not Path(text).exists():
        raise MossaError(f"--from is a file of weights, zero, or own; there is no file {text}")
    return features.named(features.vector(read_weights(game, text)))


def as_figures(difference: EloDifference) -> dict[str, float]:
    """A difference in Elo as JSON."""
    return {"elo": difference.elo, "error": difference.error, "score": difference.score}


def show_weight(weight: float) -> str:
    """A weight as people read it.

    >>> show_weight(12.3456), show_weight(-250.0), show_weight(0.0)
    ('12.3', '-250', '0')
    """
    return f"{weight:.3g}" if abs(weight) < 100 else f"{weight:.0f}"


def sparkline(values: Sequence[float], width: int = 24) -> str:
    """The last values as a line of bars.

    >>> sparkline([0, 1, 2, 3, 4, 5, 6, 7])
    '▁▂▃▄▅▆▇█'
    """
    shown = list(values)[-width:]
    low, high = min(shown), max(shown)
    return "".join(BARS[round((value - low) / (high - low or 1) * (len(BARS) - 1))] for value in shown)


def curve_table(rounds: Sequence[LearningRound]) -> Any:
    """Some of the rounds, the first and the last among them."""
    chosen = sorted({round(i * (len(rounds) - 1) / max(1, MOST_ROWS - 1)) for i in range(MOST_ROWS)})
    rows = [
        (
            f"{one.number:,}",
            f"{one.games:,}",
            f"{one.seconds:.1f}",
            "–" if one.loss is None else f"{one.loss:.4f}",
            str(one.before),
            str(one.own),
        )
        for one in (rounds[i] for i in chosen if i < len(rounds))
    ]
    columns = ("round", "games", "seconds", "loss", "Elo: weights before", "Elo: the game's own")
    return table(*columns, rows=rows, right=columns)


def plot_curve(rounds: Sequence[LearningRound], title: str, path: Path) -> None:
    """Plot the differences in Elo with their error bars; the file's suffix gives the format."""
    from mossa.core.figures import new_figure, write_figure

    figure = new_figure(7, 4, layout="constrained")
    axes = figure.add_subplot()
    games = [one.games for one in rounds]
    lines: Mapping[str, list[EloDifference]] = {
        "the weights before": [one.before for one in rounds],
        "the game's own weights": [one.own for one in rounds],
    }
    for (name, line), colour in zip(lines.items(), ("#1f6f5c", "#8f2c1f"), strict=True):
        axes.plot(games, [one.elo for one in line], color=colour, label=f"against {name}")
        low, high = [one.elo - one.error for one in line], [one.elo + one.error for one in line]
        axes.fill_between(games, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.axhline(0, color="0.7", linewidth=0.8)
    axes.set(xlabel="games", ylabel="Elo", title=title)
    axes.legend(frameon=False)
    write_figure(path, figure)


@cli.command(short_help="What categories of states are worth, by their features.")
@click.argument("game")
@click.option(
    "--features", "names", metavar="F1,F2,…", default="", help="The features that tell states apart; else all."
)
@click.option("--games", type=click.IntRange(2, 8192), default=2000, metavar="N", help="Games to play.")
@click.option("--depth", type=click.IntRange(1, 6), default=2, metavar="D", help="Plies that the players look ahead.")
@click.option(
    "--explore", type=click.FloatRange(0, 1), default=0.3, metavar="P", help="The part of the moves that are random."
)
@click.option("--exact", type=click.IntRange(0), default=0, metavar="N", help="Solve N of the states exactly.")
@seed_option(1, "Seed of the games.")
@AS_JSON
def categories(
    game: str, names: str, games: int, depth: int, explore: float, exact: int, seed: int, as_json: bool
) -> None:
    """Partition the states of GAME by its named features: how many of those that were seen in games were won, drawn and
    lost by the mover, beside the linear sum of the same features and, with --exact, the solver.

    \b
      mossa categories tictactoe --features pairs,singles --exact 3000
      mossa categories connect4 --features threats --exact 100
      mossa categories chess --features knights
    """
    from dataclasses import asdict

    from mossa.learn.state_categories import categorise

    loaded, chosen = load_game(game), [name.strip() for name in names.split(",") if name.strip()]
    with working("playing …") as say:
        found = interruptible(
            lambda: categorise(
                loaded,
                chosen,
                games=games,
                depth=depth,
                explore=explore,
                seed=seed,
                exact=exact,
                progress=lambda done: say(f"{done} of {exact} states solved"),
            )
        )
    rows = [
        (
            *(f"{value:+g}" if value else "0" for value in one.values),
            one.states,
            *(f"{100 * share:.0f} %" for share in (one.won, one.drawn, one.lost)),
            f"{one.value:+z.2f}",
            f"{one.linear:+z.2f}",
            *(["–" if one.exact is None else f"{one.exact:+z.2f} ({one.solved})"] if exact else []),
        )
        for one in found.categories
    ]
    columns = (*found.features, "states", "won", "drawn", "lost", "value", "linear sum", *(["exact"] if exact else []))
    data = {
        **{name: value for name, value in asdict(found).items() if name != "categories"},
        "game": loaded.name,
        "categories": [{**asdict(one), "value": one.value} for one in found.categories],
    }

    def show(console: Console) -> None:
        console.print(table(*columns, rows=rows[:MOST_CATEGORIES], right=columns))
        left = len(rows) - MOST_CATEGORIES
        if left > 0:
            console.print(tell("{count} more categories, each with fewer states", count=left))
        told = (
            "mean squared error in other games: categories {categories}, linear sum {linear}, "
            "without features {constant}"
        )
        losses = {"categories": found.loss, "linear": found.linear_loss, "constant": found.constant_loss}
        console.print(tell(told, **{name: f"{loss:.3f}" for name, loss in losses.items()}))

    answer(as_json, data, show)
