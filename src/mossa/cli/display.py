"""Results as text and plots: the facts of a game, advice, decisions, matches, tournaments, analyses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mossa.core.figures import new_figure, write_figure
from mossa.core.game import Game
from mossa.play.advice import Advice
from mossa.play.players import player_kinds, suitable_players
from mossa.play.score_text import plies_to_end, show_estimate, show_score, show_value

from .console import join_moves, table
from .language import described, said, tell

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mossa.play.analysis import MoveReview
    from mossa.play.match import Match
    from mossa.play.match_score import MatchScore
    from mossa.play.tournament import CrossTable
    from mossa.search.textbook.decisions import Decision, Payoffs

__all__ = [
    "game_facts",
    "plot_analysis",
    "plot_tournament",
    "show_advice",
    "show_analysis",
    "show_decision",
    "show_game",
    "show_games",
    "show_match",
    "show_tournament",
]


def game_facts(game: Game) -> dict[str, Any]:
    """The fields of a game in `mossa games --json`."""
    facts, choices = game.facts, suitable_players(game)
    return {
        "name": game.name,
        "title": game.title,
        "kind": facts.kind,
        "players": facts.players,
        "sides": list(game.rules.sides),
        "chance": facts.chance,
        "hidden": facts.hidden,
        "simultaneous": facts.simultaneous,
        "zero_sum": facts.zero_sum,
        "utility": list(facts.utility),
        "score": list(facts.score) if facts.score else None,
        "player": choices[0],
        "choices": list(choices),
        "parameters": {
            one.name: {"value": one.value, "default": one.default, "about": one.about}
            for one in game.parameters.values()
        },
    }


def show_games(console: Console, facts: Sequence[dict[str, Any]]) -> None:
    """A table with a line for each game."""
    rows = [(one["name"], tell(one["title"]), one["players"], tell(one["kind"]), one["player"]) for one in facts]
    console.print(table("name", "game", "players", "kind", "played by", rows=rows, right=("players",)))


def show_game(console: Console, game: Game) -> None:
    """The facts, parameters and players of one game."""
    facts, known = game_facts(game), player_kinds(game)
    low, high = facts["utility"]
    console.print(described(game.about) or tell(game.title), markup=False)
    told = "{players} players, {kind}, zero-sum, utility {low} to {high}"
    if not facts["zero_sum"]:
        told = "{players} players, {kind}, not zero-sum, utility {low} to {high}"
    bounds = {"low": f"{low:g}", "high": f"{high:g}"}
    console.print(f"\n{tell(told, players=facts['players'], kind=tell(facts['kind']), **bounds)}\n", markup=False)
    if facts["parameters"]:
        rows = [(name, one["value"], tell(one["about"])) for name, one in facts["parameters"].items()]
        console.print(table("parameter", "value", "what it is", rows=rows))
    players = [
        (name, ", ".join(filter(None, known[name].settings)), tell(known[name].about)) for name in facts["choices"]
    ]
    console.print(table("player", "settings", "what it does", rows=players))


def show_advice(console: Console, advice: Advice) -> None:
    """The board as the mover sees it, the best move, its value and line."""
    from rich.markup import escape

    at, found = advice.position, advice.found
    names = [said(name) for name in at.game.rules.player_names]
    viewer = None if at.game.facts.perfect or at.is_chance else at.mover
    console.print(said(at.scene(viewer).text()), markup=False)
    if advice.move is None:
        told = tell("Chance moves; {worth} to {name}", worth=worth_of(advice), name=names[0])
        console.print(f"\n{told}", markup=False)
    else:
        scored = advice.is_solution and advice.score != advice.value
        score = tell(", score {value}", value=show_value(advice.score)) if scored else ""
        console.print(f"\n{escape(names[at.mover])}: [bold]{escape(advice.move)}[/bold], {worth_of(advice)}{score}")
    if found.residual:
        residual = tell(
            "residual: {residual} over {nodes} positions", residual=f"{found.residual:.1e}", nodes=f"{found.nodes:,}"
        )
        console.print(residual, markup=False)
    if len(advice.moves) > 1 and advice.probabilities is None:
        console.print(_alike(advice), markup=False)
    if len(advice.pv) > 1:
        console.print(tell("line: {line}", line=join_moves(advice.pv)), markup=False)
    if advice.probabilities is not None:
        values = dict(advice.candidates)
        gap = advice.exploitability
        shares = [
            (move, show_value(share, gap), show_value(values[move], gap) if move in values else None)
            for move, share in advice.probabilities.items()
        ]
        console.print(table("move", "how often", "worth", rows=shares, right=("how often", "worth")))
    elif len(advice.candidates) > 1:
        console.print(_candidates(advice))
    if advice.exploitability:
        gain = show_value(advice.exploitability, advice.exploitability / 10)
        told = tell("an approximation: by deviating a player could gain {gain} on average", gain=gain)
        console.print(told, markup=False)
    cost = (
        "{player}: depth {depth}, {nodes} nodes, {seconds} s" if found.depth else "{player}: {nodes} nodes, {seconds} s"
    )
    told = tell(
        cost, player=tell(advice.player), depth=found.depth, nodes=f"{found.nodes:,}", seconds=f"{found.seconds:.3g}"
    )
    console.print(told, markup=False)


def worth_of(advice: Advice) -> str:
    """What the position is worth, in the language of the commands; beside a score, the result that the game expects."""
    words, _, value = advice.worth.rpartition(" ")
    told = tell(f"{words} {{value}}", value=value)
    game = advice.position.game
    if advice.is_scored and game.rules.expected is not None and plies_to_end(game, advice.found.score or 0) is None:
        told += tell(", expected result {value}", value=f"{advice.value:+z.2f}".replace("-", "−"))
    return told


def _candidates(advice: Advice) -> Table:
    """The moves that were compared, with the score or the value of each."""
    game, found = advice.position.game, advice.found
    if advice.is_scored and len(found.lines) == len(found.candidates):
        scores = zip(advice.candidates, found.lines, strict=True)
        return table(
            "move",
            "score",
            rows=[(move, show_score(game, score)) for (move, _), (score, _) in scores],
            right=("score",),
        )
    shown = show_value if found.exact else partial(show_estimate, game)
    best = advice.candidates[0][1]
    rows = [(move, shown(value), shown(value - best)) for move, value in advice.candidates]
    return table("move", "worth", "loss", rows=rows, right=("worth", "loss"))


MOST_ALIKE = 20
"""The most moves that are listed as equally good."""


def _alike(advice: Advice) -> str:
    """The moves that are as good as the best one; where all of them lose, that they do."""
    legal, low = len(advice.position.legal), advice.position.game.facts.utility[0]
    lost = advice.found.exact and advice.value == low
    if lost and len(advice.moves) == legal:
        return tell("every move loses")
    more = len(advice.moves) - MOST_ALIKE
    listed = join_moves(advice.moves[:MOST_ALIKE])
    if more > 0:
        listed = tell("{moves} … and {count} more", moves=listed, count=more)
    return tell("every move loses; these last longest: {moves}" if lost else "equally good: {moves}", moves=listed)


def show_decision(console: Console, decision: Decision, payoffs: Payoffs, *, whole: bool) -> None:
    """The choice by a rule; with `whole` also the table: payoffs, or for regret the regrets."""
    from rich.markup import escape

    choice = escape(tell(" or ").join(decision.choice))
    console.print(f"{decision.rule}: [bold]{choice}[/bold] ({show_value(decision.value)})")
    if whole:
        rows = decision.regrets or dict(zip(payoffs.choices, payoffs.rows, strict=True))
        columns = ("choice", *payoffs.states, "largest regret" if decision.regrets else decision.rule)
        cells = [(name, *row, decision.table[name]) for name, row in rows.items()]
        console.print(table(*columns, rows=cells, right=columns[1:]))


def show_match(console: Console, score: MatchScore, match: Match) -> None:
    """The score of a match, for its first player."""
    first, *others = score.players
    games = max(1, score.games)
    rows = [
        (tell("wins, draws, losses"), f"{score.wins}, {score.draws}, {score.losses}"),
        (tell("games"), score.games),
        (tell("score"), f"{100 * score.elo_difference.score:.1f} %"),
        ("Elo", str(score.elo_difference)),
        (tell("utility a game"), show_value(score.utility / games)),
        (tell("illegal moves, timeouts"), f"{score.illegal}, {score.timeouts}"),
    ]
    if score.crashes:
        rows.append((tell("crashes"), score.crashes))
    if score.illegal + score.timeouts + score.crashes:
        rows.append((tell("of these by {player}", player=first), score.faults))
    if score.test is not None:
        verdict = {
            "elo0": tell("not {elo} stronger", elo=f"{score.test.elo1:g}"),
            "elo1": tell("more than {elo} stronger", elo=f"{score.test.elo0:g}"),
        }
        conclusion = verdict.get(score.verdict, tell("no verdict yet"))
        rows.append((f"SPRT {score.test.elo0:g}, {score.test.elo1:g}", f"{conclusion} ({score.likelihood:+z.2f})"))
    heading = tell("{player} against {others}", player=first, others=", ".join(others))
    console.print(table("", heading, rows=rows))
    if score.timeouts:
        told = (
            "A clock was exceeded by up to {late} s. Where more programs want to run than there are cores, "
            "that need not be a player's fault: let less run at a time, allow a --margin, or give --nodes."
        )
        console.print(tell(told, late=f"{score.late:.2f}"))
    facts = match.loaded.facts
    varied = facts.players * max(1, len(match.openings))
    if len(score.distinct) <= varied < score.games and facts.perfect and not match.plies:
        told = (
            "Only {count} of these games differ, so the error bar is too small: vary them with --openings or --plies."
        )
        console.print(tell(told, count=len(score.distinct)))


GRAPH = 21
"""Columns of the graph in the terminal."""


def show_analysis(console: Console, game: Game, reviews: Sequence[MoveReview]) -> None:
    """A game move by move: the move, the score after it, a better move."""
    from mossa.play.analysis import summary

    low, high = game.facts.utility
    rows = []
    for before, after in pairwise(reviews):
        place = round((after.expected - low) / (high - low) * (GRAPH - 1))
        graph = "".join("●" if i == place else "│" if i == GRAPH // 2 else "·" for i in range(GRAPH))
        better = before.lines[0] if before.mark and before.lines else None
        alternative = f"{join_moves(better.moves[:6])} ({better.shown})" if better else ""
        rows.append((before.ply + 1, f"{before.move}{before.mark}", after.shown, graph, alternative))
    if not rows:
        one = reviews[0]
        rows = [(0, "", one.shown, "", join_moves(one.lines[0].moves) if one.lines else "")]
    console.print(table("ply", "move", "score", "", "better", rows=rows, right=("ply", "score")))
    for row in summary(game, reviews):
        marks = ", ".join(f"{row[sign]} {sign}" for sign in ("?!", "?", "??"))
        share = f"{100 * row['loss']:.1f}"
        lost = tell("{moves} moves, {share} % lost a move", moves=row["moves"], share=share)
        if game.facts.chance:
            part = f"{1000 * row['error']:.1f}"
            lost = tell("{count} decisions, {part} thousandths lost a decision", count=row["decisions"], part=part)
            marks += tell("; luck {luck}", luck=f"{row['luck']:+z.2f}".replace("-", "−"))
        console.print(f"{said(row['player'])}: {lost}; {marks}")


def plot_analysis(game: Game, reviews: Sequence[MoveReview], path: Path) -> None:
    """Plot the expected utility of the first player over the game; the file's suffix gives the format."""
    figure = new_figure(8, 3, layout="constrained")
    axes = figure.add_subplot()
    axes.axhline(0, color="0.7", linewidth=0.8)
    axes.plot([one.ply for one in reviews], [one.expected for one in reviews], color="#1f6f5c")
    marked = [(one.ply + 1, reviews[one.ply + 1].expected, one.mark) for one in reviews if one.mark]
    for ply, expected, mark in marked:
        axes.plot([ply], [expected], "o", color="#8f2c1f", markersize=4)
        axes.annotate(mark, (ply, expected), textcoords="offset points", xytext=(0, 6), ha="center", color="#8f2c1f")
    axes.set(ylim=game.facts.utility, xlabel="ply", ylabel=f"expected for {game.rules.player_names[0]}")
    write_figure(path, figure)


