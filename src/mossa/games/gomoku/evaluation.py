"""What a player of Gomoku knows: threats that win or must be met, and what the points are worth.

A five needs one stone more: a *four*. With two points for it (an open four, or two fours at once) it cannot be
stopped; so a stone that makes one wins, unless the opponent has a four himself.
"""

from collections.abc import Iterator

from mossa import below, next_seed, u64

from .lines import FIVE, OPEN_FOUR, SLOTS
from .rules import (
    BLACK_STONE,
    COUNT,
    EXACT,
    FIVES,
    FOURS,
    OPEN_FOURS,
    OPEN_THREES,
    POINTS,
    STEPS,
    WAYS,
    WORTHS,
    State,
    kind_of,
    makes_five,
)

MONTE_CARLO = {"rave": 300}

NOBODY = -1
URGENT = 1 << 10
"""More than any point is worth by its weights."""
MANY = 3
"""With more fours than that, quiescence tries all of them."""
MOST = 20_000
"""The greatest evaluation."""
TEMPO = 20
"""What having the move is worth."""
DRAWN = 5
"""Points that a simulation draws for each of its moves."""


def tally(state: State, player: int) -> u64:
    """The tally of a player."""
    return state.white if player else state.black


def count(word: u64, place: int) -> int:
    """A count of a tally."""
    return int(word >> place & COUNT)


def powers(word: u64, player: int) -> u64:
    """The tally of an empty point alone."""
    total: u64 = WORTHS[kind_of(word, 0, player)] + WORTHS[kind_of(word, 1, player)]
    total += WORTHS[kind_of(word, 2, player)] + WORTHS[kind_of(word, 3, player)]
    return total


def point_that(state: State, player: int, wanted: int, after: int) -> int:
    """The first empty point beyond `after` where a player makes five (`wanted` is FIVE), or else two fours or an open
    one (OPEN_FOUR); NOBODY if there is none."""
    for point in range(after + 1, POINTS):
        if state.points[point] < BLACK_STONE:
            if wanted == FIVE:
                if makes_five(state, point, player):
                    return point
            elif two_fours(powers(state.points[point], player)):
                return point
    return NOBODY


def two_fours(own: u64) -> bool:
    """Does a stone with these powers threaten five at two points?"""
    return count(own, OPEN_FOURS) > 0 or count(own, FOURS) > 1


def winning_point(state: State, player: int) -> int:
    """A point where a player makes five; NOBODY if there is none."""
    if count(tally(state, player), FIVES) == 0:
        return NOBODY
    return point_that(state, player, FIVE, -1)


def double_point(state: State, player: int) -> int:
    """A point where a player makes two fours or an open one; NOBODY if there is none, or that is not sure to win."""
    own = tally(state, player)
    if EXACT == 1 or (count(own, OPEN_FOURS) == 0 and count(own, FOURS) < 2):
        return NOBODY  # a row of six, beyond the sight of a window, would spoil a four that must be exact
    return point_that(state, player, OPEN_FOUR, -1)


def bounds(state: State) -> tuple[int, int]:
    plies = plies_to_end(state)
    if plies >= 0:
        return (1, 1) if plies % 2 else (-1, -1)
    # Who can make nothing on any line will never have five.
    return (0 if tally(state, 1 - state.turn) == 0 else -1), (0 if tally(state, state.turn) == 0 else 1)


def plies_to_end(state: State) -> int:
    """1 where the mover makes five, 2 where the opponent threatens it twice, 3 after a stone that makes two fours."""
    if winning_point(state, state.turn) != NOBODY:
        return 1
    threat = winning_point(state, 1 - state.turn)
    if threat != NOBODY:
        return 2 if point_that(state, 1 - state.turn, FIVE, threat) != NOBODY and state.stones + 2 <= POINTS else -1
    return 3 if double_point(state, state.turn) != NOBODY else -1


def noisy(state: State) -> bool:
    """A four of the opponent must be met."""
    return winning_point(state, 1 - state.turn) != NOBODY


def sufficient(state: State) -> Iterator[int]:
    """Against a four, its point. Against a point for two fours, fours of one's own, and the points on the lines
    through it: any other stone leaves it as it is."""
    threat = winning_point(state, 1 - state.turn)
    if threat != NOBODY:
        yield threat
    else:
        threat = double_point(state, 1 - state.turn)
        for point in range(POINTS):
            if state.points[point] < BLACK_STONE:
                if threat == NOBODY or point == threat or in_line(state, point, threat):
                    yield point
                elif powers(state.points[point], state.turn) >> FOURS != 0:
                    yield point


