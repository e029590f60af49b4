"""A network that says how good the moves look and what a state is worth, for any game that has `features`.

It is a `mossa.kernel.residual_network`, whose outputs are the policy (a number for each action, the logarithm of how
likely it is, up to a constant) and then the values: tanh of them is −1 for the least utility, 1 for the greatest.
Nothing in it depends on the shape of a board. It is fitted with PyTorch (`mossa.learn.policy_value_fitting`).

The file (sealed, `mossa.core.files`) holds the weights in 16 bits, little-endian; its first line has the shape of the
features, the actions, the values, the hidden units and blocks, and the bounds of the utility.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mossa.kernel.errors import MossaError
from mossa.kernel.float32_ops import LANES
from mossa.kernel.memory import Float32s
from mossa.kernel.residual_network import ResidualNetwork, run_residual
from mossa.kernel.specialise import specialise

from .files import seal, unseal
from .game import Game
from .onnx_network import load_onnx

if TYPE_CHECKING:
    import numpy as np

__all__ = ["NetworkShape", "PolicyValueNetwork", "load_network", "read_network", "write_network"]

FORMAT = "mossa policy-value network"


@dataclass(frozen=True)
class NetworkShape:
    """The sizes of a network."""

    features: tuple[int, ...]
    actions: int
    values: int
    """1 if the values of all players follow from that of the mover."""
    hidden: int
    blocks: int
    utility: tuple[float, float]
    """The least and the greatest."""

    @classmethod
    def of(cls, game: Game, hidden: int, blocks: int) -> NetworkShape:
        """For a game with features."""
        facts = game.facts
        if hidden < 1 or hidden % LANES:
            raise MossaError(f"a network has a multiple of {LANES} hidden units, not {hidden}")
        values = 1 if facts.players == 2 and facts.zero_sum else facts.players
        return cls(facts.features or (), facts.actions or 0, values, hidden, blocks, facts.utility)

    @property
    def layers(self) -> list[tuple[int, ...]]:
        """The shapes of the arrays in the vector of weights: weights and biases of each layer. A row of weights belongs
        to an input, in the last layer to an output."""
        hidden, outputs = self.hidden, self.actions + self.values
        pairs = [(math.prod(self.features), hidden), *[(hidden, hidden)] * (2 * self.blocks)]
        return [*(shape for pair in pairs for shape in (pair, pair[1:])), (outputs, hidden), (outputs,)]

    @property
    def size(self) -> int:
        """How many weights there are."""
        return sum(math.prod(shape) for shape in self.layers)

    def __str__(self) -> str:
        sizes, (low, high) = "x".join(map(str, self.features)), self.utility
        return f"{sizes} {self.actions} {self.values} {self.hidden}x{self.blocks} {low:g}:{high:g}"

    @classmethod
    def read(cls, text: str) -> NetworkShape | None:
        """The inverse of `str`; None if it is something else."""
        found = re.fullmatch(r"(\d+(?:x\d+)*) (\d+) (\d+) (\d+)x(\d+) (-?[\d.]+):(-?[\d.]+)", text)
        if found is None:
            return None
        actions, values, hidden, blocks = (int(found[i]) for i in range(2, 6))
        features = tuple(map(int, found[1].split("x")))
        return cls(features, actions, values, hidden, blocks, (float(found[6]), float(found[7])))


@cache
def _kernel() -> Callable[..., None]:
    """The compiled network, the same for all sizes."""
    return specialise(run_residual, {}, name="policy-value network")


class PolicyValueNetwork:
    """A network with its weights, one vector of numbers."""

    def __init__(self, shape: NetworkShape, weights: np.ndarray[Any, Any]) -> None:
        import numpy as np

        assert len(weights) == shape.size
        self.shape = shape
        self.network = ResidualNetwork(
            inputs=math.prod(shape.features),
            hidden=shape.hidden,
            blocks=shape.blocks,
            outputs=shape.actions + shape.values,
            weights=Float32s(np.ascontiguousarray(weights, np.float32)),
        )

    def predict(self, batch: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """(policies, values) of the features of many states, as the protocol wants them."""
        import numpy as np

        shape, n = self.shape, len(batch)
        if batch.shape[1:] != shape.features:
            raise MossaError(
                f"the network was made for features of the shape {shape.features}, not {batch.shape[1:]}: the game has "
                "other parameters, or it is another game"
            )
        given = Float32s(np.ascontiguousarray(batch, np.float32).reshape(-1))
        outputs, layer, inner = self.network.outputs, Float32s(n * shape.hidden), Float32s(n * shape.hidden)
        results = Float32s(n * outputs)
        _kernel()(self.network, given, n, layer, inner, results)
        found = results.array.reshape(n, outputs)
        low, high = shape.utility
        return found[:, : shape.actions], low + (high - low) * (1 + np.tanh(found[:, shape.actions :])) / 2


def write_network(path: Path, network: PolicyValueNetwork) -> None:
    """Write a file."""
    seal(path, f"{FORMAT} {network.shape}", network.network.weights.array.astype("<f2").tobytes())


def read_network(path: Path) -> PolicyValueNetwork:
    """Read a file."""
    import numpy as np

    title, data = unseal(path, FORMAT)
    shape = NetworkShape.read(title)
    if shape is None or 2 * shape.size != len(data) or shape.hidden % LANES:
        raise MossaError(f"{path} is damaged: its size does not fit its first line")
    return PolicyValueNetwork(shape, np.frombuffer(data, "<f2").astype(np.float32))


def load_network(path: Path) -> Callable[[Any], tuple[Any, Any]]:
    """The `predict` of a network in a file: one of mossa, or an ONNX model with the outputs policies and values."""
    return load_onnx(path) if path.suffix == ".onnx" else read_network(path).predict
