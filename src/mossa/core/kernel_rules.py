"""The rules of a game as the engines see them: every function present, constants plain, moves into a buffer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from types import FunctionType
from typing import Any, Protocol

from mossa.kernel.errors import MossaError
from mossa.kernel.generators import is_generator, place
from mossa.kernel.memory import Ints
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

from .game import Game
from .protocol import Rules, State

__all__ = ["WIN_TIMES_UTILITY", "KernelRules", "kernel_for", "kernel_rules", "move_itself"]

WIN_TIMES_UTILITY = 1 << 22
"""The score of the greatest utility; the score of a utility of 1 is `WIN` (see `mossa.search.common.scores`)."""


GENERATORS = ("moves", "sufficient", "tactical")
"""Functions of the protocol that yield moves."""


class KernelRules(Protocol):
    """What an engine finds in its slot `game`: the rules, complete, with constants in capitals."""

    ENDS_WITHOUT_MOVES: bool
    """There is no `is_over` of the game's own: a state without moves is an end."""
    HAS_SCORE: bool
    """`outcome` is the game's own scale."""
    HAS_BOUNDS: bool
    HAS_PLIES_TO_END: bool
    """`plies_to_end` is known, and no scale of the game's own says that it does not matter."""
    HAS_EVALUATION: bool
    HAS_EXCHANGE: bool
    HAS_CORRECTION_KEYS: bool
    HAS_STRUCTURE: bool
    HAS_ESTIMATE: bool
    HAS_REFINEMENT: bool
    HAS_PASS: bool
    HAS_PROBCUT: bool
    HAS_END_SOLVER: bool
    REPETITION: bool
    ALTERNATE: bool
    PLAYERS: int
    WIDEST: int
    LONGEST: int
    LEAST: float
    MOST: float
    """Bounds of the utility."""
    WIN: int
    """The score of a utility of 1."""

    def mover(self, state: State) -> int:
        """Who moves."""

    def moves(self, state: State, out: Ints, n: int) -> int:
        """Write the moves to `out` from place n on; the new count."""

    def sufficient(self, state: State, out: Ints, n: int) -> int:
        """The same for moves that are enough to find the value."""

    def play(self, state: State, move: int) -> State:
        """The state after a move."""

    def is_over(self, state: State) -> bool:
        """Has the game ended? With ENDS_WITHOUT_MOVES: although there are moves?"""

    def utility(self, state: State, player: int) -> int:
        """What an end is worth."""

    def outcome(self, state: State, player: int) -> int:
        """What the engines maximise: the score, else the utility."""

    def key(self, state: State) -> u64:
        """A word that tells states apart."""

    def evaluate(self, state: State) -> int:
        """An estimate for the mover."""

    def structure(self, state: State) -> int:
        """The part of `evaluate` that few moves change."""

    def structure_key(self, state: State) -> u64:
        """A word that tells frames apart."""

    def evaluate_with_structure(self, state: State, structure: int) -> int:
        """`evaluate`, where the frame is known."""

    def refine(self, state: State, scratch: Any) -> int:
        """What a dearer look adds to `evaluate`."""

    def estimate(self, state: State, player: int, scratch: Any) -> float:
        """An expected utility."""

    def probability(self, state: State, move: int) -> float:
        """Of a chance outcome."""

    def order(self, state: State, move: int) -> int:
        """Greater is tried earlier."""

    def costly_order(self, state: State, move: int) -> int:
        """The same, a dearer opinion."""

    def history_index(self, state: State, move: int) -> int:
        """The number by which history remembers a move."""

    def correction_keys(self, state: State) -> tuple[u64, ...]:
        """States that share one of these are judged wrongly in the same way."""

    def bounds(self, state: State) -> tuple[int, int]:
        """Proven limits of the outcome."""

    def plies_to_end(self, state: State) -> int:
        """Plies to the proven end, or −1."""

    def tactical(self, state: State, out: Ints, n: int) -> int:
        """The moves of quiescence, into `out`."""

    def noisy(self, state: State) -> bool:
        """Must not be judged as it stands."""

    def quiet(self, state: State, move: int) -> bool:
        """May be reduced or skipped."""

    def threatens(self, state: State, move: int) -> bool:
        """A quiet move that must not be skipped."""

    def can_win(self, state: State, move: int) -> bool:
        """The game may be won by this move."""

    def exchange_at_least(self, state: State, move: int, least: int) -> bool:
        """May bring so much at once."""

    def reversible(self, state: State) -> int:
        """Plies since the last move that cannot be undone."""

    def may_pass(self, state: State) -> bool:
        """A passed turn proves something."""

    def pass_turn(self, state: State) -> State:
        """The null move."""

    def probcut(self, state: State, depth: int) -> tuple[int, int]:
        """A shallower depth and its standard error."""

    def near_end(self, state: State) -> bool:
        """`solve_end` settles the state."""

    def solve_end(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """Outcome and nodes of the last plies."""


def never_over(state: State) -> bool:
    """Stands for `is_over` where a game ends simply by having no moves."""
    return False


def no_estimate(state: State) -> int:
    """Stands for `evaluate`."""
    return 0


def without_structure(state: State, structure: int) -> int:
    """Stands for `evaluate_with_structure`, which is not called then."""
    return 0


def no_refinement(state: State, scratch: Any) -> int:
    """Stands for `refine`, which is not called then."""
    return 0


def no_expectation(state: State, player: int, scratch: Any) -> float:
    """Stands for `estimate`, which is not called then."""
    return 0.0


def certain(state: State, move: int) -> float:
    """Stands for `probability` in a game without chance."""
    return 1.0


def no_preference(state: State, move: int) -> int:
    """Stands for `order` and `costly_order`."""
    return 0


def move_itself(state: State, move: int) -> int:
    """Stands for `history_index`."""
    return move


def no_correction_keys(state: State) -> tuple[u64, ...]:
    """Stands for `correction_keys`."""
    return (u64(0),)


def no_bounds(state: State) -> tuple[int, int]:
    """Stands for `bounds`."""
    return -(1 << 15), 1 << 15


def no_known_end(state: State) -> int:
    """Stands for `plies_to_end`."""
    return -1


def no_moves(state: State) -> Iterator[int]:
    """Stands for `tactical`."""
    for move in range(0):
        yield move


def settled(state: State) -> bool:
    """Stands for `noisy`, `near_end` and `may_pass`."""
    return False


def no_threat(state: State, move: int) -> bool:
    """Stands for `threatens`."""
    return False


def may_win(state: State, move: int) -> bool:
    """Stands for `can_win`."""
    return True


def may_exchange(state: State, move: int, least: int) -> bool:
    """Stands for `exchange_at_least`."""
    return True


def always_quiet(state: State, move: int) -> bool:
    """Stands for `quiet`."""
    return True


def long_way_back(state: State) -> int:
    """Stands for `reversible`: as far as the engine looks."""
    return 1 << 20


def same_state(state: State) -> State:
    """Stands for `pass_turn`, which is not called then."""
    return state


def no_foretelling(state: State, depth: int) -> tuple[int, int]:
    """Stands for `probcut`."""
    return 0, 0


def no_end_solver(state: State, alpha: int, beta: int) -> tuple[int, int]:
    """Stands for `solve_end`, which is not called then."""
    return 0, 0


def kernel_rules(rules: Rules) -> dict[str, Any]:
    """What fills the slot: `KernelRules`, before the generators are made fillers."""
    facts = rules.facts
    for name in GENERATORS:
        function = getattr(rules, name)
        if isinstance(function, FunctionType) and not is_generator(function):
            raise MossaError(f"{place(function)}: {name} has no `yield`: write `yield move` for each of its moves")
    own_end = "_over_without_moves" not in rules.is_over.__qualname__
    return {
        "mover": rules.mover,
        "moves": rules.moves,
        "play": rules.play,
        "utility": rules.utility,
        "outcome": rules.score or rules.utility,
        "is_over": rules.is_over if own_end else rules.is_drawn or never_over,
        "key": rules.key,
        "evaluate": rules.evaluate or no_estimate,
        "structure": rules.structure or no_estimate,
        "structure_key": rules.structure_key or rules.key,
        "evaluate_with_structure": rules.evaluate_with_structure or without_structure,
        "refine": rules.refine or no_refinement,
        "estimate": rules.estimate or no_expectation,
        "probability": rules.probability or certain,
        "order": rules.order or no_preference,
        "costly_order": rules.costly_order or no_preference,
        "history_index": rules.history_index or move_itself,
        "correction_keys": rules.correction_keys or no_correction_keys,
        "bounds": rules.bounds or no_bounds,
        "plies_to_end": rules.plies_to_end or no_known_end,
        "sufficient": rules.sufficient or rules.moves,
        "tactical": rules.tactical or no_moves,
        "noisy": rules.noisy or settled,
        "quiet": rules.quiet or always_quiet,
        "threatens": rules.threatens or no_threat,
        "can_win": rules.can_win or may_win,
        "exchange_at_least": rules.exchange_at_least or may_exchange,
        "reversible": rules.reversible or long_way_back,
        "may_pass": rules.may_pass or settled,
        "pass_turn": rules.pass_turn or same_state,
        "probcut": rules.probcut or no_foretelling,
        "near_end": rules.near_end or settled,
        "solve_end": rules.solve_end or no_end_solver,
        "ENDS_WITHOUT_MOVES": not own_end,
        "HAS_SCORE": rules.score is not None,
        "HAS_BOUNDS": rules.bounds is not None,
        "HAS_PLIES_TO_END": rules.plies_to_end is not None and rules.score is None,
        "HAS_EVALUATION": rules.evaluate is not None,
        "HAS_EXCHANGE": rules.exchange_at_least is not None,
        "HAS_CORRECTION_KEYS": rules.correction_keys is not None,
        "HAS_STRUCTURE": rules.structure is not None
        and rules.structure_key is not None
        and rules.evaluate_with_structure is not None,
        "HAS_REFINEMENT": rules.refine is not None,
        "HAS_ESTIMATE": rules.estimate is not None,
        "HAS_PASS": rules.pass_turn is not None,
        "HAS_PROBCUT": rules.probcut is not None,
        "HAS_END_SOLVER": rules.solve_end is not None,
        "REPETITION": facts.repetition,
        "ALTERNATE": facts.alternate,
        "PLAYERS": facts.players,
        "WIDEST": facts.widest,
        "LONGEST": facts.longest,
        "LEAST": float(facts.utility[0]),
        "MOST": float(facts.utility[1]),
        "WIN": WIN_TIMES_UTILITY // max(1, *(int(abs(bound)) for bound in facts.utility)),
    }


@lru_cache(maxsize=512)
def kernel_for(entry: Callable[..., Any], game: Game, compiled: bool = True) -> Callable[..., Any]:
    """An engine's entry function bound to a game."""
    label = game.name.rsplit("/", 1)[-1]
    room = entry.__module__.rsplit(".", 1)[-1]
    return specialise(
        entry, {"game": kernel_rules(game.rules)}, name=f"{label} {room}.{entry.__name__}", compiled=compiled
    )
