"""The rules of a game as plain Python: its required functions, and the optional ones of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import FunctionType, MappingProxyType
from typing import Any

from mossa.kernel.bits import mix
from mossa.kernel.errors import MossaError
from mossa.kernel.generators import require_plain, source_location
from mossa.kernel.layout import flatten, make_key, shape, unflatten
from mossa.kernel.words import u64

from . import old_names
from .declarations import InterpretedView, OptionalFunction
from .default_scene import knowledge_scene
from .facts import CHANCE, Facts
from .line import with_line
from .protocol import (
    OPTIONAL,
    REQUIRED,
    Chance,
    Endgames,
    EndsAndKeys,
    Evaluation,
    HiddenInformation,
    MoveOrdering,
    Networks,
    Proofs,
    Pruning,
    Puzzles,
    Simulation,
    State,
    Teams,
    TextAndPictures,
    TheLineSoFar,
)
from .sampling import sampled_chance
from .teams import sides_of, two_sides

__all__ = ["NEEDED_BY_FACTS", "Rules"]

NEEDED_BY_FACTS = {
    "chance": (("probability", "sample"),),
    "line": (("allowed",),),
    "teams": (("side",),),
    "hidden": (("information_state",), ("redeal",)),
    "simultaneous": (("information_state",), ("redeal",)),
}
"""Fact → the functions that a game needs if it declares it, each with those that may stand in its place."""

ONLY_WITH_FACTS = {"sample": "chance", "side": "teams", "allowed": "line", "line_key": "line"}
"""Function → the fact without which a function of this name is a helper of the game's own."""


