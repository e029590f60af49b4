"""The memory behind one searching thread of alpha-beta, and how deep and wide it reaches."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from mossa.core.game import Game
from mossa.core.protocol import NoScratch
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Flag, Int16s, Int32s, Ints, Struct, Words
from mossa.kernel.transposition_table import NONE, TranspositionTable

from .options import Options

__all__ = [
    "BUSY",
    "ERRORS",
    "HISTORY",
    "HISTORY_INDICES",
    "JUDGED",
    "NO_STEP",
    "PAST",
    "PLIES",
    "ROW",
    "STRUCTURES",
    "Memory",
    "Signal",
    "clear",
    "make_memories",
    "make_memory",
]

PLIES = 250
"""No line is searched further than this from the root."""
BUSY = 1 << 12
"""States under search that threads tell each other of."""
PAST = 1024
"""States before the root that are looked at for repetitions."""
HISTORY = 1 << 13
"""Entries of the tables of history and counter moves; moves share them by a hash."""
HISTORY_INDICES = 1 << 9
"""Habits that continuation history tells apart; others share places."""
NO_STEP = 2 * HISTORY_INDICES
"""In place of a move before, where there is none."""
JUDGED = 1 << 16
"""Places for estimates that were made; a power of two."""
STRUCTURES = 1 << 13
"""Places for frames of estimates; a power of two."""
ERRORS = 1 << 15
"""Places for errors of the estimate, for each way of being alike; a power of two."""
ROW = 64
"""Depths and numbers of moves that the table of reductions tells apart."""


class Signal(Struct):
    """What all threads of one search look at."""

    stop: Flag


class Memory(Struct):
    """Of one thread."""

    nodes: int
    limit: int
    """Stop when this many nodes were visited."""
    settled: int
    """How many states the game's `bounds` settled, endgame tables among them."""
    foreseen: int
    """How many states were settled by the state before them, without a visit: they are not among the nodes."""
    forced: int
    """How many states a proof left by their only move: such a state and the next are one node."""
    looked: int
    """The ply of a state that the one before has looked at already: it is no end, and `bounds` does not settle it."""
    horizon: int
    """How often a result rested on a depth limit or a guess: unchanged over a subtree, its result is certain."""
    root_depth: int
    """The depth of this iteration: extensions stop at twice that."""
    past: int
    """How many states before the root are in `path`."""
    threads: int
    """How many search this tree together."""
    signal: Signal
    options: Options
    table: TranspositionTable
    buffer: Ints
    """Moves of the nodes on the path, one after the other."""
    path: Words
    """Keys of the states before the root, then of those on the path."""
    played: Ints
    """The move made at each ply of the path; NONE for a passed turn."""
    quiets: Ints
    """Where the history of the move made at each ply is kept; NONE if it is not quiet."""
    excluded: Ints
    """A move left out at each ply, while its singularity is tested; else NONE."""
    killers: Ints
    """Two moves a ply that cut there lately."""
    history: Int16s
    """How often a move cut, by player and move."""
    counters: Int32s
    """The move that cut as an answer to a move."""
    trail: Ints
    """The habit of the move made at each ply, and whose it was, from place 2 on: see `ordering.trace`."""
    continuation: Int16s
    """How often a move cut, by a move before it, player and move."""
    judged: Words
    """Estimates of states, to be made once only: see `estimates.judge`."""
    structure_keys: Words
    """Whose frame is kept at each place of `structures`."""
    scratch: NoScratch
    """Where the game's `refine` works; its class is that of the game's own desk: see `memory_at`."""
    structures: Ints
    """Frames of estimates, to be made once only: see `estimates.framed`."""
    errors: Int16s
    """How wrong estimates were lately, by each likeness of states and their mover: see `estimates.note_error`."""
    estimates: Ints
    """The estimate of the state at each ply; −INFINITE where none was made."""
    cuts: Ints
    """1 at plies where a cut is expected."""
    reductions: Ints
    """Plies taken off move number i at depth d, at ROW·d + i."""
    lines: Ints
    """Principal variations, one row a ply."""
    lengths: Ints
    """Where each of them ends."""
    busy: Words
    """The keys of the states that some thread is searching; all threads of a search have the same."""


def make_memories(
    game: Game, table: TranspositionTable, signal: Signal, options: Options, threads: int
) -> list[Memory]:
    """Fresh memory for threads that search one tree together."""
    memories = [make_memory(game, table, signal, options) for _ in range(threads)]
    for memory in memories:
        memory.threads, memory.busy = threads, memories[0].busy
    return memories


def make_memory(game: Game, table: TranspositionTable, signal: Signal, options: Options) -> Memory:
    """Fresh memory for one thread."""
    reach = min(game.facts.longest, PLIES) + 3
    scratch = game.rules.scratch()
    kind: Any = type(scratch)
    memory = memory_at(kind)(
        scratch=scratch,
        threads=1,
        busy=Words(BUSY),
        signal=signal,
        options=options,
        table=table,
        buffer=Ints(game.facts.widest * (reach + 1)),
        path=Words(PAST + reach),
        played=Ints(reach),
        quiets=Ints(reach),
        excluded=Ints(reach),
        killers=Ints(2 * reach),
        history=Int16s(HISTORY),
        counters=Int32s(HISTORY),
        trail=Ints(reach + 2),
        continuation=Int16s(4 * (HISTORY_INDICES + 1) * HISTORY_INDICES),
        judged=Words(JUDGED),
        structure_keys=Words(STRUCTURES),
        structures=Ints(STRUCTURES),
        errors=Int16s(ERRORS * ways_alike(game)),
        estimates=Ints(reach),
        cuts=Ints(reach),
        reductions=Ints(ROW * ROW),
        lines=Ints(reach * reach),
        lengths=Ints(reach + 1),
    )
    clear(memory)
    memory.reductions.array[:] = reductions(options.reduction_base, options.reduction_slope)
    return memory


@lru_cache
def memory_at(scratch: Any) -> type[Memory]:
    """The class of memory with such a desk. This module has it by a name, by which a kept kernel asks."""
    if scratch is NoScratch:
        return Memory
    name = f"Memory_{scratch.__module__}_{scratch.__qualname__}".replace(".", "_")
    kind = type(name, (Memory,), {"__annotations__": {"scratch": scratch}, "__module__": __name__})
    globals()[name] = kind
    return kind


def ways_alike(game: Game) -> int:
    """In how many ways states of a game are alike."""
    if game.rules.correction_keys is None:
        return 1
    words = game.rules.correction_keys(game.rules.start())
    if not isinstance(words, tuple):
        raise MossaError(f"{game.name}: likeness gives {words!r}: it is a tuple of words")
    return len(words)


def clear(memory: Memory) -> None:
    """Make memory, but for the table, as good as new: what is searched next does not depend on what was before."""
    memory.nodes = memory.settled = memory.foreseen = memory.forced = memory.looked = memory.horizon = memory.past = 0
    learnt = (memory.history, memory.continuation, memory.errors)
    for vector in (*learnt, memory.estimates, memory.cuts, memory.lengths):
        vector.array[:] = 0
    for moves in (memory.excluded, memory.played, memory.quiets, memory.killers, memory.counters):
        moves.array[:] = NONE
    memory.trail.array[:] = NO_STEP


@lru_cache
def reductions(base: int, slope: int) -> tuple[int, ...]:
    """The table of reductions: base + ln depth · ln number of the move / slope, both in hundredths."""
    logs = [math.log(max(i, 1)) for i in range(ROW)]
    return tuple(int(base / 100 + depth * move * 100 / max(1, slope)) for depth in logs for move in logs)
