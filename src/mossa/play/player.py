"""What a player is, what it may see of a position, and how it is asked for a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.kernel.words import u64
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .seeded_random import derive_seed

if TYPE_CHECKING:
    from mossa.search.alphabeta.recording import Recording

    from .clock import Clock

__all__ = [
    "THINKING_TIME",
    "GameForfeited",
    "Player",
    "PlayerKind",
    "RandomizedPlayer",
    "Setting",
    "ask",
    "move_is_visible",
    "require_choice",
    "stricter_limits",
    "visible_position",
]

THINKING_TIME = 1.0
"""Seconds for a move, if there is no other limit."""
SMALL_PLAYER = 4
"""MiB of a player without a transposition table."""


class GameForfeited(Exception):
    """A player loses the game: its program crashed, gave an illegal move, did not answer in time, or resigned."""

    def __init__(self, reason: str, reply: str = "") -> None:
        super().__init__(f"{reason} {reply}".strip())
        self.reason = reason
        """A key of `mossa.play.record.ENDINGS`."""
        self.reply = reply
        """What it sent in place of a legal move."""


class Player(ABC):
    """Chooses moves in one game. Made by `mossa.play.player(spec, game)`."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        self.game = game
        self.spec = spec
        """The text it was made from: `alphabeta:time=0.1`."""
        self.settings = settings
        """The settings that the spec gives."""
        self.on_depth: Callable[[SearchResult], None] | None = None
        """Called with the result so far after every completed depth, by players that deepen iteratively."""
        self.progress: deque[SearchResult] = deque(maxlen=1)
        """The result of the last completed depth, for other threads to read; filled where `on_depth` is not set."""
        self.records = False
        """Record searches, so that their trees can be shown? Not every player can."""
        self.recording: Recording | None = None
        """The recording of the last answer's search, if there is one."""
        self.clocks: Sequence[Clock] = ()
        """The clocks of all seats at the time of `choose`, in a game with clocks."""

    @property
    def is_limited(self) -> bool:
        """Does the spec limit the time, depth or nodes?"""
        return any(name in self.settings for name in ("time", "depth", "nodes"))

    @property
    def memory_mib(self) -> int:
        """MiB that it uses between moves."""
        return SMALL_PLAYER

    @property
    def is_pondering(self) -> bool:
        """Is a search on the opponent's time running?"""
        return False

    def interpreted(self, position: Position) -> Player | None:
        """The same player without machine code, if it may answer soon in this position; None: it needs its engine.

        Its time is what such a search may take; where it ends before that, the answer is as good as this player's.
        """
        return None

    def prepare(self, limits: Limits) -> None:  # noqa: B027 - most have nothing to prepare
        """Do what takes long and is needed once, such as compiling, before a clock runs."""

    def begin(self, seed: int) -> None:  # noqa: B027 - most choose nothing at random
        """A new game begins; the player's random choices in it come from this seed."""

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Release programs and files; the player is not asked again."""

    def start_pondering(self, position: Position) -> None:  # noqa: B027 - most do not ponder
        """The opponent is to move: search on his time, if the spec says so (`ponder=true`).

        Returns at once; the search ends with the next `choose`, `begin` or `stop_pondering`.
        """

    def stop_pondering(self) -> None:  # noqa: B027 - most do not ponder
        """End the search on the opponent's time; when this returns, it has ended."""

    @abstractmethod
    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A move for the mover. Call it through `ask`, which hides what the mover must not see.

        `ties` asks for all equally good moves, `multipv` for the values of the best n moves; a player may ignore both.
        """


class RandomizedPlayer(Player):
    """A player that makes random choices, from the seed of the game, its own `seed` and the number of the move."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._seed, self._count = settings.get("seed", 0), 0

    def begin(self, seed: int) -> None:
        """Take the seed of the game together with the player's own."""
        self._seed, self._count = derive_seed(seed, self.settings.get("seed", 0)), 0

    def move_seeds(self) -> Callable[..., int]:
        """For the next move: a function that returns a seed; with arguments, a different seed for each combination."""
        self._count += 1
        return partial(derive_seed, self._seed, self._count)


@dataclass(frozen=True)
class Setting:
    """One key of a player's spec."""

    read: Callable[[str], Any]
    """Parse the text of a value; ValueError if it is wrong."""
    accepts: str
    """What is accepted, for the error sentence: `a whole number above 0`."""
    about: str


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player that specs can name."""

    name: str
    about: str
    make: Callable[[Game, str, Mapping[str, Any]], Player]
    """Makes the player from the game, the spec's text and its settings."""
    settings: Mapping[str, Setting] = field(default_factory=dict)
    refuses: Callable[[Game], str] = lambda game: ""
    """Why it cannot play a game (the end of a sentence that begins with its name), or an empty text."""
    other_setting: Callable[[str], Setting | None] = lambda key: None
    """The setting for a key that `settings` does not list; None: the key is unknown."""


def visible_position(position: Position, seed: int) -> Position:
    """The position as the mover may see it.

    With perfect information that is the position itself. Otherwise it is a state sampled by the seed from the mover's
    information set (determinization), without the moves that led to it: it reveals nothing that is hidden from him.
    """
    game = position.game
    if game.facts.perfect:
        return position
    assert game.rules.redeal is not None
    return Position(game, game.rules.redeal(position.state, position.mover, u64(seed)))


def move_is_visible(position: Position, move: int, viewer: int) -> bool:
    """May `viewer` be shown this move of another player? Yes if it is the only move that leads to what he then sees.

    Outcomes of chance that are drawn and not listed are not shown where something is hidden: the few that can be looked
    at do not tell whether another one, after other hidden outcomes, would look the same to him. (Three hands dealt, the
    fourth player sees what is left: it belongs to one third hand only if the first two are known.)
    """
    rules = position.game.rules
    if position.game.facts.perfect:
        return True
    if rules.is_sampled(position.state):
        return False
    information_state, play, state = rules.information_state, rules.play, position.state
    assert information_state is not None
    seen = information_state(play(state, move), viewer)
    return all(other == move or information_state(play(state, other), viewer) != seen for other in position.legal)


def require_choice(position: Position) -> None:
    """Refuse a position in which no player has a move to choose."""
    if position.is_over:
        raise MossaError("the game is over: there is no move to choose")
    if position.is_chance:
        raise MossaError("chance moves here, not a player; play an outcome first")


def ask(
    player: Player, position: Position, limits: Limits, seed: int, *, ties: bool = False, multipv: int = 1
) -> SearchResult:
    """The player's choice, from what the mover may see of the position."""
    require_choice(position)
    player.progress.clear()
    return player.choose(visible_position(position, seed), limits, ties=ties, multipv=multipv)


def stricter_limits(limits: Limits, settings: Mapping[str, Any]) -> Limits:
    """The stricter of the given limits and a player's settings (`time`, `depth`, `nodes`), with the player's `win`."""

    def stricter(name: str) -> Any:
        both = [bound for bound in (getattr(limits, name), settings.get(name)) if bound is not None]
        return min(both, default=None)

    most = None if limits.most is None else min(limits.most, settings.get("time", limits.most))
    return replace(
        limits,
        time=stricter("time"),
        depth=stricter("depth"),
        nodes=stricter("nodes"),
        most=most,
        win=settings.get("win", limits.win),
    )
