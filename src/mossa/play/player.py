"""What a player is, what it may be shown, and how it is asked for a move."""

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
    from mossa.search.alphabeta.replay import Recording

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
    "stricter_limits",
    "visible_position",
]

THINKING_TIME = 1.0
"""Seconds for a move, if nothing says otherwise."""
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
    """Somebody who chooses moves in one game. Made by `mossa.play.player(spec, game)`."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        self.game = game
        self.spec = spec
        """How it was asked for: `alphabeta:time=0.1`."""
        self.settings = settings
        """What the spec sets."""
        self.on_depth: Callable[[SearchResult], None] | None = None
        """Told what is known so far after every depth that a search completes, by players that deepen."""
        self.progress: deque[SearchResult] = deque(maxlen=1)
        """What the last completed depth found, for another thread to look at; filled where `on_depth` is not set."""
        self.records = False
        """Shall searches be recorded, so that their trees can be opened? Not every player can."""
        self.recording: Recording | None = None
        """Of the search that gave the last answer, if it was recorded."""
        self.clocks: Sequence[Clock] = ()
        """The clocks of all seats, where the referee keeps some: how they stand when the player is asked."""

    @property
    def is_limited(self) -> bool:
        """Does the spec say how long to think?"""
        return any(name in self.settings for name in ("time", "depth", "nodes"))

    @property
    def memory_mib(self) -> int:
        """MiB that it holds from one move to the next."""
        return SMALL_PLAYER

    @property
    def is_pondering(self) -> bool:
        """Is it thinking on the opponent's time now?"""
        return False

    def prepare(self, limits: Limits) -> None:  # noqa: B027 - most have nothing to prepare
        """Do now whatever takes long and is needed once: no clock is running yet."""

    def begin(self, seed: int) -> None:  # noqa: B027 - most draw nothing
        """A new game begins; whatever the player draws in it comes from this seed."""

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Nothing more will be asked: let go of programs and files."""

    def start_pondering(self, position: Position) -> None:  # noqa: B027 - most do not think then
        """The opponent is to move in a position: think on his time, if the spec says so (`ponder=true`).

        Returns at once; the thinking ends with the next `choose`, `begin` or `stop_pondering`.
        """

    def stop_pondering(self) -> None:  # noqa: B027 - most do not think then
        """End the thinking on the opponent's time; when this returns, the core is free."""

    @abstractmethod
    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """A move for the mover. Call it through `ask`, which sees to it that nobody looks into hidden cards.

        `ties` asks for all equally good moves, `multipv` for the values of so many moves; a player may ignore both.
        """


class RandomizedPlayer(Player):
    """One that draws lots: from the seed of the game and its own (`seed`), anew for every move."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self._seed, self._count = settings.get("seed", 0), 0

    def begin(self, seed: int) -> None:
        """Draw from this seed and the player's own."""
        self._seed, self._count = derive_seed(seed, self.settings.get("seed", 0)), 0

    def move_seeds(self) -> Callable[..., int]:
        """For the next move: a function that gives a seed, and more of them for places that are named to it."""
        self._count += 1
        return partial(derive_seed, self._seed, self._count)


@dataclass(frozen=True)
class Setting:
    """One key of a player's spec."""

    read: Callable[[str], Any]
    """The value that a text means; ValueError if it means none."""
    accepts: str
    """In words, for the error sentence: `a whole number above 0`."""
    about: str


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player that specs can name."""

    name: str
    about: str
    make: Callable[[Game, str, Mapping[str, Any]], Player]
    """From the game, the spec's text and the settings it gave."""
    settings: Mapping[str, Setting] = field(default_factory=dict)
    refuses: Callable[[Game], str] = lambda game: ""
    """Why it cannot play a game (the end of a sentence that begins with its name), or nothing."""
    others: Callable[[str], Setting | None] = lambda key: None
    """How a key that `settings` does not list is read; None: it is unknown."""


def visible_position(position: Position, seed: int) -> Position:
    """What the mover may be shown.

    With perfect information that is the position. Otherwise it is one full state, drawn by the seed, among those that
    the mover cannot tell from the true one, and without the moves that led to it: a player that looks at all of it
    still learns nothing that he must not know.
    """
    game = position.game
    if game.facts.perfect:
        return position
    assert game.rules.redeal is not None
    return Position(game, game.rules.redeal(position.state, position.mover, u64(seed)))


def move_is_visible(position: Position, move: int, viewer: int) -> bool:
    """May a player be told this move of somebody else: does he see it happen, and no other move that looks the same?"""
    rules = position.game.rules
    if position.game.facts.perfect:
        return True
    information_state, play, state = rules.information_state, rules.play, position.state
    assert information_state is not None
    seen = information_state(play(state, move), viewer)
    return all(other == move or information_state(play(state, other), viewer) != seen for other in position.legal)


def ask(
    player: Player, position: Position, limits: Limits, seed: int, *, ties: bool = False, multipv: int = 1
) -> SearchResult:
    """The player's choice in a position, from what he may see of it."""
    if position.is_over:
        raise MossaError("the game is over: there is no move to choose")
    if position.is_chance:
        raise MossaError("chance moves here, not a player; play an outcome first")
    player.progress.clear()
    return player.choose(visible_position(position, seed), limits, ties=ties, multipv=multipv)


def stricter_limits(limits: Limits, own: Mapping[str, Any]) -> Limits:
    """The stricter of given limits and a player's own settings (`time`, `depth`, `nodes`), and its own `win`."""

    def stricter(name: str) -> Any:
        both = [bound for bound in (getattr(limits, name), own.get(name)) if bound is not None]
        return min(both, default=None)

    most = None if limits.most is None else min(limits.most, own.get("time", limits.most))
    return replace(
        limits,
        time=stricter("time"),
        depth=stricter("depth"),
        nodes=stricter("nodes"),
        most=most,
        win=own.get("win", limits.win),
    )
