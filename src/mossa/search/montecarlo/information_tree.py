"""One simulation of information-set search: a deal, selection among moves of information states, a random rest of the
game, and what follows from its result.

Two ways to choose a move, and two ways to say what is one node; every combination works:

- *Regret matching* [HartMasColell00]: a move is drawn in proportion to how much better it would have been so far, with
  some exploration. What a move is worth is estimated from the one move that was made, with the mean of each move so far
  as the baseline of the others, which takes most of the noise away [Schmid19]. The average of the strategies is mixed
  where it has to be.
- *UCB1*: the move with the greatest upper confidence bound. Which moves there are depends on the deal, so N counts the
  simulations in which the move could have been made [Cowling12]. The answer is one move.
- A node is what *each mover* knows; or, with a *single observer*, what the player at the root knows, also where others
  move. In a card game the others hold other cards in nearly every deal, so that with nodes of their own nothing would
  ever be learnt of what they do.
"""

from __future__ import annotations

import math
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.hidden_rules import HiddenRules
from mossa.core.kernel_rules import KernelRules
from mossa.core.playouts import drawn_outcome
from mossa.kernel.binding import slot
from mossa.kernel.bits import mix
from mossa.kernel.memory import Ints, Reals, Struct, Words
from mossa.kernel.random_numbers import below, draw, next_seed, uniform
from mossa.kernel.words import u64

from .move_table import (
    MEAN,
    NUMBERS,
    REGRET,
    SEARCH,
    SHARE,
    TURNS,
    VISITS,
    MoveTable,
    find,
    find_or_make,
    is_still,
    move_hash,
    move_key,
)
from .simulation import simulate
from .tree_search import Halt

__all__ = ["InformationMemory", "node_words", "run_information_sets"]

game: KernelRules = slot("game")
hidden: HiddenRules = slot("hidden")

NOWHERE = -1


class InformationMemory(Struct):
    """The memory of one thread, and what it shares with the others."""

    table: MoveTable
    halt: Halt
    seed: u64
    """Of its random numbers."""
    observer: int
    """The player who thinks."""
    single: int
    """Is every node what the observer knows? Else what its mover knows."""
    regret: int
    """Regret matching? Else UCB1."""
    others: float
    """The share of simulations that are dealt as another player sees the game."""
    exploration: float
    """Regret matching: the share of even choices. UCB1: the factor of the bonus, on the scale of the utility."""
    window: float
    """Sums and means are over about this many of the last visits, at first."""
    fading: float
    """Later they are over this share of all visits."""
    unit: float
    """Results are counted in units of 1/unit of the utility."""
    horizon: int
    """Moves after which a simulation is estimated."""
    guided: int
    """Does the game choose the moves of a simulation, where it can?"""
    one_deal: int
    """Is a simulation estimated where chance moves?"""
    fewest: int
    """Simulations that are made however short the time."""
    space: int
    """Moves of a path that there is memory for."""
    longest: int
    """Nodes of a path that there is memory for."""
    deepest: int
    """Nodes of the longest path so far."""
    worth: float
    """The sum of what the simulations of this search were worth to the observer."""
    rows: Ints
    """The rows of the moves of the path's nodes, one node after the other; NOWHERE for a move without a row."""
    keys: Words
    """Their keys."""
    strategy: Reals
    """Their shares in the strategy."""
    first: Ints
    """For each node of the path, where its moves begin, and below how many there are, which was made and by whom."""
    count: Ints
    made: Ints
    movers: Ints
    chance: Reals
    """With which probability it was made."""
    results: Ints
    """What the last simulation was worth to each player, in units."""
    trail: Ints
    """Nothing is recorded there."""
    buffer: Ints
    """Of the moves of a state."""


ENDED = 2
"""`halt.stop` of a search that shall end at once, where 1 leaves it the fewest simulations."""


