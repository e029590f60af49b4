"""Whole games of the engine against itself, inside one kernel, with scores and outcomes.

A game begins with random moves; then both sides search to a fixed depth or node count. It ends by the rules, by a third
repetition where the game has repetitions, as soon as the game's `bounds` prove the outcome (endgame tables), by
resignation when for some moves all scores agree that one side is far ahead, or as a draw after `most` moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_rules
from mossa.kernel.binding import slot
from mossa.kernel.layout import flatten, make_writer
from mossa.kernel.memory import Ints, Words
from mossa.kernel.random_numbers import below, next_seed
from mossa.kernel.specialise import specialise
from mossa.kernel.transposition_table import make_table
from mossa.kernel.words import u64
from mossa.search.alphabeta.memory import PAST_STATES, Memory, clear, make_memory
from mossa.search.alphabeta.options import make_options, tuned
from mossa.search.alphabeta.root import search_root
from mossa.search.common.limits import MAX_PLY
from mossa.search.common.scores import INFINITE
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED

__all__ = ["NOT_SEARCHED", "SelfPlay", "SelfPlayGame", "reset"]

game: KernelRules = slot("game")
extra: Any = slot("extra")

NOT_SEARCHED = 1 << 30
"""In place of the score of a state whose move was random or forced."""
AGREED = 6
"""This many scores in a row beyond `resign` end a game."""


def play_out(
    state: Any,
    seed: u64,
    opening: int,
    depth: int,
    nodes: int,
    most: int,
    resign: int,
    memory: Memory,
    moves: Ints,
    scores: Ints,
    words: Words,
    marks: Ints,
) -> int:
    """Play one game; its states go to `words`, their scores to `marks`, followed by the outcome for player 0.

    Returns the number of states in which a move was made.
    """
    at, ply, outcome, agreed = 0, 0, 0, 0
    memory.past = 0
    while ply < most:
        if game.is_over(state):
            outcome = game.outcome(state, 0)
            break
        least, greatest = game.bounds(state)
        if least == greatest:
            outcome = least if game.mover(state) == 0 else -least
            break
        n = game.moves(state, moves, 0)
        if game.ENDS_WITHOUT_MOVES and n == 0:
            outcome = game.outcome(state, 0)
            break
        key = game.key(state)
        if game.REPETITION and times_before(key, game.reversible(state), memory) >= 2:
            break
        memory.path[memory.past] = key
        score = NOT_SEARCHED
        if ply < opening:
            seed = next_seed(seed)
            chosen = below(seed, n)
            moves[0], moves[chosen] = moves[chosen], moves[0]
        elif n > 1:
            further, seen = 1, memory.nodes + nodes
            while further <= depth and memory.nodes < seen:
                search_root(state, further, -INFINITE, INFINITE, memory, moves, scores, 0, n)
                further += 1
            score = scores[0]
            ahead = score if game.mover(state) == 0 else -score
            if ahead >= resign:
                agreed = max(0, agreed) + 1
            elif ahead <= -resign:
                agreed = min(0, agreed) - 1
            else:
                agreed = 0
            if agreed >= AGREED or agreed <= -AGREED:
                outcome = 1 if agreed > 0 else -1
                break
        memory.past += 1
        at = extra.write(state, words, at)
        marks[ply] = score
        state = game.play(state, moves[0])
        ply += 1
    marks[ply] = outcome
    return ply


def times_before(key: u64, reversible: int, memory: Memory) -> int:
    """How often this state has occurred in the game before."""
    times, back = 0, 4
    while back <= reversible and back <= memory.past:
        if memory.path[memory.past - back] == key:
            times += 1
        back += 2
    return times


def reset(memory: Memory) -> None:
    """Clear the memory and its table, so that games do not depend on earlier ones."""
    memory.table.words.array[:] = 0
    clear(memory)


class SelfPlayGame(NamedTuple):
    """A game that was played."""

    states: NDArray[np.uint64]
    """One a row, as the words of `mossa.kernel.layout.flatten`; the last move led from the last of them."""
    scores: NDArray[np.int64]
    """The search's score of each, from the mover's side, or NOT_SEARCHED."""
    outcome: int
    """The outcome for player 0, on the scale of the game's `score`, else of its utility."""


class SelfPlay:
    """Plays games of self-play."""

    def __init__(self, game: Game, *, memory_mib: int = 4, options: dict[str, int] | None = None) -> None:
        self.game = game
        example = game.rules.start()
        self.words = len(flatten(example))
        self.kernel = specialise(
            play_out,
            {"game": kernel_rules(game.rules), "extra": {"write": make_writer(example)}},
            name=f"{game.name} selfplay",
        )
        self.memory = make_memory(game, make_table(memory_mib), StopSignal(stop=0), make_options(options, tuned(game)))
        self.memory.limit = UNLIMITED
        self.moves, self.scores = Ints(game.facts.widest + 1), Ints(game.facts.widest + 1)
        self.most = min(game.facts.horizon, PAST_STATES)
        self.states, self.marks = Words(self.words * (self.most + 1)), Ints(self.most + 1)

    def play(
        self,
        seed: int,
        *,
        opening: int,
        depth: int = MAX_PLY,
        nodes: int = UNLIMITED,
        most: int = PAST_STATES,
        resign: int = INFINITE,
        start: Any = None,
    ) -> SelfPlayGame:
        """The game with this seed: `opening` random moves, then searches of `depth` plies, at most `most` moves.

        A search that has visited `nodes` states finishes its iteration and begins no other.
        When scores have been beyond `resign` for some moves, the side behind resigns, which counts as ±1.
        """
        reset(self.memory)
        count = self.kernel(
            self.game.rules.start() if start is None else start,
            u64(seed),
            opening,
            depth,
            nodes,
            min(most, self.most),
            resign,
            self.memory,
            self.moves,
            self.scores,
            self.states,
            self.marks,
        )
        return SelfPlayGame(
            self.states.array[: count * self.words].reshape(-1, self.words).copy(),
            self.marks.array[:count].copy(),
            int(self.marks[count]),
        )
