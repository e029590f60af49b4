"""One simulation of Monte Carlo tree search: selection, expansion, simulation, backpropagation. [Browne12]"""

from __future__ import annotations

from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Flag, Ints, Struct, Words
from mossa.kernel.random_numbers import next_seed
from mossa.kernel.words import u64
from mossa.search.common.table_keys import occurred_before

from .outcomes import sampled_child, widened
from .pool import FULL, LINK, MOVE, PROOF, STRIDE, TOTAL, VISITS, NodePool, children, first_child, link_children
from .proofs import FAR, at_least, at_most, is_solved, pack, proven_by_children, proven_by_outcomes
from .rave import OFF, add_to_trail, all_as_first, remember
from .selection import chosen_child, drawn_child, open_child, planned_child, raved_child
from .simulation import final_results, simulate

__all__ = [
    "Halt",
    "TreeMemory",
    "drawn_results",
    "is_repetition",
    "prove",
    "proven_by_bounds",
    "run_simulations",
    "solved_results",
]

game: KernelRules = slot("game")


class Halt(Struct):
    """Read before every simulation by all threads of a search."""

    stop: Flag
    """Not 0: the search ends."""
    pause: Flag
    """Not 0: the threads come back, since the pool is full, the root is solved, or there is something to report."""


class TreeMemory(Struct):
    """The memory of one thread, and what it shares with the others."""

    pool: NodePool
    halt: Halt
    seed: u64
    """Of its random numbers."""
    path: Ints
    """The nodes from the root down."""
    choosers: Ints
    """Who chose the move to each of them: a player or CHANCE."""
    settled: Ints
    """At each node of the path: the solved child that was chosen there, while an open one was searched; else 0."""
    lent: Ints
    """At each node of the path: 1 if the simulation counts there already, as a lost one."""
    notes: Ints
    """Visits of hot nodes that the other threads do not know of yet: node, visits, sum of their results."""
    chunk: Ints
    """The rows of the pool that this thread may take next: the first, the end, and how many it asks for at a time."""
    rave: float
    """The visits at which a move's own mean counts as much as RAVE's; 0: there is no RAVE."""
    trail: Ints
    """With RAVE, the moves of the last simulation from the root on: how many, then the player and the move of each."""
    seen: Words
    """With RAVE, a table of the moves that occurred: a word for the move, and the stamp of the simulation."""
    stamp: u64
    """With RAVE, the number of the simulation."""
    keys: Words
    """The keys of the states before the root, then of the path, in a game with repetition."""
    past: int
    """How many states before the root there are keys of."""
    results: Ints
    """What the last simulation was worth to each player, in units."""
    buffer: Ints
    """Of the moves of a state."""
    longest: int
    """The length of the longest path."""
    depth: int
    """The length of the last path."""
    deepest: int
    """The length of the longest path so far."""
    unit: float
    """Results are counted in units of 1/unit of the utility."""
    scale: float
    """The factor of UCB1's bonus, in units."""
    horizon: int
    guided: int
    proofs: int
    knowledge: int
    own_scale: int
    """Is the game's score another scale than its utility?"""
    loss: int
    """Virtual loss, in units; 0 with one thread and no network."""
    plan: Ints
    """The children of the root that are considered, in equal parts: how many, 0 for all as the bounds say; then the
    place and the simulations of each. Shared by all threads."""
    urgency: float
    """With a network, how much less an untried move is worth than its sisters, in units."""


HOT = 64
"""A node with this many visits is hot: a virtual loss changes nothing there, and threads meet at it all the time."""
MOST_NOTED = 64
"""No more visits of a node are noted before they are told."""
NOTES = 1 << 10
"""Nodes that a thread keeps notes of."""


def run_simulations(root: Any, memory: TreeMemory, scratch: Any, count: int) -> int:
    """Simulate until all shall halt, the pool is full, the root is solved, or `count` are done; how many were done."""
    done = 0
    while done < count and memory.halt.stop == 0 and memory.halt.pause == 0:
        solved = memory.proofs != 0 and is_solved(memory.pool.words[PROOF])
        if solved or not simulate_once(root, memory, scratch):
            memory.halt.pause = 1
            break
        done += 1
    tell_all(memory)
    return done