class Rules(
    EndsAndKeys,
    TheLineSoFar,
    Chance,
    Teams,
    HiddenInformation,
    TextAndPictures,
    Evaluation,
    MoveOrdering,
    Simulation,
    Networks,
    Pruning,
    Proofs,
    Puzzles,
    Endgames,
    InterpretedView,
):
    """The functions of one game as plain Python: the required ones, and the optional ones of the groups."""

    facts: Facts
    start: Callable[[], State]
    """The first state."""
    mover: Callable[[State], int]
    """Who moves: 0 … players−1, or CHANCE."""
    moves: Callable[[State], Iterator[int]]
    """The legal moves (at a CHANCE state: the outcomes), each an integer from 0 to `FACTS.greatest_move`, none twice.
    Not called where the outcomes are drawn by `sample` alone."""
    play: Callable[[State, int], State]
    """The state after a legal move."""
    utility: Callable[[State, int], float]
    """What an ended game is worth to a player."""
    own: Mapping[str, Any] = MappingProxyType({})
    """In a game with a line: its functions on its own states."""
    estimated: bool = False
    """Some drawn outcomes of chance stand for all (`enumerated`), so values are estimates."""

    def __init__(self, facts: Facts, **given: Any) -> None:
        given = {name: value for name, value in given.items() if value is not None}
        missing, unknown = {*REQUIRED[1:]} - given.keys(), given.keys() - {*REQUIRED[1:], *OPTIONAL}
        if missing or unknown:
            raise TypeError(f"Rules: missing {sorted(missing)}, unknown {sorted(unknown)}")
        absent = dict.fromkeys(name for name in OPTIONAL if isinstance(getattr(Rules, name), OptionalFunction))
        vars(self).update({**absent, **given}, facts=facts, given=given)  # None too: algorithms ask at every node
        if facts.wide and "history_index" not in given:
            vars(self)["history_index"] = history_index_of_wide_move
        if self.sampled:
            vars(self)["facts"] = replace(facts, widest=max(facts.widest, facts.samples))
        if self.ends_without_moves:
            vars(self)["is_over"] = _over_without_moves(self)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("rules do not change: use replace")

    @classmethod
    def of(cls, modules: Iterable[object], name: str) -> Rules:
        """Collect the protocol's names from the modules of a game; a later module wins over an earlier one."""
        found: dict[str, Any] = {}
        for module in modules:
            for old, new in old_names.FUNCTIONS.items():
                if old in vars(module):
                    raise MossaError(f"{name} defines {old}, a name of mossa 0.1: call it {new} now")
            found.update({n: v for n, v in vars(module).items() if n in REQUIRED or n in OPTIONAL})
        missing = [n for n in REQUIRED if n not in found]
        if missing:
            raise MossaError(f"the rules of {name} lack {', '.join(missing)}; a game has {', '.join(REQUIRED)}")
        facts = found.pop("FACTS")
        if not isinstance(facts, Facts):
            raise MossaError(f"FACTS of {name} is a {type(facts).__name__}: write FACTS = Facts(…)")
        for n, fact in ONLY_WITH_FACTS.items():
            if not getattr(facts, fact):
                _require_line(name, n, found.pop(n, None))
        for n, v in found.items():
            if n != "player_names" and not callable(v):
                raise MossaError(f"{n} of {name} is a {type(v).__name__}: the protocol wants a function")
            require_plain(n, v)
        for fact, functions in NEEDED_BY_FACTS.items():
            for choice in functions:
                if getattr(facts, fact) and not found.keys() & {*choice}:
                    needed = " or ".join(f"{n}(…)" for n in choice)
                    value = getattr(facts, fact)
                    raise MossaError(f"the facts of {name} say {fact}={value}, so its rules need {needed}")
        if ("features" in found) != (facts.features is not None):
            raise MossaError(
                f"{name} has features(state) if its facts say the shape, and only then: "
                "Facts(…, features=(planes, rows, columns), actions=…)"
            )
        names = found.setdefault("player_names", tuple(f"player {i + 1}" for i in range(facts.players)))
        if len(names) != facts.players:
            raise MossaError(f"player_names of {name} has {len(names)} names for {facts.players} players")
        example = found["start"]()
        try:
            shape(example)
        except MossaError as error:
            where = f"{source_location(found['start'])}: " if isinstance(found["start"], FunctionType) else ""
            raise MossaError(f"{where}{error}") from None
        if "is_drawn" in found and "is_over" in found:
            raise MossaError(f"{name} has is_over and is_drawn: is_drawn is for games that end without moves, or drawn")
        found.setdefault("key", make_key(example))
        if not facts.perfect:
            found.setdefault("scene", knowledge_scene(found["information_state"]))
        found.setdefault("read_position", _read_numbers(example, name))
        if facts.line:
            shown = {n: getattr(TextAndPictures, n) for n in ("write_position", "scene")}
            rules = cls(facts, **with_line(facts, found, example, shown))
            vars(rules)["own"] = found
        else:
            rules = cls(facts, **found)
        sides_of(rules)
        return rules

    def replace(self, **changes: Any) -> Rules:
        """The same rules with other functions; None takes an optional one away.

        >>> import mossa
        >>> rules = mossa.game("connect4").rules
        >>> rules.order is None, rules.replace(order=None).order is None
        (False, True)
        """
        rules = Rules(**{"facts": self.facts, **self.given, **changes})
        vars(rules)["own"] = self.own
        return rules

    @property
    def ends_without_moves(self) -> bool:
        """Does the game define no `is_over`, so that a state without moves is an end?"""
        return "is_over" not in self.given

    def own_state(self, state: State) -> State:
        """A state without its line."""
        return state.state if self.own else state

    def is_chance(self, state: State) -> bool:
        """Does chance move?"""
        return self.facts.chance and self.mover(state) == CHANCE

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The side of each player; partners share one."""
        return sides_of(self)

    @cached_property
    def two_sided(self) -> Rules:
        """The rules for searches of two players: of a game of two teams, those of a game of two (`teams.py`)."""
        return two_sides(self) or self

    @cached_property
    def sampled(self) -> bool:
        """Are the outcomes of chance drawn, and not listed?"""
        return self.facts.chance and self.sample is not None and self.probability is None

    def is_sampled(self, state: State) -> bool:
        """Does chance move, whose outcomes are drawn, and not listed?"""
        return self.sampled and self.mover(state) == CHANCE

    @cached_property
    def enumerated(self) -> Rules:
        """These rules for searches that look at every outcome of chance: where outcomes are not listed, some stand for
        all (`sampling.py`)."""
        if not self.sampled:
            return self
        rules = self.replace(**sampled_chance(self))
        vars(rules)["estimated"] = True
        return rules

    def legal(self, state: State) -> list[int]:
        """The moves of a state that may have ended. Where outcomes of chance are not listed, some of them."""
        if self.is_over(state):
            return []
        return list(dict.fromkeys(self.enumerated.moves(state))) if self.is_sampled(state) else list(self.moves(state))

    def utilities(self, state: State) -> tuple[float, ...]:
        """The utility of every player."""
        return tuple(self.utility(state, player) for player in range(self.facts.players))


def _require_line(game: str, name: str, function: Any) -> None:
    """Refuse an `allowed` that would never be asked, since the facts say nothing of a line."""
    if name == "allowed" and isinstance(function, FunctionType) and "line" in function.__code__.co_varnames[:3]:
        raise MossaError(f"{game} has allowed(state, move, line), but its facts name no line: write Facts(…, line=…)")


def history_index_of_wide_move(state: State, move: int) -> int:
    """The default of `history_index` for moves of more than 24 bits."""
    return int(mix(u64(move)) >> 52)


def _over_without_moves(rules: Rules) -> Callable[[State], bool]:
    moves, drawn, sampled = rules.moves, rules.is_drawn, rules.sampled

    def is_over(state: State) -> bool:
        if sampled and rules.is_sampled(state):
            return drawn is not None and bool(drawn(state))
        return next(iter(moves(state)), None) is None or (drawn is not None and bool(drawn(state)))

    return is_over


def _read_numbers(example: State, name: str) -> Callable[[str], State]:
    ranges = [(0, 2**64) if isinstance(number, u64) else (-(2**63), 2**63) for number in flatten(example)]

    def read_position(text: str) -> State:
        try:
            numbers = [int(part, 0) for part in text.split(",")]
        except ValueError:
            numbers = []
        fits = (low <= number < high for number, (low, high) in zip(numbers, ranges, strict=True))
        if len(numbers) != len(ranges) or not all(fits):
            form = f"{len(ranges)} whole numbers with commas"
            raise MossaError(f"a position of {name} is written as {form}, not {text!r}")
        return unflatten(example, numbers)

    return read_position
