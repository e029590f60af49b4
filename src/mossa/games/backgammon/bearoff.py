"""Exact bear-off: every way to have up to fifteen checkers at home, and every pair of those with up to six.

One side. Its checkers on points 1 … 6 are numbered so that every move leads to a lower number: with s(p) checkers on
point p or above, the number is

    C(s(6), 1) + C(s(5) + 1, 2) + … + C(s(1) + 5, 6)

the combinatorial number system (stars and bars): 0 is all off, 923 the last position with six checkers and 54,263 the
last with fifteen. For each position there is the chance to be off after n rolls, played so that the mean number of
rolls is least, and for fifteen checkers the chance that the first one is off after n rolls (which saves the gammon).

Two sides, each with six checkers at most. A position has four values for the player who rolls now: without the cube,
with a centred cube, and with a cube that he or the other owns, all for a cube of 1 and money play. Gammons are
impossible, so

    other    =  mean over the rolls of the best  −doubled or not(own(after), other(after))
    own      =  mean over the rolls of the best  −other(after)
    centred  =  mean over the rolls of the best  −doubled or not(centred(after), other(after))

    doubled or not(x, other)  =  max(x, min(2 · other, 1))

since a double gives the cube away, and dropping costs one point [KeelerSpencer75].

The moves are those of the rules. Compiled loops make the tables in seconds when they are first needed; they are stored
in the user's folder (`mossa.search.retrograde.default_folder`), each file written whole.
"""

import contextlib
import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mossa import MossaError, u64
from mossa.core.files import make_folder, write_bytes
from mossa.core.kernel_rules import kernel_rules
from mossa.core.rules import Rules
from mossa.kernel.binding import slot
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Float32s, Int32s, Ints, Reals
from mossa.kernel.specialise import specialise
from mossa.search.retrograde import default_folder

from . import rules
from .rules import NOBODY, PLAY, State

__all__ = ["OneSided", "TwoSided", "chances_at_home", "make_tables", "number_of", "one_sided", "two_sided"]

ALL = math.comb(21, 6)
"""Positions of up to fifteen checkers."""
FEW = math.comb(12, 6)
"""Positions of up to six."""
FIFTEEN = math.comb(20, 6)
"""The first number with fifteen checkers."""
ROLLS = 32
"""More rolls than any position takes: the smallest roll is 3 pips, and 15 checkers on the 6-point are 90."""
FIRST_ROLLS = 8
"""Rolls counted for the first of fifteen checkers (the last entry is the chance of this many or more)."""
CUBES = 4
CUBELESS, OWN, CENTRED, OTHER = range(CUBES)

game = slot("game")

CHOOSE = ConstantTable(lambda: [math.comb(n, k) for n in range(21) for k in range(7)])
"""C(n, k) at 7n + k."""


def number_of(near: u64) -> int:
    """The number of a side that has all its checkers on points 0 … 6."""
    number, above = 0, 0
    for k in range(1, 7):
        above += int(near >> 4 * (7 - k) & 15)
        number += CHOOSE[7 * (above + k - 1) + k]
    return number


def near_of(number: int) -> u64:
    """The side with a number: the inverse."""
    near, above, top = u64(0), 0, 20
    for k in range(6, 0, -1):
        while CHOOSE[7 * top + k] > number:
            top -= 1
        number -= CHOOSE[7 * top + k]
        here = top - (k - 1)  # checkers on this point or above
        if k < 6:
            near |= u64(above - here) << 4 * (6 - k)
        else:
            near |= u64(15 - here)
        above = here
    return near | u64(above) << 24


def side_state(near: u64, dice: int) -> State:
    """A side alone on the board, with its dice thrown."""
    return State(near, u64(0), u64(15), u64(0), 0, PLAY, dice, 1, NOBODY, (0, 0), 2)


def fill_one_sided(means: Reals, chances: Reals, first_means: Reals, firsts: Reals, buffer: Ints) -> int:
    """Fill the one-sided tables, from the lowest number up."""
    chances[0] = 1.0
    for number in range(1, ALL):
        near = near_of(number)
        here = chances[number * ROLLS :]
        mean = 1.0
        for large in range(1, 7):
            for small in range(1, large + 1):
                state = side_state(near, 8 * large + small)
                best = number
                for i in range(game.moves(state, buffer, 0)):
                    after = number_of(game.play(state, buffer[i]).their_near)
                    if best == number or means[after] < means[best]:
                        best = after
                weight = (1 if large == small else 2) / 36
                mean += weight * means[best]
                there = chances[best * ROLLS :]
                for n in range(ROLLS - 1):
                    here[n + 1] += weight * there[n]
        means[number] = mean
        if number >= FIFTEEN:
            fill_first(number, near, first_means, firsts, buffer)
    return ALL


