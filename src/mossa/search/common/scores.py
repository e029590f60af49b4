"""Scores: the whole numbers that the engines of two-player games compare, always from the mover's side.

A finished game scores

    100 · score(state)          if the game has a scale of its own (Othello's discs, Connect Four's stones left);
                                 `evaluate` then estimates in hundredths of a point of that scale
    ±(WIN · |utility| − ply)    otherwise: a shorter win is better than a longer one, a longer defence than a shorter;
                                 `evaluate` stays below WIN − LONGEST in size

so that every game prefers the shorter win without any code of its own.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_rules
from mossa.core.rules import Rules
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError

__all__ = [
    "INFINITE",
    "POINT",
    "bounds_decide",
    "child_alpha",
    "child_beta",
    "expected_value",
    "from_table",
    "is_proven",
    "known_bounds",
    "require_scores",
    "score_at_least",
    "score_at_most",
    "terminal_score",
    "to_table",
    "turn_sign",
    "value_of",
    "win_score",
]

game: KernelRules = slot("game")

INFINITE = (1 << 23) - 1
"""Beyond every score."""
POINT = 100
"""One point of a game's own scale."""
SCALE = 400
"""The score (hundredths of a point) at which a win is ten times as likely as a loss, unless a game says otherwise."""
NEARLY = 0.9999
"""What a game expects of a score is no nearer to a sure result than this."""
ORDERED = (1 - NEARLY) / (2 * INFINITE)
"""What each hundredth of a point adds to it: a greater score is a greater value, however great both are."""


def terminal_score(state: Any, ply: int) -> int:
    """The score of a finished game at this ply."""
    outcome = game.outcome(state, game.mover(state))
    if game.HAS_SCORE:
        return outcome * POINT
    if outcome > 0:
        return outcome * game.WIN - ply
    if outcome < 0:
        return outcome * game.WIN + ply
    return 0


def score_at_least(outcome: int, ply: int) -> int:
    """The least score of a game that will end with this outcome or a better one."""
    if game.HAS_SCORE:
        return outcome * POINT
    if outcome > 0:
        return outcome * game.WIN - game.LONGEST
    if outcome < 0:
        return outcome * game.WIN + ply
    return 0


def score_at_most(outcome: int, ply: int) -> int:
    """The greatest score of a game that will end with this outcome or a worse one."""
    return -score_at_least(-outcome, ply)


def known_bounds(state: Any, ply: int) -> tuple[int, int]:
    """The bounds of the score that the game knows without a search: at least, at most."""
    if not game.HAS_BOUNDS:
        return -INFINITE, INFINITE
    least, most = game.bounds(state)
    if game.HAS_PLIES_TO_END and least == most and least != 0:
        plies = game.plies_to_end(state)
        if plies >= 0:
            score = least * game.WIN - ply - plies if least > 0 else least * game.WIN + ply + plies
            return score, score
    return score_at_least(least, ply), score_at_most(most, ply)


def bounds_decide(least: int, most: int, alpha: int, beta: int) -> bool:
    """Do these bounds of a score decide a search with this window?"""
    return least >= beta or most <= alpha or least == most


def to_table(score: int, ply: int) -> int:
    """A score for the table: a mate is counted from the node there, not from the root."""
    if game.HAS_SCORE:
        return score
    if score >= game.WIN - game.LONGEST:
        return score + ply
    if score <= game.LONGEST - game.WIN:
        return score - ply
    return score


def from_table(score: int, ply: int) -> int:
    """The inverse of `to_table`."""
    if game.HAS_SCORE:
        return score
    if score >= game.WIN - game.LONGEST:
        return score - ply
    if score <= game.LONGEST - game.WIN:
        return score + ply
    return score


def is_proven(score: int) -> bool:
    """Is the score that of a finished game?"""
    if game.HAS_SCORE:
        return False
    return score >= game.WIN - game.LONGEST or score <= game.LONGEST - game.WIN


def turn_sign(state: Any, child: Any) -> int:
    """The sign that turns a child's score into its parent's: −1, or +1 if the same player moves again."""
    if game.ALTERNATE:
        return -1
    return 1 if game.mover(state) == game.mover(child) else -1


def child_alpha(sign: int, alpha: int, beta: int) -> int:
    """The alpha of a child, from its mover's side."""
    return -beta if sign < 0 else alpha


def child_beta(sign: int, alpha: int, beta: int) -> int:
    """The beta of a child, from its mover's side."""
    return -alpha if sign < 0 else beta


@lru_cache
def win_score(game: Game) -> int:
    """The score of a utility of 1 (`game.WIN` in the kernels)."""
    return int(kernel_rules(game.rules)["WIN"])


def require_scores(game: Game) -> None:
    """Refuse, in one sentence, a game that these engines cannot score."""
    facts = game.two_sided.facts
    wrong = (
        f"has {facts.players} players"
        if facts.players != 2
        else "has chance"
        if facts.chance
        else "hides information"
        if not facts.perfect
        else "is not zero-sum"
        if not facts.zero_sum
        else "has utilities that are not whole numbers"
        if not facts.whole and facts.score is None
        else "has utilities too large to score"
        if win_score(game) <= 4 * facts.horizon and facts.score is None
        else ""
    )
    if wrong:
        raise MossaError(
            f"{game.name} {wrong}; alpha-beta plays zero-sum games of two players with perfect information, "
            "no chance and whole-numbered utilities"
        )


def value_of(game: Game, score: int, exact: bool = True) -> float:
    """A score as a utility, or as an estimate of one strictly between the bounds.

    An `exact` score of a game's own scale counts as won or lost by its sign, if it is at least a point.
    """
    worst, best = game.facts.utility
    win = win_score(game)
    if game.facts.score is not None:
        if tuple(game.facts.score) == tuple(game.facts.utility):
            return score / POINT
        if exact:
            return best if score >= POINT else worst if score <= -POINT else 0.0
        return expected_value(game.rules, score)
    if abs(score) >= win - game.facts.horizon:
        utility = (abs(score) + game.facts.horizon) // win
        return float(utility if score > 0 else -utility)
    return expected_value(game.rules, score)


def expected_value(rules: Rules, score: int) -> float:
    """The expected utility of an unfinished state that was given this score, for the same side.

    >>> import mossa
    >>> rules = mossa.game("connect4").rules
    >>> expected_value(rules, 0), round(expected_value(rules, SCALE), 2)
    (0.0, 0.82)
    """
    if rules.expected is not None:
        share = rules.expected(score)
    else:
        share = math.tanh(score * math.log(10) / (2 * SCALE))
    worst, best = rules.facts.utility
    middle, half = (worst + best) / 2, (best - worst) / 2
    return middle + half * (max(-NEARLY, min(NEARLY, share)) + ORDERED * score)
