"""Gymnasium's own test passes on every game that fits; opponents, seats and illegal actions."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bridges.frameworks import FITTING, need, quietly

import mossa
from mossa import MossaError

need("gymnasium")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402


@pytest.mark.parametrize("name", FITTING)
def test_the_test_of_the_framework(name: str) -> None:
    with quietly():
        check_env(mossa.gym_env(name, render_mode="ansi"))


def play(env, seed: int, choose=min) -> tuple[float, list[int]]:
    """A game to its end: the reward, and one's own actions."""
    _, info = env.reset(seed=seed)
    actions, over, reward = [], env.position.is_over, 0.0
    while not over:
        assert not reward
        action = choose(np.flatnonzero(info["action_mask"]).tolist())
        assert env.action_masks()[action]
        actions.append(action)
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        over = terminated or truncated
    return reward, actions


def test_the_reward_is_the_utility_of_the_own_seat() -> None:
    env = mossa.gym_env("trio", opponent="random")
    seats = set()
    for seed in range(12):
        reward, _ = play(env, seed)
        assert reward == env.position.result[env.own]
        seats.add(env.own)
    assert seats == {0, 1, 2}


@pytest.mark.parametrize("opponent", ["random", "elo=800", "alphabeta:depth=3", "mcts:nodes=200", "minimax:depth=2"])
def test_any_player_is_an_opponent(opponent: str) -> None:
    env = mossa.gym_env("connect4", opponent=opponent, seat=1)
    first, second = play(env, 7), play(env, 7)
    assert first == second
    env.close()


def test_a_strong_opponent_wins() -> None:
    env = mossa.gym_env("tictactoe", opponent="alphabeta", seat=1)
    assert play(env, 1)[0] == -1


def test_an_opponent_of_a_game_with_secrets() -> None:
    env = mossa.gym_env("kuhn", opponent="policy", seat=0)
    rewards = {play(env, seed)[0] for seed in range(10)}
    assert rewards <= {-2, -1, 1, 2}
    assert len(rewards) > 1


def test_an_illegal_action_loses() -> None:
    env = mossa.gym_env("tictactoe", seat=0)
    env.reset(seed=1)
    env.step(4)
    _, reward, terminated, _, info = env.step(4)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)


def test_a_long_game_is_truncated() -> None:
    env = mossa.gym_env("chess", seat=0, longest=6)
    _, actions = play(env, 1)
    assert len(actions) == 3
    assert not env.position.is_over


def test_it_is_found_by_gymnasium() -> None:
    env = gymnasium.make("mossa.bridges.gymnasium_env:mossa/Game-v0", game="nim", opponent="perfect")
    env.reset(seed=1)
    assert env.unwrapped.game is mossa.game("nim")


def test_wrong_use() -> None:
    with pytest.raises(MossaError, match="a seat of nim is a number from 0 to 1, not 2"):
        mossa.gym_env("nim", seat=2)
    with pytest.raises(MossaError, match="an opponent of an environment moves by itself"):
        mossa.gym_env("nim", opponent="human")
    with pytest.raises(MossaError, match="there is no player 'strong'"):
        mossa.gym_env("nim", opponent="strong")
    env = mossa.gym_env("tictactoe", seat=0, opponent="random")
    play(env, 1)
    with pytest.raises(MossaError, match="the game is over: reset the environment"):
        env.step(0)
