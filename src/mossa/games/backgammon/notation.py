"""Moves as players write them, `24/18 13/11*`; positions as IDs of GNU Backgammon (`position_ids`).

The way of a checker is written as its first and its last point; points between are written only where it hits:
`24/18*/13`. Equal ways are counted, `8/5(2)`. The way from the highest point comes first; if several start from one
point, first the one that uses the most dice. Reading takes any order, `-` for `/`, commas, `b` or 25 for `bar`, `o` or
0 for `off`, and marks left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from mossa import MossaError, u64
from mossa.core.numbers import whole_number

from .position_ids import CHECKERS, read_match, read_sides, write_match, write_sides
from .rules import (
    BAR,
    BEAVER,
    BEAVERED,
    CRAWFORD,
    DECIDE,
    DOUBLE,
    DROP,
    JACOBY,
    MATCH,
    NOBODY,
    OFFERED,
    OPENING,
    OVER,
    PLAY,
    ROLL,
    ROLL_DICE,
    TAKE,
    State,
    digit,
    game_points,
    may_double,
    moves,
    play,
    start,
)

NO_MOVE = "no move"
DANCES = ("no move", "no-move", "cannot move", "dance", "dances", "pass", "-", "")
"""Texts for a turn in which no die can be played."""
DECISIONS = {"roll": ROLL_DICE, "no double": ROLL_DICE, "double": DOUBLE, "doubles": DOUBLE, "redouble": DOUBLE}
ANSWERS = {"drop": DROP, "pass": DROP, "drops": DROP, "take": TAKE, "accept": TAKE, "takes": TAKE, "beaver": BEAVER}

WAY = re.compile(r"(?P<way>\w+\*?(?:[/-]\w+\*?)+)(?:\((?P<times>\d)\))?")
NAMES = {"bar": BAR, "b": BAR, "off": 0, "o": 0}

Step = tuple[int, int, bool]
"""One checker, one die: from, to, whether it hits."""


def steps(state: State, move: int) -> list[Step]:
    """The single steps of a move of checkers, in an order in which they can be made."""
    large, small = state.dice >> 3, state.dice & 7
    points = [move >> 5 * place & 31 for place in range(4)]
    played = [(point, max(0, point - (small if place else large))) for place, point in enumerate(points) if point]
    played.sort(reverse=True)
    result: list[Step] = []
    struck = set()
    for point, landing in played:
        blot = landing and digit(state.their_near, state.their_far, BAR - landing) == 1
        result.append((point, landing, bool(blot and landing not in struck)))
        struck.add(landing)
    return result


def ways(state: State, move: int) -> Iterator[tuple[tuple[int, ...], set[int]]]:
    """The way of each checker that moves: all its points, and those where it hits."""
    found: list[list[int]] = []
    struck: list[set[int]] = []
    for point, landing, hit in steps(state, move):
        at = next((i for i, way in enumerate(found) if way[-1] == point), len(found))
        if at == len(found):
            found.append([point])
            struck.append(set())
        found[at].append(landing)
        if hit:
            struck[at].add(landing)
    yield from zip(map(tuple, found), struck, strict=True)


def write_move(state: State, move: int) -> str:
    if state.stage in (ROLL, OPENING):
        return f"{move >> 3}{move & 7}"
    if state.stage == DECIDE:
        return "double" if move == DOUBLE else "roll"
    if state.stage in (OFFERED, BEAVERED):
        return ("drop", "take", "beaver")[move]
    if move == 0:
        return NO_MOVE
    hits: dict[tuple[int, ...], set[int]] = {}
    times: Counter[tuple[int, ...]] = Counter()
    for way, hit in ways(state, move):
        hits.setdefault(way, set()).update(hit)
        times[way] += 1
    texts = []
    for way in sorted(times, key=lambda way: (-way[0], -len(way), -way[-1])):
        shown = (way[0], *(point for point in way[1:-1] if point in hits[way]), way[-1])
        text = "/".join(write_point(point) + "*" * (point in hits[way]) for point in shown)
        texts.append(f"{text}({times[way]})" if times[way] > 1 else text)
    return " ".join(texts)


def write_point(point: int) -> str:
    return "bar" if point == BAR else "off" if point == 0 else str(point)


def read_move(state: State, text: str) -> int:
    word = " ".join(text.lower().split())
    if state.stage in (ROLL, OPENING):
        return read_dice(word, state.stage == OPENING)
    choices = DECISIONS if state.stage == DECIDE else ANSWERS if state.stage in (OFFERED, BEAVERED) else {}
    if choices:
        if word not in choices:
            raise MossaError(f"{text!r} is not an answer here; say one of {', '.join(choices)}")
        return choices[word]
    if word in DANCES:
        return 0
    return read_play(state, word)


def read_dice(text: str, opening: bool = False) -> int:
    """A throw, `31` or `3-1`, as the number of its outcome. At the opening the first die is the first player's."""
    dice = [int(letter) for letter in re.sub(r"[-, ]", "", text) if letter in "123456"]
    if len(dice) != 2 or re.search(r"[^1-6\-, ]", text):
        raise MossaError(f"dice are two numbers from 1 to 6, like 31, not {text!r}")
    if opening and dice[0] == dice[1]:
        raise MossaError(f"the first throw decides who begins: {text!r} would be thrown again")
    return 8 * dice[0] + dice[1] if opening else 8 * max(dice) + min(dice)


