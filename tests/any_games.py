"""Games with random facts: one to three players, chance listed or drawn, secrets, simultaneous moves, wide moves,
the line so far, endless or not.

A game is a walk on a few places; what a place leads to, who moves there and what an end is worth are drawn from the
seed. They have no sense, and keep every contract of the protocol.
"""

import random
import re
from typing import Any

__all__ = ["Kind", "any_game", "any_kind"]

Kind = dict[str, Any]

HEAD = '''"""A game with random facts: {kind}."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Facts, mix, u64

SEED = {seed}
PLACES, LAST = {places}, {last}
PLAYERS = {players}
FACTS = Facts(
    players=PLAYERS, chance={chance}, hidden={hidden}, simultaneous={simultaneous}, zero_sum={zero_sum}, teams={teams},
    alternate=False, utility=({low}, {high}), widest=4{longest}{greatest}, line={line}
)
GIANT = {giant}


def drawn(a: int, b: int, c: int) -> int:
    """A random number from 0 on that belongs to three numbers."""
    return int(mix(u64(a * 1000003 + b * 1009 + c) ^ mix(u64(SEED + 7))) >> 40)

'''

WALK = """
class State(NamedTuple):
    place: int
    turn: int
    ply: int


def start() -> State:
    return State(0, 0, 0)


def mover(state: State) -> int:
    if {chance} and state.place > 0 and drawn(state.place, 1, 0) % 3 == 0:
        return CHANCE
    return state.turn


def is_over(state: State) -> bool:
    return state.ply >= LAST or (state.place > 0 and drawn(state.place, 2, 0) % 5 == 0)


def moves(state: State) -> Iterator[int]:
    for move in range(2 + drawn(state.place, 3, 0) % 3):
        yield move


def play(state: State, move: int) -> State:
    ply = {ply}
    return State(drawn(state.place, 4, move) % PLACES, (state.turn + 1 + drawn(state.place, 5, 0) % 2) % PLAYERS, ply)


def probability(state: State, move: int) -> float:
    return 1 / (2 + drawn(state.place, 3, 0) % 3)


def sample(state: State, seed: u64) -> int:
    return int(seed >> 33) % (2 + drawn(state.place, 3, 0) % 3)


def utility(state: State, player: int) -> {number}:
    if PLAYERS == 1:
        return {scale} * (drawn(state.place, 6, 0) % 11)
    if not {zero_sum}:
        return {scale} * (drawn(state.place, 6, player) % 11 - 5)
    first = {scale} * (drawn(state.place, 6, 0) % 11 - 5)
    return first if player == 0 else -first if player == 1 else 0 * first
"""

EVALUATE = """

def evaluate(state: State) -> int:
    return drawn(state.place, 8, state.turn) % 200 - 100
"""

ESTIMATE = """

def estimate(state: State, player: int, scratch) -> float:
    value = {high} * float(drawn(state.place, 9, 0 if {zero_sum} else player) % 100) / 100.0
    return value if player == 0 or not {zero_sum} else -value if player == 1 else 0.0
"""

LINE = """

def line_key(state: State) -> u64:
    return mix(u64(state.place))


def allowed(state: State, move: int, line: Line) -> bool:
    return move == GIANT or not seen(line, line_key(play(state, move)))
"""

SECRETS = """
class State(NamedTuple):
    secret: int  # 0: not drawn yet; the first player knows it
    said: int  # what was chosen, two bits a choice, from bit 2 * ply on
    ply: int


def start() -> State:
    return State(0, 0, 0)


def mover(state: State) -> int:
    return CHANCE if state.secret == 0 else state.ply % PLAYERS


def is_over(state: State) -> bool:
    return state.ply >= LAST


def moves(state: State) -> Iterator[int]:
    yield 0
    yield 1
    if state.secret == 0 or drawn(state.ply, 1, 0) % 2:
        yield 2


def play(state: State, move: int) -> State:
    if state.secret == 0:
        return State(move + 1, 0, 0)
    return State(state.secret, state.said | move << 2 * state.ply, state.ply + 1)


def probability(state: State, move: int) -> float:
    return 1 / 3


def sample(state: State, seed: u64) -> int:
    return int(seed >> 33) % 3


def utility(state: State, player: int) -> int:
    if not {zero_sum}:
        return drawn(state.secret, state.said, player) % 11 - 5
    first = drawn(state.secret, state.said, 0) % 11 - 5
    return first if player == 0 else -first if player == 1 else 0


def information_state(state: State, player: int) -> tuple[int, int, int]:
    return state.secret if player == 0 else min(state.secret, 1), state.said, state.ply


def redeal(state: State, player: int, seed: u64) -> State:
    if player == 0 or state.secret == 0:
        return state
    return State(1 + int(seed % 3), state.said, state.ply)
"""

