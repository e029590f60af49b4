"""The index of a game's states: functions beside the protocol's, read from the game's modules.

    slices(pieces)    names and sizes of the slices with up to `pieces` pieces (or what the game counts), in order
    index(state)      the index of a state; −1 for an end that has none
    state_at(index)   the state of an index: the inverse
    retract(state)    optional generator: indices of the states in its slice from which a legal move leads to it
    below(name)       optional: the names of the slices that the moves of a slice lead to, so that it can be made alone

The slices are consecutive: the first begins at 0, each further one where the last ends. A move leads to the same slice
or to an earlier one. `index` uses nothing that perfect play does not depend on (who is called Black, how many moves ago
something was captured). An index that no state has is a *hole*: for it `state_at` gives any ended state, or one that
has another index. `slices` may end before `pieces` is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from mossa.core.game import Game
from mossa.core.kernel_rules import kernel_rules
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import specialise

__all__ = ["Indexing", "KernelIndexing", "Slice", "consecutive"]


NEEDED = ("mover", "moves", "play", "is_over", "utility", "ENDS_WITHOUT_MOVES")
"""The names of the rules that the kernels use."""


@dataclass(frozen=True)
class Slice:
    """A range of indices that is computed at one time."""

    name: str
    first: int
    size: int

    @property
    def last(self) -> int:
        """One past its last index."""
        return self.first + self.size


def consecutive(sizes: Iterable[tuple[str, int]]) -> list[Slice]:
    """The consecutive slices of these names and sizes."""
    found, first = [], 0
    for name, size in sizes:
        found.append(Slice(name, first, size))
        first += size
    return found


class KernelIndexing(Protocol):
    """The functions in the kernels' slot `indexing`."""

    def index(self, state: State) -> int:
        """The index of a state, or −1."""

    def state_at(self, index: int) -> State:
        """The state of an index."""

    def retract(self, state: State, out: Ints, n: int) -> int:
        """Write the indices of the states before this one to `out`; the new count."""


@dataclass(frozen=True)
class Indexing:
    """The index functions of one game."""

    game: Game
    slices_of: Callable[[int], Any]
    functions: dict[str, Any]
    can_retract: bool
    below: Callable[[str], Iterable[str]] | None = None

    @classmethod
    def of(cls, game: Game) -> Indexing:
        """The index functions in a game's modules; a MossaError says why there can be no tables for it."""
        facts = game.facts
        offered = {name: game.extra(name, "indexing") for name in ("slices", "index", "state_at", "retract", "below")}
        found = {name: function for name, function in offered.items() if function is not None}
        missing = [n for n in ("slices", "index", "state_at") if not callable(found.get(n))]
        wrong = (
            f"its rules lack {', '.join(missing)}"
            if missing
            else "it has chance"
            if facts.chance
            else "it hides information"
            if not facts.perfect
            else "it is not a zero-sum game of two players who move in turn"
            if facts.players != 2 or not facts.zero_sum or not facts.alternate
            else ""
        )
        if wrong:
            raise MossaError(f"there are no endgame tables for {game.name}: {wrong}")
        functions = {
            "index": found["index"],
            "state_at": found["state_at"],
            "retract": found.get("retract", no_retraction),
        }
        return cls(game, found["slices"], functions, "retract" in found, found.get("below"))

    def slices(self, pieces: int) -> list[Slice]:
        """The slices with up to `pieces` pieces."""
        found = consecutive(self.slices_of(pieces))
        if not found:
            raise MossaError(f"{self.game.name} has no positions with {pieces} pieces or fewer to make tables of")
        return found

    def chosen(self, pieces: int, names: Iterable[str] = ()) -> list[Slice]:
        """The slices with up to `pieces` pieces; or those of these names and all that their moves can lead to."""
        slices, wanted = self.slices(pieces), set(names)
        if not wanted:
            return slices
        known = {part.name for part in slices}
        for name in sorted(wanted - known):
            shown = ", ".join(sorted(known)[:8])
            raise MossaError(f"{self.game.name} has no endgame {name!r} with up to {pieces} pieces; it has {shown} …")
        if self.below is None:
            last = max(at for at, part in enumerate(slices) if part.name in wanted)
            return slices[: last + 1]
        waiting = list(wanted)
        while waiting:
            new = set(self.below(waiting.pop())) - wanted
            wanted |= new
            waiting += new
        return [part for part in slices if part.name in wanted]

    def kernel(self, entry: Callable[..., Any], compiled: bool = True) -> Callable[..., Any]:
        """A kernel bound to the game and its index."""
        return _kernel(entry, self.game, compiled)


def no_retraction(state: State) -> Any:
    """In place of `retract`: the kernels then only look forwards."""
    for nothing in range(0):
        yield nothing


@lru_cache(maxsize=64)
def _kernel(entry: Callable[..., Any], game: Game, compiled: bool) -> Callable[..., Any]:
    rules = kernel_rules(game.rules)  # without the optional functions, which may depend on the very tables to be built
    slots = {"game": {name: rules[name] for name in NEEDED}, "indexing": Indexing.of(game).functions}
    label = game.name.rsplit("/", 1)[-1]
    return specialise(entry, slots, name=f"{label} retrograde.{entry.__name__}", compiled=compiled)
