"""The memory of one thread of alpha-beta, and the sizes of its tables."""

from __future__ import annotations

import copyreg
import math
from functools import lru_cache
from typing import Any, cast

from mossa.core.game import Game
from mossa.core.protocol import NoScratch
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Int16s, Int32s, Ints, Struct, Words
from mossa.kernel.transposition_table import NONE, TranspositionTable
from mossa.search.common.limits import MAX_PLY
from mossa.search.common.stop_signal import StopSignal

from .options import Options

__all__ = [
    "BUSY_SLOTS",
    "CORRECTION_SLOTS",
    "ESTIMATE_SLOTS",
    "HISTORY",
    "HISTORY_INDICES",
    "NO_CONTINUATION",
    "PAST_STATES",
    "REDUCTION_ROW",
    "STRUCTURE_SLOTS",
    "Memory",
    "clear",
    "make_memories",
    "make_memory",
]

BUSY_SLOTS = 1 << 12
"""Slots for the states under search, by which threads avoid each other; a power of two."""
PAST_STATES = 1024
"""States before the root that repetitions are checked against."""
HISTORY = 1 << 13
"""Entries of the tables of history and counter moves; a move is hashed to one."""
HISTORY_INDICES = 1 << 9
"""History indices that continuation history distinguishes; greater ones are folded onto these."""
NO_CONTINUATION = 2 * HISTORY_INDICES
"""The continuation key where there is no earlier move."""
ESTIMATE_SLOTS = 1 << 16
"""Entries of the cache of estimates; a power of two."""
STRUCTURE_SLOTS = 1 << 13
"""Entries of the cache of structures (the pawn hash table); a power of two."""
CORRECTION_SLOTS = 1 << 15
"""Entries of correction history for each of the game's correction keys; a power of two."""
REDUCTION_ROW = 64
"""The depths and move numbers of the table of reductions; greater ones count as the last."""


class MemoryClass(type):
    """The class of all classes of memory: see `memory_class`."""


class Memory(Struct, metaclass=MemoryClass):
    """The memory of one thread."""

    nodes: int
    limit: int
    """Stop when this many nodes were visited."""
    bound_hits: int
    """States that the game's `bounds` decided; hits of endgame tables are among them."""
    skipped_children: int
    """States that the search of their parent decided by `bounds`, without a visit: they are not among the nodes."""
    forced_moves: int
    """States with a single move, in a proof: such a state and the next count as one node."""
    checked_ply: int
    """The ply of a state that its parent has checked already: it is not over, and `bounds` does not decide it."""
    horizon: int
    """How many results depended on a depth limit or a guess: if the count is unchanged after a subtree, its result is
    certain."""
    overlong: int
    """1 if a line went on after `FACTS.longest` moves: the declaration is wrong."""
    root_depth: int
    """The depth of this iteration: extensions stop at twice that."""
    past: int
    """How many states before the root are in `path`."""
    threads: int
    """How many threads search this tree together."""
    signal: StopSignal
    options: Options
    table: TranspositionTable
    buffer: Ints
    """Moves of the nodes on the path, one after the other."""
    path: Words
    """Keys of the states before the root, then of those on the path."""
    played: Ints
    """The move made at each ply of the path; NONE for a passed turn."""
    history_slots: Ints
    """The history index of the move made at each ply; NONE if it is not quiet."""
    excluded: Ints
    """A move left out at each ply, while its singularity is tested; else NONE."""
    killers: Ints
    """Two killer moves a ply: those that last cut there."""
    history: Int16s
    """How often a move cut, by player and move."""
    counters: Int32s
    """The move that cut as an answer to a move."""
    continuation_keys: Ints
    """The continuation key of the move made at each ply, from place 2 on: see `ordering.continuation_key`."""
    continuation: Int16s
    """How often a move cut, by an earlier move, player and move."""
    estimate_cache: Words
    """The cache of estimates: see `estimates.cached_estimate`."""
    structure_keys: Words
    """The key of each entry of `structures`."""
    scratch: NoScratch
    """Scratch memory of the game's `refine`; its class is the game's: see `memory_class`."""
    structures: Ints
    """The cache of structures: see `estimates.evaluate_with_cached_structure`."""
    corrections: Int16s
    """Correction history: how wrong estimates were lately, by correction key and mover."""
    estimates: Ints
    """The estimate of the state at each ply; −INFINITE where none was made."""
    cuts: Ints
    """1 at plies where a cut is expected."""
    reductions: Ints
    """Plies taken off move number i at depth d, at REDUCTION_ROW·d + i."""
    lines: Ints
    """Principal variations, one row a ply."""
    lengths: Ints
    """The length of each principal variation."""
    busy: Words
    """The keys of the states under search; all threads of a search share it."""


