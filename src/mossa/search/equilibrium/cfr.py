"""Counterfactual regret minimisation: CFR [Zinkevich07] and CFR+ [Tammelin14].

At each information set the player has a number for each move, its *regret*: how much better he would have done so far
if he had always made it there. The next strategy makes the moves in proportion to their positive regrets (regret
matching). The regrets are weighted by the probability that the others and chance bring the game there, hence
*counterfactual*. Neither the strategy nor its regrets converge; the **average** strategy does: in a zero-sum game of
two its exploitability goes to 0, in CFR at least as fast as 1/√iterations.

The players are updated in turn, each against the newest strategies of the others. CFR+ differs in two ways: regrets
never fall below 0, and iteration t counts t times in the average.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from mossa.core.files import atomic_write
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits

from .exploitability import exploitability
from .extensive_form import Extensive, Floats, Profile

__all__ = ["Regrets", "marks"]


def marks() -> Iterator[int]:
    """Iterations after which the exploitability is computed: 1, 2, 5, 10 … 1000, then every thousand."""
    yield from (step * scale for scale in (1, 10, 100) for step in (1, 2, 5))
    at = 1000
    while True:
        yield at
        at += 1000


class Regrets:
    """The regrets of all players, and the average of their strategies so far.

    >>> import mossa
    >>> from mossa.search.equilibrium.extensive_form import unfold
    >>> kuhn = Regrets(unfold(mossa.game("kuhn").rules), plus=True)
    >>> [(iteration, round(gap, 4)) for iteration, gap in kuhn.run(10)]
    [(1, 0.4583), (2, 0.2639), (5, 0.0733), (10, 0.0327)]
    """

    def __init__(self, form: Extensive, *, plus: bool = False) -> None:
        self.form = form
        self.plus = plus
        """CFR+ in place of CFR."""
        self.iteration = 0
        """The number of iterations made."""
        self.regret: list[Floats] = [np.zeros(side.sequences) for side in form.sides]
        """By player, [sequences]: the cumulative counterfactual regret of each move."""
        self.total: list[Floats] = [np.zeros(side.sequences) for side in form.sides]
        """By player, [sequences]: the cumulative plan, which the average strategy is made of."""

    @property
    def current(self) -> Profile:
        """The strategies that regret matching gives now."""
        return tuple(map(self._matching, range(self.form.players)))

    @property
    def average(self) -> Profile:
        """The average strategies: the answer."""
        return tuple(side.strategy(total) for side, total in zip(self.form.sides, self.total, strict=True))

    def step(self) -> None:
        """One iteration: every player once."""
        self.iteration += 1
        weight = self.iteration if self.plus else 1
        strategies = list(self.current)
        plans = list(self.form.plans(tuple(strategies)))
        for player, side in enumerate(self.form.sides):
            # The value of each move and each set, weighted by the probability that the others and chance lead there.
            moves, sets = side.values(self.form.worth(player, plans), strategies[player])
            regret = self.regret[player]
            regret[1:] += moves[1:] - np.repeat(sets, np.diff(side.first))
            if self.plus:
                np.maximum(regret, 0, out=regret)
            self.total[player] += weight * plans[player]
            strategies[player] = self._matching(player)
            plans[player] = side.plan(strategies[player])

    def _matching(self, player: int) -> Floats:
        return self.form.sides[player].normalised(np.maximum(self.regret[player], 0))

    def run(
        self,
        iterations: int | None = None,
        *,
        target: float = 0.0,
        limits: Limits | None = None,
        progress: Callable[[int, float], None] | None = None,
    ) -> list[tuple[int, float]]:
        """Iterate up to this number of iterations in all, until the exploitability is at most `target`, or until a
        limit is reached.

        The exploitability of the average is computed (and `progress` called with iteration and exploitability) at the
        iterations of `marks` and at the end. Returns that curve. `limits.nodes` counts the ends evaluated;
        `limits.depth` is ignored.
        """
        limits = limits or Limits()
        if iterations is None and target <= 0 and limits.time is None and limits.nodes is None:
            raise MossaError("say when to stop: iterations, a target above 0, or a limit of time or nodes")
        begun, first = time.monotonic(), self.iteration
        ends = len(self.form.chance) * self.form.players
        curve: list[tuple[int, float]] = []

        def stopped() -> bool:
            return (
                limits.stop.is_set()
                or (iterations is not None and self.iteration >= iterations)
                or (limits.time is not None and time.monotonic() - begun >= limits.time)
                or (limits.nodes is not None and (self.iteration + 1 - first) * ends > limits.nodes)
                or (bool(curve) and curve[-1][1] <= target)
            )

        def look() -> None:
            gap = exploitability(self.form, self.average)
            curve.append((self.iteration, gap))
            if progress:
                progress(self.iteration, gap)

        for mark in marks():
            while self.iteration < mark and not stopped():
                self.step()
            if self.iteration == mark > first:
                look()
            if stopped():
                break
        if not curve or curve[-1][0] != self.iteration:
            look()
        return curve

    def save(self, path: str | Path) -> None:
        """Write everything to a file, from which `load` goes on. The file is replaced whole or not at all."""
        arrays = {
            f"{name}_{player}": array
            for name in ("regret", "total")
            for player, array in enumerate(getattr(self, name))
        }
        with atomic_write(Path(path)) as file:
            np.savez_compressed(file, mark=self.form.mark, plus=self.plus, iteration=self.iteration, **arrays)

    @classmethod
    def load(cls, form: Extensive, path: str | Path) -> Regrets:
        """The regrets that `save` wrote, of the same game."""
        try:
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                kept = dict(arrays)
            if str(kept["mark"]) != form.mark:
                raise MossaError(f"{path} holds the regrets of another game")
            regrets = cls(form, plus=bool(kept["plus"]))
            regrets.iteration = int(kept["iteration"])
            for player in range(form.players):
                regrets.regret[player] = kept[f"regret_{player}"]
                regrets.total[player] = kept[f"total_{player}"]
        except OSError as error:
            raise MossaError(f"{path} cannot be read: {error.strerror or error}") from None
        except MossaError:
            raise
        except Exception as error:  # zipfile, zlib and NumPy raise many kinds
            raise MossaError(f"{path} is not a file of regrets, or is damaged") from error
        return regrets
