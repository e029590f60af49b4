"""Pact: three players, one prize; two may agree to fight the third together, and one of them may break his word.

Rules: a model, not a game that people play. Each player has a strength (parameters `a`, `b`, `c`). In turn each names
the player with whom he would make a pact, or nobody; two who name each other have a pact. Without one all fight at
once, and a player wins the prize with a probability in proportion to the square of his strength. With a pact the two,
in turn, decide to keep it or to break it. If it is kept, a campaign weakens the third by 1. If one breaks it, he beats
his ally with the probability `surprise`; who is left of the two fights the third for the prize, again in proportion to
the squares of the strengths. When the third has no strength left there is one more decision, and if the pact is kept
then too, the allies divide the prize in proportion to their strengths. With `binding=1` a pact cannot be broken. The
utility is the share of the prize.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Cell, Facts, Piece, Scene, parameter, replace

AT_FIRST = (
    parameter("a", 5, "the strength of A", least=1, most=9),
    parameter("b", 4, "the strength of B", least=1, most=9),
    parameter("c", 2, "the strength of C", least=1, most=9),
)
SURPRISE = parameter("surprise", 0.6, "the probability that breaking the pact beats the ally", least=0.01, most=0.99)
BINDING = parameter("binding", 0, "1: a pact cannot be broken", least=0, most=1)

NOBODY = 3  # as a name, and as the winner of a prize that is shared or still open
TALK, ALLIED, STRIKE, WAR, OVER = 0, 1, 2, 3, 4
KEEP, BREAK = 0, 1
FACTS = Facts(players=3, chance=True, zero_sum=False, utility=(0.0, 1.0), widest=3, longest=6 + max(AT_FIRST))


class State(NamedTuple):
    phase: int
    turn: int
    strength: tuple[int, int, int]  # 0: out
    named: tuple[int, int, int]  # whom each named
    winner: int


def start() -> State:
    return State(TALK, 0, AT_FIRST, (NOBODY, NOBODY, NOBODY), NOBODY)


def ally(state: State, player: int) -> int:
    """With whom this player has a pact, or NOBODY."""
    other = state.named[player]
    return other if other != NOBODY and state.named[other] == player else NOBODY


def third(state: State) -> int:
    """The player whom the pact of the player in turn is against."""
    return 3 - state.turn - ally(state, state.turn)


def mover(state: State) -> int:
    return CHANCE if state.phase == STRIKE or state.phase == WAR else state.turn


def is_over(state: State) -> bool:
    return state.phase == OVER


def moves(state: State) -> Iterator[int]:
    if state.phase == TALK:
        yield NOBODY
        for other in range(3):
            if other != state.turn:
                yield other
    elif state.phase == ALLIED:
        yield KEEP
        if BINDING == 0:
            yield BREAK
    elif state.phase == STRIKE:
        yield state.turn
        yield ally(state, state.turn)
    else:
        for player in range(3):
            if state.strength[player] > 0:
                yield player


def probability(state: State, move: int) -> float:
    if state.phase == STRIKE:
        return SURPRISE if move == state.turn else 1 - SURPRISE
    total = 0
    for strength in state.strength:
        total += strength * strength
    return state.strength[move] * state.strength[move] / total


def play(state: State, move: int) -> State:
    if state.phase == TALK:
        named = replace(state.named, state.turn, move)
        if state.turn < 2:
            return State(TALK, state.turn + 1, state.strength, named, NOBODY)
        for player in range(2):
            if ally(State(TALK, 0, state.strength, named, NOBODY), player) != NOBODY:
                return State(ALLIED, player, state.strength, named, NOBODY)
        return State(WAR, 0, state.strength, named, NOBODY)
    if state.phase == ALLIED:
        if move == BREAK:
            return State(STRIKE, state.turn, state.strength, state.named, NOBODY)
        enemy = third(state)
        left = state.strength[enemy]
        if left == 0:
            return State(OVER, 0, state.strength, state.named, NOBODY)
        weaker = replace(state.strength, enemy, left - 1)
        return State(ALLIED, ally(state, state.turn), weaker, state.named, NOBODY)
    if state.phase == STRIKE:
        loser = state.turn + ally(state, state.turn) - move
        after = replace(state.strength, loser, 0)
        if after[third(state)] == 0:
            return State(OVER, 0, after, state.named, move)
        return State(WAR, 0, after, state.named, NOBODY)
    return State(OVER, 0, state.strength, state.named, move)


def utility(state: State, player: int) -> float:
    if state.winner != NOBODY:
        return 1.0 if player == state.winner else 0.0
    other = ally(state, player)
    if other == NOBODY:
        return 0.0
    return state.strength[player] / (state.strength[player] + state.strength[other])


def write_move(state: State, move: int) -> str:
    if state.phase == TALK:
        return "nobody" if move == NOBODY else player_names[move]
    if state.phase == ALLIED:
        return "break" if move == BREAK else "keep"
    return player_names[move]


def scene(state: State, viewer: int | None) -> Scene:
    roles = ("first", "second", "third")
    cells = [
        Cell(x, 0, "", "paper", Piece(str(strength), roles[x], letter=str(strength)))
        for x, strength in enumerate(state.strength)
    ]
    allies = [player_names[player] for player in range(3) if ally(state, player) != NOBODY]
    pact = f"pact of {' and '.join(allies)}" if allies else "no pact"
    end = f", the prize goes to {player_names[state.winner]}" if state.winner != NOBODY else ""
    return Scene(tuple(cells), (pact + end,), player_names)


player_names = ("A", "B", "C")
