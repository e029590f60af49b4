"""Each way to show a player what he cannot know, built into a sound game, is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import mossa
from mossa.core.conformance import SECRETS, check
from mossa.core.secrets_check import SecretsCheck

TEXT = (Path(__file__).parents[2] / "docs" / "examples" / "liars_dice.py").read_text("utf-8")
REDEAL = "    return State(replace(state.dice, 1 - player, 1 + below(seed, FACES)), state.bids, state.turn)\n"
BOARD = """

def scene(state: State, viewer: int | None) -> Scene:
    return grid([str(state.dice[0]) + str(state.dice[1])], {{}}, notes=[{}])
"""
LEAKS = {
    "a note on the board": (
        TEXT.replace("import CHANCE, Facts", "import CHANCE, Facts, Scene, grid")
        + BOARD.format('f"dice {state.dice[0]} {state.dice[1]}"'),
        "the board shows player ",
    ),
    "a row of the board": (
        TEXT.replace("import CHANCE, Facts", "import CHANCE, Facts, Piece, Scene, grid")
        + BOARD.format('"no secret"').replace("{}", '{str(face): Piece(f"{face}") for face in range(1, 7)}'),
        "the board shows player ",
    ),
    "a move written with the other's die": (
        TEXT.replace('return "doubt" if', 'return f"doubt{state.dice[1 - state.turn]}" if'),
        "the list of moves shows player ",
    ),
    "redeal gives the true state": (
        TEXT.replace(REDEAL, "    return state\n"),
        "redeal draws other states for player ",
    ),
    "redeal often gives the true state": (
        TEXT.replace(REDEAL, "    if seed & u64(3) < u64(3):\n        return state\n" + REDEAL),
        "redeal draws other states for player ",
    ),
}


def told(path: Path, text: str) -> list[str]:
    path.write_text(text)
    return check(mossa.game(str(path)), compiled=False).faults


def test_the_sound_game_is_sound(tmp_path: Path) -> None:
    assert told(tmp_path / "sound.py", TEXT) == []


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(name: str, tmp_path: Path) -> None:
    text, sentence = LEAKS[name]
    assert text != TEXT
    (fault,) = told(tmp_path / "leak.py", text)
    assert fault.startswith(f"{SECRETS}: {sentence}"), fault


def test_a_view_of_ones_own_is_compared() -> None:
    game = mossa.game("kuhn")
    (fault,) = check(game, compiled=False, views={"raw state": lambda at, viewer: tuple(at.state)}).faults
    assert fault.startswith(f"{SECRETS}: the raw state shows player 1 what he cannot know: ")
    assert check(game, compiled=False, views={"knowledge": lambda at, viewer: at.mover}).ok


def test_twins_are_another_deal_with_the_same_line() -> None:
    at, secrets = mossa.game("kuhn").after("K J check bet"), SecretsCheck({})
    first, second = ([" ".join(twin.history) for twin in twins] for twins in secrets.twins(at))
    assert (first, second) == (["K Q check bet"], ["Q J check bet"])
