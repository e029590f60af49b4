"""The doubling cube: cubeful values, when to double, when to take.

The chances of the six outcomes give the value of a *dead* cube, which is never turned again. A *live* cube is turned
exactly where the opponent is indifferent between take and drop; between these points the value is linear in the winning
chance, since the chance never jumps past them [KeelerSpencer75]. Real cubes lie between:

    value  =  EFFICIENCY · live  +  (1 − EFFICIENCY) · dead                                      [Janowski93]

All of this holds on any scale on which the ends of a game have values: points for money, the chance to win the match
at a score (`match_equity`). From the side of the player on roll:

    cube    his        0 ── lose ──────────────────────── cash ── win        he cashes where the line reaches +cube
            centred    0 ── lose ── − cash ────────────── cash ── win
            other's    0 ── lose ── − cash ────────────────────── win        the other cashes where it falls to −cube
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from mossa import MossaError

__all__ = ["EFFICIENCY", "Chances", "Cube", "CubeDecision", "Stakes", "money"]

EFFICIENCY = 0.68
"""Cube efficiency, between 0 and 1: Janowski's estimate for common positions."""
TURNS = 40
"""In a money game the cube counts as dead after this many turns."""


@dataclass(frozen=True)
class Chances:
    """The chances of the player on roll; `win` includes gammons, gammons include backgammons, and likewise for
    losses."""

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    def __post_init__(self) -> None:
        wins = (1.0, self.win, self.win_gammon, self.win_backgammon, 0.0)
        losses = (1.0, 1 - self.win, self.lose_gammon, self.lose_backgammon, 0.0)
        if any(low > high + 1e-9 for kinds in (wins, losses) for high, low in itertools.pairwise(kinds)):
            raise MossaError(f"chances are 1 ≥ win ≥ gammon ≥ backgammon ≥ 0, and so for losses, not {self}")

    @property
    def equity(self) -> float:
        """Points won on average without the cube."""
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (1 - self.win + self.lose_gammon + self.lose_backgammon)

    @property
    def flipped(self) -> "Chances":
        """The chances as the other player sees them."""
        return Chances(1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)

    def kinds(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """Among wins, and among losses, the shares of plain games, gammons and backgammons."""
        return (
            _shares(self.win, self.win_gammon, self.win_backgammon),
            _shares(1 - self.win, self.lose_gammon, self.lose_backgammon),
        )


def _shares(all_: float, gammons: float, backgammons: float) -> tuple[float, float, float]:
    if all_ <= 0:
        return 1.0, 0.0, 0.0
    gammons, backgammons = min(1.0, gammons / all_), min(1.0, backgammons / all_)
    return 1 - gammons, gammons - backgammons, backgammons


@dataclass(frozen=True)
class Stakes:
    """What is played for, from the side of the player on roll."""

    value: Callable[[int], float]
    """The value of points won (or, below 0, lost) in this game."""
    may_double: Callable[[int, int], bool]
    """(who, cube): may the player on roll (1) or the other (−1) double from this value of the cube?"""
    jacoby: bool = False
    beavers: bool = False


def money(jacoby: bool = False, beavers: bool = False) -> Stakes:
    """A game for points."""
    return Stakes(float, lambda who, cube: cube < 1 << TURNS, jacoby, beavers)


@dataclass(frozen=True)
class CubeDecision:
    """What the player on roll may do with the cube, each with its value to him on the scale of the stakes."""

    no_double: float
    double_take: float
    double_drop: float
    available: bool = True
    """May he double?"""
    beavers: bool = False
    """May the other beaver?"""

    @property
    def takes(self) -> bool:
        """Should the other take?"""
        return self.double_take <= self.double_drop

    @property
    def doubled(self) -> float:
        """The value of doubling, if the other answers best."""
        return min(self.double_take, self.double_drop)

    @property
    def doubles(self) -> bool:
        """Should he double?"""
        return self.available and self.doubled >= self.no_double

    @property
    def value(self) -> float:
        """The value of the position with optimal cube play."""
        return max(self.no_double, self.doubled) if self.available else self.no_double

    @property
    def words(self) -> str:
        """The decision in the usual words."""
        if not self.available:
            return "no cube"
        answer = "take" if self.takes else "drop"
        if self.doubles:
            return f"double, {answer}"
        if self.no_double > self.double_drop:
            return f"too good to double, {answer}"
        beaver = self.beavers and self.double_take < 0
        return f"no double, {'beaver' if beaver else answer}"


class Cube:
    """A position with its cube: the chances of the player on roll, the stakes, the cube and who has it."""

    def __init__(
        self, chances: Chances, stakes: Stakes, cube: int = 1, owner: int = 0, efficiency: float = EFFICIENCY
    ) -> None:
        """`owner` is 1 for the player on roll, −1 for the other, 0 for a centred cube."""
        self.chances, self.stakes, self.cube, self.owner, self.efficiency = chances, stakes, cube, owner, efficiency
        self._wins, self._losses = chances.kinds()
        self._points: dict[tuple[int, int], float] = {}

    # Ends and cash points of the line, on the scale of the stakes; `p` is the winning chance of the player on roll.

    def _win(self, cube: int, owner: int = 1) -> float:
        if self.stakes.jacoby and owner == 0:
            return self.stakes.value(cube)
        return sum(share * self.stakes.value(cube * (k + 1)) for k, share in enumerate(self._wins))

    def _lose(self, cube: int, owner: int = 1) -> float:
        if self.stakes.jacoby and owner == 0:
            return self.stakes.value(-cube)
        return sum(share * self.stakes.value(-cube * (k + 1)) for k, share in enumerate(self._losses))

    def cash_point(self, who: int, cube: int) -> float:
        """Where, with a live cube of this value, the other drops the double of `who` (1 or −1); 1 or 0 if nowhere."""
        if (who, cube) not in self._points:
            self._points[who, cube] = self._find_cash_point(who, cube)
        return self._points[who, cube]

    def _find_cash_point(self, who: int, cube: int) -> float:
        nowhere = 1.0 if who > 0 else 0.0
        if not self.stakes.may_double(who, cube):
            return nowhere
        far = self.cash_point(-who, 2 * cube)  # where the player who takes would redouble
        won, lost = (self._win, self._lose) if who > 0 else (self._lose, self._win)
        top, bottom = won(2 * cube), lost(2 * cube) if far == 1 - nowhere else self.stakes.value(-who * 2 * cube)
        if (top - bottom) * who <= 0:
            return nowhere
        found = far + (nowhere - far) * (self.stakes.value(who * cube) - bottom) / (top - bottom)
        return min(max(found, 0.0), 1.0)

    def live(self, p: float, cube: int, owner: int) -> float:
        """The value with a live cube."""
        corners = [(0.0, self._lose(cube, owner)), (1.0, self._win(cube, owner))]
        if owner >= 0 and (high := self.cash_point(1, cube)) < 1:
            corners.insert(1, (high, self.stakes.value(cube)))
        if owner <= 0 and (low := self.cash_point(-1, cube)) > 0:
            corners.insert(1, (low, self.stakes.value(-cube)))
        corners.sort()
        for (left, at_left), (right, at_right) in itertools.pairwise(corners):
            if p <= right:
                return at_left if right == left else at_left + (p - left) / (right - left) * (at_right - at_left)
        return corners[-1][1]

    def dead(self, p: float, cube: int, owner: int) -> float:
        """The value with a dead cube."""
        low, high = self._lose(cube, owner), self._win(cube, owner)
        return low + p * (high - low)

    def at(self, p: float, cube: int, owner: int) -> float:
        """The value at this cube efficiency."""
        x = self.efficiency
        return x * self.live(p, cube, owner) + (1 - x) * self.dead(p, cube, owner)

    # The results.

    @property
    def value(self) -> float:
        """The value of the position if the player on roll does not double now."""
        return self.at(self.chances.win, self.cube, self.owner)

    @cached_property
    def decision(self) -> CubeDecision:
        """Whether to double, and to take."""
        value = self.stakes.value
        return CubeDecision(
            self.value,
            self.at(self.chances.win, 2 * self.cube, -1),
            value(self.cube),
            self.owner >= 0 and self.stakes.may_double(1, self.cube),
            self.stakes.beavers,
        )

    @property
    def take_point(self) -> float:
        """The winning chance from which on the other, if doubled now, should take."""
        low, high, dropped = 0.0, 1.0, self.stakes.value(self.cube)
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if self.at(middle, 2 * self.cube, -1) < dropped else (low, middle)
        return 1 - low
