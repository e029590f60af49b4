"""The strategies as players: their move, as the result of a search."""

from __future__ import annotations

import time
from functools import partial

from mossa.core.rules import Rules
from mossa.kernel import MossaError, below, u64
from mossa.search.common.results import SearchResult

from .codes import codes_of, consistent
from .rules import COLOURS, GUESSES, PEGS, State
from .strategy import STRATEGIES

__all__ = ["PLAYERS", "advise"]


def advise(rules: Rules, state: State, strategy: str = "expected", seed: int = 0) -> SearchResult:
    """The move of a strategy (`knuth`, `expected`), from what the player to move knows.

    The breaker's value is minus the guesses he needs on average, including those made: exact for the strategy
    `expected` once it searches, else an optimistic estimate. The maker draws a code by the seed.
    """
    if strategy not in STRATEGIES:
        raise MossaError(f"there is no strategy {strategy!r} for Mastermind; there are: {', '.join(STRATEGIES)}")
    if rules.is_over(state):
        raise MossaError("the game is over: there is nothing to guess")
    assert rules.information_state is not None
    began, player = time.perf_counter(), rules.mover(state)
    codes = codes_of(PEGS, COLOURS)
    answers = rules.information_state(state, 1)[1]
    possible = consistent(PEGS, COLOURS, answers)
    choice = STRATEGIES[strategy](codes, possible, tuple(guess for guess, _, _ in answers))
    needed = min(len(answers) + choice.total / len(possible), GUESSES + 1)
    move = below(u64(seed), codes.count) if player == 0 else choice.guess
    return SearchResult(
        move=move,
        value=needed if player == 0 else -needed,
        moves=(move,),
        nodes=choice.sets,
        seconds=time.perf_counter() - began,
        pv=(move,),
    )


PLAYERS = {strategy: partial(advise, strategy=strategy) for strategy in ("expected", *STRATEGIES)}
"""The strategies as players: called with the rules, a state and a seed."""
