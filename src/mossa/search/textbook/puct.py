"""PUCT: Monte Carlo tree search with a network in place of random games, as AlphaZero has it. [Silver18]

A network says two things of a state: how likely each move is to be the best (the *priors*), and what the state is
worth. So each round has three steps:

1. **Selection**: from the root go down to a node that the network has not been asked about, at each step to the child
   with the greatest bound: its mean so far, plus a bonus that is in proportion to its prior.
2. **Expansion**: ask the network; all children are added, each with its prior.
3. **Backpropagation**: at every node of the line count the visit, and add the value to the mean.

With the Gumbel root [Danihelka22], the moves at the root share the rounds by sequential halving instead: the half that
looks worse leaves, again and again. That is for few rounds.

A game without a network is searched with equal priors, and e(x) as the value.
"""

from __future__ import annotations

import math

from .gametree import GameTree, Node
from .mcts import Branch, Chooser
from .trace import Trace
from .values import Value

__all__ = ["gumbel", "puct"]

URGENCY = 0.1
"""How much worse than its sisters an untried move is taken to be, for utilities from 0 to 1."""
CONSIDERED = 16
"""Moves that the Gumbel root considers."""
VISITS_BEFORE = 50
"""Visits that are added to the greatest number of visits, in σ."""
WEIGHT = 0.2
"""The factor in σ."""


class Advised(Branch):
    """A node of the tree that is held: with its prior, and after the network was asked with all its children."""

    def __init__(self, node: Node, players: int, prior: float) -> None:
        super().__init__(node, players)
        self.prior = prior
        self.children: dict[int, Advised] = {}  # type: ignore[assignment]

    def expand(self, tree: GameTree, priors: list[float]) -> None:
        """Add the children."""
        for place, prior in enumerate(priors):
            self.children[place] = Advised(tree.child(self.node, place), len(self.total), prior)


