"""Naive oracles for games with hidden information: every history by recursion, CFR with dictionaries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Any

from mossa.core import CHANCE, Rules
from mossa.kernel import u64


def histories(rules: Rules, state: Any = None, chance: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """Every history from the start, with the probability of its chance outcomes."""
    state = rules.start() if state is None else state
    yield state, chance
    for move in rules.legal(state):
        share = Fraction(rules.probability(state, move)).limit_denominator(1000) if rules.is_chance(state) else 1
        yield from histories(rules, rules.play(state, move), chance * share)


def check_redeal(rules: Rules, draws: int) -> None:
    """What a player knows survives a redeal, and states are drawn as often as chance alone makes them.

    Chance alone: every state that agrees with what the player knows counts with the probability of its chance outcomes,
    and a secret choice of another player counts as drawn evenly.
    """
    met = list(histories(rules))
    for player in range(rules.facts.players):
        agreeing: dict[Any, Counter[Any]] = defaultdict(Counter)
        for state, chance in met:
            agreeing[rules.information_state(state, player)][state] += chance
        for known, states in agreeing.items():
            some = next(iter(states))
            drawn = Counter(rules.redeal(some, player, u64(seed)) for seed in range(draws if len(states) > 1 else 3))
            assert all(rules.information_state(state, player) == known for state in drawn)
            assert set(drawn) == set(states), "every state that agrees is drawn, and no other"
            total = sum(states.values())
            for state, weight in states.items():
                share = float(weight / total)
                spread = (share * (1 - share) / drawn.total()) ** 0.5
                assert abs(drawn[state] / drawn.total() - share) <= 5 * spread


def naive_cfr(rules: Rules, iterations: int, plus: bool) -> dict[tuple[int, Any], dict[int, float]]:
    """The average strategies of CFR or CFR+, by plain recursion and dictionaries by what a player knows."""
    regret: dict[tuple[int, Any], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    total: dict[tuple[int, Any], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    frozen: dict[tuple[int, Any], dict[int, float]] = {}

    def strategy(known: tuple[int, Any], moves: list[int]) -> dict[int, float]:
        """By the regrets before this traversal began."""
        if known not in frozen:
            positive = {move: max(0.0, regret[known][move]) for move in moves}
            everything = sum(positive.values())
            frozen[known] = {m: p / everything if everything else 1 / len(moves) for m, p in positive.items()}
        return frozen[known]

    def visit(state: Any, reach: list[float], chance: float, updating: int, weight: int) -> float:
        if rules.is_over(state):
            return rules.utility(state, updating)
        mover, moves = rules.mover(state), rules.legal(state)
        if mover == CHANCE:
            shares = {move: rules.probability(state, move) for move in moves}
            return sum(
                share * visit(rules.play(state, move), reach, chance * share, updating, weight)
                for move, share in shares.items()
            )
        known = mover, rules.information_state(state, mover)
        shares = strategy(known, moves)
        values = {}
        for move in moves:
            further = [r * shares[move] if player == mover else r for player, r in enumerate(reach)]
            values[move] = visit(rules.play(state, move), further, chance, updating, weight)
        value = sum(shares[move] * values[move] for move in moves)
        if mover == updating:
            others = chance * prod(r for player, r in enumerate(reach) if player != mover)
            for move in moves:
                regret[known][move] += others * (values[move] - value)
                total[known][move] += weight * reach[mover] * shares[move]
        return value

    for iteration in range(1, iterations + 1):
        for player in range(rules.facts.players):
            frozen.clear()
            visit(rules.start(), [1.0] * rules.facts.players, 1.0, player, iteration if plus else 1)
            if plus:
                for known in regret:
                    regret[known] = defaultdict(float, {m: max(0.0, r) for m, r in regret[known].items()})
    return {known: {m: t / sum(ts.values()) for m, t in ts.items()} for known, ts in total.items() if sum(ts.values())}
