"""Information-set Monte Carlo tree search with regret matching: for games with secrets that are too big to unfold.

Each simulation deals the hidden cards anew, in agreement with what the player at the root knows, and goes down a tree
whose nodes are information states: what looks the same to the player who moves is one node [Cowling12]. A player
chooses by regret matching [HartMasColell00], with some exploration; what a move is worth is estimated from the one move
that was made, with the mean of the move so far as the baseline of the others, which takes most of the noise away
[Schmid19]. The answer is the average strategy at the root: mixed where it has to be. The rest of a line, below the
first new node, is played at random.

Interpreted, since `information_state` and `redeal` are plain Python of any kind.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable
from dataclasses import dataclass

from mossa.core.facts import CHANCE
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

__all__ = ["InformationSetSearch", "refuses_information_sets"]

EXPLORATION = 0.2
"""The share of uniform choices in a simulation."""
FORGET = 0.999
"""Regrets are multiplied by this at each visit: those of the first, random simulations fade."""
WINDOW = 500
"""The mean of a move is over about this many of its last simulations."""
FEWEST = 200
"""Simulations that are made however short the time, unless the search is stopped."""
WITHOUT_LIMIT = 5000
"""Simulations where nothing limits them."""
MOST_NODES = 1_000_000
"""A tree with this many nodes grows no further."""


@dataclass(slots=True)
class Node:
    """What is known of the moves of one information state."""

    moves: tuple[int, ...]
    regrets: list[float]
    shares: list[float]
    """Sums of the strategies, for the average."""
    means: list[float]
    visits: list[int]

    def strategy(self) -> list[float]:
        """Regret matching: in proportion to the regrets above 0; uniform where there are none."""
        positive = [max(regret, 0.0) for regret in self.regrets]
        total = sum(positive)
        return [one / total for one in positive] if total > 0 else [1 / len(positive)] * len(positive)


def refuses_information_sets(game: Game) -> str:
    """Why this search is not for a game, or an empty text."""
    return "is for games with hidden information or simultaneous moves" if game.facts.perfect else ""


class InformationSetSearch:
    """The search for one game; nothing is kept from move to move."""

    def __init__(self, game: Game) -> None:
        if refuses_information_sets(game):
            raise MossaError(f"{game.name} hides nothing: information-set search {refuses_information_sets(game)}")
        self.game, self.rules = game, game.rules
        low, high = game.facts.utility
        self.range = float(high - low)
        self.nodes: dict[tuple[int, Hashable], Node] = {}

    def search(self, state: State, limits: Limits | None = None, *, seed: int = 0) -> SearchResult:
        """The average strategy of the mover, as far as he knows the state; the same for the same seed and `nodes`
        (simulations)."""
        limits, begin, rules = limits or Limits(), time.perf_counter(), self.rules
        if rules.is_over(state):
            raise MossaError("the game is over: there is nothing to search")
        player = rules.mover(state)
        if player == CHANCE:
            raise MossaError("chance moves here: there is nothing to choose")
        assert rules.redeal is not None
        assert rules.information_state is not None
        self.nodes, draw = {}, random.Random(seed)
        most = limits.nodes or (WITHOUT_LIMIT if limits.time is None else 1 << 60)
        simulations = 0
        while simulations < most and not limits.stop.is_set():
            late = limits.time is not None and time.perf_counter() - begin >= limits.time
            if late and simulations >= min(most, FEWEST):
                break
            self._simulate(self._dealt(state, player, draw), draw)
            simulations += 1
        root = self.nodes.get((player, rules.information_state(state, player)))
        if root is None:
            moves = tuple(rules.moves(state))
            root = Node(moves, [0.0] * len(moves), [1.0] * len(moves), [0.0] * len(moves), [0] * len(moves))
        return self._answer(root, simulations, time.perf_counter() - begin)

    def _dealt(self, state: State, player: int, draw: random.Random) -> State:
        """A state that agrees with what the player knows; every second one is dealt again from another player's side.

        The others do not know what the player holds: they must not learn to play against his cards alone.
        """
        redeal, players = self.rules.redeal, self.game.facts.players
        assert redeal is not None
        dealt = redeal(state, player, u64(draw.getrandbits(64)))
        if players > 1 and draw.random() < 0.5:
            other = draw.choice([one for one in range(players) if one != player])
            dealt = redeal(dealt, other, u64(draw.getrandbits(64)))
        return dealt

    def _answer(self, root: Node, simulations: int, seconds: float) -> SearchResult:
        total = sum(root.shares)
        shares = [share / total for share in root.shares] if total > 0 else root.strategy()
        kept = [share if share >= max(shares) / 50 else 0.0 for share in shares]  # the traces of exploration
        shares = [share / sum(kept) for share in kept]
        best = max(range(len(shares)), key=shares.__getitem__)
        means = dict(zip(root.moves, root.means, strict=True))
        return SearchResult(
            root.moves[best],
            sum(share * mean for share, mean in zip(shares, root.means, strict=True)),
            tuple(move for move, share in zip(root.moves, shares, strict=True) if share > 0),
            nodes=simulations,
            seconds=seconds,
            pv=(root.moves[best],),
            candidates=tuple(sorted(means.items(), key=lambda item: -item[1])),
            probabilities=tuple(zip(root.moves, shares, strict=True)),
        )

    def _simulate(self, state: State, draw: random.Random) -> None:
        """One line to its end, and what follows from it for the nodes on it."""
        rules, path = self.rules, []
        information_state = rules.information_state
        assert information_state is not None
        new, plies = False, 0
        while not new and plies < self.game.facts.horizon:
            moves = rules.legal(state)
            if not moves:
                break
            plies += 1
            player = rules.mover(state)
            if player == CHANCE:
                state = rules.play(state, self._outcome(state, moves, draw))
                continue
            known = player, information_state(state, player)
            node = self.nodes.get(known)
            if node is None:
                new, n = True, len(moves)
                if len(self.nodes) >= MOST_NODES:
                    break
                node = self.nodes[known] = Node(tuple(moves), [0.0] * n, [0.0] * n, [0.0] * n, [0] * n)
            strategy = node.strategy()
            n = len(strategy)
            chances = [(1 - EXPLORATION) * share + EXPLORATION / n for share in strategy]
            at = draw.choices(range(n), chances)[0]
            path.append((node, player, at, strategy, chances[at]))
            state = rules.play(state, node.moves[at])
        utilities = self._play_out(state, plies, draw)
        for node, player, at, strategy, chance in reversed(path):
            _learn(node, at, strategy, chance, utilities[player])

    def _outcome(self, state: State, moves: list[int], draw: random.Random) -> int:
        probability = self.rules.probability
        assert probability is not None
        return draw.choices(moves, [probability(state, move) for move in moves])[0]

    def _play_out(self, state: State, plies: int, draw: random.Random) -> tuple[float, ...]:
        """Random moves to the end; beyond the longest game nobody has won."""
        rules = self.rules
        while plies < self.game.facts.horizon:
            moves = rules.legal(state)
            if not moves:
                return rules.utilities(state)
            chance = rules.mover(state) == CHANCE
            state = rules.play(state, self._outcome(state, moves, draw) if chance else draw.choice(moves))
            plies += 1
        return (0.0,) * self.game.facts.players


def _learn(node: Node, at: int, strategy: list[float], chance: float, utility: float) -> None:
    """Add what one simulation says to the regrets, the average strategy and the means of a node."""
    worths = list(node.means)
    worths[at] += (utility - worths[at]) / chance
    expected = sum(share * worth for share, worth in zip(strategy, worths, strict=True))
    for i, worth in enumerate(worths):
        node.regrets[i] = FORGET * node.regrets[i] + worth - expected
        node.shares[i] = FORGET * node.shares[i] + strategy[i]
    node.visits[at] += 1
    node.means[at] += (utility - node.means[at]) / min(node.visits[at], WINDOW)
