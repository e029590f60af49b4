"""PettingZoo's own tests pass on every game that fits; rewards, chance and illegal actions."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bridges.frameworks import FITTING, need, quietly

import mossa
from mossa import MossaError

need("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402


@pytest.mark.parametrize("name", FITTING)
def test_the_tests_of_the_framework(name: str) -> None:
    with quietly():
        api_test(mossa.env(name, render_mode="ansi"), num_cycles=60)
        seed_test(lambda: mossa.env(name), num_cycles=20)


def play(env, seed: int) -> list[int]:
    """A random game to its end; the actions."""
    rng, actions = np.random.default_rng(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        legal = np.flatnonzero(observation["action_mask"])
        action = None if terminated or truncated else int(rng.choice(legal))
        if action is not None:
            actions.append(action)
        env.step(action)
    return actions


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "kuhn", "trio", "rps", "pig", "hearts"])
def test_a_game_ends_with_its_utilities(name: str) -> None:
    env = mossa.env(name)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not env.unwrapped.position.is_over:
        legal = np.flatnonzero(env.last()[0]["action_mask"])
        env.step(int(rng.choice(legal)))
    result = env.unwrapped.position.result
    assert [env.unwrapped.rewards[agent] for agent in env.possible_agents] == list(result)
    assert all(env.unwrapped.terminations.values())


def test_the_seed_decides_what_chance_does() -> None:
    env = mossa.env("hearts")
    assert play(env, 5) == play(env, 5) != play(env, 6)


def test_an_illegal_action_loses() -> None:
    env = mossa.env("tictactoe")
    env.reset(seed=1)
    env.step(4)
    with quietly():
        env.step(4)
    assert env.unwrapped.rewards == {"player_0": 0, "player_1": -1}
    raw = env.unwrapped
    raw.reset(seed=1)
    raw.step(4)
    with pytest.raises(MossaError, match="action 4 is not a legal move here; legal: 0, 1, 2, 3, 5, 6, 7, 8"):
        raw.step(4)


def test_a_long_game_is_truncated() -> None:
    env = mossa.env("chess", longest=5)
    assert len(play(env, 1)) == 5
    assert not env.unwrapped.position.is_over


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    env = mossa.env("tictactoe", render_mode="human")
    env.reset(seed=1)
    env.step(4)
    assert capsys.readouterr().out.startswith("3 . . .\n2 . X .\n")
    shown = mossa.env("tictactoe", render_mode="svg")
    shown.reset(seed=1)
    assert shown.render().startswith("<svg")
    shown.close()
