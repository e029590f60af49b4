"""A team against the other players: partners with the same interest who do not know the same.

North sees his own cards, South his; so the two are not one player with perfect recall, and the sequence form of one
against one does not hold for them. What they can do is to agree, before the cards are dealt, on a **joint plan**: what
each will do in all that he may see. There are as many as pairs of pure strategies. Two questions have exact answers:

- the **secret** value: the team draws one of several joint plans by lot, out of the others' hearing. That is a matrix
  game with a row for each joint plan, solved by a linear program (the team-maxmin equilibrium with a coordination
  device, [CelliGatti18]).
- the **open** value: the others know which plan was agreed on, as at bridge, where the meaning of every card must be
  told if they ask. The best joint plan against the best reply to it.

Secret ≥ open; the difference is what it is worth not to be read. The others, if several, play as a team too.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from mossa.core.rules import Rules
from mossa.kernel.errors import MossaError

from .extensive_form import Extensive, Floats, unfold
from .normal_form import normal_form, solve_zero_sum

__all__ = ["TeamSolution", "solve_team"]

NEGLIGIBLE = 1e-9
"""Plans that are less likely are left out of an answer."""


@dataclass(frozen=True, eq=False)
class TeamSolution:
    """What a team can get, all its members together."""

    team: tuple[int, ...]
    plans: tuple[tuple[str, ...], ...]
    """The joint plans: for each member his moves in all that he may see."""
    payoffs: Floats
    """[joint plans, joint plans of the others] what the team gets."""
    secret: float
    """If the plan is drawn in secret."""
    mix: Floats
    """The probability of each joint plan then."""
    open: float
    """If the others know the plan."""
    open_plan: int
    """A joint plan that gets it."""

    def worst(self, mix: Floats) -> float:
        """What a mix of joint plans gets against the best reply to it."""
        return float((mix @ self.payoffs).min())

    def exploitability(self, mix: Floats) -> float:
        """How much less than the secret value a mix of joint plans gets from those who know the mix, not the lot."""
        return max(0.0, self.secret - self.worst(mix))

    def likely(self) -> list[tuple[tuple[str, ...], float]]:
        """The joint plans that are drawn at all, the likeliest first."""
        order = np.argsort(-self.mix, kind="stable")
        return [(self.plans[row], float(self.mix[row])) for row in order if self.mix[row] > NEGLIGIBLE]


def solve_team(game: Rules | Extensive, team: Collection[int]) -> TeamSolution:
    """The secret and the open value of a team, by its joint plans; a MossaError where there are too many.

    >>> import mossa
    >>> found = solve_team(mossa.game("docs/examples/signal.py").rules, (0, 2))
    >>> round(found.secret, 9), round(found.open, 9)
    (0.5, 0.0)
    """
    form = game if isinstance(game, Extensive) else unfold(game)
    members = tuple(sorted(set(team)))
    others = tuple(player for player in range(form.players) if player not in members)
    if not members or not others or not set(members) <= set(range(form.players)):
        raise MossaError(f"a team is some of the {form.players} players, and not all of them")
    if not form.rules.facts.zero_sum:
        raise MossaError("a team is solved where the utilities of all players add up to 0")
    table = normal_form(form)
    counts = [len(names) for names in table.names]
    rows, columns = (math.prod(counts[player] for player in side) for side in (members, others))
    won = table.payoffs[list(members)].sum(axis=0)
    payoffs = won.transpose(*members, *others).reshape(rows, columns)
    solved = solve_zero_sum(payoffs)
    guaranteed = payoffs.min(axis=1)
    best = int(guaranteed.argmax())
    plans = tuple(
        tuple(table.names[player][choice] for player, choice in zip(members, choices, strict=True))
        for choices in np.ndindex(*(counts[player] for player in members))
    )
    return TeamSolution(members, plans, payoffs, solved.values[0], solved.row, float(guaranteed[best]) + 0.0, best)
