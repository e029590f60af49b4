"""Does a game keep its word? The checks that every registered game, and a user's file, must pass.

`check(game)` plays random games and tests at every state what the protocol promises and the facts declare; then it
compiles the rules and compares them, state by state, with the interpreted ones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, make_writer, shape
from mossa.kernel.memory import Ints, Reals, Words
from mossa.kernel.specialise import specialise as specialise_kernel
from mossa.kernel.words import ALL_ONES, u64

from .compiled import KernelRules, kernel_rules
from .facts import CHANCE
from .game import Game
from .position import Position
from .protocol import State

__all__ = ["Report", "check"]

TOLERANCE = 1e-9
MOST_MOVES = (1 << 24) - 2
SAMPLE = 40
"""Children looked at, of states that have very many."""


@dataclass
class Report:
    """What was checked, and what was found wrong."""

    game: str
    games: int = 0
    states: int = 0
    passed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.faults

    @property
    def lines(self) -> list[str]:
        """The report as text."""
        return [*(f"ok    {name}" for name in self.passed), *(f"WRONG {fault}" for fault in self.faults)]


def check(
    game: Game, *, games: int = 20, seed: int = 1, compiled: bool = True, on_check: Callable[[str], None] | None = None
) -> Report:
    """Play random games and report every promise that is not kept; each kind of fault once, with its place."""
    report = Report(game.name)
    visited: list[Position] = []
    tests: dict[str, Callable[[Position], Iterator[str]]] = {
        "states keep their shape": _shape_kept,
        "moves are legal numbers, each once": _moves_sound,
        "utilities keep their bounds": _utilities_sound,
        "players move as declared": _movers_sound,
        "chance adds up": _chance_sound,
        "moves can be written and read": _moves_readable,
        "positions can be written and read": _positions_readable,
        "states of one key are alike": _keys_sound,
        "hidden information stays hidden": _knowledge_sound,
        "boards can be drawn": _scenes_sound,
    }
    faults: dict[str, str] = {}

    def look(position: Position) -> None:
        visited.append(position)
        for name, test in tests.items():
            if name in faults:
                continue
            try:
                fault = next(test(position), None)
            except MossaError as error:
                fault = str(error)
            except Exception as error:  # a bug in the user's rules: say where
                fault = _blame(error)
            if fault is not None:
                faults[name] = f"{name}: {fault}, after [{' '.join(_numbers(position))}]"

    try:
        for number in range(games):
            if on_check is not None:
                on_check(f"random game {number + 1} of {games}")
            _play(game, random.Random(f"{seed} {number}"), look)
            report.games += 1
    except _Endless:
        faults["games end"] = f"games end: a game lasts more than the declared {game.facts.longest} moves"
    except Exception as error:
        faults["games can be played"] = (
            f"games can be played: {error if isinstance(error, MossaError) else _blame(error)}"
        )
    report.states = len(visited)
    report.passed += [name for name in tests if name not in faults]
    report.faults += faults.values()
    if compiled and not faults:
        if on_check is not None:
            on_check("compiled rules")
        fault = _compare(game, visited)
        if fault is None:
            report.passed.append("compiled rules equal interpreted ones")
        else:
            report.faults.append(fault)
    return report


class _Endless(Exception):
    """A random game outlasted the declared length."""


def _play(game: Game, chooser: random.Random, look: Callable[[Position], None]) -> None:
    at = game.start()
    for _ in range(game.facts.longest + 1):
        look(at)
        if at.is_over:
            return
        legal = at.legal
        if not legal:
            raise MossaError(f"is_over says no, yet there are no moves, after [{' '.join(_numbers(at))}]")
        at = Position(game, game.rules.play(at.state, move := chooser.choice(legal)), at, move)
    raise _Endless


def _numbers(position: Position) -> list[str]:
    moves: list[str] = []
    at: Position | None = position
    while at is not None and at.last is not None:
        moves.append(str(at.last))
        at = at.parent
    return moves[::-1]


def _blame(error: Exception) -> str:
    """An exception inside the rules, with the deepest place of it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}, line {trace.tb_lineno}: " if trace else ""
    return f"{where}{type(error).__name__}: {error}"


