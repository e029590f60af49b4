"""Chess over UCI with any player in place of the alpha-beta engine: `mossa uci --player mcts`.

The options are the settings of the player's spec. `Hash` and `Threads` are those that it calls `memory` and `threads`;
a setting that `uci` does not list is set in the same way. A limit in the spec (`nodes=5000`) holds beside those of
`go`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.player import Player, PlayerKind, ask
from mossa.play.player_settings import POSITIONAL, split_spec
from mossa.play.players import DEFAULT_WORD, default_player, player_kinds
from mossa.play.players import player as player_of
from mossa.play.simple_players import HUMAN
from mossa.play.value_score import with_scores
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .uci import EMPTY, MOST_HASH, MOST_THREADS, SPIN, Option, Search, UciEngine
from .uci_go import GoCommand, RunningSearch, chess

__all__ = ["UciPlayerEngine"]

COMMON = ("MultiPV", "Ponder", "UCI_Chess960", "Move Overhead")
"""Options that every player has."""
STANDARD = {"memory": ("Hash", MOST_HASH), "threads": ("Threads", MOST_THREADS)}
"""Setting → the name that UCI has for it, and the greatest value."""


class UciPlayerEngine(UciEngine):
    """The engine of one session, whose moves a player chooses."""

    def __init__(self, spec: str, send: Callable[[str], None]) -> None:
        name, self.settings = split_spec(spec)
        """The texts of its settings by their keys."""
        self.kind_name = default_player(chess()) if name in ("", DEFAULT_WORD) else name
        self.player: Player | None = self._made(self.settings)
        """None: the next search takes a new one."""
        self.memory = self.player.memory_mib
        """MiB of a player to which nothing else is said."""
        super().__init__(send)
        self.name = f"mossa {self.kind_name}"

    @property
    def kind(self) -> PlayerKind:
        """What the player is."""
        return player_kinds(chess())[self.kind_name]

    def _made(self, settings: dict[str, str]) -> Player:
        """A player with these settings, ready to search; a MossaError says what is wrong with one."""
        if self.kind_name == HUMAN.name:
            raise MossaError("a person cannot be the engine of a board; name another player")
        texts = ",".join(text if key == POSITIONAL else f"{key}={text}" for key, text in settings.items())
        made = player_of(f"{self.kind_name}:{texts}" if texts else self.kind_name, chess())
        made.prepare(Limits())
        made.begin(0)
        return made

    def declared(self) -> tuple[Option, ...]:
        """The options that every player has, and the settings of this one."""
        found = [option for option in super().declared() if option.name in COMMON]
        for key in self.kind.settings:
            if key in STANDARD:
                named, most = STANDARD[key]
                default = self.settings.get(key, self.memory if key == "memory" else 1)
                found.append(Option(named, SPIN(default, 1, most), partial(self._set, key)))
            elif key not in ("ponder", POSITIONAL):
                default = self.settings.get(key, EMPTY)
                found.append(Option(key, f"type string default {default}", partial(self._set, key)))
        return tuple(found)

    def other_option(self, name: str) -> Option | None:
        """A setting of the player that `uci` does not list."""
        key = name.strip()
        return None if self.kind.other_setting(key) is None else Option(key, "", partial(self._set, key))

    def _set(self, key: str, value: str) -> None:
        changed = {name: text for name, text in self.settings.items() if name != key}
        if value not in ("", EMPTY):
            changed[key] = value
        made = self._made(changed)
        self.close()
        self.settings, self.player = changed, made

    def drop_memory(self) -> None:
        """Forget the player: the next search takes a new one."""
        self.close()
        self.player = None

    def close(self) -> None:
        """The session is over."""
        if self.player is not None:
            self.player.close()

    def ready(self) -> Search:
        """The search of the player."""
        if self.player is None:
            self.player = self._made(self.settings)
        return partial(self._ask, self.player)

    def plan(self, go: GoCommand) -> tuple[float | None, float | None]:
        """All the time that is planned, and no more: few players know how sure they are of a move."""
        planned, longest = super().plan(go)
        return None, longest if planned is None else planned

    def _ask(self, player: Player, running: RunningSearch, position: Position) -> tuple[int, ...]:
        """The principal variation of the player's choice."""
        go, last = running.go, SearchResult(position.legal[0], 0.0)
        only = tuple(move for move in go.search_moves if move in position.legal)
        depth = go.depth if go.mate is None else min(go.depth or 2 * go.mate, 2 * go.mate)
        limits = Limits(depth=depth, nodes=go.nodes, stop=running.stop, analysis=go.is_analysis)

        def on_depth(found: SearchResult) -> None:
            nonlocal last
            last = _among(with_scores(position, found), only, self.lines)
            self.tell(last)
            running.after_iteration(last)

        player.on_depth = on_depth
        asked = len(position.legal) if only else self.lines
        found = _among(with_scores(position, ask(player, position, limits, 0, multipv=asked)), only, self.lines)
        if found.lines != last.lines:
            self.tell(found)
        if len(found.lines) > 1:  # the last line tells of the move that is played
            self.tell(replace(found, lines=found.lines[:1]))
        return found.lines[0][1]


def _among(found: SearchResult, only: tuple[int, ...], most: int) -> SearchResult:
    """A result with at most so many lines, that of its move first; all are by these moves, if any are named."""
    line = found.pv if found.pv[:1] == (found.move,) else (found.move,)
    lines = ((found.score or 0, line), *(one for one in found.lines if one[1][0] != found.move))
    if only:
        lines = tuple(one for one in lines if one[1][0] in only) or ((0, only[:1]),)
    return replace(found, lines=lines[:most], score=lines[0][0])
