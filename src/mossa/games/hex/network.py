"""What a network of Hex may know of the board: turned by half it is worth the same.

The package has no network for Hex. `python -m mossa.learn.recipes.alphazero --game hex:size=5 --out FOLDER` makes one,
and `mcts:network=FOLDER/network.xz` plays with it.
"""

from typing import Any

__all__ = ["symmetries"]

TURNED = (0, 1, 3, 2, 5, 4, 6)
"""The planes of `evaluation.features` on the board turned by half: the two sides of each player change places."""


def symmetries(features: Any, policies: Any) -> list[tuple[Any, Any]]:
    """Features and policies of the same states, as they are and turned by half: the cells in reverse order."""
    import numpy as np

    turned = np.concatenate([policies[:, -2::-1], policies[:, -1:]], axis=1)  # a swap stays one
    return [(features, policies), (features[:, list(TURNED), ::-1, ::-1], turned)]
