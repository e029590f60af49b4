"""Information-set Monte Carlo tree search: Monte Carlo tree search for a player who does not see everything.

Each simulation begins with a deal: a state drawn among those that the player at the root cannot tell apart. Then it
does the four steps of `mcts` in that deal. But all deals share one tree, whose nodes are what the player *knows*: the
moves that he has seen. So he finds out what to do without knowing the deal, where averaging over clairvoyance does as
if he would know it. [Cowling12] (there: SO-ISMCTS, with a single observer)

Which moves there are at a node of another player depends on the deal. So in UCB1, the N of a move counts the
simulations in which it could have been made:

    UCB1  =  mean  +  C · √(ln N / n)        n visits of the child, which could be chosen N times
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mossa.kernel.random_numbers import draw, next_seed

from .clairvoyance import worlds_of
from .gametree import GameTree, Node
from .mcts import Branch, Chooser
from .trace import Trace

__all__ = ["information_set_search"]


class KnownNode(Branch):
    """What the player knows after some moves."""

    def __init__(self, node: Node, players: int) -> None:
        super().__init__(node, players)
        self.known: dict[int, KnownNode] = {}
        """The children, by their moves."""
        self.turns = 0
        """Simulations in which the move that leads here could have been made, since it first was."""
        self.places: dict[int, int] = {}
        """The place of each move that was possible in some deal, by the move."""


def information_set_search(tree: GameTree) -> Trace:
    """Monte Carlo tree search over deals, with one tree for all of them, for any number of players."""
    rules, players = tree.rules, tree.rules.facts.players
    worlds, observer = worlds_of(rules, tree.root.state)
    chooser, size = Chooser(tree.seed), 1
    deal = _dealer(tree, worlds, observer, chooser)
    tree.root = Node(worlds[0][0])
    tree.meet(tree.root)
    root = KnownNode(tree.root, players)
    _children_of(tree, root, tree.root.state)

    def greatest_bound(at: KnownNode, moves: list[int], player: int) -> int:
        """The move with the greatest upper confidence bound, among those that this deal allows."""
        scale, terms = tree.exploration * (tree.high - tree.low), {}
        for move in moves:
            child = at.known[move]
            terms[move] = child.mean(player), scale * math.sqrt(math.log(child.turns + 1) / child.visits)
        best = max(moves, key=lambda move: sum(terms[move]))
        sign = 1 if tree.vectors or player == tree.maximiser else -1
        compared = {at.known[move].path: (sign * mean, sign * bonus) for move, (mean, bonus) in terms.items()}
        tree.trace.select(at.known[best].path, compared)
        return best

    for _ in range(tree.simulations):
        state, at, line, new = deal(), root, [root], False
        tree.trace.deal(rules.write_position(state))
        available: list[KnownNode] = []
        # Selection, in this deal, down to a move that was never made; expansion
        while not new and not rules.is_over(state):
            moves, player = rules.legal(state), rules.mover(state)
            if rules.is_chance(state):
                assert rules.probability is not None
                chances = [rules.probability(state, move) for move in moves]
                move = moves[chooser.outcome(chances)]
            else:
                untried = [move for move in moves if move not in at.known]
                new = bool(untried)
                move = untried[chooser.number(len(untried))] if new else greatest_bound(at, moves, player)
            _children_of(tree, at, state)
            if move not in at.known:
                path = (*at.path, at.places[move])
                at.known[move] = KnownNode(Node(rules.play(state, move), path, at.node, move), players)
                size += 1
                tree.trace.nodes += 1
                tree.trace.hold(size)
                tree.trace.expand(path)
            available += [at.known[one] for one in moves if one in at.known]
            at, state = at.known[move], rules.play(state, move)
            line.append(at)
        # Simulation
        utilities, played = _random_rest(tree, state, chooser)
        shown = utilities if tree.vectors else utilities[tree.maximiser]
        tree.trace.simulate(at.path, shown, played)
        # Backpropagation
        for one in available:
            one.turns += 1
        for one in reversed(line):
            one.add(utilities)
            means = one.means()
            tree.trace.backup(one.path, means if tree.vectors else means[tree.maximiser], one.visits)

    def value_of(one: KnownNode) -> Any:
        return one.means() if tree.vectors else one.mean(tree.maximiser)

    tree.trace.at_root = {root.places[move]: value_of(child) for move, child in root.known.items()}
    visits = {root.places[move]: float(child.visits) for move, child in root.known.items()}
    best = max(root.known.values(), key=lambda child: child.visits)
    return tree.decide(value_of(best), exact=False, worths=visits)


def _dealer(tree: GameTree, worlds: Any, observer: int, chooser: Chooser) -> Callable[[], Any]:
    """Draws a state that the observer cannot tell from the one at the root."""
    state, redeal = tree.root.state, tree.rules.redeal
    if tree.rules.is_chance(state) or redeal is None:
        return lambda: worlds[chooser.outcome([chance for _, chance in worlds])][0]

    def deal() -> Any:
        chooser.seed = next_seed(chooser.seed)
        return redeal(state, observer, draw(chooser.seed))

    return deal


def _children_of(tree: GameTree, at: KnownNode, state: Any) -> None:
    """Give a place, and a spot in the drawing, to each move that is possible in this deal."""
    for move in tree.rules.legal(state):
        if move not in at.places:
            at.places[move] = len(at.places)
            path = (*at.path, at.places[move])
            tree.meet(Node(tree.rules.play(state, move), path, Node(state, at.path), move))


def _random_rest(tree: GameTree, state: Any, chooser: Chooser) -> tuple[tuple[float, ...], list[str]]:
    """A game played at random from here: the utilities at its end, and its moves."""
    rules, played = tree.rules, list[str]()
    while not rules.is_over(state):
        moves = rules.legal(state)
        if rules.is_chance(state):
            assert rules.probability is not None
            move = moves[chooser.outcome([rules.probability(state, one) for one in moves])]
        else:
            move = moves[chooser.number(len(moves))]
        if tree.trace.on:
            played.append(rules.write_move(state, move))
        state = rules.play(state, move)
    return rules.utilities(state), played