def simulate_once(root: Any, memory: TreeMemory, scratch: Any) -> bool:
    """Add one node to the tree, and one result to the nodes above it; False if the pool has no space for it."""
    words, path, choosers = memory.pool.words, memory.path, memory.choosers
    state, node, depth, learnt = root, 0, 0, False
    path[0], choosers[0], memory.settled[0], memory.lent[0] = 0, 0, 0, 0
    memory.trail[0] = 0 if memory.rave > 0.0 else OFF
    while True:
        # Step 1: Selection. A solved node and a repetition end the line; so does a node that nobody has visited.
        if memory.proofs != 0 and is_solved(words[node + PROOF]):
            solved_results(words[node + PROOF], memory.results)
            break
        if game.REPETITION and depth > 0 and is_repetition(state, depth, memory):
            drawn_results(memory.results)
            break
        visits = words[node + VISITS] - memory.lent[depth]
        if (visits == 0 and depth > 0) or depth >= memory.longest:
            learnt = simulation(state, node, memory, scratch)
            break
        # Step 2: Expansion. All children are made at once; each is simulated before one is visited again.
        link = words[node + LINK]
        if link == 0:
            over = game.is_over(state)
            if game.SAMPLED and not over and game.mover(state) == CHANCE:
                memory.seed = next_seed(memory.seed)
                link = widened(state, node, memory.pool, memory.chunk, memory.seed)
            else:
                n = 0 if over else game.moves(state, memory.buffer, 0)
                if n == 0:
                    final_results(state, memory.unit, memory.results)
                    break
                link = link_children(memory.pool, memory.chunk, node, memory.buffer, n)
            if link == FULL:
                take_back(depth, memory)
                return False
        mover = game.mover(state)
        if game.HAS_CHANCE and mover == CHANCE:
            memory.seed = next_seed(memory.seed)
            if game.SAMPLED:
                link = widened(state, node, memory.pool, memory.chunk, memory.seed)
                memory.seed = next_seed(memory.seed)
                node = sampled_child(link, memory.seed)
            else:
                node = drawn_child(state, words, first_child(link), children(link), memory.seed)
        else:
            first, unknown = first_child(link), memory.pool.unknown
            if depth == 0 and memory.plan[0] > 0:
                node = planned_child(memory.plan, first)
            elif memory.rave > 0.0:
                n = children(link)
                node = raved_child(memory.pool, first, n, visits, memory.scale, memory.rave, mover == 0)
            else:
                node = chosen_child(words, first, children(link), visits, memory.scale, unknown, mover == 0)
            if memory.proofs != 0 and is_solved(words[node + PROOF]) and (depth > 0 or memory.plan[0] == 0):
                memory.settled[depth] = node
                node = open_child(words, first, children(link), visits, memory.scale, mover == 0)
        depth += 1
        path[depth], choosers[depth], memory.settled[depth], memory.lent[depth] = node, mover, 0, 0
        if memory.loss != 0 and words[node + VISITS] < HOT:
            memory.lent[depth] = 1
            words[node + VISITS] += 1
            words[node + TOTAL] -= memory.loss
        add_to_trail(memory.trail, mover, words[node + MOVE])
        state = game.play(state, words[node + MOVE])
    memory.depth = depth
    memory.deepest = max(memory.deepest, depth)
    backpropagate(depth, learnt, memory)
    return True


def simulation(state: Any, node: int, memory: TreeMemory, scratch: Any) -> bool:
    """Step 3: play on to the end. Returns whether that, or the game's `bounds`, proves something of the new node."""
    words = memory.pool.words
    seed, played = simulate(
        state,
        memory.seed,
        memory.horizon,
        memory.guided,
        0,
        memory.unit,
        memory.results,
        memory.trail,
        memory.buffer,
        scratch,
    )
    memory.seed = seed
    if memory.proofs == 0:
        return False
    if played == 0 and memory.horizon > 0:
        words[node + PROOF] = pack(memory.results[0], memory.results[0], 0)
        return True
    if game.HAS_BOUNDS and memory.knowledge != 0:
        if game.HAS_CHANCE and game.mover(state) == CHANCE:
            return False
        proof = proven_by_bounds(state, memory)
        words[node + PROOF] = proof
        if is_solved(proof):
            solved_results(proof, memory.results)
        return proof != memory.pool.unknown
    return False


def proven_by_bounds(state: Any, memory: TreeMemory) -> int:
    """What the game's `bounds` prove of an unfinished state."""
    least, most = game.bounds(state)
    low, high = in_units(least, memory), in_units(most, memory)
    if game.mover(state) != 0 and game.PLAYERS == 2:
        low, high = -high, -low
    unknown = memory.pool.unknown
    low, high = max(low, at_least(unknown)), min(high, at_most(unknown))
    distance = 0
    if low == high:
        distance = game.plies_to_end(state) if game.HAS_PLIES_TO_END else -1
        distance = distance if distance >= 0 else FAR
    return pack(low, high, distance)


def in_units(outcome: int, memory: TreeMemory) -> int:
    """An outcome as the engines maximise it, as a utility in units."""
    if memory.own_scale == 0:
        return int(max(-float(1 << 30), min(float(1 << 30), float(outcome) * memory.unit)))
    return int((game.MOST if outcome > 0 else game.LEAST if outcome < 0 else 0.0) * memory.unit)


