"""A game as an environment of PettingZoo (agent-environment cycle)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

from .encoding import Encoding
from .playing import RENDER_MODES, after_chance, observation_space, picture

__all__ = ["GameCycle", "wrapped_environment"]


def wrapped_environment(game: Game, render_mode: str | None, longest: int | None) -> Any:
    """The environment as people use it: with the checks of PettingZoo around it."""
    cycle = TerminateIllegalWrapper(GameCycle(game, render_mode, longest), illegal_reward=float(game.facts.utility[0]))
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(cycle))


class GameCycle(AECEnv):  # type: ignore[misc]
    """The agents of a game, each in its turn."""

    def __init__(self, game: Game, render_mode: str | None = None, longest: int | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"mossa_{game.name}_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode, self.longest = render_mode, longest
        self.game, self.encoding = game, Encoding(game)
        self.possible_agents = [f"player_{number}" for number in range(game.facts.players)]
        self.agents = list(self.possible_agents)
        mask = spaces.Box(0, 1, (self.encoding.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation_space(self.encoding), "action_mask": mask})
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.agents}
        self.rng = np.random.default_rng()
        self.position = game.start()
        """The position now."""

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with a seed, chance is that of the seed."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.position, self.moved = after_chance(self.game.start(), self.rng), 0
        self.agent_selection = self._mover() or self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and which actions it has: none, unless it is to move."""
        player, over = self.possible_agents.index(agent), self.terminations.get(agent, True)
        to_move = agent == self.agent_selection and not over and self._mover() == agent
        mask = self.encoding.mask(self.position) if to_move else np.zeros(self.encoding.actions, np.int8)
        return {"observation": self.encoding.observe(self.position, player), "action_mask": mask}

    def step(self, action: Any) -> None:
        """The agent to move plays an action."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        moves = self.encoding.moves(self.position)
        if int(action) not in moves:
            raise MossaError(f"action {action} is not a legal move here; legal: {', '.join(map(str, sorted(moves)))}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position = after_chance(self.position.play(moves[int(action)]), self.rng)
        self.moved += 1
        result = self.position.result
        if result is not None:
            self.rewards = {agent: float(worth) for agent, worth in zip(self.possible_agents, result, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.longest is not None and self.moved >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._mover() or self._after(self.agent_selection)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _mover(self) -> str | None:
        """The agent to move; None at the end."""
        return None if self.position.is_over else self.possible_agents[self.position.mover]

    def _after(self, agent: str) -> str:
        return self.possible_agents[(self.possible_agents.index(agent) + 1) % len(self.possible_agents)]

    def render(self) -> str | None:
        """The board, as an onlooker sees it."""
        return picture(self.position, None, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""