def read_play(state: State, text: str) -> int:
    """The move of checkers that a text describes; −1 if there is none."""
    change: Counter[int] = Counter()
    passed, starred = set(), set()
    for word in filter(None, re.split(r"[\s,;]+", text)):
        match = WAY.fullmatch(word)
        if match is None:
            raise MossaError(f"a move is written like 24/18 13/11*, bar/20 or 6/off(2), not {text!r}")
        points = [read_point(name, text) for name in re.split(r"[/-]", match["way"])]
        starred |= {point for point, name in zip(points, re.split(r"[/-]", match["way"]), strict=True) if "*" in name}
        passed |= set(points[1:])
        change[points[0]] -= int(match["times"] or 1)
        change[points[-1]] += int(match["times"] or 1)
    wanted = {point: n for point, n in change.items() if n and point}
    fits = []
    for move in moves(state):
        made = steps(state, move)
        net: Counter[int] = Counter()
        for point, landing, _ in made:
            net[point] -= 1
            net[landing] += 1
        if {point: n for point, n in net.items() if n and point} == wanted:
            hits = {landing for _, landing, hit in made if hit}
            landings = {landing for _, landing, _ in made}
            fits.append((len(passed - landings), len(hits ^ starred), move))
    # If the ways differ only in what they hit: the one with these marks, or else the one through the named points.
    return min(fits)[2] if fits else -1


def read_point(name: str, text: str) -> int:
    name = name.rstrip("*")
    point = NAMES.get(name, whole_number(name))
    if not 0 <= point <= BAR:
        raise MossaError(f"{name!r} in {text!r} is not a point: they are 1 to 24, bar and off")
    return point


# Positions.


def side(near: u64, far: u64) -> list[int]:
    """The checkers on points 1 … 24 and the bar."""
    return [digit(near, far, point) for point in range(1, BAR + 1)]


def pack_side(checkers: Sequence[int]) -> tuple[u64, u64]:
    """The two 64-bit words of a side, from its checkers on points 1 … 24 and the bar; the others are off."""
    off = CHECKERS - sum(checkers)
    near = off | sum(n << 4 * point for point, n in enumerate(checkers[:15], 1))
    return u64(near), u64(sum(n << 4 * place for place, n in enumerate(checkers[15:])))


