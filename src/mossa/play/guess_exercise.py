"""Lose to strategy fusion yourself: the student plays MAX in a card game, does not see MIN's hand, and has to guess.

One deal is drawn by a seed. MIN, who sees everything, plays an equilibrium. Before each decision of the student the
exercise knows two things: what each card would be worth in each deal that is still possible *if the cards lay open*
(what averaging over clairvoyance adds up), and what it is worth to one who does not see them. At the end it shows what
the same decisions would have brought in the other deals: the student has seen one of them, the mean is what counts.

Nothing is remembered between calls: the seed and the student's moves are the exercise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import mossa
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.search.textbook.clairvoyance import averaged, best_defence, worlds_of

from .seeded_random import derive_seed

if TYPE_CHECKING:
    from mossa.search.equilibrium.policy import Policy

__all__ = ["GuessChoice", "GuessStep", "guess_step"]

GAME = "cards"
STUDENT, OPPONENT = 0, 1


@dataclass(frozen=True)
class GuessChoice:
    """A card that the student may play."""

    move: str
    open: tuple[float, ...]
    """Its value in each deal that is still possible, if the cards lay open."""
    mean: float
    """Their mean: what averaging over clairvoyance thinks of it."""
    exact: float
    """What it is worth to one who will not see them."""


@dataclass(frozen=True)
class GuessStep:
    """The exercise after some moves of the student."""

    seed: int
    moves: tuple[str, ...]
    """The student's."""
    played: tuple[str, ...]
    """All cards, in order, with MIN's and the forced ones."""
    table: Position
    deals: tuple[str, ...]
    """MIN's hands that are still possible."""
    choices: tuple[GuessChoice, ...]
    """Empty at the end."""
    guess: bool
    """Is there a best card in each deal, but none that is best in all?"""
    result: float | None
    """At the end: what the student has won."""
    dealt: str
    """At the end: MIN's hand."""
    results: dict[str, float]
    """At the end: by MIN's hand, what the same decisions win."""

    @property
    def average(self) -> float | None:
        """At the end: the mean over the deals, alike likely."""
        return sum(self.results.values()) / len(self.results) if self.results else None

    def as_dict(self) -> dict[str, Any]:
        """As JSON; what the cards are worth to one who does not see them is told at the end only."""
        lead = guess_step(self.seed) if self.moves else self
        return {
            "seed": self.seed,
            "moves": list(self.moves),
            "played": list(self.played),
            "hand": [self.table.write_move(card) for card in _hand(self.table)],
            "deals": list(self.deals),
            "choices": [{"move": one.move, "open": list(one.open), "mean": one.mean} for one in self.choices],
            "guess": self.guess,
            "result": self.result,
            "dealt": self.dealt,
            "results": self.results,
            "average": self.average,
            "leads": {one.move: one.exact for one in lead.choices} if self.result is not None else {},
        }


def guess_step(seed: int, moves: Sequence[str] = ()) -> GuessStep:
    """Where the exercise stands after these moves of the student; a MossaError for a card that he cannot play.

    >>> step = guess_step(1, ["♣8"])
    >>> step.played, step.guess, [choice.move for choice in step.choices]
    (('♣8', '♣9', '♠4'), True, ['♣7', '♦6', '♥6'])
    """
    game, policy = _solved()
    start = game.start()
    dealt = start.legal[derive_seed(seed, 0) % len(start.legal)]
    at, played, used = _follow(start.play(dealt), moves, policy)
    if len(used) < len(moves):
        raise MossaError(f"the game is over after {' '.join(used)}: {len(moves)} cards are too many")
    shared: dict[str, Any] = {"seed": seed, "moves": tuple(used), "played": played, "table": at}
    if at.is_over:
        results = {start.write_move(deal): _result(start.play(deal), used, policy) for deal in start.legal}
        result = float(game.rules.utility(at.state, STUDENT))
        return GuessStep(
            **shared, deals=(), choices=(), guess=False, result=result, dealt=start.write_move(dealt), results=results
        )
    worlds = _alike(start, played, at)
    moves_open = averaged(game.rules, worlds, STUDENT)
    moves_exact = best_defence(game.rules, worlds, STUDENT)
    shares = [share for _, share in worlds]

    def mean(values: Sequence[float]) -> float:
        return sum(share * float(value) for share, value in zip(shares, values, strict=True))

    choices = tuple(
        GuessChoice(at.write_move(move), tuple(map(float, values)), mean(values), mean(moves_exact[move]))
        for move, values in moves_open.items()
    )
    best = [max(choice.open[i] for choice in choices) for i in range(len(worlds))]
    return GuessStep(
        **shared,
        deals=tuple(start.write_move(world.deal) for world, _ in worlds),
        choices=choices,
        guess=not any(all(a >= b for a, b in zip(choice.open, best, strict=True)) for choice in choices),
        result=None,
        dealt="",
        results={},
    )


def _hand(at: Position) -> list[int]:
    """The cards that the student holds."""
    cards = at.state.ours
    return [card for card in range(52) if cards >> card & 1]


@lru_cache(maxsize=1)
def _solved() -> tuple[Game, Policy]:
    game = mossa.game(GAME)
    from mossa.search.equilibrium.policy import solve_policy

    return game, solve_policy(game.rules)


def _follow(
    at: Position, moves: Sequence[str], policy: Policy, *, strict: bool = True
) -> tuple[Position, tuple[str, ...], list[str]]:
    """Play the student's moves, MIN's replies and what is forced, up to the next decision of the student.

    A move that cannot be made is a MossaError, or if it is not `strict`, a decision that is still open.
    """
    played: list[str] = []
    used: list[str] = []
    while not at.is_over:
        if at.mover == OPPONENT:
            shares = policy.probabilities(at.state)
            move = max(shares, key=shares.__getitem__)
        elif len(at.legal) == 1:
            move = at.legal[0]
        elif len(used) < len(moves) and (strict or moves[len(used)] in at.moves):
            move = at.read_move(moves[len(used)])
            used.append(at.write_move(move))
        else:
            break
        played.append(at.write_move(move))
        at = at.play(move)
    return at, tuple(played), used


def _result(at: Position, moves: Sequence[str], policy: Policy) -> float:
    """What the same decisions win in another deal; where one cannot be made there, the best one is."""
    taken = list(moves)
    while True:  # ends: each round makes one decision more
        after, _, used = _follow(at, taken, policy, strict=False)
        if after.is_over:
            return float(after.game.rules.utility(after.state, STUDENT))
        shares = policy.probabilities(after.state)
        taken = [*used, after.write_move(max(shares, key=shares.__getitem__))]


def _alike(start: Position, played: Sequence[str], at: Position) -> list[tuple[State, float]]:
    """The states that look like this one to the student, by the deals that allow the same cards."""
    rules = start.game.rules
    assert rules.information_state is not None
    seen = rules.information_state(at.state, STUDENT)
    found = []
    for world, share in worlds_of(rules, start.state, STUDENT)[0]:
        state = world
        for text in played:
            legal = {rules.write_move(state, move): move for move in rules.moves(state)}
            if text not in legal:
                break
            state = rules.play(state, legal[text])
        else:
            if rules.information_state(state, STUDENT) == seen:
                found.append((state, share))
    total = sum(share for _, share in found)
    return [(state, share / total) for state, share in found]
