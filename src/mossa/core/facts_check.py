"""Are `widest` and `longest` large enough? Looked for where random play does not come.

A small game is gone through whole, move by move from the start; of a larger one the beginning, and then games are
played that avoid their end, or that keep as many moves as they can.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from .game import Game
from .protocol import State

__all__ = ["beyond_facts"]

SAMPLE = 8
"""Children among which a game chooses."""
GAMES = 12

Line = tuple["Line | None", int]
"""The moves that led to a state: those before, and the last one."""


def beyond_facts(game: Game, budget: int) -> Iterator[str]:
    """A sentence for a state with more moves, or a line with more moves, than the facts declare. At most `budget` moves
    are looked at in each of the two ways."""
    fault, whole = _from_the_start(game, budget)
    if fault is None and not whole:
        fault = _on_purpose(game, budget)
    if fault is not None:
        yield fault


def _from_the_start(game: Game, budget: int) -> tuple[str | None, bool]:
    """Breadth first: all states that a number of moves leads to. The fault, and was that the whole game?"""
    rules, longest = game.rules, game.facts.longest
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
    """Long games and wide ones, in turn."""
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
            if number % 2 == 0:  # a long game: any move that does not end it
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
    if moves and plies >= facts.longest:
        return f"a game lasts more than the declared longest {facts.longest} moves, after [{_written(line)}]"
    return None


def _written(line: Line | None) -> str:
    moves = []
    while line is not None:
        line, move = line
        moves.append(str(move))
    return " ".join(reversed(moves))
