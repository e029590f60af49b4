"""The evaluation of backgammon: the network, the exact bear-off, and the cube."""

from functools import cache
from typing import Any

from mossa.kernel.network import Network

from .cubeful import cubeful_value, value_of_points
from .network import judge, network_of
from .rules import CUBE, MATCH, OPENING, State
from .weights import weights

__all__ = ["estimate", "scratch"]


@cache
def learnt() -> Any:
    """The weights, read once."""
    return weights()


def scratch() -> Network:
    """A network with its working memory."""
    return network_of(learnt())


def estimate(state: State, player: int, scratch: Network) -> float:
    """Expected points, cubeful; in a match, the chance to win it, scaled from −1 to 1."""
    if state.stage == OPENING:
        value = value_of_points(state, 0)
    else:
        value = judge(state, scratch)
        if CUBE or MATCH:
            value = cubeful_value(state, scratch.result)
    return value if player == state.turn else -value
