"""The rules of backgammon.

Each side is seen from its own end of the board: its checkers move down from point 24 to point 1 and then off. The point
that one side calls p the other calls 25 − p. A side is 26 hexadecimal digits in two 64-bit words, digit p for
point p:

    near   15 14 … 2 1 0       digit 0: the checkers that are off
    far    25 24 … 17 16       digit 25: the checkers on the bar

A move is the whole turn, written as the points it moves from, five bits each, 0 for none:

    dice 6-3    the point that plays the 6, then (five bits higher) the point that plays the 3
    dice 4-4    up to four points, the highest first

A move does not record which die was played first: the result is the same. Digits are added and subtracted in any order,
even if one is below 0 in between.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, byte_swap, highest_bit, lowest_bit, mix, parallel_extract, parameter, u64

MATCH = parameter("match", 0, "points that win the match; 0 is one game for points", least=0, most=25)
CUBE = parameter("cube", 1 if MATCH else 0, "1: with the doubling cube", least=0, most=1)
JACOBY = parameter("jacoby", 0, "1: gammons count only after a double (not in a match)", least=0, most=1)
BEAVERS = parameter("beavers", 0, "1: who is doubled may redouble at once and keep the cube", least=0, most=1)
CRAWFORD = parameter("crawford", 1, "1: no doubling in the game after a score of one to go", least=0, most=1)

GREATEST_CUBE = 64
MOST_POINTS = 1 if MATCH else 3 * (GREATEST_CUBE if CUBE else 1)

# Four moves shared among fifteen checkers: C(18, 4) ways at most. There is no longest game; random ones end within a
# few hundred turns.
FACTS = Facts(
    players=2,
    chance=True,
    utility=(-MOST_POINTS, MOST_POINTS),
    alternate=not CUBE and not MATCH,
    widest=3060,
    longest=10_000 * max(1, MATCH),
)

BAR = 25
LOWEST_DIGITS = 0x1111111111111111
START_NEAR, START_FAR = u64(0x00500003_05000000), u64(0x02_00000000)  # 5 on 6 and 13, 3 on 8; 2 on 24

# The stages of a turn.
OPENING, DECIDE, OFFERED, BEAVERED, ROLL, PLAY, OVER = range(7)
"""Chance throws the first dice; the player may double; the other answers; the doubler answers a beaver; chance throws;
the player moves; the game is over."""

ROLL_DICE, DOUBLE = 0, 1  # moves in DECIDE
DROP, TAKE, BEAVER = 0, 1, 2  # answers to a double

NOBODY = -1


class State(NamedTuple):
    near: u64  # the checkers of `turn`
    far: u64
    their_near: u64  # of the other player, as he sees them
    their_far: u64
    turn: int  # whose turn it is: 0 or 1 (while a double is answered, who offered it)
    stage: int
    dice: int  # 8 · larger + smaller while a player moves, else 0
    cube: int  # what the game is worth
    owner: int  # who may double: 0, 1 or NOBODY for both
    points: tuple[int, int]  # won so far by each player
    crawford: int  # 0: still to come, 1: this game, 2: over


def start() -> State:
    crawford = (1 if MATCH == 1 else 0) if CRAWFORD and MATCH else 2
    return State(START_NEAR, START_FAR, START_NEAR, START_FAR, 0, OPENING, 0, 1, NOBODY, (0, 0), crawford)


def mover(state: State) -> int:
    if state.stage == OPENING or state.stage == ROLL:
        return CHANCE
    return 1 - state.turn if state.stage == OFFERED else state.turn


def is_over(state: State) -> bool:
    return state.stage == OVER


def utility(state: State, player: int) -> int:
    """Points won, or 1 for the match."""
    ahead = state.points[player] - state.points[1 - player]
    if MATCH:
        return 1 if ahead > 0 else -1
    return ahead


# Checkers on points.


def digit(near: u64, far: u64, point: int) -> int:
    """How many checkers a side has on a point: 0 is off, 25 the bar."""
    return int((near >> 4 * point if point < 16 else far >> 4 * (point - 16)) & 15)


def count(state: State, side: int, point: int) -> int:
    """How many checkers a player (0 or 1) has on a point of his own: 0 is off, 25 the bar."""
    if side == state.turn:
        return digit(state.near, state.far, point)
    return digit(state.their_near, state.their_far, point)


def near_unit(point: int) -> u64:
    """One checker on a point, as part of the near word."""
    return u64(1) << 4 * point if point < 16 else u64(0)


def far_unit(point: int) -> u64:
    """One checker on a point, as part of the far word."""
    return u64(1) << 4 * (point - 16) if point >= 16 else u64(0)


def occupied(near: u64, far: u64) -> u64:
    """The points with at least one checker, as a set of bits (off is left out)."""
    near, far = near | near >> 1, far | far >> 1
    near, far = near | near >> 2, far | far >> 2
    return (parallel_extract(near, LOWEST_DIGITS) | parallel_extract(far, LOWEST_DIGITS) << 16) & ~u64(1)


def made(near: u64, far: u64) -> u64:
    """The points with two checkers or more."""
    near, far = near >> 1 | near >> 2 | near >> 3, far >> 1 | far >> 2 | far >> 3
    return (parallel_extract(near, LOWEST_DIGITS) | parallel_extract(far, LOWEST_DIGITS) << 16) & ~u64(1)


def opposite(points: u64) -> u64:
    """A set of points as the other side numbers them: bit p becomes bit 25 − p."""
    points = (points >> 1 & 0x5555555555555555) | (points & 0x5555555555555555) << 1
    points = (points >> 2 & 0x3333333333333333) | (points & 0x3333333333333333) << 2
    points = (points >> 4 & 0x0F0F0F0F0F0F0F0F) | (points & 0x0F0F0F0F0F0F0F0F) << 4
    return byte_swap(points) >> 38


ON_BOARD = 0x1FFFFFE  # points 1 … 24


# Moves of checkers.


def sources(own: u64, free: u64, die: int) -> u64:
    """The points from which a die can be played, of a side that occupies `own`; it may land on `free`."""
    if own >> BAR:
        return (free << die) & (u64(1) << BAR)
    found = own & free << die
    if own < 1 << 7 and own:  # all at home: they may go off
        found |= own & u64(1) << die
        if own >> die == 0:
            found |= u64(1) << highest_bit(own)
    return found


def without(own: u64, doubled: u64, point: int, die: int) -> u64:
    """The points still occupied when a checker has played a die; `doubled` are those that had more than one."""
    here = u64(1) << point
    if doubled & here == 0:
        own = own ^ here
    return own | u64(1) << (point - die) if point > die else own


def moves(state: State) -> Iterator[int]:
    if state.stage == PLAY:
        own, doubled = occupied(state.near, state.far), made(state.near, state.far)
        blocked = opposite(made(state.their_near, state.their_far))
        large, small = state.dice >> 3, state.dice & 7
        if large == small:
            yield from doubles(state.near, state.far, own, ON_BOARD & ~blocked, large, BAR, 0)
        else:
            blots = opposite(occupied(state.their_near, state.their_far)) & ~blocked
            yield from plays(own, doubled, ON_BOARD & ~blocked, blots, large, small)
    elif state.stage == ROLL:
        for large in range(1, 7):
            for small in range(1, large + 1):
                yield 8 * large + small
    elif state.stage == OPENING:
        for first in range(1, 7):
            for second in range(1, 7):
                if first != second:
                    yield 8 * first + second
    elif state.stage == DECIDE:
        yield ROLL_DICE
        yield DOUBLE
    else:
        yield DROP
        yield TAKE
        if state.stage == OFFERED and BEAVERS and not MATCH and 4 * state.cube <= GREATEST_CUBE:
            yield BEAVER


def plays(own: u64, doubled: u64, free: u64, blots: u64, large: int, small: int) -> Iterator[int]:
    """The moves with two unlike dice, one for each position that they lead to.

    A play is a point for each die. Playing one die never makes the other one illegal where it was legal before, so all
    plays that can begin with the larger die are found first; then those from points that only the smaller die opens to
    the larger one. Two plays lead to the same position only if

    - one checker plays both dice, by one of two points between, with no blot on either: `detours`;
    - both dice take a checker off, each from either point: the larger die takes the higher one, in the first loop.
    """
    firsts, found = sources(own, free, large), False
    rest = firsts
    while rest:
        point = lowest_bit(rest)
        rest &= rest - 1
        seconds = sources(without(own, doubled, point, large), free, small)
        if seconds:
            found = True
            seconds &= ~detours(own, doubled, free, blots, large, small, firsts, point)
        while seconds:
            yield lowest_bit(seconds) << 5 | point
            seconds &= seconds - 1
    seconds = sources(own, free, small)
    rest = seconds
    while rest:
        point = lowest_bit(rest)
        rest &= rest - 1
        opened = sources(without(own, doubled, point, small), free, large) & ~firsts
        if opened:
            found = True
        while opened:
            first = lowest_bit(opened)
            opened &= opened - 1
            both_off = point <= small and first <= large
            if not both_off and detours(own, doubled, free, blots, large, small, firsts, first) >> point & 1 == 0:
                yield point << 5 | first
    if not found:
        if firsts:
            while firsts:
                yield lowest_bit(firsts)
                firsts &= firsts - 1
        elif seconds:
            while seconds:
                yield lowest_bit(seconds) << 5
                seconds &= seconds - 1
        else:
            yield 0


def detours(own: u64, doubled: u64, free: u64, blots: u64, large: int, small: int, firsts: u64, first: int) -> u64:
    """The point from which the smaller die leads to `first`, as a set, if the larger die can as well go first.

    That is: from the point above, one checker may play the larger die and then the smaller one with the same result.
    """
    above = first + small
    here = u64(1) << above
    if above > BAR or above <= large or firsts & here == 0:
        return u64(0)
    between = u64(1) << (above - large)
    if (blots & (between | u64(1) << first)) != 0:
        return u64(0)
    return here if sources(without(own, doubled, above, large), free, small) & between else u64(0)


def doubles(near: u64, far: u64, own: u64, free: u64, die: int, top: int, move: int) -> Iterator[int]:
    """The moves with a double that continue `move`, with points not above `top`.

    Moving the highest checkers first, each set of points comes once; different sets lead to different positions.
    """
    found = sources(own, free, die)
    if found == 0 or move >> 15:
        yield move
    else:
        found &= (u64(2) << top) - 1
        place = 0
        while place < 15 and move >> place:
            place += 5
        while found:
            point = lowest_bit(found)
            found &= found - 1
            landing = max(0, point - die)
            left_near = near - near_unit(point) + near_unit(landing)
            left_far = far - far_unit(point) + far_unit(landing)
            left = occupied(left_near, left_far)
            yield from doubles(left_near, left_far, left, free, die, point, move | point << place)


def play(state: State, move: int) -> State:
    turn, other, cube, owner = state.turn, 1 - state.turn, state.cube, state.owner
    if state.stage == PLAY:
        return moved(state, move)
    if state.stage == ROLL:
        return same_board(state, turn, PLAY, move, cube, owner)
    if state.stage == OPENING:
        first, second = move >> 3, move & 7
        dice = 8 * max(first, second) + min(first, second)
        return same_board(state, 0 if first > second else 1, PLAY, dice, cube, owner)
    if state.stage == DECIDE:
        return same_board(state, turn, OFFERED if move == DOUBLE else ROLL, 0, cube, owner)
    if state.stage == OFFERED:
        if move == DROP:
            return won(state, turn, cube)
        return same_board(state, turn, ROLL if move == TAKE else BEAVERED, 0, 2 * cube, other)
    if move == DROP:
        return won(state, other, cube)
    return same_board(state, turn, ROLL, 0, 2 * cube, owner)


def same_board(state: State, turn: int, stage: int, dice: int, cube: int, owner: int) -> State:
    """The state with the same checkers and score."""
    near, far, their_near, their_far = state.near, state.far, state.their_near, state.their_far
    return State(near, far, their_near, their_far, turn, stage, dice, cube, owner, state.points, state.crawford)


def moved(state: State, move: int) -> State:
    """The state after a move of checkers."""
    near, far, their_near, their_far = state.near, state.far, state.their_near, state.their_far
    large, small = state.dice >> 3, state.dice & 7
    for place in range(4):
        point = move >> 5 * place & 31
        if point:
            landing = max(0, point - (large if place == 0 else small))
            near, far = near - near_unit(point) + near_unit(landing), far - far_unit(point) + far_unit(landing)
            beyond = BAR - landing
            if landing and digit(their_near, their_far, beyond) == 1:
                their_near = their_near - near_unit(beyond)
                their_far = their_far - far_unit(beyond) + far_unit(BAR)
    turn, cube, owner = 1 - state.turn, state.cube, state.owner
    after = State(their_near, their_far, near, far, turn, ROLL, 0, cube, owner, state.points, state.crawford)
    if near & 15 == 15:
        return won(after, state.turn, cube * game_points(after))
    return same_board(after, turn, DECIDE, 0, cube, owner) if may_double(after) else after


def game_points(state: State) -> int:
    """1 for a game, 2 for a gammon, 3 for a backgammon, of a game that the player who is not on turn has won."""
    if state.near & 15 or (JACOBY and CUBE and not MATCH and state.cube == 1):
        return 1
    return 3 if state.far >> 12 else 2


def may_double(state: State) -> bool:
    """May the player on turn offer a double, before he rolls?"""
    if not CUBE or state.crawford == 1 or state.owner == 1 - state.turn:
        return False
    if MATCH:
        return state.points[state.turn] + state.cube < MATCH
    return state.cube < GREATEST_CUBE


def won(state: State, winner: int, points: int) -> State:
    """The state after a game won: the end, or the first throw of the next game of a match."""
    first = state.points[0] + (points if winner == 0 else 0)
    second = state.points[1] + (points if winner == 1 else 0)
    near, far, their_near, their_far = state.near, state.far, state.their_near, state.their_far
    turn, stage, cube, owner, crawford = state.turn, OVER, state.cube, state.owner, 2
    if max(first, second) < MATCH:
        near, far, their_near, their_far = START_NEAR, START_FAR, START_NEAR, START_FAR
        turn, stage, cube, owner = 0, OPENING, 1, NOBODY
        crawford = 2 if state.crawford else 1 if max(first, second) == MATCH - 1 else 0
    return State(near, far, their_near, their_far, turn, stage, 0, cube, owner, (first, second), crawford)


def probability(state: State, move: int) -> float:
    if state.stage == OPENING:
        return 1 / 30
    return 1 / 36 if move >> 3 == move & 7 else 1 / 18


def key(state: State) -> u64:
    word = mix(mix(mix(mix(state.near) ^ state.far) ^ state.their_near) ^ state.their_far)
    marks = state.turn | state.stage << 1 | state.dice << 4 | state.cube << 10 | (state.owner + 1) << 18
    score = state.points[0] << 20 | state.points[1] << 30 | state.crawford << 40
    return mix(word ^ u64(marks | score))
