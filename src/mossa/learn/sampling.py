"""States from self-play of varied strength, so that they are not only those that good players reach.

A game begins with random moves. Then the mover searches all moves to a shallow depth, adds random noise to each score,
and plays the best. The amount of noise sets the strength: without noise the engine's own games, with very much noise
random ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_rules
from mossa.kernel.binding import slot
from mossa.kernel.layout import flatten, make_writer
from mossa.kernel.memory import Ints, Words
from mossa.kernel.random_numbers import below, next_seed
from mossa.kernel.specialise import specialise
from mossa.kernel.transposition_table import make_table
from mossa.kernel.words import u64
from mossa.search.alphabeta.memory import Memory, make_memory
from mossa.search.alphabeta.options import EXACT, make_options
from mossa.search.alphabeta.search import search
from mossa.search.common.scores import INFINITE, child_alpha, child_beta, turn_sign
from mossa.search.common.stop_signal import StopSignal

__all__ = ["Sampler"]

game: KernelRules = slot("game")
extra: Any = slot("extra")


def noisy_game(
    state: Any, seed: u64, opening: int, depth: int, noise: int, memory: Memory, moves: Ints, states: Words
) -> int:
    """Play one game and write its states into `states`, one after the other; returns how many words they take."""
    at: int = extra.write(state, states, 0)
    ply = 0
    while not game.is_over(state):
        n = game.moves(state, moves, 0)
        if game.ENDS_WITHOUT_MOVES and n == 0:
            break
        seed = next_seed(seed)
        chosen = below(seed, n)
        if n > 1 and ply >= opening:
            best = -INFINITE
            for i in range(n):
                child = game.play(state, moves[i])
                sign = turn_sign(state, child)
                memory.root_depth = depth
                score = sign * search(
                    child,
                    depth - 1,
                    child_alpha(sign, -INFINITE, INFINITE),
                    child_beta(sign, -INFINITE, INFINITE),
                    1,
                    memory,
                    memory.buffer[0:],
                )
                seed = next_seed(seed)
                score += below(seed, 2 * noise + 1) - noise
                if score > best:
                    best, chosen = score, i
        state = game.play(state, moves[chosen])
        at = extra.write(state, states, at)
        ply += 1
    return at


class Sampler:
    """Plays games of noisy self-play."""

    def __init__(self, game: Game, *, memory_mib: int = 4) -> None:
        self.game = game
        example = game.rules.start()
        self.words = len(flatten(example))
        self.kernel = specialise(
            noisy_game,
            {"game": kernel_rules(game.rules), "extra": {"write": make_writer(example)}},
            name=f"{game.name} sampling",
        )
        self.memory = make_memory(game, make_table(memory_mib), StopSignal(stop=0), make_options(base=EXACT))
        self.memory.limit = 1 << 62
        self.moves = Ints(game.facts.widest + 1)
        self.states = Words(self.words * (game.facts.horizon + 2))

    def play(self, seed: int, *, opening: int, depth: int, noise: int) -> NDArray[np.uint64]:
        """The states of the game with this seed, one a row, as the words of `mossa.kernel.layout.flatten`.

        `opening` random moves, then searches of `depth` plies with up to ±`noise` added to each score.
        """
        count = self.kernel(
            self.game.rules.start(), u64(seed), opening, depth, noise, self.memory, self.moves, self.states
        )
        return self.states.array[:count].reshape(-1, self.words).copy()