ROUNDS = """
class State(NamedTuple):
    choices: tuple[int, int, int]  # of this round, plus 1; 0: not made yet
    place: int
    round: int


def start() -> State:
    return State((0, 0, 0), 0, 0)


def mover(state: State) -> int:
    for player in range(PLAYERS):
        if state.choices[player] == 0:
            return player
    return 0


def is_over(state: State) -> bool:
    return state.round >= LAST


def moves(state: State) -> Iterator[int]:
    for move in range(2 + drawn(state.place, 3, 0) % 2):
        yield move


def play(state: State, move: int) -> State:
    player = mover(state)
    choices = replace(state.choices, player, move + 1)
    if player < PLAYERS - 1:
        return State(choices, state.place, state.round)
    place = drawn(state.place, choices[0] * 16 + choices[1] * 4 + choices[2], state.round) % (16 * PLACES)
    return State((0, 0, 0), place * 4 + state.round, state.round + 1)


def utility(state: State, player: int) -> int:
    if not {zero_sum}:
        return drawn(state.place, 6, player) % 11 - 5
    first = drawn(state.place, 6, 0) % 11 - 5
    return first if player == 0 else -first if player == 1 else 0


def information_state(state: State, player: int) -> tuple[int, ...]:
    known = [choice if other == player else min(choice, 1) for other, choice in enumerate(state.choices)]
    return *known, state.place, state.round


def redeal(state: State, player: int, seed: u64) -> State:
    choices = state.choices
    for other in range(PLAYERS):
        if other != player and choices[other]:
            n = 2 + drawn(state.place, 3, 0) % 2
            choices = replace(choices, other, 1 + int((seed >> 8 * other) % n))
    return State(choices, state.place, state.round)
"""


def any_kind(seed: int) -> Kind:
    """Facts drawn from a seed."""
    draw = random.Random(seed)
    form = draw.choice(("walk", "walk", "walk", "secrets", "rounds"))
    players = draw.choice((1, 2, 2, 3)) if form == "walk" else draw.choice((2, 2, 3))
    endless = form == "walk" and draw.random() < 0.4
    whole = form != "walk" or draw.random() < 0.7
    zero_sum = players > 1 and draw.random() < 0.6
    least, most = (0, 10) if players == 1 else (-5, 5)
    kind = {
        "form": form,
        "players": players,
        "chance": form == "secrets" or (form == "walk" and draw.random() < 0.5),
        "hidden": form == "secrets",
        "simultaneous": form == "rounds",
        "zero_sum": zero_sum,
        "endless": endless,
        "whole": whole,
        "knowledge": draw.choice(("none", "evaluate", "estimate")) if form == "walk" else "none",
        "places": draw.choice((12, 60, 4000)),
        "last": {"walk": draw.choice((5, 40)), "secrets": draw.choice((3, 6)), "rounds": draw.choice((1, 3))}[form],
        "low": least if whole else least * 0.5,
        "high": most if whole else most * 0.5,
        "seed": draw.randrange(10**6),
        "line": 0,
        "teams": players == 3 and not zero_sum and draw.random() < 0.6,
        "giant": draw.choice((0, 0, 1 << 50)),
        "outcomes": draw.choice(("listed", "listed", "both", "drawn")),
    }
    if form == "walk" and not kind["chance"]:
        kind["line"] = draw.choice((0, 2, 50))
    return kind


def any_game(kind: Kind) -> str:
    """The source of the game with these facts."""
    last = kind["last"]
    plies = 1 << 40 if kind["endless"] else last
    longest = "" if kind["endless"] else f", longest={plies * (kind['players'] if kind['form'] == 'rounds' else 1) + 1}"
    body = {"walk": WALK, "secrets": SECRETS, "rounds": ROUNDS}[kind["form"]]
    if kind["knowledge"] == "evaluate":
        body += EVALUATE
    if kind["knowledge"] == "estimate" and kind["chance"]:
        body += ESTIMATE
    if kind["line"]:
        body += LINE
    if kind["teams"]:
        body = body.replace("6, player)", "6, side(player))").replace(
            "state.said, player)", "state.said, side(player))"
        )
        body = body.replace("else player) % 100", "else side(player)) % 100")
        body += "\n\ndef side(player: int) -> int:\n    return 1 if player else 0\n"
    if kind["giant"]:
        body = body.replace("    yield ", "    yield GIANT + ").replace("return int(seed", "return GIANT + int(seed")
        body = re.sub(r"(def play\(.*\n)", r"\1    move -= GIANT\n", body)
    filled = {
        **kind,
        "kind": ", ".join(f"{name} {value}" for name, value in kind.items()),
        "last": plies,
        "longest": longest,
        "greatest": ", greatest_move=(1 << 50) + 4" if kind["giant"] else "",
        "ply": 0 if kind["endless"] else "state.ply + 1",
        "number": "int" if kind["whole"] else "float",
        "scale": 1 if kind["whole"] else 0.5,
    }
    for name, without in (("sample", "listed"), ("probability", "drawn")):
        if kind["outcomes"] == without and kind["form"] != "rounds":
            body = re.sub(rf"\ndef {name}\(.*\n    return .*\n\n", "", body)
    text = HEAD + body
    for name, value in filled.items():
        text = text.replace("{" + name + "}", str(value))
    return text.replace("import CHANCE, Facts, mix, u64", "import CHANCE, Facts, Line, mix, replace, seen, u64")