def run_information_sets(root: Any, memory: InformationMemory, scratch: Any, count: int) -> int:
    """Simulate until all shall halt or `count` simulations are done; how many were done."""
    done = 0
    while done < count and memory.halt.pause == 0:
        stop = memory.halt.stop
        if stop >= ENDED or (stop != 0 and done >= memory.fewest):
            break
        simulate_deal(root, memory, scratch)
        done += 1
    return done


def simulate_deal(root: Any, memory: InformationMemory, scratch: Any) -> None:
    """One line to its end, and what follows from it for the nodes on it."""
    state = dealt(root, memory)
    depth, top, plies, new = 0, 0, 0, False
    while not new and plies < memory.horizon and depth < memory.longest:
        over = game.is_over(state)
        if game.HAS_CHANCE and memory.one_deal != 0 and not over and game.mover(state) == CHANCE:
            break
        if game.HAS_SAMPLE and not over and game.mover(state) == CHANCE:  # drawn, and not listed
            memory.seed = next_seed(memory.seed)
            state = game.play(state, game.sample(state, memory.seed))
            plies += 1
            continue
        n = 0 if over else game.moves(state, memory.buffer, 0)
        if n == 0:
            break
        mover = game.mover(state)
        plies += 1
        if game.HAS_CHANCE and mover == CHANCE:
            memory.seed = next_seed(memory.seed)
            state = game.play(state, drawn_outcome(state, memory.seed, memory.buffer, n))
            continue
        if n == 1:  # nothing to choose, and nothing to learn
            state = game.play(state, memory.buffer[0])
            continue
        if top + n > memory.space:
            break
        memory.first[depth] = top
        memory.count[depth] = n
        memory.movers[depth] = mover
        if memory.regret != 0:
            new = chosen_by_regret(state, mover, depth, memory)
        else:
            new = chosen_by_ucb(state, mover, depth, memory)
        state = game.play(state, memory.buffer[memory.made[depth]])
        top += n
        depth += 1
    memory.deepest = max(memory.deepest, depth)
    seed, _ = simulate(
        state,
        memory.seed,
        memory.horizon - plies,
        memory.guided,
        memory.one_deal,
        memory.unit,
        memory.results,
        memory.trail,
        memory.buffer,
        scratch,
    )
    memory.seed = seed
    memory.worth += float(memory.results[memory.observer]) / memory.unit
    for above in range(depth):
        learn(depth - 1 - above, memory)


def dealt(root: Any, memory: InformationMemory) -> Any:
    """A state that agrees with what the observer knows; some are dealt again as another player sees them.

    The others do not know what the observer holds: they must not learn to play against his cards alone.
    """
    memory.seed = next_seed(memory.seed)
    state = hidden.redeal(root, memory.observer, draw(memory.seed))
    if game.PLAYERS > 1 and memory.others > 0.0:
        memory.seed = next_seed(memory.seed)
        if uniform(memory.seed) < memory.others:
            memory.seed = next_seed(memory.seed)
            other = below(memory.seed, game.PLAYERS - 1)
            memory.seed = next_seed(memory.seed)
            state = hidden.redeal(state, other + 1 if other >= memory.observer else other, draw(memory.seed))
    return state


def node_words(state: Any, mover: int, observer: int) -> tuple[u64, u64]:
    """The two words of the node: what the observer knows where this player moves."""
    known = hidden.information_state(state, observer)
    return mix(hidden.word(known) ^ mix(u64(mover + 1) << 8 | u64(observer + 1))), hidden.check(known)


def observer_of(mover: int, memory: InformationMemory) -> int:
    """The player whose knowledge the node is."""
    return memory.observer if memory.single != 0 else mover


