"""Commands for maintenance: bench, warm, doctor, new, check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, SEED, all_games, cli, load_game
from .console import answer, flatten, interruptible, note, report_error, table, working
from .language import tell, told_lines

if TYPE_CHECKING:
    from rich.console import Console

FORMER_NAMES = {"regret": "move_loss"}
"""Benchmarks under the names that they had in version 0.1."""


@cli.command(short_help="Measure speed and strength.")
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1)
@click.option("--list", "listing", is_flag=True, help="The benchmarks, and what each measures.")
@AS_JSON
def bench(name: str | None, arguments: tuple[str, ...], listing: bool, as_json: bool) -> None:
    """Measure the speed of the engine at every game, with its node signature; or run the benchmark NAME with its
    ARGUMENTS, which the docstring of its file in benchmarks/ explains.

    \b
      mossa bench
      mossa bench --list
      mossa bench userspeed --json
      mossa bench ablation connect4 14
    """
    names = {path.stem: path for path in _benchmarks()}
    if listing:
        about = {name: _first_line(path) for name, path in names.items()}
        answer(
            as_json,
            {"names": list(names), "about": about},
            lambda console: console.print(table("benchmark", "what it measures", rows=list(about.items()))),
        )
        return
    if name is None:
        from mossa.play.alphabeta_player import refuses_alphabeta
        from mossa.search.alphabeta.bench import run as run_engine

        chosen = [one for one in all_games() if not refuses_alphabeta(one)]
        with working("measuring …") as say:
            data = run_engine(chosen, say)
    elif (new_name := FORMER_NAMES.get(name, name)) in names:
        if new_name != name:
            note(f"the benchmark {name} is now called {new_name}")
        with working(f"{new_name} …") as say:
            data = _run_benchmark(names[new_name], say, arguments)
    else:
        known = ", ".join(names) or "none, since this is not a checkout of the repository"
        raise MossaError(f"there is no benchmark {name!r}; benchmarks: {known}")

    def show(console: Console) -> None:
        console.print(table(data["name"], "figure", rows=flatten(data.get("figures", {})), right=("figure",)))
        if data.get("ratios"):
            console.print(table("against", "ratio", rows=list(data["ratios"].items()), right=("ratio",)))
        if "signature" in data:
            console.print(f"signature: {data['signature']} nodes")

    answer(as_json, data, show)


def _benchmarks() -> list[Path]:
    """The scripts with a function `run` in benchmarks/ of the checkout that the package is installed from."""
    folder = Path(__file__).resolve().parents[3] / "benchmarks"
    return [path for path in sorted(folder.glob("*.py")) if "\ndef run(" in path.read_text(encoding="utf-8")]


def _first_line(path: Path) -> str:
    """The first line of a script's docstring."""
    return path.read_text(encoding="utf-8").removeprefix('"""').partition("\n")[0]


def _run_benchmark(path: Path, say: Callable[[str], None], arguments: tuple[str, ...]) -> dict[str, Any]:
    import importlib.util
    import inspect

    spec = importlib.util.spec_from_file_location(f"mossa_benchmark_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    parameters = inspect.signature(module.run).parameters
    accepted = list(parameters)[1:]
    any_number = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters.values())
    if len(arguments) > len(accepted) and not any_number:
        raise MossaError(f"the benchmark {path.stem} takes at most these arguments: {', '.join(accepted) or 'none'}")
    try:
        data: dict[str, Any] = module.run(say, *arguments)
    except ValueError as error:
        if not str(error).startswith(("invalid literal for int()", "could not convert string to float")):
            raise
        wrong = str(error).rpartition(": ")[2]
        raise MossaError(f"the benchmark {path.stem} takes a number, not {wrong}: {', '.join(accepted)}") from None
    return data


@cli.command(short_help="Compile the kernels of games in advance.")
@click.argument("games", nargs=-1)
@AS_JSON
def warm(games: tuple[str, ...], as_json: bool) -> None:
    """Compile the kernels of GAMES (all games without an argument) in advance."""
    from time import perf_counter

    from mossa.search.warm import warm as warm_game

    began, kernels = perf_counter(), {}
    with working("compiling …") as say:
        for one in map(load_game, games) if games else all_games():
            kernels[one.name] = warm_game(one, say)
    data = {"kernels": kernels, "seconds": perf_counter() - began}

    def show(console: Console) -> None:
        console.print(table("game", "kernels", rows=list(kernels.items()), right=("kernels",)))
        console.print(tell("ready, after {seconds} s", seconds=f"{data['seconds']:.1f}"))

    answer(as_json, data, show)


@cli.command(short_help="Check the installation and this machine.")
@AS_JSON
def doctor(as_json: bool) -> None:
    """Check this machine: versions, processor, cache, and a self-check of compiled code."""
    from mossa.kernel.doctor import report

    with working("checking the machine …"):
        data = report()

    def show(console: Console) -> None:
        rows = flatten({name: value for name, value in data.items() if name not in ("healthy", "advice")})
        cells = [(name, " ".join(value) if isinstance(value, list) else str(value)) for name, value in rows]
        console.print(table("what", "found", rows=cells))
        console.print(tell("all is well") if data["healthy"] else "\n".join(data["advice"]), markup=False)

    answer(as_json, data, show)


@cli.command(short_help="Begin a game of your own.")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.py")
@AS_JSON
def new(file: Path, as_json: bool) -> None:
    """Write the rules of a small game to FILE.py, to change into your own, and a test beside it.

    It can be played, solved and checked at once.

    \b
      mossa new mygame.py
      mossa check ./mygame.py
      mossa play ./mygame.py
    """
    from mossa.core.game_template import write_template

    rules, test = write_template(file)

    def show(console: Console) -> None:
        console.print(tell("Written: {rules} and its test {test}.", rules=rules, test=test), markup=False)
        console.print(tell("Now: {commands}", commands=f"mossa check {shown}; mossa play {shown}"), markup=False)

    shown = rules if rules.parent != Path() else f"./{rules}"
    answer(as_json, {"rules": str(rules), "test": str(test)}, show)


@cli.command(short_help="Check the rules of a game against the protocol.")
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 100_000), default=20, metavar="N", help="Random games to play.")
@click.option("--interpreted", is_flag=True, help="Do not compile the rules.")
@SEED
@AS_JSON
def check(game: str, games: int, interpreted: bool, seed: int, as_json: bool) -> int:
    """Check that GAME (a name or ./mygame.py) agrees with its facts and the protocol.

    Plays random games, tests every state, and compares the compiled rules with the interpreted ones. The exit status is
    2 if anything is wrong.
    """
    from mossa.core.conformance import check as examine
    from mossa.play.settings_check import wrong_settings

    from .check_views import views

    loaded = load_game(game)
    with working(f"checking {loaded.name} …") as say:
        report = interruptible(
            lambda: examine(
                loaded,
                games=games,
                seed=seed or 1,
                compiled=not interpreted,
                on_check=say,
                views=views(),
                settings=wrong_settings,
            )
        )
    data = {
        "game": report.game,
        "ok": report.ok,
        "games": report.games,
        "states": report.states,
        "passed": report.passed,
        "faults": report.faults,
    }

    def show(console: Console) -> None:
        console.print("\n".join(told_lines(report.lines)), markup=False)
        told = "{games} games, {states} states"
        console.print(tell(told, games=report.games, states=f"{report.states:,}"))

    answer(as_json, data, show)
    if not report.ok:
        return report_error(f"{loaded.name} fails {len(report.faults)} checks; the first: {report.faults[0]}")
    return 0
