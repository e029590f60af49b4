"""Our games in OpenSpiel: its own simulation and playthrough pass on them."""

from __future__ import annotations

import pytest
from tests.bridges.frameworks import FITTING, need, quietly

import mossa

need("pyspiel")

import pyspiel  # noqa: E402
from open_spiel.python.algorithms import exploitability, generate_playthrough, minimax  # noqa: E402
from open_spiel.python.policy import UniformRandomPolicy  # noqa: E402

from mossa.bridges.openspiel_registration import PREFIX, register  # noqa: E402

NAMES = register()
LONG = {"mossa_chess", "mossa_gomoku"}
"""Games whose tests take many seconds."""


def test_which_games_are_registered() -> None:
    listed = {f"{PREFIX}{name}" for name in FITTING if not mossa.game(name).rules.sampled}
    assert set(NAMES) == listed
    assert register() == NAMES


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n in LONG else []) for n in NAMES])
def test_the_tests_of_the_framework(name: str) -> None:
    with quietly():
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)
        lines = generate_playthrough.playthrough_lines(name, seed=1)
    assert f'GameType.short_name = "{name}"' in lines


def test_parameters_and_values() -> None:
    game = pyspiel.load_game("mossa_connect4(columns=4,rows=4)")
    assert game.num_distinct_actions() == 4
    value, _ = minimax.alpha_beta_search(pyspiel.load_game("mossa_tictactoe"), maximum_depth=9)
    assert value == 0


def test_secrets_are_kept() -> None:
    """OpenSpiel's exploitability of random play in our Kuhn poker is that in its own."""
    found = []
    for name in ("mossa_kuhn", "kuhn_poker"):
        game = pyspiel.load_game(name)
        found.append(exploitability.nash_conv(game, UniformRandomPolicy(game)))
    assert found[0] == pytest.approx(found[1])
