"""Settings for engines: those of every game are sound, and each mistake of a user's file is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.user_files import NIM

import mossa
from mossa.core.conformance import SETTINGS, check
from mossa.play.settings_check import wrong_settings


@pytest.mark.parametrize("name", [*mossa.names(), "pig:players=4", "hex:size=5"])
def test_every_game_says_what_engines_can_take(name: str) -> None:
    assert list(wrong_settings(mossa.game(name))) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("MONTE_CARLO = {'rav': 300}", "MONTE_CARLO: Monte Carlo tree search has no option 'rav'; it has proofs"),
        ("MONTE_CARLO = {'rave': -1}", "the option rave of Monte Carlo tree search is a number from 0"),
        ("MONTE_CARLO = ['rave']", "MONTE_CARLO is a dictionary from the names of options to numbers, not ['rave']"),
        ("MONTE_CARLO = {'rave': '300'}", "is a dictionary from the names of options to numbers"),
        ("INFORMATION_SETS = {'single': 2}", "INFORMATION_SETS: the option single of information-set search"),
        ("TUNING = {'null': 1}", "TUNING: the engine has no option 'null'"),
        ("PROVING = {'table': 3}", "PROVING: the option table is 0 or 1, not 3"),
        ("PLAYER = 'mtcs'", "says PLAYER = 'mtcs': there is no such player; players: alphabeta, "),
        (
            "PLAYER = 'is-mcts'",
            "PLAYER = 'is-mcts', which cannot play it: is for games with hidden information or simultaneous moves",
        ),
    ],
)
def test_a_mistake_is_one_sentence(line: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_text(f"{NIM}\n{line}\n")
    report = check(mossa.game(str(path)), games=1, compiled=False, settings=wrong_settings)
    assert len(report.faults) == 1
    assert sentence in report.faults[0]
    assert report.faults[0].startswith(f"{SETTINGS}: ")


def test_what_is_sound_passes(tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_text(f"{NIM}\nMONTE_CARLO = {{'rave': 100}}\nPLAYER = 'mcts'\nTUNING = {{'null_move': 0}}\n")
    report = check(mossa.game(str(path)), games=1, compiled=False, settings=wrong_settings)
    assert report.faults == []
    assert SETTINGS in report.passed
