"""The output of `mossa lab`: an algorithm on a tree, a worked example or a game; the effect of move ordering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mossa.core.features import read_weights
from mossa.core.game import Game
from mossa.core.linear_evaluation import weighted_rules
from mossa.core.protocol import State
from mossa.core.registry import game as find_game
from mossa.core.rules import Rules
from mossa.kernel.errors import MossaError
from mossa.play.player_settings import did_you_mean

from .console import answer, table, working
from .language import LANGUAGES, language, tell

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.search.textbook import Example
    from mossa.search.textbook.experiments import OrderRow
    from mossa.search.textbook.registry import Row
    from mossa.search.textbook.trace import Trace

__all__ = ["ORDERING", "Subject", "compare", "find_subject", "listing", "measure_ordering", "watch"]

MOST_LINES = 300
"""Lines of a tree that are shown without --whole."""
MOST_ROWS = 30
"""Rows of a table beside the tree that are shown: the last ones."""
USUAL = ("depth-first", "alphabeta", "expectiminimax", "maxn", "rounds", "averaging")
"""The first of these that fits a game is shown where no algorithm is named."""
ORDERING = "ordering"
"""The argument, in place of an algorithm, for the experiment on ideal trees."""


@dataclass
class Subject:
    """The rules, state and algorithm to show."""

    rules: Rules
    state: State
    algorithm: str | None
    options: dict[str, Any] = field(default_factory=dict)
    """More arguments of `mossa.search.textbook.run`."""
    lesson: str = ""
    """What a worked example teaches, in English, as JSON gives it."""
    told: str = ""
    """The same in the language of the commands."""
    game: Game | None = None
    """Whose network is asked."""


QUEENS = ("placequeens", "queens", "backtracking")
"""Names of the example of n queens, also as courses call it; it has one algorithm."""


def find_example(name: str) -> Example:
    """The worked example of this name."""
    from mossa.search.textbook import EXAMPLES

    name = "queens" if name.lower() in QUEENS else name
    if name not in EXAMPLES:
        raise MossaError(f"there is no example {name!r}{did_you_mean(name, EXAMPLES)}; examples: {', '.join(EXAMPLES)}")
    return EXAMPLES[name]


def find_subject(
    algorithm: str | None,
    tree: str | None,
    example: str | None,
    game: str | None,
    position: str | None,
    moves: str,
    weights: Path | None = None,
) -> Subject | Example:
    """The subject of the command line; a worked example that is not a game (queens, payoffs) is returned as it is."""
    if weights is not None and game is None:
        raise MossaError("--weights are those of a game's features: give --game too")
    sources = sum(source is not None for source in (tree, example, game))
    if sources == 0 and algorithm is not None and algorithm.lower() in QUEENS:
        example, sources = "queens", 1
    if sources != 1:
        raise MossaError("give one of --tree, --example and --game; `mossa lab --list` lists algorithms and examples")
    from mossa.search.textbook.registry import algorithm as find_algorithm

    chosen = find_example(example) if example is not None else None
    if chosen is not None and not chosen.spec:
        return chosen
    spec = chosen.spec if chosen else f"tree:tree={tree}" if tree is not None else str(game)
    if chosen is not None and position is None and not moves:
        moves, position = chosen.moves, chosen.position or None
    at = find_game(spec).after(moves, position)
    if chosen is None:
        rules = at.game.rules if weights is None else weighted_rules(at.game, read_weights(at.game, weights))
        return Subject(rules, at.state, algorithm, game=at.game)
    lesson, told = chosen.english, _told(chosen)  # it tells of one algorithm
    if algorithm and find_algorithm(algorithm).name != chosen.algorithm:
        other = "The example is about {name}: without a name of an algorithm, that is run and told."
        lesson, told = other.format(name=chosen.algorithm), tell(other, name=chosen.algorithm)
    name = algorithm or chosen.algorithm
    return Subject(at.game.rules, at.state, name, dict(chosen.options), lesson, told, at.game)


def _told(example: Example) -> str:
    """The lesson of an example in the language of the commands."""
    return example.italian if language() == "it" else example.english


def watch(
    subject: Subject | Example, *, steps: bool, step: int | None, whole: bool, files: Sequence[Path], as_json: bool
) -> None:
    """Run the algorithm and show its search tree."""
    if not isinstance(subject, Subject) and subject.table:
        _show_payoffs(subject, as_json)
        return
    if isinstance(subject, Subject) and subject.algorithm is None:
        subject.algorithm = _usual_algorithm(subject.rules)
    with working("searching …"):
        if isinstance(subject, Subject):
            from mossa.search.textbook import network_of, run

            network = {} if subject.game is None else network_of(str(subject.algorithm), subject.game)
            trace = run(str(subject.algorithm), subject.rules, subject.state, **subject.options, **network)
            lesson, told = subject.lesson, subject.told
        else:
            trace, lesson, told = subject.run(), subject.english, _told(subject)
        for file in files:
            trace.draw(file, step)

    from mossa.search.textbook.costs import told_costs
    from mossa.search.textbook.notes import noted

    def show(console: Console) -> None:
        _show_trace(console, trace, steps=steps, step=step, whole=whole)
        for remark in trace.remarks:
            words = noted(remark, language())
            console.print(f"{words[0].upper()}{words[1:]}.", markup=False)
        for line in told_costs(trace, language()):
            console.print(f"{line[0].upper()}{line[1:]}.", markup=False)
        for line in (trace.message, told, *(tell("Drawn to {file}.", file=file) for file in files)):
            if line:
                console.print(line, markup=False)

    answer(as_json, {**trace.as_dict(), **({"lesson": lesson} if lesson else {})}, show)


def _usual_algorithm(rules: Rules) -> str:
    """The algorithm for a game where none is named."""
    from mossa.search.textbook import ALGORITHMS

    first: tuple[str, ...] = ("astar",) if rules.least_plies is not None else ()
    for name in (*first, *USUAL):
        if not ALGORITHMS[name].refusal(rules.facts):
            return str(name)
    raise MossaError(f"no algorithm of the lab fits this game ({rules.facts.kind}, {rules.facts.players} players)")


def _show_trace(console: Console, trace: Trace, *, steps: bool, step: int | None, whole: bool) -> None:
    from mossa.web.trace_text import reason_text, step_text

    if steps:
        for number, event in enumerate(trace.events[:step], 1):
            console.print(f"{number:4}  {step_text(trace, event, language())}", markup=False)
        console.print()
    try:
        text = trace.text(step)
        for reason in {event.reason for event in trace.events if event.kind == "cut"}:
            text = text.replace(reason, reason_text(reason, language()))
        lines = text.splitlines()
        console.print("\n".join(lines if whole else lines[:MOST_LINES]), markup=False)
        if len(lines) > MOST_LINES and not whole:
            console.print(tell("… and {count} more lines; --whole shows them", count=f"{len(lines) - MOST_LINES:,}"))
    except MossaError as error:  # too large to draw: the figures below are still shown
        console.print(str(error), markup=False)
    _show_tables(console, trace, step)
    console.print(f"\n{_counts(trace)}", markup=False)


def _show_tables(console: Console, trace: Trace, step: int | None) -> None:
    """The tables beside the tree, such as the transposition table, as they are after these steps."""
    from mossa.search.textbook.notes import TABLES, TITLES

    at = LANGUAGES.index(language())
    for name, rows in trace.cursor(step).tables.items():
        cells = [(key, *row) for key, row in rows.items()]
        console.print(f"\n{TITLES[name][at]}", markup=False)
        console.print(table(*TABLES[name][at], rows=cells[-MOST_ROWS:]))
        if len(cells) > MOST_ROWS:
            console.print(tell("… the last {count} of {all} rows", count=MOST_ROWS, all=f"{len(cells):,}"))


def _counts(trace: Trace) -> str:
    """What the run found and what it cost, in a line."""
    from mossa.search.textbook.values import show

    cuts = "cut" if trace.cuts == 1 else "cuts"
    return tell(
        f"{{algorithm}}: value {{value}}, best {{best}}, {{nodes}} nodes, {{leaves}} leaves, {{cuts}} {cuts}, "
        "at most {held} nodes held",
        algorithm=trace.algorithm,
        value=show(trace.value),
        best=trace.best,
        **{name: f"{getattr(trace, name):,}" for name in ("nodes", "leaves", "cuts", "held")},
    )


def _show_payoffs(example: Example, as_json: bool) -> None:
    from mossa.search.textbook.decisions import parse_payoffs

    from .display import show_decision

    decisions = example.decisions().values()
    payoffs = parse_payoffs(example.table)

    def show(console: Console) -> None:
        for decision in decisions:
            show_decision(console, decision, payoffs, whole=True)
        console.print(_told(example), markup=False)

    answer(as_json, {"decisions": [one.as_dict() for one in decisions], "lesson": example.english}, show)


def compare(subject: Subject | Example, *, as_json: bool) -> None:
    """Compare all algorithms that accept the game, on the same tree."""
    from mossa.search import textbook

    if not isinstance(subject, Subject):
        raise MossaError(f"{subject.name} is not a tree on which algorithms can be compared")
    fitting = {key: value for key, value in subject.options.items() if key in ("depth", "evaluate", "bounds")}
    with working("comparing …"):
        rows = textbook.compare(subject.rules, subject.state, **fitting)
    data = {"rows": [asdict(row) for row in rows], **({"lesson": subject.lesson} if subject.lesson else {})}

    def show(console: Console) -> None:
        _show_comparison(console, rows)
        if subject.rules.facts.hidden:
            _show_moves(console, rows)
            if subject.told:
                console.print(subject.told, markup=False)

    answer(as_json, data, show)


def _show_comparison(console: Console, rows: Sequence[Row]) -> None:
    from mossa.search.textbook.costs import in_mind
    from mossa.search.textbook.values import show

    numbers = ("nodes", "leaves", "cuts", "held")
    cells = [
        (row.algorithm, show(row.value), row.best, row.nodes, row.leaves, row.cuts, row.held, in_mind(row.held))
        for row in rows
    ]
    console.print(table("algorithm", "value", "best", *numbers, "in mind", rows=cells, right=("value", *numbers)))
    about = "in mind: people keep 4 ± 1 things in mind by Cowan's count (2001), 7 ± 2 by Miller's (1956)"
    console.print(tell(about), markup=False)


def _show_moves(console: Console, rows: Sequence[Row]) -> None:
    """What each algorithm says of each move: where cards are hidden, that is the difference between them."""
    from mossa.search.textbook.values import show

    moves = list(dict.fromkeys(move for row in rows for move in row.candidates))
    cells = [(row.algorithm, *(show(row.candidates.get(move)) for move in moves)) for row in rows]
    console.print(f"\n{tell('What each move is worth:')}\n")
    console.print(table("algorithm", *moves, rows=cells, right=moves))


def measure_ordering(branching: int, depth: int, *, trees: int, seed: int, plot: Path | None, as_json: bool) -> None:
    """The leaves that alpha-beta visits on ideal trees, by move order, beside the theory."""
    from mossa.search.textbook.experiments import ideal_tree, order_effect, plot_order_effect

    ideal_tree(branching, depth, "best")  # if it is too large, fail before measuring the smaller ones
    with working("growing trees …"):
        rows = order_effect(branching, depth, trees=trees, seed=seed)
        if plot is not None:
            plot_order_effect(rows, plot)

    def show(console: Console) -> None:
        told = tell("Leaves that alpha-beta visits with {count} moves at every node:", count=branching)
        console.print(f"{told}\n")
        console.print(_ordering_table(rows))
        if plot is not None:
            console.print(tell("Drawn to {file}.", file=plot), markup=False)

    answer(as_json, {"branching": branching, "rows": [asdict(row) for row in rows]}, show)


def _ordering_table(rows: Sequence[OrderRow]) -> Any:
    columns = ("depth d", "worst order", "b^d", "random order", "b^(3d/4)", "best order", "Knuth–Moore")
    cells = [
        (
            row.depth,
            row.worst,
            row.all_leaves,
            f"{row.random:,.1f}",
            f"{row.three_quarters:,.1f}",
            row.best,
            row.knuth_moore,
        )
        for row in rows
    ]
    return table(*columns, rows=cells, right=columns)


def listing(*, as_json: bool) -> None:
    """The algorithms and the examples."""
    from mossa.search.textbook import ALGORITHMS, EXAMPLES

    about = {name: one.about for name, one in ALGORITHMS.items()}
    about[ORDERING] = "experiment: the effect of the move order on ideal trees"
    examples = {name: {"algorithm": one.algorithm, "about": one.english} for name, one in EXAMPLES.items()}

    def show(console: Console) -> None:
        console.print(table("algorithm", "what it is", rows=[(name, tell(text)) for name, text in about.items()]))
        rows = [(name, one.algorithm, _told(one)) for name, one in EXAMPLES.items()]
        console.print(table("example", "algorithm", "what it shows", rows=rows))

    answer(as_json, {"algorithms": about, "examples": examples}, show)