def _shape_kept(at: Position) -> Iterator[str]:
    first, here = shape(at.game.rules.start()), shape(at.state)
    if first != here:
        yield f"the state has become {here}, it began as {first}"
    for word in flatten(at.state):
        if not isinstance(word, u64) and not -(2**63) <= word < 2**63:
            yield f"a word of the state is {word}: an int has 64 bits with its sign (use u64 for all 64)"


def _moves_sound(at: Position) -> Iterator[str]:
    if at.is_over:
        return
    moves = list(at.game.rules.moves(at.state))
    if len(moves) > at.game.facts.widest:
        yield f"{len(moves)} moves, more than the declared widest {at.game.facts.widest}"
    if len(set(moves)) != len(moves):
        yield "a move is listed twice"
    for move in moves:
        if not isinstance(move, int) or not 0 <= move <= MOST_MOVES:
            yield f"the move {move!r} is not a whole number from 0 to {MOST_MOVES}"
    if at.game.rules.sufficient is not None and not set(at.game.rules.sufficient(at.state)) <= set(moves):
        yield "sufficient lists a move that moves does not"


def _utilities_sound(at: Position) -> Iterator[str]:
    if not at.is_over:
        return
    rules, facts = at.game.rules, at.game.facts
    low, high = facts.utility
    utilities = rules.utilities(at.state)
    for player, utility in enumerate(utilities):
        if not math.isfinite(utility):
            yield f"the utility of player {player} is {utility}"
        elif not low <= utility <= high:
            yield f"the utility of player {player} is {utility}, outside the declared {low} … {high}"
        elif facts.whole and utility != int(utility):
            yield f"the utility of player {player} is {utility}, but whole bounds promise whole utilities"
    if facts.zero_sum and abs(sum(utilities)) > TOLERANCE:
        yield f"the utilities {utilities} do not add up to nothing, yet zero_sum is declared"
    if rules.score is not None and facts.score is None:
        yield "there is a score, but FACTS does not declare its bounds"
    if rules.score is not None and facts.score is not None:
        for player in range(facts.players):
            score = rules.score(at.state, player)
            if not facts.score[0] <= score <= facts.score[1]:
                yield f"the score of player {player} is {score}, outside the declared {facts.score}"


def _movers_sound(at: Position) -> Iterator[str]:
    facts = at.game.facts
    if at.is_over:
        return
    mover = at.mover
    if mover == CHANCE and not facts.chance:
        yield "chance moves, yet chance is not declared"
    if not (mover == CHANCE or 0 <= mover < facts.players):
        yield f"mover gives {mover}; players are 0 … {facts.players - 1}"
    before = at.parent.mover if at.parent is not None else None
    if facts.alternate and facts.players == 2 and facts.perfect and not facts.chance and before == mover:
        yield "the same player moves twice, yet alternate is declared"


def _chance_sound(at: Position) -> Iterator[str]:
    rules = at.game.rules
    if at.is_over or not at.is_chance or rules.probability is None:
        return
    probabilities = [rules.probability(at.state, move) for move in at.legal]
    if any(not 0 < p <= 1 for p in probabilities) or abs(sum(probabilities) - 1) > TOLERANCE:
        yield f"the probabilities are {probabilities}, adding up to {sum(probabilities)}"


def _moves_readable(at: Position) -> Iterator[str]:
    if len(set(at.moves)) != len(at.moves):
        yield f"two moves are written alike: {sorted(at.moves)}"
    for move, text in zip(at.legal, at.moves, strict=True):
        if " " in text or not text:
            yield f"the move {move} is written {text!r}: a move is one word"
        if at.read_move(text) != move:
            yield f"the move {move} is written {text!r} and read as {at.read_move(text)}"
        reader = at.game.rules.read_move
        if reader is not None and reader(at.state, text) != move:
            yield f"the move {move} is written {text!r} and read as {reader(at.state, text)}"


def _positions_readable(at: Position) -> Iterator[str]:
    text = at.text
    again = at.game.position(text).state
    if again != at.state:
        yield f"{at.state} is written {text!r} and read as {again}"


def _keys_sound(at: Position) -> Iterator[str]:
    key = at.game.rules.key
    if not 0 <= key(at.state) <= ALL_ONES:
        yield f"the key {key(at.state)} is not a word"
    rules = at.game.rules
    ways: dict[int, tuple[bool, int]] = {}
    step = 1 + len(at.legal) // SAMPLE  # of very many moves, some
    for child in (rules.play(at.state, move) for move in at.legal[::step]):
        facts = (bool(rules.is_over(child)), len(rules.legal(child)))
        if ways.setdefault(key(child), facts) != facts:
            yield "two moves lead to states of one key that are not alike"


