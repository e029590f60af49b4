"""A game as an environment of Gymnasium: one seat, and opponents in the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from mossa.core.game import Game
from mossa.core.registry import game as find_game
from mossa.kernel.errors import MossaError
from mossa.play.player import ask
from mossa.play.players import player
from mossa.search.common.limits import Limits

from .encoding import Encoding
from .playing import RENDER_MODES, after_chance, new_seed, observation_space, picture

__all__ = ["ID", "GameEnvironment"]

ID = "mossa/Game-v0"
"""Its name in Gymnasium: `gymnasium.make("mossa.bridges.gymnasium_env:mossa/Game-v0", game="connect4")`."""
NODES = 10_000
"""Nodes of a move of an opponent whose spec has no limit: its moves do not depend on the speed of the machine."""


class GameEnvironment(gymnasium.Env):  # type: ignore[misc]
    """One player's view of a game; the opponents move by themselves."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - Gymnasium wants it so

    def __init__(
        self,
        game: str | Game,
        opponent: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        longest: int | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        players = self.game.facts.players
        if seat is not None and not 0 <= seat < players:
            raise MossaError(f"a seat of {self.game.name} is a number from 0 to {players - 1}, not {seat}")
        self.encoding, self.seat, self.render_mode, self.longest = Encoding(self.game), seat, render_mode, longest
        self.observation_space = observation_space(self.encoding)
        self.action_space = spaces.Discrete(self.encoding.actions)
        self.opponents = [player(opponent, self.game) for _ in range(players)]
        """A player for each seat; that of one's own seat is not asked."""
        if any(one.spec.partition(":")[0] == "human" for one in self.opponents):
            raise MossaError("an opponent of an environment moves by itself: it is not human")
        self.position = self.game.start()
        """The position now."""
        self.own = seat or 0
        """One's own seat in this game."""
        self.moved = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; with a seed, chance, the seat and the opponents are those of the seed."""
        super().reset(seed=seed)
        self.own = int(self.np_random.integers(self.game.facts.players)) if self.seat is None else self.seat
        for one in self.opponents:
            one.begin(new_seed(self.np_random))
        self.position, self.moved = self.game.start(), 0
        self._let_others_move()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; the opponents answer."""
        if self.position.is_over:
            raise MossaError("the game is over: reset the environment")
        moves = self.encoding.moves(self.position)
        if int(action) not in moves:
            return (
                self._observation(),
                float(self.game.facts.utility[0]),
                True,
                False,
                {**self._info(), "illegal": True},
            )
        self.position = self.position.play(moves[int(action)])
        self.moved += 1
        self._let_others_move()
        result = self.position.result
        reward = 0.0 if result is None else float(result[self.own])
        cut = result is None and self.longest is not None and self.moved >= self.longest
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, result is not None, cut, self._info()

    def _let_others_move(self) -> None:
        """Play on until it is one's own turn, or the game is over."""
        while True:
            self.position = after_chance(self.position, self.np_random)
            if self.position.is_over or self.position.mover == self.own:
                return
            other = self.opponents[self.position.mover]
            limits = Limits() if other.is_limited else Limits(nodes=NODES)
            found = ask(other, self.position, limits, new_seed(self.np_random))
            self.position = self.position.play(found.move)
            self.moved += 1

    def action_masks(self) -> np.ndarray[Any, Any]:
        """True for each action that is a legal move now, as MaskablePPO asks for it."""
        return self.encoding.mask(self.position).astype(bool)

    def _observation(self) -> np.ndarray[Any, Any]:
        return self.encoding.observe(self.position, self.own)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.encoding.mask(self.position), "seat": self.own}

    def render(self) -> str | None:
        """The board, as one's own player sees it."""
        return picture(self.position, self.own, self.render_mode)

    def close(self) -> None:
        """End the opponents' programs."""
        for one in self.opponents:
            one.close()


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=GameEnvironment)
