"""Exercises: to guess a card, and those of a class, whose files of answers are marked."""

from __future__ import annotations

import csv
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mossa.kernel.errors import MossaError

from .app import AS_JSON, MOVES, cli, seed_option
from .console import answer, note, table, working, write
from .language import language, said, tell

if TYPE_CHECKING:
    from rich.console import Console

    from mossa.play.guess_exercise import GuessStep
    from mossa.search.textbook.exercises import Exercise

__all__ = ["exercise", "mark"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to a spreadsheet; a student's name must not be one."""
NAMES = ("guess", "minimax", "alphabeta", "chance", "regret")


@cli.command(short_help="Solve an exercise of the course.")
@click.argument("name", type=click.Choice(NAMES))
@MOVES
@seed_option(1, "Seed of the exercise: the same seed is the same exercise.")
@click.option("--student", metavar="NAME", default="", show_default=False, help="Whose answers they are.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the answers, to be marked.")
@AS_JSON
def exercise(name: str, moves: str, seed: int, student: str, out: Path | None, as_json: bool) -> None:
    """Solve the exercise NAME in the terminal.

    \b
      mossa exercise guess                      lead a card, and see whether you have to guess
      mossa exercise guess --moves "c8 d6"      the same with two cards played
      mossa exercise alphabeta --seed 7 --student Ada --out ada.json

    guess: you are MAX in the two-hand card game and do not see MIN's hand. Lead clubs, and you lose to strategy fusion.
    The others ask one question after the other and read the answers from standard input. With --out they are written
    to a file, which `mossa mark` marks; without it they are marked at once. With --json only the questions are given.
    """
    if name == "guess":
        if out is not None or student:
            raise MossaError("guess is played, not marked: --out and --student are for the other exercises")
        return _guess(moves.split(), seed, as_json)
    if moves:
        raise MossaError(f"--moves are cards of the exercise guess; {name} has none")
    return _solve(name, seed, student, out, as_json)


def _solve(name: str, seed: int, student: str, out: Path | None, as_json: bool) -> None:
    from mossa.core.files import write_json
    from mossa.search.textbook.exercises import Answers, make_exercise

    made = make_exercise(name, seed)
    if as_json:
        if out is not None:
            raise MossaError("--json gives the questions alone: leave out --out")
        answer(True, _questions(made), lambda console: None)
        return
    if out is not None and out.exists():
        raise MossaError(f"{out} is there already: name another file")
    italian = language() == "it"
    write("\n".join([made.italian if italian else made.english, "", *made.lines(), "", ""]))
    given = {}
    for question in made.questions:
        asked = question.italian if italian else question.english
        if question.kind == "leaves":
            asked = tell("{question} (names with blanks between)", question=asked)
        try:
            given[question.id] = click.prompt(asked, default="", show_default=False)
        except click.Abort:
            raise MossaError(f"the answers ended before the question: {question.english}") from None
    if out is not None:
        write_json(out, Answers(name, seed, student, given).as_dict())
        write(tell("Written to {file}.", file=out) + "\n")
        return
    mark = made.mark(given)
    right = {one.id: one.right for one in made.questions}
    for id in mark.wrong:
        write(tell("{id}: {right}, not {given}", id=id, right=right[id], given=given[id] or tell("nothing")) + "\n")
    write(tell("{right} of {of} right", right=mark.right, of=mark.of) + "\n")


def _questions(made: Exercise) -> dict[str, Any]:
    """An exercise without its answers."""
    return {
        "exercise": made.name,
        "seed": made.seed,
        "task": made.english,
        "tree": made.tree,
        "table": made.table,
        "questions": [{"id": one.id, "kind": one.kind, "text": one.english} for one in made.questions],
    }


@cli.command(short_help="Mark files of answers to exercises.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option("--exercise", "wanted", type=click.Choice(NAMES[1:]), help="Accept only answers to this exercise.")
@seed_option(None, "Accept only answers to the exercise of this seed.")
@click.option("--csv", "as_csv", is_flag=True, help="A table for a spreadsheet.")
@AS_JSON
def mark(files: tuple[Path, ...], wanted: str | None, seed: int | None, as_csv: bool, as_json: bool) -> int:
    """Mark the answers in each FILE: the exercise is made again from its name and seed, and compared.

    \b
      mossa mark answers/*.json
      mossa mark answers/*.json --exercise alphabeta --seed 7 --csv > marks.csv

    A file that is damaged, or answers another exercise, is named in one sentence; the others are marked all the same,
    and the exit status is 2.
    """
    from mossa.core.files import read_json
    from mossa.search.textbook.exercises import mark_file

    rows: list[dict[str, Any]] = []
    bad: list[dict[str, str]] = []
    for file in files:
        try:
            answers, found = mark_file(read_json(file))
            if (wanted or answers.exercise) != answers.exercise or (seed is not None and seed != answers.seed):
                raise MossaError(f"it answers {answers.exercise} with seed {answers.seed}")
        except MossaError as error:
            bad.append({"file": str(file), "error": str(error)})
            continue
        row = {"file": str(file), "student": answers.student, "exercise": answers.exercise, "seed": answers.seed}
        rows.append({**row, "right": found.right, "of": found.of, "wrong": list(found.wrong)})
    titles = ["student", "exercise", "seed", "right", "of", "wrong", "file"]
    cells = [[" ".join(row["wrong"]) if title == "wrong" else row[title] for title in titles] for row in rows]

    def show(console: Console) -> None:
        plain = [[str(cell) for cell in row] for row in cells]
        if plain:
            console.print(table(*titles, rows=plain, right=["seed", "right", "of"]))

    if as_csv and not as_json:
        text = StringIO()
        safe = [[f"'{cell}" if str(cell)[:1] in FORMULA else cell for cell in row] for row in cells]
        csv.writer(text, lineterminator="\n").writerows([titles, *safe])
        write(text.getvalue())
    else:
        answer(as_json, {"marks": rows, "refused": bad}, show)
    for one in bad:
        note(one["error"] if one["file"] in one["error"] else f"{one['file']}: {one['error']}")
    return 2 if bad else 0


def _guess(played: list[str], seed: int, as_json: bool) -> None:
    from mossa.play.guess_exercise import guess_step

    with working("solving …"):
        step = guess_step(seed, played)
    while not (as_json or step.result is not None) and sys.stdin.isatty() and sys.stdout.isatty():
        answer(False, {}, lambda console, step=step: _show(console, step))  # type: ignore[misc]
        word = click.prompt(tell("Your card"), prompt_suffix=": ").strip()
        try:
            step = guess_step(seed, [*step.moves, word])
        except MossaError as error:
            click.echo(str(error))
    answer(as_json, {"exercise": "guess", **step.as_dict()}, lambda console: _show(console, step))


def _show(console: Console, step: GuessStep) -> None:
    def line(text: str, **fields: Any) -> None:
        console.print(tell(text, **fields), markup=False)

    if step.played:
        line("Played: {cards}", cards=" ".join(step.played))
    if step.result is not None:
        line("MIN had {dealt}. You won {result} (tricks won minus lost).", dealt=step.dealt, result=f"{step.result:g}")
        for deal, result in step.results.items():
            line("  with {deal} the same decisions win {result}", deal=deal, result=f"{result:g}")
        average = f"{step.average:g}"
        line("On average {average}. You have seen one deal; the mean is what counts.", average=average)
        leads = ", ".join(f"{move} {value:g}" for move, value in step.as_dict()["leads"].items())
        line("What each lead is worth to one who does not see MIN's hand: {leads}.", leads=leads)
        return
    console.print(said(step.table.scene(0).text()), markup=False)
    line("You are MAX, to play. What each card would be worth if MIN's cards lay open:")
    rows = [[one.move, *one.open, one.mean] for one in step.choices]
    titles = ["card", *(tell("MIN has {deal}", deal=deal) for deal in step.deals), "mean"]
    console.print(table(*titles, rows=rows, right=titles[1:]))
    if step.guess:
        line("Now you have to guess: no card is best in both deals.")