def fill_first(number: int, near: u64, means: Reals, firsts: Reals, buffer: Ints) -> None:
    """The chances that the first of fifteen checkers is off after n rolls."""
    here = firsts[(number - FIFTEEN) * FIRST_ROLLS :]
    mean = 1.0
    for large in range(1, 7):
        for small in range(1, large + 1):
            state = side_state(near, 8 * large + small)
            best, least = number, 1e9
            for i in range(game.moves(state, buffer, 0)):
                after = number_of(game.play(state, buffer[i]).their_near)
                rolls = means[after - FIFTEEN] if after >= FIFTEEN else 0.0
                if rolls < least:
                    best, least = after, rolls
            weight = (1 if large == small else 2) / 36
            mean += weight * least
            if best < FIFTEEN:
                here[1] += weight
            else:
                there = firsts[(best - FIFTEEN) * FIRST_ROLLS :]
                for n in range(1, FIRST_ROLLS):
                    here[min(n + 1, FIRST_ROLLS - 1)] += weight * there[n]
    means[number - FIFTEEN] = mean


def fill_moves(begins: Int32s, afters: Int32s, buffer: Ints) -> int:
    """Fill `afters` with where each roll leads from positions of few checkers, and `begins` with the place of each."""
    at = 0
    for number in range(FEW):
        near = near_of(number)
        roll = 0
        for large in range(1, 7):
            for small in range(1, large + 1):
                begins[21 * number + roll] = at
                roll += 1
                if number > 0:
                    state = side_state(near, 8 * large + small)
                    for i in range(game.moves(state, buffer, 0)):
                        afters[at] = number_of(game.play(state, buffer[i]).their_near)
                        at += 1
    begins[21 * FEW] = at
    return at


def fill_two_sided(begins: Int32s, afters: Int32s, worth: Reals) -> int:
    """Fill the values of all pairs, in the order of the sum of their numbers, which every move lowers."""
    for total in range(2 * FEW - 1):
        for own in range(max(0, total - FEW + 1), min(total, FEW - 1) + 1):
            other = total - own
            if own == 0 or other == 0:
                value = 1.0 if own == 0 else -1.0
                for cube in range(CUBES):
                    worth[CUBES * (own * FEW + other) + cube] = value
            else:
                solve_pair(own, other, begins, afters, worth)
    return FEW * FEW


def solve_pair(own: int, other: int, begins: Int32s, afters: Int32s, worth: Reals) -> None:
    """Compute the four values of one pair."""
    plain, kept, centred, given = 0.0, 0.0, 0.0, 0.0
    roll = 21 * own
    for large in range(1, 7):
        for small in range(1, large + 1):
            best_plain, best_kept, best_centred, best_given = -2.0, -2.0, -2.0, -2.0
            for i in range(begins[roll], begins[roll + 1]):
                after = CUBES * (other * FEW + afters[i])
                doubled = min(2 * worth[after + OTHER], 1.0)
                best_plain = max(best_plain, -worth[after + CUBELESS])
                best_kept = max(best_kept, -worth[after + OTHER])
                best_centred = max(best_centred, -max(worth[after + CENTRED], doubled))
                best_given = max(best_given, -max(worth[after + OWN], doubled))
            weight = (1 if large == small else 2) / 36
            plain += weight * best_plain
            kept += weight * best_kept
            centred += weight * best_centred
            given += weight * best_given
            roll += 1
    here = CUBES * (own * FEW + other)
    worth[here + CUBELESS] = plain
    worth[here + OWN] = kept
    worth[here + CENTRED] = centred
    worth[here + OTHER] = given


# The tables, made once and stored.

FORMAT = "mossa bear-off table 1"


def stored(name: str, make: Callable[[], Any]) -> Any:
    """The float32 array in a file of the user's folder; made again if it is missing or damaged."""
    import numpy as np

    path = default_folder("backgammon") / f"{name}.bearoff"
    try:
        line, _, data = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        if (head["format"], head["digest"]) == (FORMAT, hashlib.sha256(data).hexdigest()):
            return np.frombuffer(data, np.float32)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    array = make().astype(np.float32)
    data = array.tobytes()
    head = {"format": FORMAT, "name": name, "digest": hashlib.sha256(data).hexdigest()}
    with contextlib.suppress(MossaError):  # else it is made again next time
        make_folder(path.parent)
        write_bytes(path, json.dumps(head).encode() + b"\n" + data)
    return array


def kernel(entry: Callable[..., int]) -> Callable[..., int]:
    """A loop of this file, compiled with the rules."""
    return specialise(
        entry, {"game": kernel_rules(Rules.of([rules], "backgammon"))}, name=f"backgammon {entry.__name__}"
    )


def make_one_sided() -> Any:
    """The chances of all positions to be off after n rolls, then those of fifteen checkers for the first of them."""
    import numpy as np

    chances, firsts = Reals(ALL * ROLLS), Reals((ALL - FIFTEEN) * FIRST_ROLLS)
    kernel(fill_one_sided)(Reals(ALL), chances, Reals(ALL - FIFTEEN), firsts, Ints(rules.FACTS.widest))
    return np.concatenate([chances.array, firsts.array])


def make_two_sided() -> Any:
    """The four values of all pairs."""
    begins, afters, worth = Int32s(21 * FEW + 1), Int32s(FEW * 21 * 12), Reals(CUBES * FEW * FEW)
    kernel(fill_moves)(begins, afters, Ints(rules.FACTS.widest))
    kernel(fill_two_sided)(begins, afters, worth)
    return worth.array