def chosen_by_regret(state: Any, mover: int, depth: int, memory: InformationMemory) -> bool:
    """Draw a move of the node by regret matching; whether the node is new."""
    word, check = node_words(state, mover, observer_of(mover, memory))
    first, n, table = memory.first[depth], memory.count[depth], memory.table
    turns, total = 0.0, 0.0
    for i in range(n):
        move = move_hash(memory.buffer[i])
        key = move_key(word, move)
        row = find_or_make(table, key, check ^ move)
        at = row * NUMBERS
        turns = max(turns, table.numbers[at + TURNS])
        memory.rows[first + i] = row
        memory.keys[first + i] = key
        memory.strategy[first + i] = max(table.numbers[at + REGRET], 0.0)
        total += memory.strategy[first + i]
    exploration = memory.exploration * math.sqrt(min(1.0, memory.window / (1.0 + turns)))
    even = exploration / float(n)
    for i in range(n):
        memory.strategy[first + i] = memory.strategy[first + i] / total if total > 0.0 else 1.0 / float(n)
    memory.seed = next_seed(memory.seed)
    point, reached, made = uniform(memory.seed), 0.0, n - 1
    for i in range(n - 1):
        reached += (1.0 - exploration) * memory.strategy[first + i] + even
        if point < reached:
            made = i
            break
    memory.made[depth] = made
    memory.chance[depth] = (1.0 - exploration) * memory.strategy[first + made] + even
    return turns == 0.0


def chosen_by_ucb(state: Any, mover: int, depth: int, memory: InformationMemory) -> bool:
    """The move of the node with the greatest bound, or one that was never made, drawn evenly; whether it is one."""
    word, check = node_words(state, mover, observer_of(mover, memory))
    first, n, table = memory.first[depth], memory.count[depth], memory.table
    untried, best, greatest = 0, 0, -math.inf
    for i in range(n):
        move = move_hash(memory.buffer[i])
        key = move_key(word, move)
        row = find(table, key, check ^ move)
        memory.rows[first + i] = row
        memory.keys[first + i] = key
        at = row * NUMBERS
        if row == NOWHERE or table.numbers[at + VISITS] == 0.0:
            untried += 1
            memory.rows[first + i] = NOWHERE
            continue
        turns, visits = table.numbers[at + TURNS] + 1.0, table.numbers[at + VISITS]
        bound = table.numbers[at + MEAN] + memory.exploration * math.sqrt(math.log(turns) / visits)
        if bound > greatest:
            best, greatest = i, bound
    if untried > 0:
        memory.seed = next_seed(memory.seed)
        left = below(memory.seed, untried)
        for i in range(n):
            if memory.rows[first + i] == NOWHERE:
                if left == 0:
                    best = i
                left -= 1
        move = move_hash(memory.buffer[best])
        memory.rows[first + best] = find_or_make(table, memory.keys[first + best], check ^ move)
    memory.made[depth] = best
    return untried > 0


def learn(depth: int, memory: InformationMemory) -> None:
    """Add what the results say to the rows of a node of the path."""
    first, n, made = memory.first[depth], memory.count[depth], memory.made[depth]
    numbers, result = memory.table.numbers, float(memory.results[memory.movers[depth]]) / memory.unit
    expected, worth = 0.0, 0.0
    if memory.regret != 0:
        for i in range(n):
            if is_still(memory.table, memory.rows[first + i], memory.keys[first + i]):
                mean = numbers[memory.rows[first + i] * NUMBERS + MEAN]
                if i == made:
                    mean += (result - mean) / memory.chance[depth]
                    worth = mean
                expected += memory.strategy[first + i] * mean
    for i in range(n):
        row = memory.rows[first + i]
        if row == NOWHERE or not is_still(memory.table, row, memory.keys[first + i]):
            continue
        at = row * NUMBERS
        numbers[at + TURNS] += 1.0
        numbers[at + SEARCH] = memory.table.search
        if memory.regret != 0:
            kept = 1.0 - 1.0 / max(memory.window, memory.fading * numbers[at + TURNS])
            value = worth if i == made else numbers[at + MEAN]
            numbers[at + REGRET] = kept * numbers[at + REGRET] + value - expected
            numbers[at + SHARE] = kept * numbers[at + SHARE] + memory.strategy[first + i]
        if i == made:
            visits = numbers[at + VISITS] + 1.0
            numbers[at + VISITS] = visits
            over = min(visits, max(memory.window, memory.fading * visits))
            numbers[at + MEAN] += (result - numbers[at + MEAN]) / over
