"""Signal: a partnership card game of one trick, in which a signal helps the partner and tells the opponent.

Rules: a model of defence at bridge, reduced to one decision for each. North is dealt the ace of one of `suits` suits.
He discards a card, which says nothing by itself; the parameter `signals` is how many different cards he may choose
from (1: he cannot signal). East, the opponent, sees the card and keeps a trump against one suit. South sees the card,
not what East keeps, and leads a suit. If it is North's suit and East has no trump against it, North and South win the
trick, which is worth 1 to both together. If East has, nothing happens: 0. If it is another suit, they lose `cost`. What
they win East loses; each has half of it. What a card means, North and South agree on before they sit down.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Cell, Facts, Piece, Scene, below, parameter, u64

SUITS = parameter("suits", 2, "suits", least=2, most=4)
SIGNALS = parameter("signals", 2, "different cards that North may discard", least=1, most=4)
COST = parameter("cost", 1.0, "what a wrong lead costs North and South", least=0, most=10)

NORTH, EAST, SOUTH = 0, 1, 2
NONE = -1
FACTS = Facts(
    players=3,
    teams=True,
    chance=True,
    hidden=True,
    utility=(-max(1.0, COST), max(1.0, COST)),
    widest=max(SUITS, SIGNALS),
    longest=4,
)


class State(NamedTuple):
    ace: int  # the suit of North's ace
    card: int  # what he discards
    kept: int  # the suit against which East keeps a trump
    led: int


def start() -> State:
    return State(NONE, NONE, NONE, NONE)


def mover(state: State) -> int:
    if state.ace == NONE:
        return CHANCE
    return NORTH if state.card == NONE else EAST if state.kept == NONE else SOUTH


def side(player: int) -> int:
    return 1 if player == EAST else 0


def is_over(state: State) -> bool:
    return state.led != NONE


def moves(state: State) -> Iterator[int]:
    yield from range(SIGNALS if state.ace != NONE and state.card == NONE else SUITS)


def probability(state: State, move: int) -> float:
    return 1 / SUITS


def play(state: State, move: int) -> State:
    if state.ace == NONE:
        return State(move, NONE, NONE, NONE)
    if state.card == NONE:
        return State(state.ace, move, NONE, NONE)
    if state.kept == NONE:
        return State(state.ace, state.card, move, NONE)
    return State(state.ace, state.card, state.kept, move)


def utility(state: State, player: int) -> float:
    won = -COST if state.led != state.ace else 0.0 if state.kept == state.ace else 1.0
    return -won if player == EAST else won / 2


def information_state(state: State, player: int) -> tuple[int, ...]:
    """What is on the table, North's ace for himself, East's trump for himself."""
    dealt, kept = min(state.ace, 0), min(state.kept, 0)
    if state.led != NONE:
        return tuple(state)
    if player == NORTH:
        return state.ace, state.card, kept, NONE
    return dealt, state.card, state.kept if player == EAST else kept, NONE


def redeal(state: State, player: int, seed: u64) -> State:
    if state.led != NONE or state.ace == NONE:
        return state
    ace = state.ace if player == NORTH else below(seed, SUITS)
    kept = state.kept if player == EAST or state.kept == NONE else below(seed >> 32, SUITS)
    return State(ace, state.card, kept, NONE)


LETTERS = "♠♥♦♣"


def write_move(state: State, move: int) -> str:
    return str(move + 1) if state.ace != NONE and state.card == NONE else LETTERS[move]


def scene(state: State, viewer: int | None) -> Scene:
    seen = State(*(information_state(state, viewer) if viewer is not None else state))
    ace = "?" if viewer not in (None, NORTH) and state.led == NONE else LETTERS[state.ace]
    kept = "?" if viewer not in (None, EAST) and state.led == NONE else LETTERS[seen.kept]
    texts = (
        "-" if state.ace == NONE else f"A{ace}",
        "-" if state.card == NONE else str(state.card + 1),
        "-" if state.kept == NONE else kept,
        "-" if state.led == NONE else LETTERS[state.led],
    )
    cells = tuple(Cell(0, y, "", "felt", Piece(text, "black", "card")) for y, text in enumerate(texts))
    return Scene(cells, (), (), ("North's ace", "his discard", "East keeps", "South leads"))


player_names = ("North", "East", "South")