MAKERS = {"one-sided": make_one_sided, "two-sided": make_two_sided}


def make_tables(verify: bool, say: Callable[[str], None]) -> list[tuple[str, int]]:
    """For `mossa tables`: make what is missing; to verify, compute everything again. (Table, number of entries)."""
    import numpy as np

    rows = []
    for name, make in MAKERS.items():
        say(f"{name} bear-off …")
        kept = stored(name, make)
        if verify and not np.array_equal(kept, make().astype(np.float32)):
            raise MossaError(f"the {name} bear-off table in {default_folder('backgammon')} is wrong: remove it")
        rows.append((name, len(kept)))
    return rows


CHANCES = ConstantTable(lambda: stored("one-sided", make_one_sided), Float32s, name="backgammon bear-off, one side")
FIRSTS = ALL * ROLLS  # where the chances of the first checker begin
PAIRS = ConstantTable(lambda: stored("two-sided", make_two_sided), Float32s, name="backgammon bear-off, two sides")


# Compiled probes.

WIN, WIN_GAMMON, WIN_BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(5)


def at_home(state: State) -> bool:
    """Have both sides all their checkers at home or off?"""
    return (state.far | state.their_far) == 0 and (state.near | state.their_near) >> 28 == 0


def chances_at_home(state: State, chances: Reals) -> None:
    """The chances of the player on roll, both sides at home: WIN, WIN_GAMMON, WIN_BACKGAMMON, LOSE_GAMMON, LOSE_….

    Exact with up to six checkers a side; otherwise both sides play for the fewest rolls on average, a small error.
    """
    own, other = number_of(state.near), number_of(state.their_near)
    for i in range(5):
        chances[i] = 0.0
    own_left, other_left = 1.0, 1.0  # chances not to be off yet
    own_first, other_first = 1.0, 1.0  # not to have one checker off yet
    own_at, other_at = FIRSTS + (own - FIFTEEN) * FIRST_ROLLS, FIRSTS + (other - FIFTEEN) * FIRST_ROLLS
    for n in range(1, ROLLS):
        off = CHANCES[own * ROLLS + n]
        chances[WIN] += off * other_left
        if other >= FIFTEEN:
            chances[WIN_GAMMON] += off * other_first
        own_left -= off
        if n < FIRST_ROLLS:
            own_first -= CHANCES[own_at + n] if own >= FIFTEEN else 1.0
            other_first -= CHANCES[other_at + n] if other >= FIFTEEN else 1.0
        off = CHANCES[other * ROLLS + n]
        if own >= FIFTEEN:
            chances[LOSE_GAMMON] += off * max(0.0, own_first)
        other_left -= off
    if own < FEW and other < FEW:
        chances[WIN] = (1.0 + PAIRS[CUBES * (own * FEW + other) + CUBELESS]) / 2


# For people.


@dataclass(frozen=True)
class OneSided:
    """How long one side takes to bear off."""

    chances: tuple[float, ...]
    """The chances to be off after exactly 0, 1, 2 … rolls."""

    @property
    def mean(self) -> float:
        """Rolls on average."""
        return math.fsum(n * chance for n, chance in enumerate(self.chances))

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of rolls."""
        return math.sqrt(max(0.0, math.fsum(n * n * c for n, c in enumerate(self.chances)) - self.mean**2))

    @property
    def effective_pips(self) -> float:
        """Trice's effective pip count: the mean in pips of an average roll, 49/6 [Trice04]."""
        return self.mean * 49 / 6


@dataclass(frozen=True)
class TwoSided:
    """What a position is worth to the player on roll, for money and a cube of 1, if he does not double now."""

    cubeless: float
    own: float
    """He owns the cube."""
    centred: float
    other: float
    """The other one owns it."""


def number(points: Sequence[int]) -> int:
    """The number of a side given as its checkers on points 1 … 6."""
    if len(points) != 6 or min(points) < 0 or sum(points) > 15:
        raise MossaError(f"a bear-off is six numbers of checkers, on points 1 to 6 and 15 at most, not {list(points)}")
    return number_of(u64(sum(n << 4 * point for point, n in enumerate(points, 1))))


def one_sided(points: Sequence[int]) -> OneSided:
    """The bear-off of a side with these checkers on points 1 … 6.

    >>> round(one_sided([0, 0, 0, 0, 0, 1]).mean, 3)
    1.25
    """
    begin = number(points) * ROLLS
    return OneSided(tuple(float(CHANCES[begin + n]) for n in range(ROLLS)))


def two_sided(own: Sequence[int], other: Sequence[int]) -> TwoSided:
    """The values of a bear-off of two sides with six checkers at most, each given on its points 1 … 6."""
    first, second = number(own), number(other)
    if max(first, second) >= FEW:
        raise MossaError("the two-sided table has up to six checkers a side")
    begin = CUBES * (first * FEW + second)
    return TwoSided(*(float(PAIRS[begin + cube]) for cube in range(CUBES)))