def show_tournament(console: Console, cross: CrossTable) -> None:
    """Points and Elo of all players, and the cross table."""
    data = cross.as_dict()
    players = data["players"]
    letters = {player: chr(ord("A") + i) if i < 26 else str(i + 1) for i, player in enumerate(players)}
    rows = []
    for row in data["rows"]:
        at = players.index(row["player"])
        cells = ["" if one is None else "+{} ={} −{}".format(*one) for one in data["cross"][at]]
        elo = "–" if row["elo"] is None else f"{row['elo']:+z.0f} ± {row['error']:.0f}"
        rows.append((letters[row["player"]], row["player"], f"{row['points']:g}/{row['games']}", elo, *cells))
    over = tell("Elo over {player}", player=letters[players[0]])
    console.print(table("", "player", "points", over, *letters.values(), rows=rows))
    if data["illegal"] or data["timeouts"]:
        told = "{illegal} games ended by an illegal move, {timeouts} by the clock."
        console.print(tell(told, illegal=data["illegal"], timeouts=data["timeouts"]))


def plot_tournament(cross: CrossTable, path: Path) -> None:
    """Plot the Elo of all players with error bars; the file's suffix gives the format."""
    rows = [row for row in cross.as_dict()["rows"] if row["elo"] is not None][::-1]
    figure = new_figure(7, 1 + 0.4 * len(rows), layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(
        [row["elo"] for row in rows],
        [row["player"] for row in rows],
        xerr=[row["error"] for row in rows],
        fmt="o",
        color="#1f6f5c",
        capsize=3,
    )
    axes.set_xlabel(f"Elo over {cross.tournament.players[0]}")
    axes.grid(alpha=0.25)
    write_figure(path, figure)
