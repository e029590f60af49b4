"""Repeated dilemma: keep your word or break it, round after round, with a partner who remembers.

Rules: in each round the player and his partner both keep or break. Both keep: `reward` for each. Only one breaks:
`temptation` for him, `sucker` for the other. Both break: `punishment` for each. After each round the game goes on with
probability `delta`. The utility is the payoff of the last round, and nobody knows which it is: its expectation is
(1 − delta) · Σ deltaᵗ · payoff of round t, the discounted payoff on the scale of one round. The partner's strategy is
known: `trigger` keeps until he was cheated once and never after, `tit` does what the player did last, `always` keeps.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import CHANCE, Cell, Facts, MossaError, Piece, Scene, parameter

DELTA = parameter("delta", 0.6, "the probability that another round follows", least=0, most=0.999)
PARTNER = parameter("partner", "trigger", "the strategy of the partner: trigger, tit or always")
REWARD = parameter("reward", 3.0, "both keep")
TEMPTATION = parameter("temptation", 5.0, "only the player breaks")
SUCKER = parameter("sucker", 0.0, "only the partner breaks")
PUNISHMENT = parameter("punishment", 1.0, "both break")

if PARTNER not in ("trigger", "tit", "always"):
    raise MossaError(f"partner takes trigger, tit or always, not {PARTNER!r}")
if not SUCKER <= PUNISHMENT < REWARD < TEMPTATION:
    raise MossaError("a dilemma has sucker <= punishment < reward < temptation")

KEEP, BREAK = 0, 1
STOP, GO_ON = 0, 1
NOTHING = -1
TRIGGER, TIT = int(PARTNER == "trigger"), int(PARTNER == "tit")
FACTS = Facts(players=1, chance=True, zero_sum=False, utility=(SUCKER, TEMPTATION), widest=2)


class State(NamedTuple):
    partner: int  # what he will do next
    mine: int  # what both did in the last round; NOTHING before the first
    his: int
    after: int  # 1: chance decides whether another round follows
    over: int


def start() -> State:
    return State(KEEP, NOTHING, NOTHING, 0, 0)


def mover(state: State) -> int:
    return CHANCE if state.after else 0


def is_over(state: State) -> bool:
    return state.over == 1


def moves(state: State) -> Iterator[int]:
    yield 0  # KEEP, STOP
    if state.after == 0 or DELTA > 0:
        yield 1  # BREAK, GO_ON


def probability(state: State, move: int) -> float:
    return DELTA if move == GO_ON else 1 - DELTA


def play(state: State, move: int) -> State:
    if state.after:
        return State(state.partner, state.mine, state.his, 0, int(move == STOP))
    following = state.partner
    if TIT:
        following = move
    elif TRIGGER and move == BREAK:
        following = BREAK
    return State(following, move, state.partner, 1, 0)


def utility(state: State, player: int) -> float:
    if state.mine == KEEP:
        return REWARD if state.his == KEEP else SUCKER
    return TEMPTATION if state.his == KEEP else PUNISHMENT


def write_move(state: State, move: int) -> str:
    if state.after:
        return "go on" if move == GO_ON else "stop"
    return "break" if move == BREAK else "keep"


def scene(state: State, viewer: int | None) -> Scene:
    words = {KEEP: "keep", BREAK: "break", NOTHING: "–"}
    cells = (
        Cell(0, 0, "", "paper", Piece(words[state.mine][0], "first", letter=words[state.mine])),
        Cell(1, 0, "", "paper", Piece(words[state.his][0], "second", letter=words[state.his])),
    )
    return Scene(cells, ("does another round follow?" if state.after else "keep or break?",), ("you", "partner"))