def make_memories(
    game: Game, table: TranspositionTable, signal: StopSignal, options: Options, threads: int
) -> list[Memory]:
    """Fresh memory for threads that search one tree together."""
    memories = [make_memory(game, table, signal, options) for _ in range(threads)]
    for memory in memories:
        memory.threads, memory.busy = threads, memories[0].busy
    return memories


def make_memory(game: Game, table: TranspositionTable, signal: StopSignal, options: Options) -> Memory:
    """Fresh memory for one thread."""
    reach = min(game.facts.horizon, MAX_PLY) + 3
    scratch = game.rules.scratch()
    kind: Any = type(scratch)
    memory = memory_class(kind)(
        scratch=scratch,
        threads=1,
        busy=Words(BUSY_SLOTS),
        signal=signal,
        options=options,
        table=table,
        buffer=Ints((2 if game.facts.wide else 1) * game.facts.widest * (reach + 1)),
        path=Words(PAST_STATES + reach),
        played=Ints(reach),
        history_slots=Ints(reach),
        excluded=Ints(reach),
        killers=Ints(2 * reach),
        history=Int16s(HISTORY),
        counters=Int32s(HISTORY),
        continuation_keys=Ints(reach + 2),
        continuation=Int16s(4 * (HISTORY_INDICES + 1) * HISTORY_INDICES),
        estimate_cache=Words(ESTIMATE_SLOTS),
        structure_keys=Words(STRUCTURE_SLOTS),
        structures=Ints(STRUCTURE_SLOTS),
        corrections=Int16s(CORRECTION_SLOTS * correction_count(game)),
        estimates=Ints(reach),
        cuts=Ints(reach),
        reductions=Ints(REDUCTION_ROW * REDUCTION_ROW),
        lines=Ints(reach * reach),
        lengths=Ints(reach + 1),
    )
    clear(memory)
    memory.reductions.array[:] = reductions(options.reduction_base, options.reduction_slope)
    return memory


@lru_cache
def memory_class(scratch: type[Struct]) -> type[Memory]:
    """The class of memory whose field `scratch` is of this class: compiled code must know where its fields lie."""
    if scratch is NoScratch:
        return Memory
    kind: Any = MemoryClass(f"Memory[{scratch.__qualname__}]", (Memory,), {"__annotations__": {"scratch": scratch}})
    return cast("type[Memory]", kind)


def reduce_memory_class(kind: Any) -> str | tuple[Any, ...]:
    """A class made by `memory_class` is pickled, in the file of a kernel, by what made it."""
    return kind.__name__ if kind is Memory else (memory_class, (kind.layout["scratch"],))


copyreg.pickle(cast(Any, MemoryClass), reduce_memory_class)


def correction_count(game: Game) -> int:
    """How many correction keys a game has."""
    if game.rules.correction_keys is None:
        return 1
    keys = game.rules.correction_keys(game.rules.start())
    if not isinstance(keys, tuple):
        raise MossaError(f"{game.name}: correction_keys gives {keys!r}: it must be a tuple of u64")
    return len(keys)


def clear(memory: Memory) -> None:
    """Reset all memory but the transposition table: the next search does not depend on those before."""
    memory.nodes = memory.bound_hits = memory.skipped_children = memory.forced_moves = memory.checked_ply = (
        memory.horizon
    ) = memory.overlong = memory.past = 0
    learnt = (memory.history, memory.continuation, memory.corrections)
    for vector in (*learnt, memory.estimates, memory.cuts, memory.lengths):
        vector.array[:] = 0
    for moves in (memory.excluded, memory.played, memory.history_slots, memory.killers, memory.counters):
        moves.array[:] = NONE
    memory.continuation_keys.array[:] = NO_CONTINUATION


@lru_cache
def reductions(base: int, slope: int) -> tuple[int, ...]:
    """The table of reductions: base + ln depth · ln number of the move / slope, both in hundredths."""
    logs = [math.log(max(i, 1)) for i in range(REDUCTION_ROW)]
    return tuple(int(base / 100 + depth * move * 100 / max(1, slope)) for depth in logs for move in logs)
