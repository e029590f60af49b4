"""Temporal-difference learning from self-play: the kernels. [Sutton88] [Tesauro95]

For games in which two players move in turn and roll dice before each move. A network evaluates states in which a player
is about to roll, from his side, as a vector of chances. The game provides the slot `model`:

    read(state, network)     write the inputs of a state into the network; returns its kind of position
    judge(state, network)    the value to the player about to roll; `network.result` holds his chances
    known(state)             is that value exact, so that there is nothing to learn?
    final(state, chances)    his chances when the game is over
    flip(chances)            the chances as the other player sees them

A game of self-play is a sequence of such states s₁ … sₙ with network values v₁ … vₙ. The target of s₍t₎ is one of

    λ-return     G₍t₎ = (1 − λ) · v₍t+1₎ + λ · G₍t+1₎, at the end the outcome: TD(λ), forward view
    lookahead    L₍t₎ = the mean over all rolls of the value after the best reply, plus λ · (L₍t+1₎ − v₍t+1₎):
                 a λ-return without the luck of the dice, at twenty times the cost

For the learner a game ends where the exact value is known. Positions and targets go into a replay buffer, from which
batches are drawn at random.
"""

from __future__ import annotations

from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.float32_ops import add_scaled
from mossa.kernel.memory import Bytes, Float32s, Ints, Reals, Struct
from mossa.kernel.network import Network, run_network
from mossa.kernel.random_numbers import below, next_seed, uniform
from mossa.kernel.words import u64
from mossa.search.chance.rollout import draw_outcome

__all__ = [
    "LONGEST",
    "LearningScratch",
    "ReplayBuffer",
    "add_gradient",
    "duel",
    "make_learning_scratch",
    "make_replay_buffer",
    "self_play",
]

game: KernelRules = slot("game")
model: Any = slot("model")

LONGEST = 500
"""A game with more moves is dropped; random players need about a hundred."""
MOST_BLUR = 0.6
"""The greatest noise that is added to the values of moves when exploring."""


class ReplayBuffer(Struct):
    """A ring buffer of recent positions with their targets."""

    capacity: int
    count: int
    """How many were ever written; the next goes to place count % capacity."""
    inputs: Bytes
    kinds: Ints
    targets: Float32s


class LearningScratch(Struct):
    """Scratch memory of one process."""

    nets: int
    """The number of kinds of positions, which have a network each."""
    inputs: Bytes
    """The inputs of the positions of the current game."""
    kinds: Ints
    judged: Reals
    """The network's chances of each."""
    ahead: Reals
    """The lookahead target of each."""
    strayed: Ints
    """Was the move that led to it an exploring one?"""
    chances: Reals
    """A vector of chances."""
    total: Reals
    best: Reals
    buffer: Ints
    delta: Float32s
    """Errors of the hidden layer."""
    loss: Reals
    """Sum of the squared errors of the outputs, by kind, then the number of positions by kind."""


def make_replay_buffer(capacity: int, network: Network) -> ReplayBuffer:
    """An empty buffer."""
    inputs, targets = Bytes(capacity * network.inputs), Float32s(capacity * network.outputs)
    return ReplayBuffer(capacity=capacity, count=0, inputs=inputs, kinds=Ints(capacity), targets=targets)


def make_learning_scratch(widest: int, kinds: int, network: Network) -> LearningScratch:
    """Fresh scratch memory."""
    vector = network.outputs
    return LearningScratch(
        nets=kinds,
        inputs=Bytes(LONGEST * network.inputs),
        kinds=Ints(LONGEST),
        judged=Reals(LONGEST * vector),
        ahead=Reals(LONGEST * vector),
        strayed=Ints(LONGEST),
        chances=Reals(vector),
        total=Reals(vector),
        best=Reals(vector),
        buffer=Ints(2 * widest + 1),
        delta=Float32s(network.hidden),
        loss=Reals(2 * kinds),
    )


def choose(state: Any, network: Network, buffer: Ints, best: Reals, blur: float, seed: u64) -> int:
    """The move that the network likes best; the opponent's chances after it go to `best`.

    A random number between 0 and `blur` is added to the opponent's value after each move.
    """
    n = game.moves(state, buffer, 0)
    chosen: int = buffer[0]
    least = 1e9
    for i in range(n):
        child = game.play(state, buffer[i])
        if game.is_over(child):
            worth = float(game.utility(child, 1 - game.mover(state)))
        else:
            worth = model.judge(child, network)
        if blur > 0:
            worth += blur * uniform(seed ^ u64(buffer[i]))
        if worth < least:
            least, chosen = worth, buffer[i]
            if game.is_over(child):
                model.final(child, best)
            else:
                for k in range(network.outputs):
                    best[k] = network.result[k]
    return chosen


def look_ahead(state: Any, network: Network, scratch: LearningScratch) -> None:
    """The mean over all rolls of the chances after the best reply, for the player about to roll: into
    `scratch.total`."""
    vector = network.outputs
    for k in range(vector):
        scratch.total[k] = 0.0
    n = game.moves(state, scratch.buffer, 0)
    for i in range(n):
        share = game.probability(state, scratch.buffer[i])
        choose(game.play(state, scratch.buffer[i]), network, scratch.buffer[n:], scratch.chances, 0.0, u64(0))
        for k in range(vector):
            scratch.total[k] += share * scratch.chances[k]
    model.flip(scratch.total)


