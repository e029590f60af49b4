"""What people read: the facts of a game, advice, decisions, the standing of a match, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game

from .advise import Advice
from .console import table
from .players import kinds, suitable

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.search.decisions import Decision, Payoffs

    from .match import Match, Standing

__all__ = [
    "game_facts",
    "show_advice",
    "show_decision",
    "show_game",
    "show_games",
    "show_standing",
]


def game_facts(game: Game) -> dict[str, Any]:
    """What `mossa games --json` tells of a game."""
    facts, choices = game.facts, suitable(game)
    return {
        "name": game.name,
        "title": game.title,
        "kind": facts.kind,
        "players": facts.players,
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
    """A line for each game."""
    rows = [(one["name"], one["title"], one["players"], one["kind"], one["player"]) for one in facts]
    console.print(table("name", "game", "players", "kind", "played by", rows=rows, right=("players",)))


def show_game(console: Console, game: Game) -> None:
    """All about one game."""
    facts, known = game_facts(game), kinds(game)
    low, high = facts["utility"]
    console.print(game.about or game.title, markup=False)
    told = f"{facts['players']} players, {facts['kind']}, {'' if facts['zero_sum'] else 'not '}zero-sum"
    console.print(f"\n{told}, utility {low:g} to {high:g}\n", markup=False)
    if facts["parameters"]:
        rows = [(name, one["value"], one["about"]) for name, one in facts["parameters"].items()]
        console.print(table("parameter", "value", "what it is", rows=rows))
    players = [(name, ", ".join(known[name].settings), known[name].about) for name in facts["choices"]]
    console.print(table("player", "settings", "what it does", rows=players))


def show_advice(console: Console, advice: Advice) -> None:
    """The board as the mover sees it, the move, and what speaks for it."""
    from rich.markup import escape

    at, found = advice.position, advice.found
    names = at.game.rules.player_names
    viewer = None if at.game.facts.perfect or at.is_chance else at.mover
    console.print(at.scene(viewer).text(), markup=False)
    sure = "exactly " if found.exact else ""
    if advice.move is None:
        console.print(f"\nChance moves; worth {sure}{advice.value:.6g} to {names[0]}", markup=False)
    else:
        score = f", score {advice.score:g}" if advice.is_solution and advice.score != advice.value else ""
        console.print(
            f"\n{escape(names[at.mover])}: [bold]{escape(advice.move)}[/bold], worth {sure}{advice.value:.6g}{score}"
        )
    if len(advice.moves) > 1 and advice.probabilities is None:
        console.print(f"equally good: {' '.join(advice.moves)}", markup=False)
    if len(advice.pv) > 1:
        console.print(f"line: {' '.join(advice.pv)}", markup=False)
    if advice.probabilities is not None:
        values = dict(advice.candidates)
        shares = [(move, share, values.get(move)) for move, share in advice.probabilities.items()]
        console.print(table("move", "how often", "worth", rows=shares, right=("how often", "worth")))
    elif len(advice.candidates) > 1:
        console.print(table("move", "worth", rows=advice.candidates, right=("worth",)))
    depth = f"depth {found.depth}, " if found.depth else ""
    console.print(f"{advice.player}: {depth}{found.nodes:,} nodes, {found.seconds:.3g} s", markup=False)


def show_decision(console: Console, decision: Decision, payoffs: Payoffs, *, whole: bool) -> None:
    """What a rule recommends; with `whole`, the table behind it: payoffs, or for regret the regrets."""
    from rich.markup import escape

    choice = escape(" or ".join(decision.choice))
    console.print(f"{decision.rule}: [bold]{choice}[/bold] ({decision.value:g})")
    if whole:
        rows = decision.regrets or dict(zip(payoffs.choices, payoffs.rows, strict=True))
        columns = ("choice", *payoffs.states, "largest regret" if decision.regrets else decision.rule)
        cells = [(name, *row, decision.table[name]) for name, row in rows.items()]
        console.print(table(*columns, rows=cells, right=columns[1:]))


def show_standing(console: Console, standing: Standing, match: Match) -> None:
    """How a match stands for its first player."""
    first, *others = standing.players
    games = max(1, standing.games)
    rows = [
        ("wins, draws, losses", f"{standing.wins}, {standing.draws}, {standing.losses}"),
        ("games", standing.games),
        ("score", f"{100 * standing.difference.score:.1f} %"),
        ("Elo", str(standing.difference)),
        ("utility a game", standing.utility / games),
        ("illegal moves, timeouts", f"{standing.illegal}, {standing.timeouts}"),
    ]
    if standing.crashes:
        rows.append(("crashes", standing.crashes))
    if standing.test is not None:
        verdict = {"elo0": f"not {standing.test.elo1:g} stronger", "elo1": f"more than {standing.test.elo0:g} stronger"}
        said = verdict.get(standing.verdict, "no verdict yet")
        rows.append((f"SPRT {standing.test.elo0:g}, {standing.test.elo1:g}", f"{said} ({standing.likelihood:+.2f})"))
    console.print(table("", f"{first} against {', '.join(others)}", rows=rows))
    facts = match.loaded.facts
    varied = facts.players * max(1, len(match.openings))
    if len(standing.distinct) <= varied < standing.games and facts.perfect and not match.plies:
        console.print(
            f"Only {len(standing.distinct)} of these games differ, so the error bar is too small: "
            "vary them with --openings or --plies."
        )