def _knowledge_sound(at: Position) -> Iterator[str]:
    rules, facts = at.game.rules, at.game.facts
    if facts.perfect or rules.knows is None or rules.redeal is None:
        return
    for player in range(facts.players):
        knowledge = rules.knows(at.state, player)
        hash(knowledge)
        for seed in range(3):
            other = rules.redeal(at.state, player, u64(seed))
            if rules.knows(other, player) != knowledge:
                yield f"player {player} can tell a redealt state from the real one"
            if rules.mover(other) != at.mover and not at.is_over:
                yield f"in a state redealt for player {player} somebody else moves"
            if at.mover == player and not at.is_over and rules.legal(other) != rules.legal(at.state):
                yield f"player {player} has other moves in a state redealt for him"


def _scenes_sound(at: Position) -> Iterator[str]:
    for viewer in (None, *range(at.game.facts.players)):
        scene = at.scene(viewer)
        if not scene.text() or not scene.svg().startswith("<svg"):
            yield f"the board for viewer {viewer} is empty"


# ------------------------------------------------------------------------------- compiled against interpreted

game: KernelRules = slot("game")
extra: Any = slot("extra")


def survey(state: State, moves: Ints, enough: Ints, words: Words, numbers: Ints, reals: Reals) -> int:
    """All that the rules say about a state, written into vectors; the number of moves."""
    numbers[0] = game.mover(state)
    numbers[1] = 1 if game.is_over(state) else 0
    words[0] = game.key(state)
    if numbers[1] == 1:
        for player in range(game.PLAYERS):
            reals[player] = game.utility(state, player)
            reals[game.PLAYERS + player] = game.outcome(state, player)
        return 0
    n = game.moves(state, moves, 0)
    if numbers[0] < 0:
        for i in range(n):
            reals[i] = extra.probability(state, moves[i])
    else:
        numbers[2] = game.evaluate(state)
        least, most = game.bounds(state)
        numbers[3] = least
        numbers[4] = most
        numbers[5] = game.sufficient(state, enough, 0)
    at = 1
    for i in range(n):
        if numbers[0] >= 0:
            numbers[6 + i] = game.order(state, moves[i])
        at = extra.write(game.play(state, moves[i]), words, at)
    return n


def no_chance(state: State, move: int) -> float:
    """Stands for `probability` in a game without chance."""
    return 1.0


def _compare(game: Game, visited: list[Position]) -> str | None:
    """The first difference between the compiled and the interpreted rules over these states."""
    rules, facts = game.rules, game.facts
    example = rules.start()
    room = len(flatten(example))
    slots = {
        "game": kernel_rules(rules),
        "extra": {"probability": rules.probability or no_chance, "write": make_writer(example)},
    }
    label = game.name.rsplit("/", 1)[-1]
    try:
        fast = specialise_kernel(survey, slots, name=f"{label} conformance")
    except MossaError as error:
        return str(error)
    slow = specialise_kernel(survey, slots, name=label, compiled=False)

    def run(kernel: Callable[..., Any], state: State) -> list[list[float]]:
        vectors = (
            Ints(facts.widest + 1),
            Ints(facts.widest + 1),
            Words(1 + room * (facts.widest + 1)),
            Ints(7 + facts.widest),
            Reals(max(2 * facts.players, facts.widest) + 1),
        )
        n = int(kernel(state, *vectors))
        return [[n], *(vector.array.tolist() for vector in vectors)]

    names = (
        "number of moves",
        "moves",
        "sufficient moves",
        "key or children",
        "mover, end, estimate or order",
        "utility",
    )
    for position in visited:
        try:
            expected, got = run(slow, position.state), run(fast, position.state)
        except MossaError as error:
            return str(error)
        for name, one, other in zip(names, expected, got, strict=True):
            if one != other:
                return (
                    f"compiled rules equal interpreted ones: the {name} differ, after "
                    f"[{' '.join(_numbers(position))}]: a number outgrew 64 bits, or was divided by nothing?"
                )
    return None