def solved_results(proof: int, results: Ints) -> None:
    """The results of a solved node."""
    results[0] = at_least(proof)
    if game.PLAYERS == 2:
        results[1] = -results[0]


def drawn_results(results: Ints) -> None:
    """The results of a draw."""
    for player in range(game.PLAYERS):
        results[player] = 0


def is_repetition(state: Any, depth: int, memory: TreeMemory) -> bool:
    """Does this state occur again on the path or in the game? Its key is added to those of the path."""
    key = game.key(state)
    here = memory.past + depth
    memory.keys[here] = key
    found: bool = occurred_before(key, game.reversible(state), here, memory.keys)
    return found


def take_back(depth: int, memory: TreeMemory) -> None:
    """Take the virtual losses of a line back."""
    words = memory.pool.words
    for i in range(1, depth + 1):
        if memory.lent[i] != 0:
            words[memory.path[i] + VISITS] -= 1
            words[memory.path[i] + TOTAL] += memory.loss


def backpropagate(depth: int, learnt: bool, memory: TreeMemory) -> None:
    """Step 4: add the results to every node of the line, from its end up to the root.

    If something was proven of the last node, what follows for the nodes above it is proven too. Where a solved child
    was chosen, its value goes on up: a simulation of it has nothing to tell, so an open one was searched meanwhile.
    """
    words, path, trail = memory.pool.words, memory.path, memory.trail
    if memory.rave > 0.0:
        memory.stamp += 1
        for i in range(depth, trail[0]):
            remember(memory.seen, trail[1 + 2 * i], trail[2 + 2 * i], memory.stamp)
    for above in range(depth):
        place = depth - above
        node, chooser = path[place], memory.choosers[place]
        result = memory.results[max(chooser, 0)]
        if memory.lent[place] != 0:
            words[node + TOTAL] += result + memory.loss
        else:
            count_visit(node, result, memory)
        if memory.rave > 0.0 and place <= trail[0]:
            remember(memory.seen, chooser, words[node + MOVE], memory.stamp)
            if chooser != CHANCE:
                all_as_first(memory.pool, path[place - 1], chooser, result, memory.seen, memory.stamp)
        if learnt:
            learnt = prove(path[place - 1], chooser, memory)
        solved = memory.settled[place - 1]
        if solved != 0:
            solved_results(words[solved + PROOF], memory.results)
            words[solved + VISITS] += 1
            words[solved + TOTAL] += memory.results[max(chooser, 0)]
    count_visit(0, memory.results[0], memory)


def count_visit(node: int, result: int, memory: TreeMemory) -> None:
    """Count a visit of a node: with several threads, of a hot one in notes of this thread's own, until it has some.

    A node that two threads write all the time costs each of them a hundred nanoseconds a visit. A thread that tells the
    others of a visit in some only leaves its neighbours' caches alone; the sums are never behind by more than that.
    """
    words = memory.pool.words
    visits = words[node + VISITS]
    if memory.loss == 0 or visits < HOT:
        words[node + VISITS] = visits + 1
        words[node + TOTAL] += result
        return
    notes, place = memory.notes, 3 * (node // STRIDE & NOTES - 1)
    if notes[place] != node:
        tell(place, memory)
        notes[place] = node
    notes[place + 1] += 1
    notes[place + 2] += result
    if notes[place + 1] >= min(visits // HOT, MOST_NOTED):
        tell(place, memory)


def tell(place: int, memory: TreeMemory) -> None:
    """Add what is noted at a place to its node."""
    words, notes = memory.pool.words, memory.notes
    node = notes[place]
    if notes[place + 1] == 0:
        return
    words[node + VISITS] += notes[place + 1]
    words[node + TOTAL] += notes[place + 2]
    notes[place + 1] = 0
    notes[place + 2] = 0


def tell_all(memory: TreeMemory) -> None:
    """Add all that is noted."""
    if memory.loss != 0:
        for place in range(NOTES):
            tell(3 * place, memory)


def prove(node: int, chooser: int, memory: TreeMemory) -> bool:
    """Put what the children of a node prove into it; whether that is news."""
    words = memory.pool.words
    link, old = words[node + LINK], words[node + PROOF]
    if is_solved(old) or (game.SAMPLED and chooser == CHANCE):  # some outcomes prove nothing of the others
        return False
    first, n = first_child(link) + PROOF, children(link)
    if game.HAS_CHANCE and chooser == CHANCE:
        new = proven_by_outcomes(words, first, n, STRIDE)
    else:
        new = proven_by_children(words, first, n, STRIDE, 1 if chooser == 0 else -1)
    if not is_solved(new):
        low, high = max(at_least(old), at_least(new)), min(at_most(old), at_most(new))
        new = pack(low, high, 0 if low < high else FAR) if low <= high else new
    words[node + PROOF] = new
    news: bool = new != old
    return news