class Rounds:
    """The rounds of a search."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.chooser = tree, Chooser(tree.seed)
        self.root = Advised(tree.root, tree.rules.facts.players, 1.0)
        self.size = 1

    def round(self, first: int | None = None) -> None:
        """One round; `first`: the place of the move that is made at the root."""
        line = self.selection(first)
        utilities = self.expansion(line)
        self.backpropagation(line, utilities)

    def selection(self, first: int | None) -> list[Advised]:
        """The line from the root to a node without children."""
        tree, line = self.tree, [self.root]
        while line[-1].children or (tree.is_chance(line[-1].node) and not tree.cutoff_test(line[-1].node)):
            at = line[-1]
            if tree.is_chance(at.node):
                chances = tree.chances(at.node)
                if not at.children:
                    at.expand(tree, chances)
                child = at.children[self.chooser.outcome(chances)]
                tree.trace.expand(child.path) if child.visits == 0 else tree.trace.select(child.path)
            elif at is self.root and first is not None:
                child = at.children[first]
                tree.trace.select(child.path, {child.path: (child.prior, 0.0)})
            else:
                child = self.greatest_bound(at)
            line.append(child)
        return line

    def greatest_bound(self, at: Advised) -> Advised:
        """The child with the greatest bound for the player who chooses.

        PUCT  =  mean  +  C · prior · √N / (1 + n)        n visits of the child, N of all children and one more
        """
        tree, player = self.tree, self.tree.mover(at.node)
        scale = tree.exploration * (tree.high - tree.low)
        visits = sum(child.visits for child in at.children.values())
        fresh = untried_mean(at, player, URGENCY * (tree.high - tree.low))
        terms = {
            place: (
                child.mean(player) if child.visits else fresh,
                scale * child.prior * math.sqrt(visits + 1) / (1 + child.visits),
            )
            for place, child in at.children.items()
        }
        best = at.children[max(terms, key=lambda place: sum(terms[place]))]
        sign = 1 if tree.vectors or tree.is_max(at.node) else -1
        shown = {(*at.path, place): (sign * mean, sign * bonus) for place, (mean, bonus) in terms.items()}
        tree.trace.select(best.path, shown)
        return best

    def expansion(self, line: list[Advised]) -> tuple[float, ...]:
        """Ask the network about the last node, or take what the end of the game is worth."""
        tree, at = self.tree, line[-1]
        if tree.cutoff_test(at.node):
            utilities = tree.utilities(at.node)
            tree.trace.simulate(at.path, self.shown(utilities), [])
            return utilities
        priors, utilities = tree.advice(at.node)
        at.expand(tree, priors)
        self.size += len(priors)
        tree.trace.hold(self.size)
        moves = tree.rules.legal(at.node.state)
        names = [tree.rules.write_move(at.node.state, move) for move in moves] if tree.trace.on else []
        told = {
            (*at.path, place): (name, prior) for place, (name, prior) in enumerate(zip(names, priors, strict=False))
        }
        tree.trace.ask(at.path, self.shown(utilities), told)
        return utilities

    def backpropagation(self, line: list[Advised], utilities: tuple[float, ...]) -> None:
        """Add the result to every node of the line, from its end up to the root."""
        for at in reversed(line):
            at.add(utilities)
            self.tree.trace.backup(at.path, self.shown(at.means()), at.visits)

    def shown(self, utilities: tuple[float, ...]) -> Value:
        """The utility of MAX, or with more players all of them: what the trace shows."""
        return utilities if self.tree.vectors else utilities[self.tree.maximiser]

    def decide(self, worths: dict[int, float]) -> Trace:
        """The answer: the move with the greatest worth."""
        tree, root = self.tree, self.root
        if not root.children or tree.is_chance(root.node):
            return tree.decide(self.shown(root.means()), exact=False)
        best = root.children[max(worths, key=lambda place: worths[place])]
        tried = {place: child for place, child in root.children.items() if child.visits}
        tree.trace.at_root = {place: self.shown(child.means()) for place, child in tried.items()}
        value = best if best.visits else root
        return tree.decide(self.shown(value.means()), exact=False, worths={p: worths[p] for p in tried})


def untried_mean(at: Advised, player: int, urgency: float) -> float:
    """What an untried move is taken to be worth: the mean of those that were tried, less the more of the good has been
    tried (first-play urgency)."""
    tried = [child for child in at.children.values() if child.visits]
    visits = sum(child.visits for child in tried)
    mean = sum(child.total[player] for child in tried) / visits if visits else 0.0
    return mean - urgency * math.sqrt(sum(child.prior for child in tried))


def puct(tree: GameTree) -> Trace:
    """PUCT, for any number of players and with chance; in the end the move with the most visits is played."""
    rounds = Rounds(tree)
    for _ in range(tree.simulations):
        rounds.round()
    return rounds.decide({place: float(child.visits) for place, child in rounds.root.children.items()})


def gumbel(tree: GameTree) -> Trace:
    """PUCT with a Gumbel root, without its random numbers: the moves with the greatest priors share the rounds by
    sequential halving.

        what is better has the greater  logit + σ(mean)        logit: logarithm of the prior
        σ(q) = 0.2 · (50 + most visits) · q                    q: mean from 0 to 1

    Where chance moves at the root, there is nothing to share out: then it is PUCT.
    """
    if tree.is_chance(tree.root):
        return puct(tree)
    rounds, root = Rounds(tree), None
    rounds.round()
    root, left = rounds.root, tree.simulations - 1
    logits = {place: math.log(max(child.prior, 1e-30)) for place, child in root.children.items()}
    places = sorted(logits, key=lambda place: -logits[place])[: max(1, min(CONSIDERED, left))]
    phases, player = max(1, math.ceil(math.log2(len(places)))) if places else 1, tree.mover(root.node)

    def look(place: int) -> tuple[float, float]:
        """logit and σ(mean)."""
        child, most = root.children[place], max(child.visits for child in root.children.values())
        mean = (child.mean(player) - tree.low) / (tree.high - tree.low) if child.visits else 0.0
        return logits[place], WEIGHT * (VISITS_BEFORE + most) * mean

    total = left
    while places and left > 0:
        each = max(1, total // (phases * len(places)))
        made = left if len(places) <= 2 else min(left, each * len(places))
        for number in range(made):
            rounds.round(places[number % len(places)])
        left -= made
        if left > 0:
            stay = sorted(places, key=lambda place: -sum(look(place)))[: max(2, (len(places) + 1) // 2)]
            tree.trace.halve({(place,): look(place) for place in places}, [(place,) for place in stay])
            places = stay
    return rounds.decide({place: (sum(look(place)) if place in places else -math.inf) for place in root.children})
