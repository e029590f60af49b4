"""The last step of how backgammon's network was learnt: `python -m mossa.learn.recipes.backgammon_average`.

Each generation starts from the one before (`mossa.learn.recipes.backgammon_fit`), so their weights lie in one basin of
the loss, and averaging the weights averages out the errors. The average is the network for contact positions; for races
that of the last generation is best and is taken.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from mossa.games.backgammon import network, network_inputs, weights
from mossa.kernel.errors import MossaError

from .backgammon import Array, read_network


def average(generations: Sequence[Array]) -> Array:
    """The average for positions in contact, the last generation for all others."""
    if len({len(numbers) for numbers in generations}) > 1:
        units = ", ".join(str(network.width(numbers)) for numbers in generations)
        raise MossaError(f"networks are averaged that have the same number of hidden units, not {units}")
    parts = np.stack(generations).reshape(len(generations), network.KINDS, -1)
    result: Array = parts[-1].copy()
    result[network_inputs.CONTACT] = parts[:, network_inputs.CONTACT].mean(axis=0)
    return result.reshape(-1)


def main(words: Sequence[str] | None = None) -> int:
    """The command; 0 when all is done, 2 for a mistake."""
    parser = argparse.ArgumentParser(prog="python -m mossa.learn.recipes.backgammon_average", description=__doc__)
    parser.add_argument("generations", type=Path, nargs="+", help="network.npy of each, in their order")
    parser.add_argument("--out", type=Path, required=True, help="the file of weights to write, .xz")
    parser.add_argument("--install", action="store_true", help="put the result into the package")
    given = parser.parse_args(words)
    try:
        numbers = average([read_network(path) for path in given.generations])
        for path in (given.out, *([weights.FILE] if given.install else [])):
            weights.write(path, numbers)
            print(f"{path}: {path.stat().st_size} bytes", flush=True)
    except MossaError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