def store(replay: ReplayBuffer, network: Network, scratch: LearningScratch, t: int, target: Reals) -> None:
    """Write position t of the game and its target into the replay buffer."""
    at = replay.count % replay.capacity
    for i in range(network.inputs):
        replay.inputs[at * network.inputs + i] = scratch.inputs[t * network.inputs + i]
    for k in range(network.outputs):
        replay.targets[at * network.outputs + k] = target[k]
    replay.kinds[at] = scratch.kinds[t]
    replay.count += 1


def self_play(
    start: Any,
    seed: u64,
    network: Network,
    scratch: LearningScratch,
    replay: ReplayBuffer,
    trace: float,
    ahead: int,
    stray: int,
) -> int:
    """Play one game from a state and write its positions into the replay buffer; returns how many there were.

    λ is `trace`. With `ahead` 1 the targets are lookahead returns, and `stray` of a thousand moves explore: they are
    chosen with noise, usually little, rarely much. A return is not carried across an exploring move, so exploration
    varies the positions without changing their targets.
    """
    state = start
    vector, n, strayed = network.outputs, 0, 0
    while not game.is_over(state):
        if game.mover(state) == CHANCE:
            if model.known(state):
                break
            if ahead and n > 0:
                look_ahead(state, network, scratch)
                for k in range(vector):
                    scratch.ahead[(n - 1) * vector + k] = scratch.total[k]
            seed = next_seed(seed)
            state = game.play(state, draw_outcome(state, seed, scratch.buffer))
            continue
        move, strayed = choose(state, network, scratch.buffer, scratch.best, 0.0, seed), 0
        if ahead and below(seed ^ u64(0x57AA), 1000) < stray:
            blur = MOST_BLUR * uniform(seed ^ u64(0xB1)) ** 3
            other = choose(state, network, scratch.buffer, scratch.best, blur, seed ^ u64(0x10AF))
            move, strayed = other, int(other != move)
        state = game.play(state, move)
        if not game.is_over(state) and not model.known(state):
            if n == LONGEST:
                return 0
            scratch.kinds[n] = model.read(state, network)
            scratch.strayed[n] = strayed
            for i in range(network.inputs):
                scratch.inputs[n * network.inputs + i] = network.given[i]
            for k in range(vector):
                scratch.judged[n * vector + k] = scratch.best[k]
            n += 1
    # The returns, from the end of the game backwards: `total` is that of the next position.
    if game.is_over(state):
        model.final(state, scratch.total)
    else:
        model.judge(state, network)
        for k in range(vector):
            scratch.total[k] = network.result[k]
    for k in range(vector):
        scratch.best[k] = scratch.total[k]  # the network's chances of the next position
    for t in range(n - 1, -1, -1):
        model.flip(scratch.total)
        model.flip(scratch.best)
        for k in range(vector):
            if ahead:
                more = 0.0 if strayed else trace * (scratch.total[k] - scratch.best[k])
                scratch.total[k] = min(1.0, max(0.0, scratch.ahead[t * vector + k] + more))
        store(replay, network, scratch, t, scratch.total)
        strayed = scratch.strayed[t]
        for k in range(vector):
            scratch.best[k] = scratch.judged[t * vector + k]
            if not ahead:
                scratch.total[k] = trace * scratch.total[k] + (1 - trace) * scratch.best[k]
    return n


def add_gradient(
    seed: u64, count: int, network: Network, scratch: LearningScratch, replay: ReplayBuffer, gradient: Float32s
) -> None:
    """Draw positions from the replay buffer and add their cross-entropy gradients to `gradient`, laid out as
    weights."""
    hidden, inputs, vector = network.hidden, network.inputs, network.outputs
    for _ in range(count):
        at = below(seed, min(replay.count, replay.capacity))
        seed = next_seed(seed)
        kind = replay.kinds[at]
        for i in range(inputs):
            network.given[i] = replay.inputs[at * inputs + i]
        network.kind = -1
        run_network(network, kind)
        weights, slope = network.weights[kind * network.size :], gradient[kind * network.size :]
        second = inputs * hidden
        for j in range(hidden):
            scratch.delta[j] = 0.0
        for k in range(vector):
            error = network.result[k] - replay.targets[at * vector + k]
            scratch.loss[kind] += error * error
            add_scaled(slope[second + k * hidden :], error, network.layer, hidden)
            add_scaled(scratch.delta, error, weights[second + k * hidden :], hidden)
            bias = second + vector * hidden + k
            slope[bias] = slope[bias] + error
        scratch.loss[scratch.nets + kind] += 1
        for j in range(hidden):
            if network.layer[j] <= 0:
                scratch.delta[j] = 0.0
        for i in range(inputs):
            if network.given[i]:
                add_scaled(slope[i * hidden :], network.given[i] * network.scale[i], scratch.delta, hidden)
    network.kind = -1


def duel(
    start: Any, seed: u64, first: Network, second: Network, wild: int, swapped: int, scratch: LearningScratch
) -> float:
    """One game between two networks: its utility to `first`, who is player 0 (player 1 if `swapped`).

    With `wild` 1 the second one moves at random.
    """
    state = start
    for _ in range(4 * LONGEST):
        if game.is_over(state):
            break
        mover = game.mover(state)
        if mover == CHANCE:
            seed = next_seed(seed)
            state = game.play(state, draw_outcome(state, seed, scratch.buffer))
        elif mover == swapped:
            state = game.play(state, choose(state, first, scratch.buffer, scratch.best, 0.0, seed))
        elif wild:
            n = game.moves(state, scratch.buffer, 0)
            state = game.play(state, scratch.buffer[below(seed ^ u64(0x10AF), n)])
        else:
            state = game.play(state, choose(state, second, scratch.buffer, scratch.best, 0.0, seed))
    if game.is_over(state):
        return float(game.utility(state, swapped))
    return 0.0
