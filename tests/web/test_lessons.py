"""The lessons of the page Learn: both languages say the same, answers are what the lab finds, commands are commands."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands import json_of

import mossa
from mossa.cli import cli
from mossa.play.guess_exercise import guess_step
from mossa.search.textbook import ALGORITHMS, EXAMPLES, run

STATIC = Path(mossa.__file__).parent / "web" / "static"
LESSONS: list[dict[str, Any]] = json.loads((STATIC / "lessons.json").read_text("utf-8"))
STEPS = [
    pytest.param(step, id=f"{lesson['id']}-{n}") for lesson in LESSONS for n, step in enumerate(lesson["steps"], 1)
]


def texts(found: Any) -> list[dict[str, str]]:
    """All texts below, in both languages."""
    if isinstance(found, dict):
        if found.keys() == {"en", "it"}:
            return [found]
        found = list(found.values())
    return [text for one in found for text in texts(one)] if isinstance(found, list) else []


def figures(text: str) -> list[str]:
    """The numbers of a text, with a decimal point."""
    return re.findall(r"\d+(?:\.\d+)?", re.sub(r"(\d),(\d)", r"\1.\2", text))


@pytest.mark.parametrize("step", STEPS)
def test_both_languages_have_the_same_figures(step: dict[str, Any]) -> None:
    told = texts(step)
    assert len(told) >= 3
    for text in told:
        assert sorted(figures(text["en"])) == sorted(figures(text["it"])), text
        assert text["en"].strip()
        assert text["it"].strip()


@pytest.mark.parametrize("step", STEPS)
def test_the_right_answer_is_what_the_lab_finds(step: dict[str, Any]) -> None:
    question = step["ask"]
    assert ("number" in question) != ("choices" in question)
    assert "choices" not in question or 0 <= question["right"] < len(question["choices"])
    if "show" in step:
        assert step["show"]["example"] in EXAMPLES
        assert step["show"]["algorithm"] in ALGORITHMS
    if "from" not in question:
        return
    example = EXAMPLES[question.get("example", step["show"]["example"])]
    algorithm = question.get("algorithm", step["show"]["algorithm"])
    at = mossa.game(example.spec).after(example.moves, example.position or None)
    options = dict(example.options) if algorithm == example.algorithm else {}
    found = getattr(run(algorithm, at.game.rules, at.state, **options), question["from"])
    answer = question["number"] if "number" in question else question["choices"][question["right"]]["en"]
    assert found == (pytest.approx(answer) if "number" in question else answer)


@pytest.mark.parametrize("step", STEPS)
def test_the_command_is_one_of_mossa(step: dict[str, Any]) -> None:
    words = shlex.split(step.get("command", "mossa games"))
    assert words[0] == "mossa"
    command = cli.commands[words[1]]
    command.make_parser(command.context_class(command)).parse_args(words[2:])


def test_the_pages_named_are_there() -> None:
    pages = [step["page"] for lesson in LESSONS for step in lesson["steps"] if "page" in step]
    assert len(pages) > 2
    assert not [page for page in pages if not (STATIC / f"{page.split('#')[0].strip('/')}.html").exists()]


def test_steps_are_shown_where_something_is_seen() -> None:
    """A step number in the lessons means the event that the text speaks of."""
    trace = EXAMPLES["two-ply"]
    rules = mossa.game(trace.spec).rules
    minimax, alphabeta = run("minimax", rules), run("alphabeta", rules)
    assert minimax.sentence(minimax.events[9]) == "a1 gets the value 3"
    assert alphabeta.sentence(alphabeta.events[13]) == "a2/b1 is a leaf worth 2"
    numbers = {step["show"]["at"] for lesson in LESSONS for step in lesson["steps"] if "show" in step}
    assert numbers == {"start", "end", 10, 14}


def test_the_card_that_is_guessed() -> None:
    seed = next(step["guess"] for lesson in LESSONS for step in lesson["steps"] if "guess" in step)
    assert guess_step(seed, ["♣8"]).guess


def test_the_figures_of_learning(tmp_path: Path) -> None:
    found = json_of(
        "learn", "tictactoe", "--rounds", "3", "--games", "200", "--out", str(tmp_path / "w.json"), "--record",
        str(tmp_path / "w.jsonl"),
    )  # fmt: skip
    told = next(lesson for lesson in LESSONS if lesson["id"] == "learning")["steps"]
    weights = {name: round(weight) for name, weight in found["weights"].items()}
    assert max(weights, key=weights.__getitem__) == "centre"
    assert {str(weights[name]) for name in ("centre", "corners", "singles")} <= set(
        figures(told[1]["ask"]["why"]["en"])
    )
    assert f"{found['before']['score']:.0%}".replace("%", " %") == told[2]["ask"]["choices"][2]["en"]
    assert str(round(found["before"]["elo"])) in told[2]["ask"]["why"]["en"]


def test_both_languages_of_the_site_have_the_same_words() -> None:
    english, italian = (json.loads((STATIC / "lang" / f"{name}.json").read_text("utf-8")) for name in ("en", "it"))
    for key in english:
        if key.startswith(("learn.", "guess.")):
            assert sorted(re.findall(r"\{\w+\}", english[key])) == sorted(re.findall(r"\{\w+\}", italian[key])), key
