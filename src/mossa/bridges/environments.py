"""Environments for reinforcement learning, by game: PettingZoo's and Gymnasium's."""

from __future__ import annotations

from typing import Any

from mossa.core.game import Game
from mossa.core.registry import game as find_game

from .extras import require
from .playing import require_mode

__all__ = ["env", "gym_env"]


def env(game: str | Game, *, render_mode: str | None = None, longest: int | None = None) -> Any:
    """A game as an agent-environment cycle of PettingZoo: the agents `player_0`, `player_1` … move in their turns.

    An observation is a dictionary with `observation` and `action_mask`; chance moves by itself, from the seed of
    `reset`. An illegal action ends the game: its player gets the least utility, the others nothing. After `longest`
    moves, if that is said, the game is truncated.

    >>> import mossa
    >>> cycle = mossa.env("connect4")
    >>> cycle.reset(seed=1)
    >>> cycle.agent_selection, cycle.action_space("player_0"), cycle.observe("player_0")["observation"].shape
    ('player_0', Discrete(7), (5, 6, 7))
    """
    require("pettingzoo", "PettingZoo", "rl")
    require_mode(render_mode)
    from .pettingzoo_env import wrapped_environment

    return wrapped_environment(_game(game), render_mode, longest)


def gym_env(
    game: str | Game,
    *,
    opponent: str = "random",
    seat: int | None = None,
    render_mode: str | None = None,
    longest: int | None = None,
) -> Any:
    """A game as an environment of Gymnasium: one player's, against an opponent, a spec (`elo=1200`, `mcts:nodes=500`).

    The opponent has every other seat; without `seat`, one's own is drawn at each `reset`. The reward comes at the end:
    one's utility. An illegal action ends the game with the least utility. `info["action_mask"]` and `action_masks()`
    say which are legal. After `longest` moves, if that is said, the game is truncated.

    >>> import mossa
    >>> env = mossa.gym_env("tictactoe", opponent="random", seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> info["action_mask"].tolist()
    [1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    gymnasium = require("gymnasium", "Gymnasium", "rl")
    require_mode(render_mode)
    from .gymnasium_env import ID

    found = _game(game)
    options = {"game": found, "opponent": opponent, "seat": seat, "longest": longest}
    return gymnasium.make(ID, render_mode=render_mode, disable_env_checker=True, **options).unwrapped


def _game(game: str | Game) -> Game:
    return find_game(game) if isinstance(game, str) else game
