"""The recording of a search: what its memory held when it began, which is all that `replay.py` needs to repeat it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.memory import Vector
from mossa.search.common.results import SearchResult

from .deepening import Searcher
from .memory import Memory
from .options import Options

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Copy", "Image", "Recording"]


class Copy:
    """A copy of an array; where most numbers are zero, as in the table of a young search, of the others only.

    >>> import numpy as np
    >>> numbers = np.array([0, 0, 0, 7, 0, 0, 0, 0, 5, 0])
    >>> copy, into = Copy(numbers), np.ones(10, int)
    >>> copy.restore(into)
    >>> into.tolist() == numbers.tolist(), copy.nbytes, numbers.nbytes
    (True, 24, 80)
    """

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        import numpy as np

        self._places: np.ndarray[Any, Any] | None = None
        index = np.uint32 if array.size <= 1 << 32 else np.uint64
        used = int(np.count_nonzero(array))
        if used * (array.itemsize + np.dtype(index).itemsize) < array.nbytes:
            self._places = np.flatnonzero(array).astype(index)
            self._numbers = array[self._places]
        else:
            self._numbers = array.copy()

    def restore(self, into: np.ndarray[Any, Any]) -> None:
        """Copy it back, into an array of the same size."""
        if self._places is None:
            into[:] = self._numbers
        else:
            into[:] = 0
            into[self._places] = self._numbers

    @property
    def nbytes(self) -> int:
        """Its size."""
        return int(self._numbers.nbytes + (0 if self._places is None else self._places.nbytes))


class Image:
    """A copy of what a thread's memory holds, to be restored later, into this memory or another of the same size."""

    def __init__(self, memory: Memory) -> None:
        words = memory.table.words.array
        self.table, self.age, self.table_mebibytes = Copy(words), memory.table.age, max(1, words.nbytes >> 20)
        self.vectors = {name: Copy(getattr(memory, name).array) for name in _names(memory, vectors=True)}
        self.numbers = {name: getattr(memory, name) for name in _names(memory, vectors=False)}

    def restore(self, memory: Memory) -> None:
        """Copy it back."""
        self.table.restore(memory.table.words.array)
        memory.table.age = self.age
        for name, copy in self.vectors.items():
            copy.restore(getattr(memory, name).array)
        for name, number in self.numbers.items():
            setattr(memory, name, number)

    @property
    def mebibytes(self) -> float:
        """Its size."""
        return (self.table.nbytes + sum(copy.nbytes for copy in self.vectors.values())) / 2**20


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
