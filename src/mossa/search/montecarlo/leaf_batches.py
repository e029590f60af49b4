"""PUCT: simulations that ask a network, many at once, instead of playing on at random [Silver18].

A simulation has the same steps; the third one is a question to a network: what is this state worth to each player, and
how good do its moves look? One question at a time would be slow. So `collect` goes down again and again and leaves a
batch of leaves waiting; the network answers for all of them; `deliver` adds the children with their priors, and the
results, as if the simulations had ended one after the other. Until then, each counts as a lost one (virtual loss), so
that the next goes elsewhere. One that meets a leaf that is waiting ends the batch.

What needs no network is counted at once: ends, repetitions, what is proven.
"""

from __future__ import annotations

import math
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.core.network_rules import NetworkRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Float32s, Ints, Struct, compare_exchange, fetch_add
from mossa.kernel.random_numbers import next_seed

from .outcomes import sampled_child, widened
from .pool import FULL, LINK, MOVE, PROOF, TOTAL, VISITS, children, first_child, link_children, link_rows, take_rows
from .proofs import is_solved, pack
from .selection import advised_child, drawn_child, planned_child
from .simulation import final_results
from .tree_search import TreeMemory, drawn_results, is_repetition, prove, proven_by_bounds, solved_results

__all__ = ["LeafBatch", "collect", "deliver"]

game: KernelRules = slot("game")
network: NetworkRules = slot("network")

WAITING = -2
"""In place of a link: the node is in a batch."""
DONE, MET, NO_SPACE = range(3)
"""How a line ends: as a simulation, at a leaf that is waiting already, or without space for children."""


class LeafBatch(Struct):
    """The leaves of one thread that wait for the network. What belongs to one leaf lies side by side."""

    size: int
    """The most leaves."""
    count: int
    """The leaves."""
    places: int
    """Numbers of a path."""
    width: int
    """Numbers for the moves of a state."""
    inputs: int
    """Features of a state."""
    actions: int
    """Numbers of a policy."""
    paths: Ints
    """The nodes from the root down."""
    choosers: Ints
    """Who chose the move to each of them: a player or CHANCE."""
    settled: Ints
    """At each node of the path: the solved child that was chosen there, while an open one was searched; else 0."""
    depths: Ints
    movers: Ints
    moves: Ints
    move_actions: Ints
    """The action of each move."""
    counts: Ints
    """How many moves."""
    features: Float32s
    policies: Float32s
    """The network's answer, a row for each leaf: the logarithm of how likely each action is, up to a constant."""
    values: Float32s
    """And the utilities that it expects: the mover's first, then those of the players after him in turn."""


def collect(root: Any, memory: TreeMemory, batch: LeafBatch, count: int) -> int:
    """Simulate until `count` simulations are begun, the batch is full, or all shall halt; how many were begun.

    Those that are not in the batch are done.
    """
    begun = 0
    batch.count = 0
    while begun < count and batch.count < batch.size and memory.halt.stop == 0 and memory.halt.pause == 0:
        if memory.proofs != 0 and is_solved(memory.pool.words[PROOF]):
            memory.halt.pause = 1
            break
        end = descend(root, memory, batch)
        if end == NO_SPACE:
            memory.halt.pause = 1
        if end != DONE:
            break
        begun += 1
    return begun


def descend(root: Any, memory: TreeMemory, batch: LeafBatch) -> int:
    """Go down to a leaf, and put it into the batch, or add what it is worth to the nodes above it."""
    words, place = memory.pool.words, batch.count * batch.places
    path, choosers, settled = batch.paths[place:], batch.choosers[place:], batch.settled[place:]
    state, node, depth = root, 0, 0
    path[0], choosers[0], settled[0] = 0, 0, 0
    while True:
        # Step 1: Selection. A solved node, a repetition and an end are worth what they are.
        if memory.proofs != 0 and is_solved(words[node + PROOF]):
            solved_results(words[node + PROOF], memory.results)
            break
        if game.REPETITION and depth > 0 and is_repetition(state, depth, memory):
            drawn_results(memory.results)
            break
        link = words[node + LINK]
        if link == WAITING:
            take_back(path, depth, memory)
            return MET
        mover = game.mover(state)
        if link == 0:
            over = game.is_over(state)
            drawn = game.SAMPLED and not over and mover == CHANCE
            n = 0 if over else 1 if drawn else game.moves(state, memory.buffer, 0)
            if n == 0:
                final_results(state, memory.unit, memory.results)
                if memory.proofs != 0:
                    words[node + PROOF] = pack(memory.results[0], memory.results[0], 0)
                    prove_above(path, choosers, depth, memory)
                break
            if depth >= memory.longest:  # there is no space for a longer line
                drawn_results(memory.results)
                break
            if game.HAS_CHANCE and mover == CHANCE:
                if game.SAMPLED:
                    memory.seed = next_seed(memory.seed)
                    link = widened(state, node, memory.pool, memory.chunk, memory.seed)
                else:
                    link = link_children(memory.pool, memory.chunk, node, memory.buffer, n)
                if link == FULL:
                    take_back(path, depth, memory)
                    return NO_SPACE
            else:
                # (the root gets children in any case: a move is asked for)
                known = depth > 0 and game.HAS_BOUNDS and memory.knowledge != 0
                if known and is_settled(state, node, depth, path, choosers, memory):
                    break
                if not compare_exchange(words, node + LINK, 0, WAITING):
                    take_back(path, depth, memory)
                    return MET
                add_leaf(state, mover, depth, n, memory, batch)
                return DONE
        # Step 2: the next node. Meanwhile it counts a lost simulation.
        if game.HAS_CHANCE and mover == CHANCE:
            memory.seed = next_seed(memory.seed)
            if game.SAMPLED:
                if batch.count == 0:  # else a leaf that waits would be in a block that is left
                    link = widened(state, node, memory.pool, memory.chunk, memory.seed)
                memory.seed = next_seed(memory.seed)
                node = sampled_child(link, memory.seed)
            else:
                node = drawn_child(state, words, first_child(link), children(link), memory.seed)
        elif depth == 0 and memory.plan[0] > 0:
            node = planned_child(memory.plan, first_child(link))
        else:
            first, n, mine = first_child(link), children(link), mover == 0
            node = advised_child(memory.pool, first, n, memory.scale, memory.urgency, mine, 1)
            if memory.proofs != 0 and is_solved(words[node + PROOF]):
                settled[depth] = node
                node = advised_child(memory.pool, first, n, memory.scale, memory.urgency, mine, 0)
        depth += 1
        path[depth], choosers[depth], settled[depth] = node, mover, 0
        fetch_add(words, node + VISITS, 1)
        fetch_add(words, node + TOTAL, -memory.loss)
        state = game.play(state, words[node + MOVE])
    memory.deepest = max(memory.deepest, depth)
    backpropagate(path, choosers, settled, depth, memory)
    return DONE