def write_position(state: State) -> str:
    """Position ID and match ID; the word `roll` where a player has chosen not to double."""
    dice = state.dice >> 3, state.dice & 7
    match = write_match(
        {
            "cube": state.cube.bit_length() - 1,
            "owner": 3 if state.owner == NOBODY else state.owner,
            "roller": state.turn,
            "crawford": int(state.crawford == 1),
            "game": 0 if state.stage == OPENING else 2 if state.stage == OVER else 1,
            "decider": 1 - state.turn if state.stage == OFFERED else state.turn,
            "doubled": int(state.stage in (OFFERED, BEAVERED)),
            "first": dice[0],
            "second": dice[1],
            "length": MATCH,
            "score0": state.points[0],
            "score1": state.points[1],
            "straight": int(MATCH > 0 or not JACOBY),
        }
    )
    board = write_sides(side(state.their_near, state.their_far), side(state.near, state.far))
    rolling = " roll" if state.stage == ROLL and may_double(state) else ""
    return f"{board}:{match}{rolling}"


LABELS = re.compile(r"(gnubg id|position id|match id)\s*:?", re.IGNORECASE)


def read_position(text: str) -> State:
    """A position from its IDs, written with or without their labels, and dice: `4HPwATDgc/ABMA 31`."""
    parts = [part for part in re.split(r"[\s:]+", LABELS.sub(" ", text)) if part]
    if parts and parts[0].lower() == "start":
        parts[0] = write_sides(side(start().near, start().far), side(start().near, start().far))
    if not parts:
        raise MossaError("a position is a position ID like 4HPwATDgc/ABMA, if wanted with a match ID and the dice")
    other, roller = read_sides(parts[0])
    state = on_board(other, roller)
    rest = parts[1:]
    if rest and len(rest[0]) > 4:
        state = with_match(state, read_match(rest.pop(0)))
    for word in rest:
        if state.stage == DECIDE:
            state = play(state, ROLL_DICE)
        if word != "roll":
            if state.stage != ROLL:
                raise MossaError(f"the dice {word!r} cannot be thrown in the position {text!r}")
            state = play(state, read_dice(word))
    return state


def on_board(other: Sequence[int], roller: Sequence[int]) -> State:
    """A position before the first player's throw, in the first game."""
    first = start()
    near, far = pack_side(roller)
    their_near, their_far = pack_side(other)
    before = State(near, far, their_near, their_far, 0, ROLL, 0, 1, NOBODY, (0, 0), first.crawford)
    if sum(roller) == 0:
        raise MossaError("the player on roll has no checkers left: he has won before")
    if sum(other) == 0:
        return before._replace(stage=OVER, points=(0, game_points(before)), crawford=2)
    return before._replace(stage=DECIDE) if may_double(before) else before


def with_match(state: State, fields: dict[str, int]) -> State:
    """The position in the match that a match ID describes."""
    length, points = fields["length"], (fields["score0"], fields["score1"])
    if length != MATCH:
        named = f"a match to {length} points: play backgammon:match={length}" if length else "a game for points"
        raise MossaError(f"the match ID is of {named}; this game is {f'a match to {MATCH}' if MATCH else 'for points'}")
    over = fields["game"] >= 2
    if over != (max(points) >= MATCH if MATCH else max(points) > 0) or (min(points) >= MATCH > 0):
        raise MossaError(f"the match ID has the score {points[0]}-{points[1]}, which does not fit")
    turn = fields["roller"]
    crawford = 2
    if MATCH and CRAWFORD and not over:
        crawford = 1 if fields["crawford"] else 0 if max(points) < MATCH - 1 else 2
    owner = NOBODY if fields["owner"] == 3 else fields["owner"]
    cube, dice = (
        1 << fields["cube"],
        8 * max(fields["first"], fields["second"]) + min(fields["first"], fields["second"]),
    )
    state = state._replace(turn=turn, stage=ROLL, cube=cube, owner=owner, points=points, crawford=crawford)
    if over:
        return state._replace(stage=OVER)
    if fields["game"] == 0:
        return state._replace(stage=OPENING)
    if fields["doubled"]:
        return state._replace(stage=BEAVERED if fields["decider"] == turn else OFFERED)
    if dice:
        return state._replace(stage=PLAY, dice=dice)
    return state._replace(stage=DECIDE) if may_double(state) else state


def pips(checkers: Iterable[int]) -> int:
    """The pip count of a side given as checkers on points 1 … 24 and the bar."""
    return sum(point * n for point, n in enumerate(checkers, 1))
