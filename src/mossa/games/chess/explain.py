"""The evaluation of a position explained: every feature, and what it contributes for each side.

The functions of `evaluation.py` add up weights. Given a table of symbols in place of numbers, they return how often
each weight was added: the features of the position. So no feature is written twice, and whatever the evaluation counts
can be explained and fitted. The network's correction is one more number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mossa.core.explanation import Explanation, Feature

from .board import BLACK, WHITE, State, mover
from .endgame_evaluation import FULL_SCALE, scale
from .evaluation import (
    FULL_PHASE,
    TEMPO,
    evaluate,
    expected,
    other_features,
    phase,
    refine,
    scratch,
    structure_features,
)
from .fen import SIDES
from .piece_features import piece_features
from .weights import GROUPS, Pair, parts_of, weights

__all__ = ["ChessExplanation", "WeightCounts", "counts", "explain"]

NETWORK = "what a network adds to these features, for White"


class WeightCounts(dict[int, int]):
    """A symbolic sum of weights: number of the weight → how often it is added."""

    def __add__(self, other: Any) -> WeightCounts:
        total = WeightCounts(self)
        for weight, count in other.items():
            total[weight] = total.get(weight, 0) + count
        return total

    def __sub__(self, other: Any) -> WeightCounts:
        return self + WeightCounts(other) * -1

    def __mul__(self, times: int) -> WeightCounts:
        return WeightCounts({weight: count * int(times) for weight, count in self.items()})


class SymbolicWeights:
    """A table of symbolic weights."""

    def __getitem__(self, weight: int) -> WeightCounts:
        return WeightCounts({int(weight): 1})


def counts(state: State, side: int) -> dict[tuple[str, int], int]:
    """(group, number) of a weight → how often it counts for a side; `tempo` included."""
    camps = [piece_features(state, one, SymbolicWeights()) for one in (WHITE, BLACK)]
    terms: Any = structure_features(state, side, SymbolicWeights())
    terms += other_features(state, side, camps[side], camps[1 - side], SymbolicWeights())
    if side == mover(state):
        terms += WeightCounts({TEMPO: 1})
    found: dict[tuple[str, int], int] = {}
    for place, count in terms.items():
        for part in parts_of(place) if count else ():
            found[part] = found.get(part, 0) + count
    return found


@dataclass(frozen=True)
class ChessExplanation(Explanation):
    """An evaluation by features, with what mixes and scales them. All scores are White's, in hundredths of a pawn.

    The features add up to `score`, except for `scale` (which does not apply to the network) and the mop-up of a bare
    king.
    """

    expected: float
    """The expected result for White, from −1 to +1."""
    phase: float
    """1 in the middle game, 0 in an ending without pieces: how the two weights of a feature are mixed."""
    scale: float
    """The part of the advantage that counts; below 1 where such endings are often drawn."""

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it; scores in hundredths of a pawn."""
        features = [
            {"name": one.name, "about": one.about, "white": white, "black": black, "balance": one.balance}
            | ({} if one.phases is None else dict(zip(("middle_game", "ending"), one.phases, strict=True)))
            for one, white, black in self._by_side()
        ]
        summary = {"score": self.score, "expected": self.expected, "phase": self.phase, "scale": self.scale}
        return {**summary, "features": features}

    def lines(self) -> list[str]:
        """As text."""
        rows = [f"{'':24} {SIDES[0]:>7} {SIDES[1]:>7} {'balance':>8} {'middle game':>12} {'ending':>7}"]
        for one, white, black in self._by_side():
            row = f"{one.name:24} {white / 100:+z7.2f} {black / 100:+z7.2f} {one.balance / 100:+z8.2f}"
            phases = "" if one.phases is None else f" {one.phases[0] / 100:+z12.2f} {one.phases[1] / 100:+z7.2f}"
            rows.append(row + phases)
        scale = f", {self.scale:.0%} of the advantage: such endings are often drawn" if self.scale < 1 else ""
        rows.append(f"{self.score / 100:+z.2f} pawns for White: expected result {self.expected:+z.2f}")
        rows.append(f"{self.phase:.0%} middle game{scale}")
        return rows

    def _by_side(self) -> Iterator[tuple[Feature, float, float]]:
        for one in self.features:
            white, black = one.sides or (one.balance, 0.0)
            yield one, white, black


def explain(state: State) -> ChessExplanation:
    """The features of a position and what each contributes, for both sides."""
    stage, counted = phase(state), [counts(state, side) for side in (WHITE, BLACK)]
    now, middle, ending = ([contributions(one, at) for one in counted] for at in (stage, FULL_PHASE, 0))
    found = [
        Feature(
            group,
            about,
            now[WHITE][group] - now[BLACK][group],
            (now[WHITE][group], now[BLACK][group]),
            (middle[WHITE][group] - middle[BLACK][group], ending[WHITE][group] - ending[BLACK][group]),
        )
        for group, (_, about) in GROUPS.items()
        if now[WHITE][group] or now[BLACK][group]
    ]
    sign = -1 if mover(state) else 1
    summed, seen = evaluate(state) * sign, refine(state, scratch()) * sign
    if seen:
        found.append(Feature("network", NETWORK, seen, (seen, 0)))
    ahead = scale(state, (summed > 0) == (mover(state) == WHITE))
    return ChessExplanation(
        score=summed + seen,
        features=tuple(sorted(found, key=lambda feature: -abs(feature.balance))),
        player=SIDES[WHITE],
        unit="pawns",
        expected=expected(summed + seen),
        phase=stage / FULL_PHASE,
        scale=ahead / FULL_SCALE,
    )


def contributions(counted: dict[tuple[str, int], int], stage: int) -> dict[str, float]:
    """What each group contributes for one side, with the weights of this phase of the game."""
    known, part = weights(), dict.fromkeys(GROUPS, 0.0)
    for (group, i), count in counted.items():
        part[group] += count * mixed(known[group][i], stage)
    return part


def mixed(pair: Pair, stage: int) -> float:
    """A weight between middle game and ending."""
    return (pair[0] * stage + pair[1] * (FULL_PHASE - stage)) / FULL_PHASE
