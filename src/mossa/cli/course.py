"""Commands of the course: lab, queens, decide."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, DEPTH, MOVES, POSITION, SEED, WEIGHTS, cli, plot_option
from .console import answer, working
from .language import tell

if TYPE_CHECKING:
    from rich.console import Console


@cli.command(short_help="Watch an algorithm of the course at work.")
@click.argument("algorithm", required=False)
@click.option("--tree", metavar="TEXT", help='A tree as nested brackets: "((3 12 8) (2 4 6) (14 5 2))".')
@click.option("--example", metavar="NAME", help="A worked example of the course.")
@click.option("--game", metavar="GAME", help="A game, searched to --depth.")
@DEPTH
@POSITION
@MOVES
@WEIGHTS
@click.option("--window", type=(float, float), metavar="ALPHA BETA", help="The window at the root.")
@click.option("--bounds", type=(float, float), metavar="LOW HIGH", help="Tighter bounds of the utility, if known.")
@click.option("--all-moves", is_flag=True, help="Find all equally good root moves.")
@click.option("--hurry", is_flag=True, help="Prefer the shorter win and the longer defence.")
@click.option("--simulations", type=click.IntRange(1, 10**9), metavar="N", help="mcts: simulations to make (100).")
@click.option("--exploration", type=float, metavar="C", help="mcts: the C of UCB1 (1).")
@click.option("--nodes", type=int, metavar="N", help="deepening: the clock, as N nodes.")
@click.option("--time", "seconds", type=float, metavar="S", help="deepening: the clock, as S seconds.")
@click.option("--entries", type=int, metavar="N", help="transpositions: the table has room for N positions.")
@click.option("--replace", metavar="WHAT", help="transpositions: a full table forgets by depth or by age.")
@click.option("--extra", type=int, metavar="N", help="second-look: how many plies deeper (1).")
@click.option("--margin", type=float, metavar="X", help="singular, aspiration: a difference of values (a tenth).")
@click.option("--keep", type=int, metavar="N", help="forward-pruning: moves to search at each node (2).")
@click.option("--reply", metavar="MOVE", help="pondering: what the opponent answers.")
@click.option("--steps", is_flag=True, help="Describe every step in words.")
@click.option("--step", type=int, metavar="N", help="Draw the tree as it is after N steps.")
@click.option("--whole", is_flag=True, help="Show the whole tree, even if it is very large.")
@click.option("--compare", is_flag=True, help="All algorithms on the same tree, in a table.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the tree to an SVG file.")
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the tree to a file: .svg, .pdf, .tex (TikZ), or .gif, all steps as an animation.",
)
@click.option("--boards/--no-boards", default=None, help="The board of each position in its node; else where readable.")
@click.option("--branching", type=int, default=3, metavar="B", help="ordering: moves at every node.")
@click.option("--trees", type=int, default=10, metavar="N", help="ordering: random trees to average over.")
@plot_option("ordering: plot the result (PNG, SVG, PDF).")
@click.option("--list", "listing", is_flag=True, help="The algorithms and the examples.")
@SEED
@AS_JSON
def lab(
    algorithm: str | None,
    tree: str | None,
    example: str | None,
    game: str | None,
    depth: int | None,
    position: str | None,
    moves: str,
    weights: Path | None,
    window: tuple[float, float] | None,
    bounds: tuple[float, float] | None,
    all_moves: bool,
    hurry: bool,
    simulations: int | None,
    exploration: float | None,
    nodes: int | None,
    seconds: float | None,
    entries: int | None,
    replace: str | None,
    extra: int | None,
    margin: float | None,
    keep: int | None,
    reply: str | None,
    steps: bool,
    step: int | None,
    whole: bool,
    compare: bool,
    svg: Path | None,
    draw: Path | None,
    boards: bool | None,
    branching: int,
    trees: int,
    plot: Path | None,
    listing: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Watch an ALGORITHM of the course on a tree, a worked example, or a game.

    \b
      mossa lab --list
      mossa lab alphabeta --tree "((3 12 8) (2 4 6) (14 5 2))" --steps
      mossa lab --example two-ply --draw two-ply.gif
      mossa lab minimax --game tictactoe --moves "a1 b1 b2 c1" --depth 2
      mossa lab alphabeta --game connect4 --depth 2 --weights mine.json
      mossa lab mcts --game tictactoe --simulations 50 --steps
      mossa lab deepening --game connect4 --nodes 300 --steps
      mossa lab --tree "((3 12 8) (2 4 6) (14 5 2))" --compare
      mossa lab ordering --branching 3 --depth 8 --plot ordering.png
    """
    from . import lab as lab_output

    if listing:
        return lab_output.listing(as_json=as_json)
    if algorithm == lab_output.ORDERING:
        return lab_output.measure_ordering(branching, depth or 6, trees=trees, seed=seed, plot=plot, as_json=as_json)
    subject = lab_output.find_subject(algorithm, tree, example, game, position, moves, weights)
    if isinstance(subject, lab_output.Subject):
        options = {
            "depth": depth,
            "window": window,
            "bounds": bounds,
            "all_moves": all_moves or None,
            "hurry": hurry or None,
            "simulations": simulations,
            "exploration": exploration,
            "seed": seed or None,
            "boards": boards,
            "nodes": nodes,
            "seconds": seconds,
            "entries": entries,
            "replace": replace,
            "extra": extra,
            "margin": margin,
            "keep": keep,
            "reply": reply,
        }
        subject.options |= {key: value for key, value in options.items() if value is not None}
    if compare:
        return lab_output.compare(subject, as_json=as_json)
    return lab_output.watch(
        subject,
        steps=steps,
        step=step,
        whole=whole,
        files=[file for file in (svg, draw) if file is not None],
        as_json=as_json,
    )


