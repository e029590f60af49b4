"""The games of a stranger in docs/examples, each through every word: check, play, best, solve, lab, match, the page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.cli.commands import json_of, refusal, run
from tests.web.talk import HERE, Page, begin, watch

import mossa
from mossa.web.app import make_app

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"


@dataclass
class Example:
    """A game, and what is known of a small one of its kind."""

    name: str
    small: str
    """Parameters of a game that is small enough to be solved."""
    value: float | None
    """Of the small game from `moves` on, for the player to move; None: what a naive search finds."""
    moves: str = ""
    """Moves after which a player chooses, also in the small game."""
    tolerance: float = 1e-9
    text: str = ""
    """A line of the board in the terminal."""
    lab: bool = True
    """Does an algorithm of the lab take it?"""


GAMES = [
    Example("dots_and_boxes", "wide=2,high=1", None, text="+   +   +   +"),
    Example("liars_dice", "faces=2", -0.25, "1 2", 0.8, "known 2"),
    Example("breakthrough", "wide=2,high=5", None, text="6 B B B B B B"),
    Example("goofspiel", "cards=3", 0, "3", text="1 2 3 4"),
    Example("peg", "side=4", None, text=" ● ● ● ●"),
    Example("pig", "goal=20", 0.2312, tolerance=1e-3, text="player 1 has 0 points"),
    Example("hex", "size=3", None, text="  . . . . ."),
    Example("pact", "a=1,b=2,c=2", 0.2, text="5 4 2"),
    Example("dilemma", "delta=0.4", 3.4, text="you partner"),
    Example("centipede", "rounds=3", 4, text="passes: 0 of 4"),
    Example("go", "columns=3,rows=1", None, text=". . . . ."),
    Example("signal", "signals=1", 0, "♠ 1", 2.0, text="his discard", lab=False),
]


@pytest.fixture(params=GAMES, ids=lambda example: example.name)
def example(request: pytest.FixtureRequest) -> Example:
    """One of the games."""
    return request.param  # type: ignore[no-any-return]


def path(example: Example, small: bool = False) -> str:
    """The game as the command line takes it."""
    return f"{EXAMPLES / example.name}.py" + (f":{example.small}" if small else "")


def naive_value(game: mossa.Game) -> float:
    """The value of a game of one or two without chance for the first player, who moves first, by plain recursion."""
    rules = game.rules

    @cache
    def value(state: Any) -> float:
        if rules.is_over(state):
            return rules.utility(state, 0)
        values = [value(rules.play(state, move)) for move in rules.moves(state)]
        return max(values) if rules.mover(state) == 0 else min(values)

    return value(rules.start())


def test_it_goes_through_every_word(example: Example, tmp_path: Path) -> None:
    place = ("--moves", example.moves)
    checked = run("check", path(example), "--games", "6")
    assert checked.exit_code == 0, checked.stdout

    shown = run("play", path(example), "--terminal", "--vs", "random", says="hint\nmoves\nquit\n")
    assert shown.exit_code == 0, shown.stderr
    assert example.text in shown.stdout

    best = json_of("best", path(example), *place, "--time", "0.5")
    at = mossa.game(path(example)).after(example.moves)
    assert best["move"] in at.moves

    solved = json_of("solve", path(example, small=True), *place)
    value = naive_value(mossa.game(path(example, small=True))) if example.value is None else example.value
    assert solved["value"] == pytest.approx(value, abs=example.tolerance)

    depth = () if at.game.facts.hidden else ("--depth", "2")
    if example.lab:
        seen = json_of("lab", "--game", path(example, small=True), *place, *depth)
        assert seen["nodes"] > 1
    else:
        assert "no algorithm of the lab fits" in refusal("lab", "--game", path(example, small=True))

    score = json_of("match", path(example, small=True), "mossa", "random", "--games", "2", "--time", "0.1")
    assert (score["games"], score["illegal"], score["crashes"]) == (2, 0, 0)


def test_it_is_played_on_the_page(example: Example, tmp_path: Path) -> None:
    with TestClient(make_app([path(example, small=True)], tmp_path), base_url=HERE) as site:
        listed: Any = next(one for one in site.get("/api/games").json()["games"] if one["own"])
        assert listed["scene"]["cells"]
        game = mossa.game(path(example, small=True))
        seats = ["human", *["random"] * (game.facts.players - 1)]
        with watch(site, begin(site, listed["name"], *seats)) as socket:
            page = Page(socket)
            state = page.ready()
            for _ in range(60):
                if state["ended"]:
                    break
                page.say(do="move", move=state["moves"][0]["text"])
                state = page.ready()
            assert state["history"]
        assert json.dumps(state)


def test_pig_for_three_plays_with_an_estimate_and_without(tmp_path: Path) -> None:
    source = (EXAMPLES / "pig.py").read_text()
    estimate = (
        "\n\ndef estimate(state: State, player: int, scratch) -> float:\n"
        "    return float(state.points[player]) / GOAL * PLAYERS - 1.0\n"
    )
    for text in (source, source + estimate):
        rules = tmp_path / f"pig{len(text)}.py"
        rules.write_text(text)
        for goal in (20, 100):  # the second has too many positions to be solved
            found = json_of("best", f"{rules}:players=3,goal={goal}", "--time", "0.3")
            assert found["move"] == "roll"
        shown = run("play", f"{rules}:players=3,goal=20", "--terminal", says="hint\nquit\n")
        assert shown.exit_code == 0
