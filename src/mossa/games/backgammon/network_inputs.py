"""The inputs of backgammon's network: a position from the side of the player who is about to roll.

| inputs | what |
|---|---|
| 4 for each point and the bar, each side | one checker, two, three or more; how many beyond three [Tesauro95] |
| 3 for each side | checkers off, in three groups of five |
| KNOWN for each side | hand-made features (below) |
| 1 | always 1 |

A network with one hidden layer must learn how points work together. Features that would take many units and games to
learn are computed for it: the race, how many of the 36 rolls hit, how many let the last checker escape from behind a
blockade, how long a side can wait.
"""

from mossa import bit_count, highest_bit, lowest_bit, u64
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.memory import Bytes, Words
from mossa.kernel.network import Network

from .rules import BAR, ON_BOARD, State, digit, made, occupied, opposite

POINT_INPUTS = 4 * BAR
OFF_INPUTS = 3
PIPS, CONTACT_PIPS, REAR, REAR_ANCHOR, FRONT_ANCHOR, ANCHORS, BACK, HOME_POINTS, HOME_BLOTS, BLOTS, PRIME, BLOCKADE = (
    range(12)
)
"""Pips to go; those of them before the last contact ends; where the rearmost checker, the rearmost and the foremost
anchor are; anchors; checkers in the other's home; points and blots at home; blots; the longest prime; points made of
the six before the other's rearmost checker."""
ESCAPES, TIGHTEST, FREEDOM, HITS, DOUBLE_HITS, LOSS, SHUT_OUT, WAITING, HEAPED, CROSSINGS, DEAD, BEHIND = range(12, 24)
"""Rolls that let the other's rearmost checker out; escaping rolls at the tightest place ahead of it; the mean of
escaping rolls over all his back checkers; rolls that hit; that can hit two; pips that hits cost on average; rolls that
do not enter from the bar; pips to play before the position breaks; checkers beyond three on a point; crossings of
quarters to get home; checkers on the two lowest points; checkers that have still to pass the other's."""
KNOWN = 24
SIDE = POINT_INPUTS + OFF_INPUTS + KNOWN
ONE = 2 * SIDE
INPUTS = -(-(ONE + 1) // 8) * 8

ROLLS = 36
HOME = 0x7E  # points 1 … 6
AWAY = 0x1F80000  # points 19 … 24

CONTACT, RACE = range(2)
"""The kinds of positions: one network each."""


def scales() -> list[float]:
    """The scale of each input, so that most lie between 0 and 1."""
    points = [1.0, 1.0, 1.0, 0.5] * BAR + [0.2] * OFF_INPUTS
    known = [0.0] * KNOWN
    for name, most in (
        *((PIPS, 80), (CONTACT_PIPS, 80), (REAR, 25), (REAR_ANCHOR, 25), (FRONT_ANCHOR, 25), (ANCHORS, 3), (BACK, 5)),
        *((HOME_POINTS, 6), (HOME_BLOTS, 3), (BLOTS, 5), (PRIME, 6), (BLOCKADE, 6), (ESCAPES, 36), (TIGHTEST, 36)),
        *((FREEDOM, 36), (HITS, 36), (DOUBLE_HITS, 36), (LOSS, 20), (SHUT_OUT, 36), (WAITING, 40), (HEAPED, 6)),
        *((CROSSINGS, 20), (DEAD, 5), (BEHIND, 15)),
    ):
        known[name] = 1 / most
    side = points + known
    return [*side, *side, 1.0, *([0.0] * (INPUTS - ONE - 1))]


def escapes() -> list[int]:
    """How many of the 36 rolls a checker can play in full, by the closed points ahead (bit k: the point k + 1
    ahead)."""
    found = []
    for closed in range(1 << 12):
        rolls = 0
        for i in range(1, 7):
            for j in range(1, 7):
                through = not closed >> (i - 1) & 1 or not closed >> (j - 1) & 1
                rolls += through and not closed >> (i + j - 1) & 1
        found.append(rolls)
    return found


ESCAPE = ConstantTable(escapes)
FIRST = ConstantTable(lambda: [0, *(0x3F << 6 * (i - 1) for i in range(1, 7))], Words)
"""The rolls whose first die shows i, as a set of 36 bits."""
SECOND = ConstantTable(lambda: [0, *(sum(1 << 6 * k + i - 1 for k in range(6)) for i in range(1, 7))], Words)
"""The rolls whose second die shows i."""


def roll(i: int, j: int) -> u64:
    """One roll as a set."""
    return u64(1) << (6 * (i - 1) + j - 1)


def shots(point: int, target: int, closed: u64) -> u64:
    """The rolls with which a checker on a point hits a blot below it, other checkers aside."""
    distance = point - target
    rolls = u64(0)
    if distance <= 6:
        rolls |= FIRST[distance] | SECOND[distance]
    if distance <= 12:
        for i in range(max(1, distance - 6), (distance + 1) // 2):
            j = distance - i
            if (closed >> (point - i) & 1) == 0 or (closed >> (point - j) & 1) == 0:
                rolls |= roll(i, j) | roll(j, i)
    for steps in range(2, 5):
        die = distance // steps
        if die * steps == distance and die <= 6:
            free = True
            for k in range(1, steps):
                if closed >> (point - k * die) & 1:
                    free = False
            if free:
                rolls |= roll(die, die)
    return rolls


def attack(own: u64, on_bar: int, blots: u64, closed: u64, out: Bytes) -> None:
    """HITS, DOUBLE_HITS and LOSS of the side that occupies `own`; the blots and closed points are the other's."""
    entering = FIRST[0]  # rolls of which the first die enters, and the second one
    entering_second = FIRST[0]
    if on_bar == 1:
        for die in range(1, 7):
            if closed >> (BAR - die) & 1 == 0:
                entering |= FIRST[die]
                entering_second |= SECOND[die]
    once, twice, cost = u64(0), u64(0), 0
    while blots:
        target = lowest_bit(blots)
        blots &= blots - 1
        rolls = u64(0)
        shooters = own >> (target + 1) << (target + 1)
        if on_bar > 1:
            shooters &= u64(1) << BAR
        while shooters:
            point = lowest_bit(shooters)
            shooters &= shooters - 1
            if on_bar == 1 and point < BAR:  # one die enters, the other one hits
                distance = point - target
                if distance <= 6:
                    rolls |= (FIRST[distance] & entering_second) | (SECOND[distance] & entering)
            elif on_bar > 1:
                if point - target <= 6:
                    rolls |= FIRST[point - target] | SECOND[point - target]
            else:
                rolls |= shots(point, target, closed)
        twice |= once & rolls
        once |= rolls
        cost += bit_count(rolls) * target
    out[HITS] = bit_count(once)
    out[DOUBLE_HITS] = bit_count(twice)
    out[LOSS] = min(255, cost // ROLLS)


def longest_run(points: u64) -> int:
    """How many points of the set lie in a row."""
    n = 0
    while points:
        points &= points >> 1
        n += 1
    return n


def blockade(near: u64, far: u64, own_made: u64, opponent: u64, their_near: u64, their_far: u64, out: Bytes) -> None:
    """BLOCKADE, ESCAPES, TIGHTEST and FREEDOM: how the other side's checkers are held."""
    rear = lowest_bit(opponent)
    out[BLOCKADE] = bit_count(own_made >> (rear + 1) & 0x3F)
    out[ESCAPES] = ESCAPE[own_made >> (rear + 1) & 0xFFF]
    tightest = ROLLS
    for place in range(rear, 16):
        tightest = min(tightest, ESCAPE[own_made >> (place + 1) & 0xFFF])
    out[TIGHTEST] = tightest
    back = opponent & 0x1FFF
    total, men = 0, 0
    while back:
        place = lowest_bit(back)
        back &= back - 1
        n = digit(their_near, their_far, BAR - place)
        total += n * ESCAPE[own_made >> (place + 1) & 0xFFF]
        men += n
    out[FREEDOM] = total // men if men else ROLLS


def side_inputs(near: u64, far: u64, their_near: u64, their_far: u64, race: bool, out: Bytes) -> None:
    """The inputs of one side; `out` is clear."""
    own, own_made = occupied(near, far), made(near, far)
    opponent, closed = opposite(occupied(their_near, their_far)), opposite(made(their_near, their_far))
    last = lowest_bit(opponent)  # the other's checker that is furthest from home
    pips, contact_pips, behind, waiting, heaped, crossings = 0, 0, 0, 0, 0, 0
    rest = own
    while rest:
        point = lowest_bit(rest)
        rest &= rest - 1
        n = digit(near, far, point)
        at = 4 * (point - 1)
        if n <= 2:
            out[at + n - 1] = 1
        else:
            out[at + 2] = 1
            out[at + 3] = n - 3
            heaped += n - 3
        pips += n * point
        crossings += n * ((point - 1) // 6)
        if point > last:
            contact_pips += n * (point - last)
            behind += n
        if point <= 6:
            waiting += max(0, n - 2) * point
        elif point < 19:
            waiting += n * (point - 6)
    off = int(near & 15)
    at = POINT_INPUTS
    for group in range(OFF_INPUTS):
        out[at + group] = max(0, min(5, off - 5 * group))
    facts = out[POINT_INPUTS + OFF_INPUTS :]
    facts[PIPS] = min(255, pips)
    facts[CROSSINGS] = crossings
    facts[HEAPED] = heaped
    facts[DEAD] = digit(near, far, 1) + digit(near, far, 2)
    if race:
        return
    facts[CONTACT_PIPS] = min(255, contact_pips)
    facts[REAR] = highest_bit(own)
    anchors = own_made & AWAY
    facts[REAR_ANCHOR] = max(0, highest_bit(anchors))
    facts[FRONT_ANCHOR] = lowest_bit(anchors) if anchors else 0
    facts[ANCHORS] = bit_count(anchors)
    facts[BACK] = int(far >> 12 & 15) + digit(near, far, 20) + digit(near, far, 21) + digit(near, far, 22)
    facts[BACK] += digit(near, far, 23) + digit(near, far, 24) + digit(near, far, BAR)
    facts[HOME_POINTS] = bit_count(own_made & HOME)
    blots = own & ~own_made & ON_BOARD
    facts[HOME_BLOTS] = bit_count(blots & HOME)
    facts[BLOTS] = bit_count(blots)
    facts[PRIME] = longest_run(own_made & ON_BOARD)
    facts[WAITING] = min(255, waiting)
    facts[BEHIND] = behind
    on_bar = digit(near, far, BAR)
    shut = bit_count(closed & AWAY)
    facts[SHUT_OUT] = shut * shut if on_bar else 0
    blockade(near, far, own_made, opponent, their_near, their_far, facts)
    attack(own, on_bar, opponent & ~closed & ON_BOARD, closed, facts)


def read(state: State, network: Network) -> int:
    """Write the inputs of a position for `state.turn`, who is to roll; the kind of the position."""
    for at in range(INPUTS // 8):
        network.given_words[at] = u64(0)
    race = is_race(state)
    side_inputs(state.near, state.far, state.their_near, state.their_far, race, network.given)
    side_inputs(state.their_near, state.their_far, state.near, state.far, race, network.given[SIDE:])
    network.given[ONE] = 1
    return RACE if race else CONTACT


def is_race(state: State) -> bool:
    """Have the two sides passed each other, so that no checker can be hit or blocked any more?"""
    own, opponent = occupied(state.near, state.far), opposite(occupied(state.their_near, state.their_far))
    return highest_bit(own) < lowest_bit(opponent)
