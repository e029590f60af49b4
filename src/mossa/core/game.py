"""A loaded game: its name, its rules, its first position."""

from __future__ import annotations

import contextlib
import copyreg
import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from mossa.kernel.endless import register
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, unflatten
from mossa.kernel.specialise import has_compiler

from .facts import Facts
from .importing import import_optional
from .line import of_own_state
from .parameters import Parameter
from .protocol import OPTIONAL, REQUIRED
from .rules import ONLY_WITH_FACTS, Rules

if TYPE_CHECKING:
    from .compiled_moves import CompiledMoves
    from .position import Position

__all__ = ["COMPILE_AFTER", "LONGEST_MOVE", "LOOK_AFTER", "Game", "InterpretedMoves", "pickle_states_of"]

LONGEST_MOVE = 4
"""The most words of a move as text."""


LOOK_AFTER = 0.2
"""Seconds of interpreted rules after which positions look for compiled ones in the cache."""
COMPILE_AFTER = 2.0
"""Seconds of interpreted rules after which they are compiled for positions."""


class InterpretedMoves:
    """The seconds that the interpreted rules of a game have taken so far, and what they lead to.

    A script that plays on through `Position` asks for the moves of thousands of states. Machine code answers in some
    microseconds, but making it takes a second. So positions count the time that interpreted rules have taken in this
    process: after some of it a kernel of the cache is looked for, and when it amounts to a compilation, one is made.
    No script waits for more than about twice what the better choice would have cost, and a small one never waits.

    Only for games of this package: what is wrong in rules of a user's own must be said, and compiled rules raise
    nothing. Rules that cannot be compiled stay interpreted.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._spent = 0.0
        self._next = LOOK_AFTER if game.is_own and not game.rules.sampled and has_compiler() else math.inf
        self.compiled: CompiledMoves | None = None
        """The compiled rules, once they are there."""

    def took(self, seconds: float) -> None:
        """The interpreted rules took so long again."""
        self._spent += seconds
        if self._spent < self._next:
            return
        from .compiled_moves import CompiledMoves

        early, self._next = self._spent < COMPILE_AFTER, math.inf
        with contextlib.suppress(MossaError):
            if early and not CompiledMoves.are_cached(self._game):
                self._next = COMPILE_AFTER
            else:
                self.compiled = CompiledMoves(self._game)


@dataclass(frozen=True, eq=False)
class Game:
    """A loaded game.

    >>> import mossa
    >>> game = mossa.game("tictactoe")
    >>> game.start().play("b2").play("a1").moves
    ('b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3')
    """

    name: str
    """Its spec on the command line, with the parameters that are not the default: `connect4:columns=5`."""
    title: str
    """Its name for people."""
    about: str
    """The docstring of its package or file: what the game is, the source of the rules, what is left out."""
    rules: Rules
    parameters: dict[str, Parameter] = field(default_factory=dict)
    modules: tuple[Any, ...] = ()
    """The modules with its functions, on which its compiled kernels depend."""
    _extras: dict[tuple[str, str], Any] = field(default_factory=dict, repr=False)
    """What was asked of `extra`."""

    def __post_init__(self) -> None:
        register(self.modules)

    @property
    def facts(self) -> Facts:
        """What kind of game it is."""
        return self.rules.facts

    @cached_property
    def two_sided(self) -> Game:
        """The game for searches of two players: of two teams, a game of two; else itself."""
        rules = self.rules.two_sided
        return self if rules is self.rules else replace(self, rules=rules)

    @cached_property
    def interpreted(self) -> InterpretedMoves:
        """The time that positions have spent in the interpreted rules, and the compiled ones that it leads to."""
        return InterpretedMoves(self)

    @property
    def is_own(self) -> bool:
        """Is it a game of this package, and not one that a user brings?"""
        return bool(self.modules) and self.modules[0].__name__.startswith("mossa.games.")

    def extra(self, name: str, file: str) -> Any:
        """What the game defines beyond the protocol under this name, in its modules or in this file of its package
        (`draws`, `explain` …); else None."""
        if (name, file) not in self._extras:
            found = self._find_extra(name, file)
            self._extras[name, file] = of_own_state(found) if self.rules.own else found
        return self._extras[name, file]

    def _find_extra(self, name: str, file: str) -> Any:
        for module in self.modules:
            if hasattr(module, name):
                return getattr(module, name)
        package = self.modules[0].__package__ if self.modules else None
        return getattr(import_optional(package, file, self.name), name, None)

    def start(self) -> Position:
        """The first position."""
        from .position import Position

        return Position(self, self.rules.start())

    def position(self, text: str) -> Position:
        """The position that a text describes, in the game's notation."""
        from .position import Position

        assert self.rules.read_position is not None
        return Position(self, self.rules.read_position(text.strip()))

    def after(self, moves: str, position: str | Position | None = None) -> Position:
        """The position after moves separated by blanks, from the start or from a given position (or its text).

        A move may have several words (`24/18 13/11`); then its first words alone are not a move.
        """
        at = self.start() if position is None else self.position(position) if isinstance(position, str) else position
        words, number, i = moves.split(), 1, 0
        while i < len(words):
            try:
                at, taken = _first_move(at, words[i : i + LONGEST_MOVE])
            except MossaError as error:
                raise MossaError(f"move {number} ({words[i]}): {error}") from None
            i, number = i + taken, number + 1
        return at

    def __copy__(self) -> Game:
        return self  # it never changes

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled, a game is its name: it is loaded again where it is unpickled, a rules file by its whole path."""
        written = {name: value for module in self.modules for name, value in vars(module).items()}
        left_out = {name for name, fact in ONLY_WITH_FACTS.items() if not getattr(self.facts, fact)}
        for name in (*REQUIRED, *OPTIONAL):
            own = self.rules.own.get(name, getattr(self.rules, "facts" if name == "FACTS" else name))
            there = written.get(name)
            if name == "FACTS" and there is not None and own == replace(there, widest=max(there.widest, there.samples)):
                continue  # of chance that is drawn, as many outcomes are listed as are drawn
            if name in written and name not in left_out and own is not there:
                raise MossaError(f"this copy of {self.name} has another {name} than its source: it cannot be pickled")
        return _by_name, (self.name,)

    def _repr_html_(self) -> str:
        from .html import paragraph, table

        facts = self.facts
        rows = [
            ("name", self.name),
            ("kind", facts.kind),
            ("players", ", ".join(self.rules.player_names)),
            ("utility", f"from {facts.utility[0]} to {facts.utility[1]}, {'' if facts.zero_sum else 'not '}zero-sum"),
            ("moves in a state", f"at most {facts.widest:,}"),
            ("moves in a game", "no bound" if facts.longest is None else f"at most {facts.longest:,}"),
            *((f"parameter {name}", f"{one.value} ({one.about})") for name, one in self.parameters.items()),
        ]
        first = self.about.split("\n\n")[0].replace("\n", " ")
        return f"<h4>{escape(self.title)}</h4>{paragraph(first)}{table(['fact', 'of this game'], rows)}"

    def __repr__(self) -> str:
        return f"<mossa game {self.name}: {self.facts.players} players, {self.facts.kind}>"


def _by_name(name: str) -> Game:
    """The game of this name: what a pickled game becomes."""
    from .registry import game

    return game(name)


def pickle_states_of(game: Game) -> None:
    """Let states of a game be pickled whose modules another process cannot import by their names."""

    def reduced(state: Any) -> tuple[Any, ...]:
        return _state, (game, flatten(state))

    copyreg.pickle(type(game.rules.start()), reduced)


def _state(game: Game, numbers: list[int]) -> Any:
    """A state that was pickled."""
    return unflatten(game.rules.start(), numbers)


def _first_move(at: Position, words: list[str]) -> tuple[Position, int]:
    """The position after the move that these words begin with, and the number of its words."""
    faults = []
    for count in range(1, len(words) + 1):
        try:
            return at.play(" ".join(words[:count])), count
        except MossaError as error:
            faults.append(error)
    raise faults[0]
