"""A check that `widest` and `longest` are large enough, also in states that random play does not reach.

All states of a small game are visited, breadth first. Of a larger one only the beginning is; then games are played on
purpose: some avoid the end of the game, others choose the moves after which there are most moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from .game import Game
from .protocol import State

__all__ = ["beyond_facts"]

SAMPLE = 8
"""How many moves are compared before one is played."""
GAMES = 12
"""Games played on purpose."""

Line = tuple["Line | None", int]
"""The moves that led to a state, as a linked list: the line before the last move, and the last move."""


def beyond_facts(game: Game, budget: int) -> Iterator[str]:
    """A sentence about a state with more moves than `widest` or a line longer than `longest`, if one is found.

    Each of the two searches looks at `budget` moves at most.
    """
    fault, whole = _from_the_start(game, budget)
    if fault is None and not whole:
        fault = _on_purpose(game, budget)
    if fault is not None:
        yield fault


def _from_the_start(game: Game, budget: int) -> tuple[str | None, bool]:
    """All states, breadth first, as far as the budget goes: the fault, if there is one; was that the whole game?"""
    rules, longest = game.rules, game.facts.horizon
    layer: dict[State, Line | None] = {rules.start(): None}
    plies = looked = 0
    while layer:
        following: dict[State, Line | None] = {}
        for state, line in layer.items():
            if looked > budget:
                return None, False
            moves = rules.legal(state)
            looked += 1 + len(moves)
            fault = _fault(game, len(moves), plies, line)
            if fault is not None:
                return fault, True
            for move in moves:
                following.setdefault(rules.play(state, move), (line, move))
        layer, plies = following, plies + 1
        if plies > longest + 1:
            break
    return None, True


def _on_purpose(game: Game, budget: int) -> str | None:
    """Games that avoid the end and games that seek many moves, in turn: the first fault."""
    rules = game.rules
    for number in range(GAMES):
        chooser = random.Random(number)
        state, plies = rules.start(), 0
        line: Line | None = None
        moves = rules.legal(state)
        while moves:
            fault = _fault(game, len(moves), plies, line)
            if fault is not None:
                return fault
            options = [(move, rules.play(state, move)) for move in chooser.sample(moves, min(SAMPLE, len(moves)))]
            legal = [rules.legal(child) for _, child in options]
            budget -= sum(1 + len(following) for following in legal)
            if budget < 0:
                return None
            if number % 2 == 0:  # a long game: a move that does not end it
                best = next((i for i, following in enumerate(legal) if following), 0)
            else:
                best = max(range(len(options)), key=lambda i: len(legal[i]))
            line, plies = (line, options[best][0]), plies + 1
            state, moves = options[best][1], legal[best]
    return None


def _fault(game: Game, moves: int, plies: int, line: Line | None) -> str | None:
    facts = game.facts
    if moves > facts.widest:
        return f"{moves} moves, where the declared widest is {facts.widest}, after [{_written(line)}]"
    if moves and facts.longest is not None and plies >= facts.longest:
        return f"a game lasts more than the declared longest {facts.longest} moves, after [{_written(line)}]"
    return None


def _written(line: Line | None) -> str:
    moves = []
    while line is not None:
        line, move = line
        moves.append(str(move))
    return " ".join(reversed(moves))
