"""The rules of a game as the compiled engines see them: all functions present, moves into a vector, plain constants."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any, Generic, TypeVar, overload

from mossa.kernel.errors import MossaError
from mossa.kernel.generators import is_generator, source_location
from mossa.kernel.specialise import specialise

from .declarations import CompiledView, Filler, OptionalFunction, optional_moves
from .game import Game
from .protocol import (
    Chance,
    Endgames,
    EndsAndKeys,
    Evaluation,
    MoveOrdering,
    Proofs,
    Pruning,
    Puzzles,
    Simulation,
    State,
    Teams,
)
from .rules import Rules

__all__ = ["SCORE_OF_GREATEST_UTILITY", "KernelRules", "kernel_for", "kernel_rules"]

SCORE_OF_GREATEST_UTILITY = 1 << 22
"""The score of the greatest utility; the score of a utility of 1 is `WIN` (see `mossa.search.common.scores`)."""

T = TypeVar("T")


class constant(Generic[T]):
    """A constant of the engines, computed from the rules when a kernel is bound to a game."""

    def __init__(self, compute: Callable[[Rules], T]) -> None:
        self.compute = compute

    @overload
    def __get__(self, owner: None, kind: Any) -> constant[T]: ...
    @overload
    def __get__(self, owner: CompiledView, kind: Any) -> T: ...
    def __get__(self, owner: Any, kind: Any) -> Any:
        return self


class KernelRules(
    EndsAndKeys, Chance, Teams, Evaluation, MoveOrdering, Simulation, Pruning, Proofs, Puzzles, Endgames, CompiledView
):
    """What an engine finds in its slot `game`: the optional functions of these groups, and what follows."""

    mover: Callable[[State], int]
    moves: Filler
    play: Callable[[State, int], State]
    utility: Callable[[State, int], int]
    outcome: Callable[[State, int], int]
    """What the engines maximise: `score` if the game has it, else `utility`."""

    ENDS_WITHOUT_MOVES = constant(lambda rules: rules.ends_without_moves)
    """A state without moves is an end; `is_over` then only says whether a state with moves is one too (a draw)."""
    HAS_SCORE = constant(lambda rules: rules.score is not None)
    """`outcome` is the game's own scale."""
    HAS_BOUNDS = constant(lambda rules: rules.bounds is not None)
    HAS_PLIES_TO_END = constant(lambda rules: rules.plies_to_end is not None and rules.score is None)
    """On a scale of the game's own the length of a win does not matter."""
    HAS_EVALUATION = constant(lambda rules: rules.evaluate is not None)
    HAS_EXCHANGE = constant(lambda rules: rules.exchange_at_least is not None)
    SAMPLED = constant(lambda rules: rules.estimated)
    """Outcomes of chance are not listed: `moves` gives some that were drawn, and `probability` the same for each."""
    HAS_SIDES = constant(lambda rules: rules.side is not None)
    HAS_SAMPLE = constant(lambda rules: rules.sample is not None)
    HAS_CHANCE = constant(lambda rules: rules.facts.chance)
    HAS_CORRECTION_KEYS = constant(lambda rules: rules.correction_keys is not None)
    HAS_STRUCTURE = constant(
        lambda rules: None not in (rules.structure, rules.structure_key, rules.evaluate_with_structure)
    )
    HAS_REFINEMENT = constant(lambda rules: rules.refine is not None)
    HAS_ESTIMATE = constant(lambda rules: rules.estimate is not None)
    HAS_PASS = constant(lambda rules: rules.pass_turn is not None)
    HAS_ROLLOUT_MOVE = constant(lambda rules: rules.rollout_move is not None)
    HAS_PROBCUT = constant(lambda rules: rules.probcut is not None)
    HAS_END_SOLVER = constant(lambda rules: rules.solve_end is not None)
    REPETITION = constant(
        lambda rules: rules.facts.repetition or (rules.facts.longest is None and not rules.facts.chance)
    )
    """A state that occurs again counts as a draw, as play without an end does."""
    ALTERNATE = constant(lambda rules: rules.facts.alternate)
    WIDE = constant(lambda rules: rules.facts.wide)
    """There are moves of more than 24 bits."""
    PLAYERS = constant(lambda rules: rules.facts.players)
    WIDEST = constant(lambda rules: rules.facts.widest)
    LONGEST = constant(lambda rules: rules.facts.horizon)
    LEAST = constant(lambda rules: float(rules.facts.utility[0]))
    """The least utility."""
    MOST = constant(lambda rules: float(rules.facts.utility[1]))
    """The greatest utility."""
    WIN = constant(
        lambda rules: SCORE_OF_GREATEST_UTILITY // max(1, *(int(abs(bound)) for bound in rules.facts.utility))
    )
    """The score of a utility of 1."""


def never_drawn(state: State) -> bool:
    """`is_over` of a game that only ends by having no moves."""
    return False


def kernel_rules(rules: Rules) -> dict[str, Any]:
    """What fills the slot: the names of `KernelRules`, with generators of moves that are not fillers yet."""
    rules = rules.enumerated
    found: dict[str, Any] = {
        "mover": rules.mover,
        "moves": rules.moves,
        "play": rules.play,
        "utility": rules.utility,
        "outcome": rules.score or rules.utility,
    }
    generators = ["moves"]
    for group in KernelRules.__mro__:
        for name, declared in vars(group).items():
            if isinstance(declared, staticmethod):
                found[name] = getattr(rules, name)
            elif isinstance(declared, OptionalFunction) and (function := declared.for_engines(rules)) is not None:
                found[name] = function
            elif isinstance(declared, constant):
                found[name] = declared.compute(rules)
            if isinstance(declared, optional_moves):
                generators.append(name)
    if rules.ends_without_moves:
        found["is_over"] = rules.is_drawn or never_drawn
    for name in generators:
        function = found[name]
        if isinstance(function, FunctionType) and not is_generator(function):
            where = source_location(function)
            raise MossaError(f"{where}: {name} has no `yield`: write `yield move` for each of its moves")
    return found


@lru_cache(maxsize=512)
def kernel_for(entry: Callable[..., Any], game: Game, compiled: bool = True) -> Callable[..., Any]:
    """An engine's entry function bound to a game."""
    label = game.name.rsplit("/", 1)[-1]
    module = entry.__module__.rsplit(".", 1)[-1]
    return specialise(
        entry, {"game": kernel_rules(game.rules)}, name=f"{label} {module}.{entry.__name__}", compiled=compiled
    )