def in_line(state: State, point: int, other: int) -> bool:
    """Is a point one of the window of another?"""
    for i in range(len(WAYS) * SLOTS):
        if other + STEPS[i] == point and state.points[other] >> 2 * i & 3 == 0:
            return True
    return False


def tactical(state: State) -> Iterator[int]:
    """Fours with something more: with an open three, or while there are several."""
    mine = tally(state, state.turn)
    if count(mine, FOURS) > 1:
        for point in range(POINTS):
            if state.points[point] < BLACK_STONE:
                own = powers(state.points[point], state.turn)
                if own >> FOURS != 0 and (count(own, OPEN_THREES) > 0 or count(mine, FOURS) > MANY):
                    yield point


def order(state: State, move: int) -> int:
    """What the point is worth to both; whatever wins or must be taken first."""
    word = state.points[move]
    own, other = powers(word, state.turn), powers(word, 1 - state.turn)
    return 4 * urgency(own) + 3 * urgency(other)


def urgency(own: u64) -> int:
    """How much a player wants a point of these powers."""
    worth = int(own & (1 << OPEN_THREES) - 1)
    if own >> FIVES != 0:
        return 4 * URGENT
    if two_fours(own):
        return 2 * URGENT
    threes, fours = count(own, OPEN_THREES), count(own, FOURS)
    if fours > 0 and threes > 0:
        return URGENT
    if threes > 1:
        return URGENT // 2
    return worth


def quiet(state: State, move: int) -> bool:
    """Does it make no four?"""
    return powers(state.points[move], state.turn) >> FOURS == 0


def threatens(state: State, move: int) -> bool:
    """Does it threaten two fours (an open three)?"""
    return count(powers(state.points[move], state.turn), OPEN_THREES) > 0


def may_pass(state: State) -> bool:
    """A stone more never harms, unless six in a row is nothing; and there is no threat to be met."""
    theirs = tally(state, 1 - state.turn)
    return EXACT == 0 and theirs >> FOURS == 0 and state.stones + 2 < POINTS


def pass_turn(state: State) -> State:
    return State(state.points, state.black, state.white, state.hash, state.stones, 1 - state.turn, state.won)


def evaluate(state: State) -> int:
    """What the empty points are worth to the mover, less what they are worth to the opponent."""
    mine, theirs = tally(state, state.turn), tally(state, 1 - state.turn)
    own, other = worth(mine), worth(theirs)
    return max(-MOST, min(MOST, own - other + own // 4 + TEMPO))


def worth(own: u64) -> int:
    """The weights of a tally."""
    return int(own & (1 << OPEN_THREES) - 1)


def rollout_move(state: State, seed: u64) -> int:
    """A five, the point of a four to be met, a point for two fours; else the most urgent of some points drawn."""
    point = winning_point(state, state.turn)
    if point == NOBODY:
        point = winning_point(state, 1 - state.turn)
    if point == NOBODY:
        point = double_point(state, state.turn)
    best = -1
    if point == NOBODY:
        for _ in range(DRAWN):
            seed = next_seed(seed)
            found = empty_from(state, below(seed, POINTS))
            liking = order(state, found)
            if liking > best:
                point, best = found, liking
    return point


def empty_from(state: State, point: int) -> int:
    """The first empty point from this one on."""
    while state.points[point] >= BLACK_STONE:
        point = point + 1 if point + 1 < POINTS else 0
    return point


def features(state: State) -> Iterator[int]:
    """What a network sees: own stones, the opponent's; the points where the mover makes five, a four (open or not), an
    open three; those where the opponent does. Each is a plane of rows from the bottom."""
    me, other = state.turn, 1 - state.turn
    for player in (me, other):
        for point in range(POINTS):
            yield 1 if state.points[point] == BLACK_STONE + u64(player) else 0
    for player in (me, other):
        for place in (FIVES, FOURS, OPEN_THREES):
            for point in range(POINTS):
                word, made = state.points[point], u64(0)
                if word < BLACK_STONE:
                    made = powers(word, player) >> place & u64(COUNT)
                    if place == FOURS:
                        made |= powers(word, player) >> OPEN_FOURS & u64(COUNT)
                yield 1 if made != 0 else 0
