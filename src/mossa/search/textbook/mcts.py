"""Monte Carlo tree search: a tree that grows where the play looks good, and random games in place of an evaluation.

Each round adds one node to the tree, in four steps:

1. **Selection**: from the root go down to a node that still has an untried move, at each step to the child with the
   greatest *upper confidence bound*: its mean so far, plus a bonus that is the greater the less it has been tried.
2. **Expansion**: add a child for an untried move.
3. **Simulation**: from there play at random to the end of the game.
4. **Backpropagation**: at every node of the line count the visit, and add the result to the mean.

Because of the bonus every move is tried again and again, but a bad one more and more seldom. So the mean at a node
converges to its minimax value. With UCB1 as the bound this is UCT. [KocsisSzepesvari06] The four steps are named as in
[Browne12].
"""

from __future__ import annotations

import math

from mossa.kernel.random_numbers import below, next_seed, uniform
from mossa.kernel.words import u64

from .events import Path
from .gametree import GameTree, Node
from .trace import Trace
from .values import Value

__all__ = ["mcts"]


class Branch:
    """A node of the tree that is held, with the results of the simulations that went through it."""

    def __init__(self, node: Node, players: int) -> None:
        self.node = node
        self.path: Path = node.path
        self.visits = 0
        self.total = [0.0] * players
        """The sum of the results, for each player."""
        self.children: dict[int, Branch] = {}
        """By the place of the move."""

    def add(self, utilities: tuple[float, ...]) -> None:
        """Count a simulation."""
        self.visits += 1
        self.total = [one + other for one, other in zip(self.total, utilities, strict=True)]

    def mean(self, player: int) -> float:
        """What a player got on the average."""
        return self.total[player] / self.visits

    def means(self) -> tuple[float, ...]:
        """What each player got on the average."""
        return tuple(map(self.mean, range(len(self.total))))


class Chooser:
    """Random choices from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = u64(seed)

    def number(self, bound: int) -> int:
        """A number from 0 to bound − 1."""
        self.seed = next_seed(self.seed)
        return below(self.seed, bound)

    def outcome(self, chances: list[float]) -> int:
        """The place of an outcome, drawn with these probabilities."""
        self.seed = next_seed(self.seed)
        point = uniform(self.seed)
        places = range(len(chances))
        return next((place for place in places if point < math.fsum(chances[: place + 1])), places[-1])


def mcts(tree: GameTree) -> Trace:
    """UCT: Monte Carlo tree search that selects by UCB1, for any number of players and with chance.

        UCB1  =  mean  +  C · √(ln N / n)        n visits of the child, N of its parent

    The mean is what the player who chooses got in the n simulations; the bonus is scaled to the range of the utility.
    MIN, who chooses among means of MAX, takes the least mean − bonus, which is the same. Chance does not choose: its
    outcomes are drawn with their probabilities. In the end the move with the most visits is played.
    """
    root = Branch(tree.root, tree.rules.facts.players)
    chooser = Chooser(tree.seed)
    size = 1

    def selection() -> tuple[list[Branch], int | None]:
        """The line from the root to a node without this child; or to the end of the game, where there is no child."""
        line = [root]
        while not tree.cutoff_test(line[-1].node):
            at = line[-1]
            if tree.is_chance(at.node):
                place = chooser.outcome(tree.chances(at.node))
                if place in at.children:
                    tree.trace.select(at.children[place].path)
            elif len(at.children) < len(tree.rules.legal(at.node.state)):
                place = len(at.children)  # in the order of the moves
            else:
                place = greatest_bound(at)
            if place not in at.children:
                return line, place
            line.append(at.children[place])
        return line, None

    def greatest_bound(at: Branch) -> int:
        """The place of the child with the greatest upper confidence bound for the player who chooses."""
        player, scale = tree.mover(at.node), tree.exploration * (tree.high - tree.low)
        terms = {
            place: (child.mean(player), scale * math.sqrt(math.log(at.visits) / child.visits))
            for place, child in at.children.items()
        }
        best = max(terms, key=lambda place: sum(terms[place]))
        tree.trace.select(at.children[best].path, {(*at.path, i): shown_terms(at, *terms[i]) for i in terms})
        return best

    def expansion(line: list[Branch], place: int | None) -> None:
        """Add the child to the tree, at the end of the line."""
        nonlocal size
        if place is None:
            return
        child = Branch(tree.child(line[-1].node, place), len(root.total))
        line[-1].children[place] = child
        line.append(child)
        size += 1
        tree.trace.hold(size)
        tree.trace.expand(child.path)

    def simulation(node: Node) -> tuple[float, ...]:
        """The utilities at the end of a game played at random from here."""
        at, moves = node, []
        while not tree.cutoff_test(at):
            chance = tree.is_chance(at)
            place = chooser.outcome(tree.chances(at)) if chance else chooser.number(len(tree.rules.legal(at.state)))
            at = tree.child(at, place, hidden=True)
            if tree.trace.on:
                moves.append(tree.rules.write_move(at.parent.state, at.move))
        utilities = tree.utilities(at)
        tree.trace.simulate(node.path, shown(utilities), moves)
        return utilities

    def backpropagation(line: list[Branch], utilities: tuple[float, ...]) -> None:
        """Add the result to every node of the line, from its end up to the root."""
        for at in reversed(line):
            at.add(utilities)
            tree.trace.backup(at.path, shown(at.means()), at.visits)

    def shown(utilities: tuple[float, ...]) -> Value:
        """The utility of MAX, or with more players all of them: what the trace shows."""
        return utilities if tree.vectors else utilities[tree.maximiser]

    def shown_terms(at: Branch, mean: float, bonus: float) -> tuple[float, float]:
        """The two terms of a bound; where MIN chooses, from the side of MAX."""
        return (mean, bonus) if tree.vectors or tree.is_max(at.node) else (-mean, -bonus)

    for _ in range(tree.simulations):
        line, place = selection()
        expansion(line, place)
        backpropagation(line, simulation(line[-1].node))
    value = root if tree.is_chance(root.node) or not root.children else mostly_visited(root)
    tree.trace.at_root = {place: shown(child.means()) for place, child in root.children.items()}
    visits = {place: float(child.visits) for place, child in root.children.items()}
    return tree.decide(shown(value.means()), exact=False, worths=visits)


def mostly_visited(at: Branch) -> Branch:
    """The child with the most visits, the first one if there are several."""
    return max(at.children.values(), key=lambda child: child.visits)