@cli.command(short_help="Place n queens: backtracking, brute force.")
@click.argument("size", type=int, default=8, metavar="[N]")
@click.option("--method", type=click.Choice(["backtracking", "brute"]), default="backtracking", help="How to search.")
@AS_JSON
def queens(size: int, method: str, as_json: bool) -> None:
    """Place N queens (8) on a board of N × N so that none attacks another.

    \b
      mossa queens 8
      mossa queens 6 --method brute
    """
    from mossa.search.textbook.queens import backtracking, brute_force

    with working("placing queens …"):
        found = (backtracking if method == "backtracking" else brute_force)(size)
    data = {
        "size": found.size,
        "method": found.method,
        "solutions": len(found.solutions),
        "looked": found.looked,
        "first": list(found.solutions[0]) if found.solutions else None,
    }

    def show(console: Console) -> None:
        if found.solutions:
            for row in reversed(range(size)):
                console.print(" ".join("Q" if queen == row else "." for queen in found.solutions[0]))
        told = "{size} queens: {solutions} solutions; {method} looked at {looked} boards"
        if method == "backtracking":
            told = told.replace("boards", "partial boards")
        numbers = {"solutions": f"{len(found.solutions):,}", "looked": f"{found.looked:,}"}
        console.print(tell(told, size=size, method=found.method, **numbers))

    answer(as_json, data, show)


@cli.command(short_help="Decide against nature by a payoff table.")
@click.argument("file")
@click.option(
    "--rule", metavar="RULE", help="maximax, maximin, regret, hurwicz, laplace or expected; without it, all that apply."
)
@click.option(
    "--alpha", type=float, default=0.5, metavar="A", help="Hurwicz: the weight of the best case, from 0 to 1."
)
@click.option(
    "--probabilities", metavar="P1,P2,…", help="Probabilities of the states of nature, for the rule `expected`."
)
@AS_JSON
def decide(file: str, rule: str | None, alpha: float, probabilities: str | None, as_json: bool) -> None:
    """Decide against nature by a payoff table: FILE.csv, or - for standard input.

    The first line names the states of nature, the first column the choices.

    \b
      mossa decide funds.csv --rule regret
      mossa decide funds.csv --rule hurwicz --alpha 0.3
      mossa decide - --rule expected --probabilities 0.2,0.5,0.3 < funds.csv
    """
    from mossa.search.textbook.decisions import RULES, parse_payoffs, read_payoffs
    from mossa.search.textbook.decisions import decide as choose

    from .display import show_decision

    payoffs = parse_payoffs(sys.stdin.read(), "standard input") if file == "-" else read_payoffs(file)
    shares = None if probabilities is None else _numbers(probabilities)
    known = shares is not None or payoffs.probabilities is not None
    names = [rule] if rule else [name for name in RULES if name != "expected" or known]
    made = [choose(payoffs, name, alpha=alpha, probabilities=shares) for name in names]

    def show(console: Console) -> None:
        for decision in made:
            show_decision(console, decision, payoffs, whole=rule is not None)

    data = made[0].as_dict() if rule else {"decisions": [decision.as_dict() for decision in made]}
    answer(as_json, data, show)


def _numbers(text: str) -> list[float]:
    try:
        return [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise MossaError(f"probabilities are numbers separated by commas, as in 0.2,0.5,0.3, not {text!r}") from None
