"""The cubeful value of a position, in points or in match winning chance: the model of `cube`, compiled for the search.

The loop goes from the highest cube down to the current one: the point where a side cashes a live cube follows from the
point where the other cashes the next higher one. `cube.Cube` is the readable twin; the tests compare the two.
"""

from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Reals

from .cube import EFFICIENCY
from .match_equity import match_equity, post_crawford
from .rules import BEAVERED, BEAVERS, CUBE, DECIDE, GREATEST_CUBE, JACOBY, MATCH, NOBODY, OFFERED, State

__all__ = ["cubeful_value", "value_of_points"]

WIN, WIN_GAMMON, WIN_BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(5)
TOP = 16 if MATCH else GREATEST_CUBE // 2
"""The highest cube that can be doubled."""


def scores() -> list[float]:
    """The match value, from −1 to 1, of needing `own` points against `other`: up to the Crawford game, then after
    it."""
    found = []
    for after in (False, True):
        for own in range(MATCH + 1):
            for other in range(MATCH + 1):
                if own == 0 or other == 0:
                    chance = 0.5 if own == other else 1.0 if own == 0 else 0.0
                elif after and own == 1:
                    chance = post_crawford(other)
                elif after and other == 1:
                    chance = 1 - post_crawford(own)
                else:
                    chance = match_equity(own, other)
                found.append(2 * chance - 1)
    return found


SCORES = ConstantTable(scores, Reals)


def value_of_points(state: State, points: int) -> float:
    """The value to the player on turn of winning this many points now (losing them, if below 0)."""
    if not MATCH:
        return float(points)
    own = max(0, MATCH - state.points[state.turn] - max(0, points))
    other = max(0, MATCH - state.points[1 - state.turn] - max(0, -points))
    after = 1 if state.crawford else 0
    found: float = SCORES[(after * (MATCH + 1) + own) * (MATCH + 1) + other]
    return found


def finished(state: State, chances: Reals, cube: int, won: bool) -> float:
    """The mean value of a game played to its end, given that the player on turn wins it (or loses it)."""
    sign = 1 if won else -1
    share = chances[WIN] if won else 1 - chances[WIN]
    plain = value_of_points(state, sign * cube)
    if share <= 0 or (JACOBY and CUBE and not MATCH and state.owner == NOBODY and cube == state.cube):
        return plain
    gammons = min(1.0, (chances[WIN_GAMMON] if won else chances[LOSE_GAMMON]) / share)
    backgammons = min(gammons, (chances[WIN_BACKGAMMON] if won else chances[LOSE_BACKGAMMON]) / share)
    gammon, backgammon = value_of_points(state, 2 * sign * cube), value_of_points(state, 3 * sign * cube)
    value: float = plain + gammons * (gammon - plain) + backgammons * (backgammon - gammon)
    return value


def may_turn(state: State, own: bool, cube: int) -> bool:
    """May the player on turn (or, with `own` false, the other) double from this cube if he has access to it?"""
    if state.crawford == 1:
        return False
    if MATCH:
        return state.points[state.turn if own else 1 - state.turn] + cube < MATCH
    return cube < GREATEST_CUBE


def interpolated_chance(from_p: float, from_value: float, to_p: float, to_value: float, wanted: float) -> float:
    """The winning chance where the line between two points has the value `wanted`; `to_p` if nowhere."""
    rise = to_value - from_value
    if (to_p - from_p) * rise <= 0:
        return to_p
    return min(1.0, max(0.0, from_p + (to_p - from_p) * (wanted - from_value) / rise))


def with_cube(state: State, chances: Reals, cube: int, owner: int) -> float:
    """The value without a double now; `owner` of the cube is 1 for the player on turn, −1 for the other, 0 if
    centred."""
    high, low = 1.0, 0.0  # cash points of a live cube: of the player on turn, of the other
    level = TOP
    while level >= cube:
        win, lose = finished(state, chances, 2 * level, True), finished(state, chances, 2 * level, False)
        new_high, new_low = 1.0, 0.0
        if may_turn(state, True, level):
            bottom = value_of_points(state, -2 * level) if low > 0 else lose
            new_high = interpolated_chance(low, bottom, 1.0, win, value_of_points(state, level))
        if may_turn(state, False, level):
            bottom = value_of_points(state, 2 * level) if high < 1 else win
            new_low = interpolated_chance(high, bottom, 0.0, lose, value_of_points(state, -level))
        high, low = new_high, new_low
        level >>= 1
    p = chances[WIN]
    win, lose = finished(state, chances, cube, True), finished(state, chances, cube, False)
    dead: float = lose + p * (win - lose)
    left, at_left, right, at_right = 0.0, lose, 1.0, win
    if owner <= 0 and low > 0:
        if p <= low:
            right, at_right = low, value_of_points(state, -cube)
        else:
            left, at_left = low, value_of_points(state, -cube)
    if owner >= 0 and high < 1:
        if p > high:
            left, at_left = high, value_of_points(state, cube)
        elif high < right:
            right, at_right = high, value_of_points(state, cube)
    live = at_right if right <= left else at_left + (p - left) / (right - left) * (at_right - at_left)
    return EFFICIENCY * live + (1 - EFFICIENCY) * dead


def beavered(state: State, chances: Reals, cube: int) -> float:
    """The value of having doubled to this cube and been beavered: the better of dropping and playing on."""
    return max(value_of_points(state, -cube), with_cube(state, chances, 2 * cube, -1))


def cubeful_value(state: State, chances: Reals) -> float:
    """The value to the player on turn, given his chances, with optimal cube decisions."""
    cube = state.cube
    if state.stage == DECIDE or state.stage == OFFERED:
        doubled = min(with_cube(state, chances, 2 * cube, -1), value_of_points(state, cube))
        if BEAVERS and not MATCH and 4 * cube <= GREATEST_CUBE:
            doubled = min(doubled, beavered(state, chances, 2 * cube))
        if state.stage == OFFERED:
            return doubled
        return max(doubled, with_cube(state, chances, cube, 0 if state.owner == NOBODY else 1))
    if state.stage == BEAVERED:
        return beavered(state, chances, cube)
    owner = 0 if state.owner == NOBODY else 1 if state.owner == state.turn else -1
    return with_cube(state, chances, cube, owner)
