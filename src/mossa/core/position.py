"""A position: a state of a game and the moves that led to it. Immutable; playing a move gives a new one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, unflatten

from .facts import CHANCE, GREATEST
from .game import Game
from .protocol import State
from .scene import Scene

if TYPE_CHECKING:
    from .playouts import Playouts

__all__ = ["Position", "Result", "best_move_hook"]

MOST_SHOWN = 40
"""Legal moves that an error lists."""

best_move_hook: list[Callable[..., Any]] = []
"""How `Position.best` finds a move: `mossa` adds the players' search here, since core may not import it."""


class Result(tuple[float, ...]):
    """The utilities of all players at the end of a game."""

    __slots__ = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the greatest utility; empty if all utilities are equal."""
        best = max(self)
        return () if all(u == best for u in self) else tuple(i for i, u in enumerate(self) if u == best)


class Position:
    """A state, the game it belongs to, and the position before it.

    >>> import mossa
    >>> position = mossa.game("tictactoe").after("a1 b1 b2 c1")
    >>> position.mover, position.is_over
    (0, False)
    >>> position.play("c3").result
    (1, -1)
    """

    __slots__ = ("__dict__", "game", "last", "parent", "state")

    def __init__(self, game: Game, state: State, parent: Position | None = None, last: int | None = None) -> None:
        self.game = game
        self.state = state
        self.parent = parent
        self.last = last

    @property
    def mover(self) -> int:
        """The player to move, or CHANCE."""
        return self.game.rules.mover(self.state)

    @property
    def is_chance(self) -> bool:
        """Does chance move?"""
        return self.mover == CHANCE

    @cached_property
    def is_over(self) -> bool:
        """Has the game ended?"""
        interpreted = self.game.interpreted
        if interpreted.compiled is not None:
            legal = interpreted.compiled.legal(self.state)
            vars(self)["legal"] = legal or ()
            return legal is None
        began = perf_counter()
        over = bool(self.game.rules.is_over(self.state))
        interpreted.took(perf_counter() - began)
        return over

    @property
    def is_sampled(self) -> bool:
        """Does chance move, whose outcomes are drawn (`sample`), and not listed?"""
        return self.game.rules.sampled and self.is_chance and not self.is_over

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves as numbers. Where outcomes of chance are drawn, and not listed, some of them."""
        if self.is_over:
            return ()
        rules, interpreted = self.game.rules, self.game.interpreted
        if interpreted.compiled is not None:
            return interpreted.compiled.legal(self.state) or ()
        began = perf_counter()
        legal = tuple((rules.legal if rules.sampled else rules.moves)(self.state))
        interpreted.took(perf_counter() - began)
        return legal

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as text."""
        return tuple(self.game.rules.write_move(self.state, move) for move in self.legal)

    @property
    def result(self) -> Result | None:
        """The utilities at the end; None before."""
        return Result(self.game.rules.utilities(self.state)) if self.is_over else None

    def read_move(self, text: str) -> int:
        """The legal move that a text names: the one whose text this is, else the one that the game's `read_move` finds.

        `read_move` is tried first: if it finds the move with exactly this text, no other move has to be written. Where
        the texts of all moves are known, or quickly found, it is not asked at all.
        """
        text = text.strip()
        if self.is_over:
            raise MossaError("the game is over: there are no moves")
        if "moves" in vars(self) or self.game.interpreted.compiled is not None:
            at = self._places_of_texts.get(text)
            if at is not None:
                return self.legal[at]
        if self.is_sampled:
            return self._read_outcome(text)
        move, failure = None, None
        reader = self.game.rules.read_move
        if reader is not None:
            try:
                move = reader(self.state, text)
            except Exception as error:
                failure = error
            if move not in self.legal:
                move = None
            elif self.write_move(move) == text:
                return move
        written = self._written_as(text)
        if written is not None:
            return written
        if failure is not None:
            raise failure
        if move is not None:
            return move
        shown = ", ".join(self.moves[:MOST_SHOWN]) + (" …" if len(self.moves) > MOST_SHOWN else "")
        raise MossaError(f"{text!r} is not a legal move here; legal: {shown}")

    @cached_property
    def _places_of_texts(self) -> dict[str, int]:
        """The text of each move → its place among the legal ones, the first if several are written alike."""
        return {text: -1 - at for at, text in enumerate(reversed(self.moves))}

    def _read_outcome(self, text: str) -> int:
        """The outcome of chance that a text names, where outcomes are not listed: the game's `read_move` knows."""
        reader = self.game.rules.read_move
        outcome = int(text) if reader is None and text.isascii() and text.isdigit() else None
        if reader is not None:
            outcome = reader(self.state, text)
        if outcome is None or not self.allows(outcome):
            raise MossaError(f"{text!r} is not an outcome of chance here, such as {', '.join(self.moves[:3])}")
        return outcome

    def allows(self, move: int) -> bool:
        """Is a number a legal move? Where outcomes of chance are not listed, any number may be one of them."""
        return 0 <= move <= GREATEST if self.is_sampled else move in self.legal

    def _written_as(self, text: str) -> int | None:
        """The first legal move with this text. The moves are written one at a time, until it is found."""
        texts = []
        for move, written in zip(self.legal, vars(self).get("moves") or map(self.write_move, self.legal), strict=True):
            if written == text:
                return move
            texts.append(written)
        vars(self).setdefault("moves", tuple(texts))
        return None

    def write_move(self, move: int) -> str:
        """A legal move as text."""
        return self.game.rules.write_move(self.state, move)

    def play(self, move: str | int) -> Position:
        """The position after a move, given as text or as a number."""
        number = self.read_move(move) if isinstance(move, str) else move
        if not self.allows(number):
            raise MossaError(f"{number} is not a legal move here")
        interpreted = self.game.interpreted
        if interpreted.compiled is not None:
            return Position(self.game, interpreted.compiled.play(self.state, number), self, number)
        began = perf_counter()
        state = self.game.rules.play(self.state, number)
        interpreted.took(perf_counter() - began)
        return Position(self.game, state, self, number)

    @property
    def line(self) -> tuple[Position, ...]:
        """The positions from the first one to this one."""
        positions = [self]
        while (before := positions[-1].parent) is not None:
            positions.append(before)
        return tuple(reversed(positions))

    def since(self, start: Position) -> tuple[Position, ...]:
        """The positions from an earlier one of the line to this one."""
        line = self.line
        return line[next(i for i, at in enumerate(line) if at is start) :]

    @property
    def history(self) -> tuple[str, ...]:
        """The moves that led here, as text."""
        line = self.line
        return tuple(at.write_move(after.last) for at, after in pairwise(line) if after.last is not None)

    @property
    def text(self) -> str:
        """The position in the game's notation."""
        return self.game.rules.write_position(self.state)

    def scene(self, viewer: int | None = None) -> Scene:
        """The board as a player sees it; for None, as an onlooker who sees everything."""
        return self.game.rules.scene(self.state, viewer)

    def best(self, **limits: Any) -> Any:
        """The best move that a player finds within the limits (`time`, `depth`, `nodes`, `win`, `player`)."""
        if not best_move_hook:
            raise MossaError("import mossa to have players that find moves")
        return best_move_hook[0](self, **limits)

    def playout(self, n: int = 1, seed: int = 0, *, threads: int = 1, longest: int | None = None) -> Playouts:
        """n random games from here to the end, compiled: results and lengths (`mossa.playouts` for many positions)."""
        from .playouts import playouts

        return playouts([self], n, seed=seed, threads=threads, longest=longest)[0]

    def __copy__(self) -> Position:
        return self  # it never changes

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled, a position is its game, and the numbers of the states and the moves that led to it."""
        return _restored, (self.game, [flatten(at.state) for at in self.line], [at.last for at in self.line])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game.name == other.game.name and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game.name, self.state))

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text}>"

    def __str__(self) -> str:
        return self.scene().text()

    def _repr_svg_(self) -> str:
        return self.scene().svg()

    @property
    def caption(self) -> str:
        """Who is to move, or how the game ended, in a sentence."""
        names, result = self.game.rules.player_names, self.result
        if result is not None:
            winners = [names[player] for player in result.winners]
            return f"{' and '.join(winners)} won" if winners else "a draw"
        return "chance moves" if self.is_chance else f"{names[self.mover]} to move"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from .html import figure

        svg = self._repr_svg_()
        return {"text/plain": f"{self}\n{self.caption}", "image/svg+xml": svg, "text/html": figure(svg, self.caption)}


def _restored(game: Game, states: list[list[int]], moves: list[int | None]) -> Position:
    """A position that was pickled."""
    example, at = game.rules.start(), None
    for numbers, last in zip(states, moves, strict=True):
        at = Position(game, unflatten(example, numbers), at, last)
    assert at is not None
    return at
