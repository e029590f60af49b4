"""The tree of a game as the algorithms of the course see it: nodes, children, a cut-off test, utilities.

Everything an algorithm asks or reports goes through here, so that the algorithms themselves can be as short as in the
book. What they do is counted, and recorded if wanted, in a `Trace`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from mossa.core import CHANCE, Rules
from mossa.kernel.errors import MossaError
from mossa.search.common.scores import expected_value

from .events import Path, Spot
from .settings import Settings
from .trace import Trace
from .values import Timed, V, Value, just_above, just_below, plain, show

__all__ = ["EXPLORATION", "MOST_NODES", "SIMULATIONS", "GameTree", "Node", "TimeIsUp"]

MOST_NODES = 20_000_000
"""A textbook search that has generated more nodes than this gives up."""
MOST_OUTCOMES = 4
"""Chance moves at most so often in a row beyond the depth."""
MOST_UNVISITED = 400
"""How many nodes that were never visited a trace stores for the drawing."""
MOST_BOARDS = 2000
"""A trace keeps the boards of so many nodes; more are not drawn."""
READABLE = 9
"""Cells of a board that is readable at the size of a node."""
SIMULATIONS, EXPLORATION = 100, 1.0
"""Of Monte Carlo tree search, by default: how many, and the C of UCB1 for utilities from 0 to 1."""
SPREAD = 1000.0
"""With chance or more than two players, this many points of the game's own `evaluate` count as tanh(1), three quarters
of a sure win. With two, what a score lets one expect is the game's own `expected`."""


class Node(NamedTuple):
    """A node of the tree: a state and how it came about."""

    state: Any
    path: Path = ()
    """The places of the moves that led here, from 0."""
    parent: Any = None
    """The node above; None at the root."""
    move: int = -1
    """The move that led here, as the game's number."""


class TimeIsUp(Exception):
    """The clock of a search has run out."""


