"""Two players of a series: one that cannot be foreseen, and one that looks for habits in the other's choices."""

from __future__ import annotations

from mossa.core.rules import Rules
from mossa.kernel import below, u64
from mossa.search.common.results import SearchResult

from .rules import State, information_state, lead

__all__ = ["PLAYERS", "foreseen"]

MEMORY = 2
"""The rounds before, at most, that are compared."""


def unpredictable(rules: Rules, state: State, *, seed: u64) -> SearchResult:
    """Each sign with probability 1/3: on average nobody wins against it, and it against nobody."""
    move = below(seed, 3)
    ahead = lead(state) if rules.mover(state) == 0 else -lead(state)
    shares = tuple((sign, 1 / 3) for sign in range(3))
    return SearchResult(move=move, value=float(ahead), moves=(move,), pv=(move,), probabilities=shares)


def predictor(rules: Rules, state: State, *, seed: u64) -> SearchResult:
    """What beats the sign that the other player chose most often after rounds like the last ones."""
    expected = foreseen(state, 1 - rules.mover(state))
    move = below(seed, 3) if expected is None else (expected + 1) % 3
    ahead = lead(state) if rules.mover(state) == 0 else -lead(state)
    return SearchResult(move=move, value=float(ahead), moves=(move,), pv=(move,))


def foreseen(state: State, player: int) -> int | None:
    """The sign to expect of a player, from the finished rounds; None if there is nothing to go by."""
    choices, made = information_state(state, 1 - player)
    rounds = [choices[at : at + 2] for at in range(0, made - 1, 2)]
    for length in range(min(MEMORY, len(rounds) - 1), -1, -1):
        context = rounds[len(rounds) - length :]
        after = [rounds[i + length][player] for i in range(len(rounds) - length) if rounds[i : i + length] == context]
        if after:
            return max(after, key=after.count)
    return None


PLAYERS = {"unpredictable": unpredictable, "predictor": predictor}
"""The players: called with the rules, a state and a seed."""
