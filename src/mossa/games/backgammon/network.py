"""The network's five outputs: chances of the player who is about to roll.

    WIN                         of any kind; the chance to lose is the rest
    WIN_GAMMON, LOSE_GAMMON     of two points or three
    WIN_BACKGAMMON, LOSE_…      of three points

So the six outcomes (backgammon, gammon, plain game, each way) are differences of these, and a cubeless game is worth
their sum: each adds a point, or takes one.
"""

from typing import Any

from mossa.kernel.memory import Reals
from mossa.kernel.network import Network, make_network, network_width, run_network

from .bearoff import at_home, chances_at_home
from .network_inputs import INPUTS, read, scales
from .rules import State, utility

__all__ = ["KINDS", "OUTPUTS", "equity", "final", "flip", "judge", "network_of", "width"]

WIN, WIN_GAMMON, WIN_BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(5)
OUTPUTS = 5
KINDS = 2


def width(numbers: Any) -> int:
    """The number of hidden units of the networks in an array of weights; 0 if no number fits its size."""
    return network_width(INPUTS, OUTPUTS, len(numbers) // KINDS) if len(numbers) % KINDS == 0 else 0


def network_of(numbers: Any) -> Network:
    """A network with its working memory that uses these weights, whatever its width."""
    return make_network(INPUTS, width(numbers), OUTPUTS, numbers, scales())


def judge(state: State, network: Network) -> float:
    """The equity of the player on turn, who is about to roll; his chances are in `network.result`.

    With both sides at home the chances come from the bear-off tables, elsewhere from the network.
    """
    if at_home(state):
        chances_at_home(state, network.result)
    else:
        run_network(network, read(state, network))
    return equity(network.result)


def equity(chances: Reals) -> float:
    """Points that a cubeless game wins on average."""
    wins: float = chances[WIN] + chances[WIN_GAMMON] + chances[WIN_BACKGAMMON]
    losses: float = 1 - chances[WIN] + chances[LOSE_GAMMON] + chances[LOSE_BACKGAMMON]
    return wins - losses


def flip(chances: Reals) -> None:
    """The same chances as the other player sees them."""
    chances[WIN] = 1 - chances[WIN]
    for i in range(WIN_GAMMON, LOSE_GAMMON):
        chances[i], chances[i + 2] = chances[i + 2], chances[i]


def final(state: State, chances: Reals) -> None:
    """The chances of the player on turn when the game is over."""
    points = utility(state, state.turn)
    chances[WIN] = 1 if points > 0 else 0
    chances[WIN_GAMMON] = 1 if points > 1 else 0
    chances[WIN_BACKGAMMON] = 1 if points > 2 else 0
    chances[LOSE_GAMMON] = 1 if points < -1 else 0
    chances[LOSE_BACKGAMMON] = 1 if points < -2 else 0