class GameTree:
    """The tree below a state, watched by a trace.

    `depth`: how many plies are searched; a chance node is a ply too, but never itself the last one.
    `evaluate`: e(x), what a state looks worth where the search is cut off; a number from the side of player 0 or one
    for each player, within the bounds. By default the game's own `evaluate`, squeezed into the bounds, or their middle.
    `all_moves`: find all equally good root moves. `hurry`: prefer the shorter win and the longer defence (the mean at a
    chance node forgets the plies). `window`: alpha and beta at the root. `bounds`: of the utility. `maximiser`: which
    player is MAX. `vectors`: leaves are shown with the utilities of all players. `simulations`, `exploration` (the C of
    UCB1, for utilities from 0 to 1) and `seed` are for Monte Carlo tree search, `predictor` (a
    `mossa.core.network_rules.Predictor`) is for PUCT, `settings` for the techniques. `boards`: are
    the boards of the nodes drawn? By default, where they are readable.
    """

    def __init__(
        self,
        rules: Rules,
        state: Any,
        trace: Trace,
        *,
        depth: int | None = None,
        evaluate: Callable[[Any], Any] | None = None,
        all_moves: bool = False,
        hurry: bool = False,
        window: tuple[float, float] | None = None,
        bounds: tuple[float, float] | None = None,
        maximiser: int = 0,
        vectors: bool = False,
        simulations: int = SIMULATIONS,
        exploration: float = EXPLORATION,
        seed: int = 0,
        settings: Settings | None = None,
        most_nodes: int | None = None,
        predictor: Callable[[Any], tuple[Any, Any]] | None = None,
        boards: bool | None = None,
    ) -> None:
        self.rules = rules = rules.enumerated
        self.root = Node(state)
        self.trace = trace
        self.depth = depth
        self.evaluate = evaluate
        self.all_moves = all_moves
        self.hurry = hurry
        self.alpha, self.beta = window or (-math.inf, math.inf)
        self.low, self.high = bounds or rules.facts.utility
        self.maximiser = maximiser
        self.vectors = vectors
        self.simulations, self.exploration, self.seed = simulations, exploration, seed
        self.settings = settings or Settings()
        self.most_nodes = most_nodes or MOST_NODES
        self.began = time.perf_counter()
        self.stopped_early = False
        """Has a leaf been valued before the end of the game?"""
        self.goes_on: Callable[[Node], bool] | None = None
        """Does a technique search on below this node, though the depth is reached?"""
        self.predictor = predictor
        self.slack = 1e-9 * (self.high - self.low) if rules.facts.chance else 0.0
        """Values this close are equal: averages are rounded, plain utilities are not."""
        self._estimates = rules.estimate is not None and evaluate is None
        self._desk = rules.scratch() if self._estimates or rules.refine is not None else None
        self._so_far: dict[Path, Value] = {}
        self._unseen = 0
        self.boards = _readable(rules, state) if boards is None and trace.on else bool(boards)
        """Are the boards of the nodes kept for the drawing?"""
        trace.generated(())
        if trace.on:
            self._describe(self.root)

    # What a node is

    def is_max(self, node: Node) -> bool:
        """Does MAX move here?"""
        player, sides = self.rules.mover(node.state), self.rules.sides
        return player >= 0 and sides[player] == sides[self.maximiser]

    def is_chance(self, node: Node) -> bool:
        """Does chance move here?"""
        return self.rules.facts.chance and self.rules.mover(node.state) == CHANCE

    def mover(self, node: Node) -> int:
        """The player who moves here."""
        return self.rules.mover(node.state)

    def cutoff_test(self, node: Node) -> bool:
        """CUTOFF-TEST: is the game over, or the depth limit reached?"""
        if self.rules.is_over(node.state):
            return True
        if self.depth is None or len(node.path) < self.depth or (self.goes_on is not None and self.goes_on(node)):
            return False
        # At a chance node only a game with an `estimate` can be evaluated; others after the outcome is known. Where
        # chance moves again and again, the middle has to do.
        return self._estimates or not self.is_chance(node) or len(node.path) >= self.depth + MOST_OUTCOMES

    def utility(self, node: Node, player: int | None = None) -> float:
        """What a leaf is worth to a player, by default to MAX.

        UTILITY at the end of the game, EVAL where the search is cut off.
        """
        side = self.maximiser if player is None else player
        if self.rules.is_over(node.state):
            value = self.rules.utility(node.state, side)
            if self.hurry:
                value = Timed(value, len(node.path), draw=(self.low + self.high) / 2)
        else:
            value = self._eval(node.state, side)
        if not self.low <= value <= self.high:
            place, bounds = self.rules.write_position(node.state), f"{show(self.low)} to {show(self.high)}"
            raise MossaError(f"the value {value} of {place} is outside the bounds of the utility, {bounds}")
        return value

    def utilities(self, node: Node) -> tuple[float, ...]:
        """What a leaf is worth to each player."""
        return tuple(self.utility(node, player) for player in range(self.rules.facts.players))

    def _eval(self, state: Any, player: int) -> float:
        """EVAL from the side of a player."""
        middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
        others = self.rules.facts.players - 1
        if self.evaluate is not None:
            value = self.evaluate(state)
            if isinstance(value, tuple | list):
                return float(value[player])
            if others > 1:
                raise MossaError(f"with {others + 1} players, e(x) is a tuple of {others + 1} numbers, not {value}")
            return float(value if player == 0 else 2 * middle - value)
        if self.rules.estimate is not None:
            return max(self.low, min(self.high, float(self.rules.estimate(state, player, self._desk))))
        if self.rules.evaluate is None or self.rules.is_chance(state):
            return middle
        if others == 1 and not self.rules.facts.chance:
            score = self.rules.evaluate(state) + (self.rules.refine(state, self._desk) if self.rules.refine else 0)
            mine = expected_value(self.rules, score) - middle
        else:
            mine = math.tanh(self.rules.evaluate(state) / SPREAD) * half
        sides = self.rules.sides
        side = sides[self.rules.mover(state)]
        friends = sides.count(side)
        return middle + (mine if sides[player] == side else -mine * friends / max(1, len(sides) - friends))

    def advice(self, node: Node) -> tuple[list[float], tuple[float, ...]]:
        """What the network says of an unfinished node: the prior of each move, and the utility of each player."""
        rules, moves, players = self.rules, self.rules.legal(node.state), self.rules.facts.players
        if self.predictor is None or rules.features is None:
            return [1 / len(moves)] * len(moves), tuple(self._eval(node.state, player) for player in range(players))
        import numpy as np

        policies, values = self.predictor(np.array([list(rules.features(node.state))], np.float32))
        logits = [float(policies[0][rules.action(node.state, move)]) for move in moves]
        powers = [math.exp(logit - max(logits)) for logit in logits]
        mover = rules.mover(node.state)
        utilities = tuple(float(values[0][(player - mover) % players]) for player in range(players))
        return [power / sum(powers) for power in powers], utilities

    # What is below it

    def children(self, node: Node, order: Sequence[int] | None = None) -> Iterator[Node]:
        """The nodes below, made one at a time; with an `order`, those of its places, in that order."""
        trace, play, state, path = self.trace, self.rules.play, node.state, node.path
        moves = list(self.rules.moves(state)) if order is not None else ()
        for place, move in ((i, moves[i]) for i in order) if order is not None else enumerate(self.rules.moves(state)):
            child = Node(play(state, move), (*path, place), node, move)
            trace.generated(child.path)
            if trace.on:
                self._describe(child)
            elif trace.nodes > self.most_nodes:
                raise MossaError(f"the search passed {self.most_nodes:,} nodes and gave up: give a smaller depth")
            yield child

    def child(self, node: Node, place: int, *, hidden: bool = False) -> Node:
        """One node below, by the place of its move. A `hidden` one, of a random game, has no place in the drawing."""
        move = next(islice(self.rules.moves(node.state), place, None))
        child = Node(self.rules.play(node.state, move), (*node.path, place), node, move)
        self.trace.nodes += 1
        if self.trace.on and not hidden:
            if self.is_chance(node):  # drawn in any order
                for i, outcome in enumerate(self.rules.moves(node.state)):
                    if (*node.path, i) not in self.trace.spots:
                        self._describe(Node(self.rules.play(node.state, outcome), (*node.path, i), node, outcome))
            self._describe(child)
        elif self.trace.nodes > self.most_nodes:
            raise MossaError(f"the search passed {self.most_nodes:,} nodes and gave up: ask for fewer simulations")
        return child

    def move_texts(self, node: Node) -> list[str]:
        """The moves of a node as the game writes them, by place."""
        return [self.rules.write_move(node.state, move) for move in self.rules.moves(node.state)]

    def chances(self, node: Node) -> list[float]:
        """The probabilities of the outcomes of a chance node."""
        assert self.rules.probability is not None
        return [self.rules.probability(node.state, move) for move in self.rules.moves(node.state)]

    # What an algorithm reports

    def enter(self, node: Node, alpha: float | None = None, beta: float | None = None) -> None:
        """The node is entered."""
        if self.trace.on:
            self._so_far.pop(node.path, None)
            self.trace.enter(node.path, alpha, beta)

    def leaf(self, node: Node) -> float:
        """The node is a leaf: what it is worth to MAX."""
        if not self.rules.is_over(node.state):
            self.stopped_early = self.trace.estimated = True
        return self.trace.leaf(node.path, self.utility(node))

    def so_far(self, node: Node, value: Value, alpha: float | None = None, beta: float | None = None) -> None:
        """The node is worth `value` so far."""
        if self.trace.on and self._so_far.get(node.path) != value:
            self._so_far[node.path] = value
            self.trace.update(node.path, value, alpha, beta)

    def back(self, node: Node, value: V) -> V:
        """The node has its value."""
        return self.trace.back(node.path, value)

    def to_beat(self, node: Node, value: float) -> float:
        """What a later child of a MAX node must exceed (of a MIN node: stay below) to matter: the value so far.

        At the root, if all equally good moves are asked for, it is the next smaller (greater) number: then a child of
        equal value is shown to be equal, not only to be no better.
        """
        if node.path or not self.all_moves:
            return value
        if self.is_max(node):
            return value - 2 * self.slack if self.slack else just_below(value)
        return value + 2 * self.slack if self.slack else just_above(value)

    def cut(self, *children: Node, value: Value | None, reason: str, rest: Sequence[int] | None = None) -> None:
        """The siblings after these nodes need not be searched, or those at the places `rest`.

        The cut is made at the parent of the first one, which is worth `value` so far.
        """
        skipped = []
        for child in children:
            moves = list(self.rules.moves(child.parent.state))
            places = range(child.path[-1] + 1, len(moves)) if rest is None else rest
            skipped += [(child.parent, place, moves[place]) for place in places]
        if not skipped:
            return
        if not self.trace.on:
            self.trace.cuts += 1
            return
        for parent, place, move in skipped:
            self._reveal(Node(self.rules.play(parent.state, move), (*parent.path, place), parent, move))
        paths = [(*parent.path, place) for parent, place, _ in skipped]
        self.trace.cut(children[0].parent.path, value, paths, reason)

    def refuted(self, node: Node, value: float, bound: float) -> str:
        """The reason of an alpha-beta cut, if the trace is recorded: the other side has something better above."""
        if not self.trace.on:
            return ""
        other, limit, wanted = ("MIN", "more", "less") if self.is_max(node) else ("MAX", "less", "more")
        here = "nothing here is better" if math.isinf(value) else f"here it is {show(value)} or {limit}"
        place = self._place(node, bound)
        if place is None:
            return f"only {wanted} than {show(bound)} would matter, and {here}"
        return f"{other} has {show(bound)} at {self.trace.name(place)} already, and {here}"

    def _place(self, node: Node, bound: float) -> Path | None:
        """Where a bound comes from: the nearest node above that has this value so far."""
        for length in range(len(node.path) - 1, -1, -1):
            value = self._so_far.get(node.path[:length])
            if isinstance(value, float | int) and abs(value - bound) <= 1e-8 * (self.high - self.low):
                return node.path[:length]
        return None

    def decide(
        self,
        value: Value,
        *,
        exact: bool,
        worth: Callable[[Any], float] | None = None,
        worths: dict[int, float] | None = None,
        first: int | None = None,
    ) -> Trace:
        """The root has its value: choose the first of its best moves, and close the trace.

        `exact`: the values of all root moves are exact, not only bounds; then all the best are known. `worth` is what
        the value of a child is worth to the player who chooses, where he does not take the greatest (MIN: the least);
        `worths` is that for each move, by place, where he does not choose by the value at all. `first` is the place of
        the best move that was found first, where moves were not tried in their order.
        """
        trace = self.trace
        trace.value = plain(value)
        if isinstance(value, Timed) and value.ply:
            trace.ply = int(value.ply)
        moves = self.rules.legal(self.root.state)
        names = [self.rules.write_move(self.root.state, move) for move in moves]
        trace.candidates = {names[place]: plain(trace.at_root[place]) for place in sorted(trace.at_root)}
        if not trace.at_root or self.is_chance(self.root):
            return trace
        greatest = worth is not None or worths is not None or self.is_max(self.root)
        given: dict[int, Any] = worths or {p: worth(v) if worth else v for p, v in sorted(trace.at_root.items())}
        best = max(given.values()) if greatest else min(given.values())
        good = [place for place, v in given.items() if (abs(v - best) <= self.slack if self.slack else v == best)]
        chosen = good[0] if first is None else first
        trace.best_index = chosen
        trace.best = names[chosen]
        trace.moves = tuple(names[place] for place in (good if exact or self.all_moves else [chosen]))
        trace.choose((chosen,), trace.at_root[chosen])
        return trace

    # MAX and MIN at once: what the techniques are written with

    def worst(self, node: Node) -> float:
        """The worst value for the player who moves here."""
        return -math.inf if self.is_max(node) else math.inf

    def prefers(self, node: Node, value: float, other: float) -> bool:
        """Is the value better than the other one for the player who moves here?"""
        return value > other if self.is_max(node) else value < other

    def refutes(self, node: Node, value: float, alpha: float, beta: float) -> bool:
        """Does this value lie outside the window, so that the player above will not come here?"""
        return value >= beta if self.is_max(node) else value <= alpha

    def narrowed(self, node: Node, value: float, alpha: float, beta: float) -> tuple[float, float]:
        """The window for the later children, after one was worth `value`."""
        bound = self.to_beat(node, value)
        return (max(alpha, bound), beta) if self.is_max(node) else (alpha, min(beta, bound))

    def window_edge(self, node: Node, alpha: float, beta: float) -> float:
        """The edge of the window that the other side has set: beta for MAX."""
        return beta if self.is_max(node) else alpha

    def looks(self, node: Node) -> float:
        """What a node looks worth to MAX before any search: e(x), or its utility at the end of the game."""
        return self.utility(node)

    def noisy(self, node: Node) -> bool:
        """Must the state be searched rather than evaluated?"""
        return self.rules.noisy is not None and bool(self.rules.noisy(node.state))

    def check_clock(self) -> None:
        """Raises TimeIsUp if as many nodes were generated, or as much time has passed, as the settings allow."""
        nodes, seconds = self.settings.nodes, self.settings.seconds
        if nodes is not None and self.trace.nodes >= nodes:
            raise TimeIsUp(f"{nodes} nodes")
        if seconds is not None and time.perf_counter() - self.began >= seconds:
            raise TimeIsUp(f"{seconds:g} s")

    # What a drawing needs

    def deepened(self, node: Node) -> None:
        """The depth has grown below this node: where it was a leaf of the drawing, it is one no longer."""
        if self.trace.on:
            self._describe(node)

    def meet(self, node: Node) -> None:
        """A node was met in another way than from the node above: describe it for the drawing."""
        if self.trace.on:
            self._describe(node)

    def _describe(self, node: Node) -> None:
        kind, worth = "leaf", None
        if self.cutoff_test(node):
            worth = self.utilities(node) if self.vectors else self.utility(node)
        elif self.is_chance(node):
            kind = "chance"
        elif self.rules.facts.players == 2 and not self.vectors:
            kind = "max" if self.is_max(node) else "min"
        elif self.vectors:
            kind = f"p{self.mover(node) + 1}"
        else:  # one player is MAX, and all the others are MIN
            kind = f"{'max' if self.is_max(node) else 'min'}{self.mover(node) + 1}"
        move, probability = "", None
        if node.parent is not None:
            move = self.rules.write_move(node.parent.state, node.move)
            if self.is_chance(node.parent):
                assert self.rules.probability is not None
                probability = self.rules.probability(node.parent.state, node.move)
        self.trace.spots[node.path] = Spot(kind, move, probability, worth)
        if self.boards and len(self.trace.boards) < MOST_BOARDS and self.rules.scene is not None:
            self.trace.boards[node.path] = self.rules.scene(node.state, None)

    def _reveal(self, node: Node) -> None:
        """Describe a node that was cut, and what is below it, up to the limit of nodes."""
        self._describe(node)
        self._unseen += 1
        if self.cutoff_test(node):
            return
        for place, move in enumerate(self.rules.moves(node.state)):
            if self._unseen >= MOST_UNVISITED:
                return
            self._reveal(Node(self.rules.play(node.state, move), (*node.path, place), node, move))


def _readable(rules: Rules, state: Any) -> bool:
    """Can the board of a state be read at the size of a node? It has few cells, each with a name of its own."""
    if rules.scene is None or not rules.facts.perfect or rules.is_chance(state):
        return False
    cells = rules.scene(state, None).cells
    return 1 < len(cells) <= READABLE and len({cell.name for cell in cells}) == len(cells)