def is_settled(state: Any, node: int, depth: int, path: Ints, choosers: Ints, memory: TreeMemory) -> bool:
    """Note what the game's `bounds` prove of a leaf; do they settle it? Then its value is in the results."""
    proof, words = proven_by_bounds(state, memory), memory.pool.words
    if memory.proofs == 0 or proof == words[node + PROOF]:
        return False
    words[node + PROOF] = proof
    prove_above(path, choosers, depth, memory)
    if is_solved(proof):
        solved_results(proof, memory.results)
        return True
    return False


def add_leaf(state: Any, mover: int, depth: int, n: int, memory: TreeMemory, batch: LeafBatch) -> None:
    """Put a leaf into the batch: its features, and its n moves, which are in the buffer."""
    leaf = batch.count
    batch.depths[leaf], batch.movers[leaf], batch.counts[leaf] = depth, mover, n
    for i in range(n):
        move = memory.buffer[i]
        batch.moves[leaf * batch.width + i] = move
        action = network.action(state, move)
        batch.move_actions[leaf * batch.width + i] = max(0, min(action, batch.actions - 1))
    network.features(state, batch.features[leaf * batch.inputs :], 0)
    batch.count = leaf + 1
    memory.deepest = max(memory.deepest, depth)


def deliver(memory: TreeMemory, batch: LeafBatch) -> None:
    """The network has answered: give each leaf its children with their priors, and add its value to the nodes above.

    A leaf for which there is no space stays one, and the search pauses.
    """
    pool, words, unit = memory.pool, memory.pool.words, memory.unit
    for leaf in range(batch.count):
        place, depth, n, mover = leaf * batch.places, batch.depths[leaf], batch.counts[leaf], batch.movers[leaf]
        path = batch.paths[place:]
        for player in range(game.PLAYERS):
            after = (player - mover + game.PLAYERS) % game.PLAYERS
            memory.results[player] = int(batch.values[leaf * game.PLAYERS + after] * unit)
        node, row = path[depth], take_rows(pool, memory.chunk, n)
        if row == FULL:
            words[node + LINK] = 0
            memory.halt.pause = 1
        else:
            moves = leaf * batch.width
            set_priors(pool.priors, row, batch.policies[leaf * batch.actions :], batch.move_actions[moves:], n)
            link_rows(pool, row, node, batch.moves[moves:], n, WAITING)
        backpropagate(path, batch.choosers[place:], batch.settled[place:], depth, memory)
    batch.count = 0


def set_priors(priors: Float32s, row: int, policy: Float32s, actions: Ints, n: int) -> None:
    """The softmax of what a policy says of n moves, for the rows from this one on."""
    greatest, total = -math.inf, 0.0
    for i in range(n):
        greatest = max(greatest, policy[actions[i]])
    for i in range(n):
        total += math.exp(policy[actions[i]] - greatest)
    for i in range(n):
        priors[row + i] = math.exp(policy[actions[i]] - greatest) / total


def take_back(path: Ints, depth: int, memory: TreeMemory) -> None:
    """Take the lost simulations of a line back."""
    for i in range(1, depth + 1):
        fetch_add(memory.pool.words, path[i] + VISITS, -1)
        fetch_add(memory.pool.words, path[i] + TOTAL, memory.loss)


def prove_above(path: Ints, choosers: Ints, depth: int, memory: TreeMemory) -> None:
    """Something was proven of the node at this depth: what follows for those above it is proven too."""
    place = depth
    while place > 0 and prove(path[place - 1], choosers[place], memory):
        place -= 1


def backpropagate(path: Ints, choosers: Ints, settled: Ints, depth: int, memory: TreeMemory) -> None:
    """Step 4: add the results to every node of the line, in place of the lost simulation that it counts.

    Where a solved child was chosen, its value goes on up, and it counts the visit, as in `tree_search.py`.
    """
    words, results = memory.pool.words, memory.results
    for above in range(depth):
        place = depth - above
        chooser = max(choosers[place], 0)
        fetch_add(words, path[place] + TOTAL, results[chooser] + memory.loss)
        solved = settled[place - 1]
        if solved != 0:
            solved_results(words[solved + PROOF], results)
            fetch_add(words, solved + VISITS, 1)
            fetch_add(words, solved + TOTAL, results[chooser])
    fetch_add(words, VISITS, 1)
    fetch_add(words, TOTAL, results[0])
