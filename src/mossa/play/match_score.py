"""The score of a match: wins, draws, losses, the Elo difference they show, and the test that may end the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from .elo import EloDifference, elo_difference
from .record import GameRecord
from .sprt import Sprt

__all__ = ["MatchScore"]


FAULTS = ("illegal", "time", "crash")
"""Endings (keys of ENDINGS) that are the fault of a player."""


@dataclass
class MatchScore:
    """The score of a match so far, for its first player."""

    players: tuple[str, ...]
    wins: int = 0
    losses: int = 0
    draws: int = 0
    illegal: int = 0
    """Games that ended by an illegal move of any player."""
    timeouts: int = 0
    crashes: int = 0
    """Games that ended because a program failed."""
    faults: int = 0
    """Games of these three kinds that the first player lost."""
    late: float = 0.0
    """The most seconds by which a clock was exceeded, in games that ended so."""
    utility: float = 0.0
    """The first player's sum of utilities."""
    distinct: set[tuple[Any, ...]] = field(default_factory=set)
    groups: dict[int, list[float]] = field(default_factory=dict)
    """The first player's results by group: 1, ½ or 0, with several opponents their mean."""
    test: Sprt | None = None
    """The sequential test that ends the match, if there is one."""
    size: int = 2
    """Games in a group."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.losses + self.draws

    @property
    def elo_difference(self) -> EloDifference:
        """The Elo difference of the first player to the others."""
        return elo_difference([sum(results) / len(results) for _, results in sorted(self.groups.items())])

    @property
    def whole(self) -> list[float]:
        """The mean results of the complete groups so far."""
        return [sum(results) / self.size for results in self.groups.values() if len(results) == self.size]

    @property
    def likelihood(self) -> float:
        """The log likelihood ratio of the complete groups so far: `elo1` against `elo0`."""
        assert self.test is not None
        return self.test.likelihood(self.whole)

    @property
    def verdict(self) -> str:
        """What the test has decided: `elo0`, `elo1`, or an empty text so far."""
        return "" if self.test is None else self.test.verdict(self.whole)

    def add(self, group: int, records: Sequence[GameRecord], mine: int, sides: Sequence[int] = ()) -> None:
        """Count a game: one record in which the first player has the side `mine`, or one record for each entrant.

        `sides`: the side of each seat, in a game of teams.
        """
        places = [sides.index(side) for side in range(len({*sides}))]
        utilities = [u for record in records for u in _of_sides(record.result or (), places)]
        own, others = utilities[mine], utilities[:mine] + utilities[mine + 1 :]
        best = max(others)
        self.wins += own > best
        self.losses += own < best
        self.draws += own == best
        self.illegal += sum(record.ended == "illegal" for record in records)
        self.timeouts += sum(record.ended == "time" for record in records)
        self.late = max(self.late, *(record.late for record in records))
        self.crashes += sum(record.ended == "crash" for record in records)
        by = records[0].by
        self.faults += records[0].ended in FAULTS and by is not None and _side_of(by, sides) == mine
        self.utility += own
        self.distinct.add(tuple((record.players, record.moves) for record in records))
        result = sum((own > other) + (own == other) / 2 for other in others) / len(others)
        self.groups.setdefault(group, []).append(result)

    def as_dict(self) -> dict[str, Any]:
        """The fields of `mossa match --json`."""
        elo = self.elo_difference
        late = {"late": self.late} if self.timeouts else {}
        test = {}
        if self.test is not None:
            test = {
                "sprt": {
                    **asdict(self.test),
                    "groups": len(self.whole),
                    "llr": self.likelihood,
                    "accepted": self.verdict or None,
                }
            }
        return {
            "players": list(self.players),
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "games": self.games,
            "score": elo.score,
            "elo": elo.elo,
            "error": elo.error,
            "illegal": self.illegal,
            "timeouts": self.timeouts,
            "crashes": self.crashes,
            "faults": self.faults,
            "utility": self.utility / self.games if self.games else 0.0,
            "distinct": len(self.distinct),
            **late,
            **test,
        }

    def _repr_html_(self) -> str:
        from mossa.core.html import paragraph, table

        elo = self.elo_difference
        rows = [
            ("wins, draws, losses", f"{self.wins}, {self.draws}, {self.losses}"),
            ("games", self.games),
            ("score", elo.score),
            ("Elo", str(elo)),
            ("illegal moves, timeouts, crashes", f"{self.illegal}, {self.timeouts}, {self.crashes}"),
        ]
        return paragraph(" against ".join(self.players)) + table(["", "of the first player"], rows)


def _of_sides(result: Sequence[float], places: Sequence[int]) -> Sequence[float]:
    """The utility of each side, which is that of its first player; without sides, of each seat."""
    return [result[place] for place in places] if result and places else result


def _side_of(seat: int, sides: Sequence[int]) -> int:
    return sides[seat] if sides else seat
