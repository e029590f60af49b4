"""The recording of a search: what its memory held when it began, which is all that `replay.py` needs to repeat it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.memory import Vector
from mossa.search.common.results import SearchResult

from .deepening import Searcher
from .memory import Memory
from .options import Options

__all__ = ["Image", "Recording"]


class Image:
    """A copy of what a thread's memory holds, to be restored later, into this memory or another of the same size."""

    def __init__(self, memory: Memory) -> None:
        self.table, self.age = memory.table.words.array.copy(), memory.table.age
        self.vectors = {name: getattr(memory, name).array.copy() for name in _names(memory, vectors=True)}
        self.numbers = {name: getattr(memory, name) for name in _names(memory, vectors=False)}

    def restore(self, memory: Memory) -> None:
        """Copy it back."""
        memory.table.words.array[:] = self.table
        memory.table.age = self.age
        for name, array in self.vectors.items():
            getattr(memory, name).array[:] = array
        for name, number in self.numbers.items():
            setattr(memory, name, number)

    @property
    def mebibytes(self) -> float:
        """Its size."""
        return float(self.table.nbytes + sum(array.nbytes for array in self.vectors.values())) / 2**20


def _names(memory: Memory, vectors: bool) -> list[str]:
    """The fields of the thread itself, except the buffer, whose content is not needed between two nodes."""
    own = {name: kind for name, kind in memory.layout.items() if name != "buffer"}
    if vectors:
        return [name for name, kind in own.items() if isinstance(kind, type) and issubclass(kind, Vector)]
    return [name for name, kind in own.items() if kind is int]


@dataclass(frozen=True)
class Recording:
    """All that is needed to repeat a search."""

    game: Game
    state: State
    past: tuple[State, ...]
    options: dict[str, int]
    image: Image
    """The memory before the search."""
    depth: int
    """The last iteration that was completed: its tree can be opened."""
    nodes: int
    """Nodes visited until then."""
    score: int

    @classmethod
    def begin(
        cls, searcher: Searcher, state: State, past: Sequence[State]
    ) -> Callable[[SearchResult], Recording | None]:
        """Take the image now; the function returned makes a recording that ends with the last completed iteration."""
        memory = searcher.memories[0]
        image, options = Image(memory), {name: getattr(memory.options, name) for name in Options.layout}

        def end(found: SearchResult) -> Recording | None:
            if found.depth < 1 or found.score is None or len(searcher.memories) > 1:
                return None
            return cls(searcher.game, state, tuple(past), options, image, found.depth, found.nodes, found.score)

        return end
