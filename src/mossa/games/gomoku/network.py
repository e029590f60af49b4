"""What a network of Gomoku may know of the board: turned and mirrored it is worth the same.

The package has no network for Gomoku. `python -m mossa.learn.recipes.alphazero --game gomoku:size=7 --out FOLDER` makes
one, and `mcts:network=FOLDER/network.xz` plays with it.
"""

from typing import Any

__all__ = ["symmetries"]


def symmetries(features: Any, policies: Any) -> list[tuple[Any, Any]]:
    """Features and policies of the same states in the eight ways to lay the board down."""
    import numpy as np

    boards = policies.reshape(-1, *features.shape[-2:])
    found = []
    for quarters in range(4):
        turned, moves = np.rot90(features, quarters, (-2, -1)), np.rot90(boards, quarters, (-2, -1))
        for one, other in ((turned, moves), (turned[..., ::-1], moves[..., ::-1])):
            found.append((one, other.reshape(policies.shape)))
    return found
