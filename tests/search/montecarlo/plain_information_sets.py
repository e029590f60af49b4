"""Information-set search once more, with dictionaries and lists: what the engine must find, number for number."""

from __future__ import annotations

import math
from typing import Any

from mossa.core.facts import CHANCE
from mossa.core.game import Game
from mossa.kernel.random_numbers import below, draw, next_seed, uniform
from mossa.kernel.words import u64
from mossa.search.montecarlo.information_options import chosen_options

__all__ = ["PlainSearch"]


class Move:
    """What is known of one move of one information state."""

    def __init__(self) -> None:
        self.visits = self.turns = self.mean = self.regret = self.share = 0.0


class PlainSearch:
    """The search for one game, without limits of memory."""

    def __init__(self, game: Game, options: dict[str, float]) -> None:
        self.game, self.rules, self.options = game, game.rules, chosen_options(game, options)
        self.nodes: dict[Any, dict[int, Move]] = {}
        self.seed = u64(0)

    def number(self) -> u64:
        """The next state of the random numbers."""
        self.seed = next_seed(self.seed)
        return self.seed

    def search(self, state: Any, simulations: int, seed: int) -> dict[int, Move]:
        """What is known of the moves at the root, after so many simulations."""
        self.seed, self.observer = u64(seed), self.rules.mover(state)
        for _ in range(simulations):
            self.simulate(self.dealt(state))
        return self.nodes.get(self.name(state, self.observer), {})

    def name(self, state: Any, mover: int) -> Any:
        watcher = self.observer if self.options["single"] else mover
        return watcher, mover, self.rules.information_state(state, watcher)

    def dealt(self, state: Any) -> Any:
        state, players = self.rules.redeal(state, self.observer, draw(self.number())), self.game.facts.players
        if players > 1 and self.options["others"] > 0 and uniform(self.number()) < self.options["others"]:
            other = [one for one in range(players) if one != self.observer][below(self.number(), players - 1)]
            state = self.rules.redeal(state, other, draw(self.number()))
        return state

    def simulate(self, state: Any) -> None:
        rules, path, new = self.rules, [], False
        while not new:
            if rules.is_over(state) or self.is_next_deal(state):
                break
            mover, moves = rules.mover(state), [] if rules.is_sampled(state) else rules.legal(state)
            if mover == CHANCE or len(moves) == 1:
                state = rules.play(state, self.outcome(state, moves) if mover == CHANCE else moves[0])
                continue
            node = self.nodes.setdefault(self.name(state, mover), {})
            choose = self.by_regret if self.options["regret"] else self.by_ucb
            move, strategy, chance, new = choose(node, moves)
            path.append((node, mover, move, strategy, chance))
            state = rules.play(state, move)
        utilities = self.play_out(state)
        for node, mover, move, strategy, chance in reversed(path):
            self.learn(node, move, strategy, chance, utilities[mover])

    def by_regret(self, node: dict[int, Move], moves: list[int]) -> Any:
        for move in moves:
            node.setdefault(move, Move())
        turns, n = max(node[move].turns for move in moves), len(moves)
        positive = [max(node[move].regret, 0.0) for move in moves]
        total = sum(positive)
        strategy = [one / total if total > 0 else 1 / n for one in positive]
        exploration = self.options["even"] * math.sqrt(min(1, self.options["window"] / (1 + turns)))
        chances = [(1 - exploration) * share + exploration / n for share in strategy]
        point, reached, at = uniform(self.number()), 0.0, n - 1
        for i in range(n - 1):
            reached += chances[i]
            if point < reached:
                at = i
                break
        return moves[at], dict(zip(moves, strategy, strict=True)), chances[at], turns == 0

    def by_ucb(self, node: dict[int, Move], moves: list[int]) -> Any:
        untried = [move for move in moves if move not in node or not node[move].visits]
        known = [move for move in moves if move not in untried]
        if untried:
            move = untried[below(self.number(), len(untried))]
            node[move] = Move()
            return move, dict.fromkeys([*known, move], 0.0), 1.0, True
        low, high = self.game.facts.utility
        scale = self.options["exploration"] * (high - low)

        def bound(move: int) -> float:
            one = node[move]
            return one.mean + scale * math.sqrt(math.log(one.turns + 1) / one.visits)

        return max(known, key=bound), dict.fromkeys(known, 0.0), 1.0, False

    def learn(
        self, node: dict[int, Move], made: int, strategy: dict[int, float], chance: float, utility: float
    ) -> None:
        regret, fading = bool(self.options["regret"]), self.options["fading"]
        window = self.options["window"] if regret else math.inf
        worths = {move: node[move].mean for move in strategy}
        worths[made] += (utility - worths[made]) / chance
        expected = 0.0
        for move, share in strategy.items():
            expected += share * worths[move]
        for move, share in strategy.items():
            one = node[move]
            one.turns += 1
            if regret:
                kept = 1 - 1 / max(window, fading * one.turns)
                one.regret = kept * one.regret + worths[move] - expected
                one.share = kept * one.share + share
        one = node[made]
        one.visits += 1
        one.mean += (utility - one.mean) / min(one.visits, max(window, fading * one.visits))

    def play_out(self, state: Any) -> tuple[float, ...]:
        rules = self.rules
        guided = self.options["guided"] and rules.rollout_move is not None
        while not rules.is_over(state):
            if self.is_next_deal(state):
                scratch = rules.scratch()
                return tuple(rules.estimate(state, player, scratch) for player in range(self.game.facts.players))
            if rules.is_chance(state):
                state = rules.play(state, self.outcome(state, [] if rules.sampled else rules.legal(state)))
            elif guided:
                state = rules.play(state, rules.rollout_move(state, self.number()))
            else:
                moves = rules.legal(state)
                state = rules.play(state, moves[below(self.number(), len(moves))])
        return rules.utilities(state)

    def is_next_deal(self, state: Any) -> bool:
        return bool(self.options["one_deal"]) and self.rules.estimate is not None and self.rules.is_chance(state)

    def outcome(self, state: Any, moves: list[int]) -> int:
        if self.rules.sample is not None:
            return self.rules.sample(state, self.number())
        point, reached = uniform(self.number()), 0.0
        for move in moves[:-1]:
            reached += self.rules.probability(state, move)
            if point < reached:
                return move
        return moves[-1]
