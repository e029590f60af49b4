"""Exercises for a student: to guess a card."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, MOVES, cli, seed_option
from .console import answer, table, working

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.play.guess_exercise import GuessStep

__all__ = ["exercise"]


@cli.command(short_help="Solve an exercise of the course.")
@click.argument("name", type=click.Choice(["guess"]))
@MOVES
@seed_option(1, "Seed of the exercise.")
@AS_JSON
def exercise(name: str, moves: str, seed: int, as_json: bool) -> None:
    """Solve the exercise NAME in the terminal.

    \b
      mossa exercise guess                      lead a card, and see whether you have to guess
      mossa exercise guess --moves "c8 d6"      the same with two cards played

    guess: you are MAX in the two-hand card game and do not see MIN's hand. Lead clubs, and you lose to strategy fusion.
    """
    from mossa.play.guess_exercise import guess_step

    played = moves.split()
    with working("solving …"):
        step = guess_step(seed, played)
    while not (as_json or step.result is not None) and sys.stdin.isatty() and sys.stdout.isatty():
        answer(False, {}, lambda console, step=step: _show(console, step))  # type: ignore[misc]
        word = click.prompt("Your card", prompt_suffix=": ").strip()
        try:
            step = guess_step(seed, [*step.moves, word])
        except MossaError as error:
            click.echo(str(error))
    answer(as_json, {"exercise": name, **step.as_dict()}, lambda console: _show(console, step))


def _show(console: Console, step: GuessStep) -> None:
    if step.played:
        console.print(f"Played: {' '.join(step.played)}", markup=False)
    if step.result is not None:
        console.print(f"MIN had {step.dealt}. You won {step.result:g} (tricks won minus lost).", markup=False)
        for deal, result in step.results.items():
            console.print(f"  with {deal} the same decisions win {result:g}", markup=False)
        console.print(f"On average {step.average:g}. You have seen one deal; the mean is what counts.", markup=False)
        leads = ", ".join(f"{move} {value:g}" for move, value in step.as_dict()["leads"].items())
        console.print(f"What each lead is worth to one who does not see MIN's hand: {leads}.", markup=False)
        return
    console.print(step.table.scene(0).text(), markup=False)
    console.print("You are MAX, to play. What each card would be worth if MIN's cards lay open:", markup=False)
    rows = [[one.move, *one.open, one.mean] for one in step.choices]
    titles = ["card", *(f"MIN has {deal}" for deal in step.deals), "mean"]
    console.print(table(*titles, rows=rows, right=titles[1:]))
    if step.guess:
        console.print("Now you have to guess: no card is best in both deals.", markup=False)
