"""The third step of Monte Carlo tree search: play on to the end of the game, at random or as the game suggests."""

from __future__ import annotations

from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.core.playouts import drawn_outcome
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints
from mossa.kernel.random_numbers import below, next_seed
from mossa.kernel.words import u64
from mossa.search.common.leaf_values import leaf_value

from .rave import OFF, add_to_trail

__all__ = ["final_results", "horizon_results", "simulate"]

game: KernelRules = slot("game")


def simulate(
    state: Any,
    seed: u64,
    horizon: int,
    guided: int,
    to_chance: int,
    unit: float,
    results: Ints,
    trail: Ints,
    buffer: Ints,
    scratch: Any,
) -> tuple[u64, int]:
    """Play a game on from a state, and put what it is worth to each player into `results`, in units.

    Returns the next seed and the number of moves. The moves are added to the trail, unless it is OFF.

    After `horizon` moves the game is not played on but estimated. If `guided`, the game chooses the moves
    (`rollout_move`), where it can. If `to_chance`, it is estimated where chance moves next: a new deal.
    """
    played = 0
    while not game.is_over(state):
        if played >= horizon:
            horizon_results(state, unit, results, scratch)
            return seed, played
        n, chance = 1, game.HAS_CHANCE and game.mover(state) == CHANCE
        if chance and to_chance != 0:
            horizon_results(state, unit, results, scratch)
            return seed, played
        if game.HAS_SAMPLE and chance:
            n = 1  # drawn, and not listed
        elif guided == 0 or not game.HAS_ROLLOUT_MOVE or chance or game.ENDS_WITHOUT_MOVES:
            n = game.moves(state, buffer, 0)
        if n == 0:
            break
        seed = next_seed(seed)
        if game.HAS_CHANCE and chance:
            move = game.sample(state, seed) if game.HAS_SAMPLE else drawn_outcome(state, seed, buffer, n)
        elif game.HAS_ROLLOUT_MOVE and guided != 0:
            move = game.rollout_move(state, seed)
        else:
            move = buffer[below(seed, n)]
        if trail[0] != OFF:
            add_to_trail(trail, game.mover(state), move)
        state = game.play(state, move)
        played += 1
    final_results(state, unit, results)
    return seed, played


def final_results(state: Any, unit: float, results: Ints) -> None:
    """What a finished game is worth to each player."""
    for player in range(game.PLAYERS):
        results[player] = int(game.utility(state, player) * unit)


def horizon_results(state: Any, unit: float, results: Ints, scratch: Any) -> None:
    """What an unfinished game looks worth to each player: the game's estimate or evaluation, or nothing."""
    for player in range(game.PLAYERS):
        results[player] = int(leaf_value(state, player, scratch) * unit)
