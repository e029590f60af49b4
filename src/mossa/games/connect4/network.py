"""A network for PUCT: which column looks good, and what the state is worth.

It sees the planes of `evaluation.features` and was learnt from games against itself (`mossa.learn.recipes.alphazero`).
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from mossa.core.policy_value_network import PolicyValueNetwork, read_network

from .rules import COLUMNS, ROWS

__all__ = ["NETWORK", "predict", "symmetries"]

NETWORK = Path(__file__).parent / "data" / "network.xz"


@cache
def learnt() -> PolicyValueNetwork:
    """The network of the package."""
    return read_network(NETWORK)


def answer(batch: Any) -> tuple[Any, Any]:
    """What the network says of the features of many states."""
    return learnt().predict(batch)


predict: Callable[[Any], tuple[Any, Any]] | None = answer if (COLUMNS, ROWS) == (7, 6) else None
"""Other boards have no network."""


def symmetries(features: Any, policies: Any) -> list[tuple[Any, Any]]:
    """Features and policies of the same states, as they are and mirrored: the columns in reverse order."""
    return [(features, policies), (features[..., ::-1], policies[:, ::-1])]
