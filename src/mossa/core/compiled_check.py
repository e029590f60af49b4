"""The check that compiled rules equal interpreted ones: function by function, state by state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mossa.kernel.binding import slot
from mossa.kernel.layout import flatten, make_writer
from mossa.kernel.memory import Ints, Reals, Words
from mossa.kernel.random_numbers import draw
from mossa.kernel.specialise import specialise
from mossa.kernel.traps import CheckError
from mossa.kernel.words import u64

from .game import Game
from .hidden_rules import KnowledgeCheck, why_not_compiled
from .kernel_rules import KernelRules, kernel_rules
from .network_rules import FeaturesCheck
from .protocol import State

__all__ = ["CompiledCheck", "compare"]

game: KernelRules = slot("game")
extra: Any = slot("extra")

# The numbers that `survey` writes first, by function; then it writes some for each move.
NUMBERS = (
    *("mover", "is_over", "moves", "evaluate", "bounds", "bounds", "sufficient", "tactical", "noisy", "reversible"),
    *("may_pass", "near_end", "probcut", "probcut", "plies_to_end", "structure", "evaluate_with_structure", "refine"),
    *("rollout_move", "sample"),
)
ORDER = len(NUMBERS)
PROBCUT_DEPTH = 8
EXCHANGE_LEAST = 150
SEEDS = 4


def survey(
    state: State,
    scratch: Any,
    moves: Ints,
    sufficient: Ints,
    tactical: Ints,
    words: Words,
    quiet: Ints,
    numbers: Ints,
    reals: Reals,
) -> int:
    """Write the results of all functions for a state into vectors; returns the number of moves."""
    numbers[0] = game.mover(state)
    words[0] = game.key(state)
    for word in game.correction_keys(state):
        words[1] = words[1] * 3 ^ word
    words[2] = game.structure_key(state)
    n = 0
    over = game.is_over(state)
    if not over:
        n = game.moves(state, moves, 0)
        over = game.ENDS_WITHOUT_MOVES and n == 0
    numbers[1] = 1 if over else 0
    numbers[2] = n
    if over:
        for player in range(game.PLAYERS):
            reals[player] = game.utility(state, player)
            reals[game.PLAYERS + player] = game.outcome(state, player)
        return 0
    at = 3
    for i in range(n):
        at = extra.write(game.play(state, moves[i]), words, at)
    if numbers[0] < 0:
        for seed in range(SEEDS):
            numbers[19] ^= game.sample(state, draw(u64(seed)))
        for i in range(n):
            reals[i] = game.probability(state, moves[i])
        return n
    numbers[3] = game.evaluate(state)
    reals[0] = game.expected(numbers[3])
    numbers[4], numbers[5] = game.bounds(state)
    numbers[6] = game.sufficient(state, sufficient, 0)
    numbers[7] = game.tactical(state, tactical, 0)
    numbers[8] = 1 if game.noisy(state) else 0
    numbers[9] = game.reversible(state)
    numbers[10] = 1 if game.may_pass(state) else 0
    numbers[11] = 1 if game.near_end(state) else 0
    numbers[12], numbers[13] = game.probcut(state, PROBCUT_DEPTH)
    numbers[14] = game.plies_to_end(state)
    numbers[15] = game.structure(state)
    numbers[16] = game.evaluate_with_structure(state, numbers[15])
    numbers[17] = game.refine(state, scratch)
    for seed in range(SEEDS):
        numbers[18] = numbers[18] * 31 + game.rollout_move(state, draw(u64(seed)))
    if numbers[10] == 1:
        at = extra.write(game.pass_turn(state), words, at)
    for i in range(n):
        numbers[ORDER + i] = game.order(state, moves[i]) + game.costly_order(state, moves[i])
        numbers[ORDER + n + i] = game.history_index(state, moves[i])
        quiet[i] = 1 if game.quiet(state, moves[i]) else 0
        quiet[i] += 2 if game.threatens(state, moves[i]) else 0
        quiet[i] += 4 if game.exchange_at_least(state, moves[i], -EXCHANGE_LEAST) else 0
        quiet[i] += 8 if game.exchange_at_least(state, moves[i], EXCHANGE_LEAST) else 0
    return n


class CompiledCheck:
    """The rules of a game, interpreted and compiled."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        example = rules.start()
        self.facts, self.size = game.facts, len(flatten(example))
        slots = {
            "game": kernel_rules(rules),
            "extra": {"write": make_writer(example)},
        }
        label = f"{game.name.rsplit('/', 1)[-1]} conformance"
        self.scratches = rules.scratch(), rules.scratch(), rules.scratch()
        self.slow = specialise(survey, slots, name=label, compiled=False)
        self.careful = specialise(survey, slots, name=label, checked=True)
        self.fast = specialise(survey, slots, name=label, checked=False)

    def difference(self, state: State) -> str | None:
        """The first function whose results differ; None if there is none. A `CheckError` if a check fails."""
        kernels = zip((self.slow, self.careful, self.fast), self.scratches, strict=True)
        (names, slow), (_, careful), (_, fast) = (self._run(*one, state) for one in kernels)
        same = [one == other == third for one, other, third in zip(slow, careful, fast, strict=True)]
        return names[same.index(False)] if False in same else None

    def _run(self, kernel: Callable[..., Any], scratch: Any, state: State) -> tuple[list[str], list[float]]:
        """The results of all functions for a state: for each number the name of the function, and the numbers."""
        widest, players, size = self.facts.widest, self.facts.players, self.size
        moves, sufficient, tactical, quiet = (Ints(widest + 1) for _ in range(4))
        words, numbers = Words(3 + size * (widest + 2)), Ints(ORDER + 2 * widest + 1)
        reals = Reals(max(2 * players, widest) + 1)
        n = int(kernel(state, scratch, moves, sufficient, tactical, words, quiet, numbers, reals))
        floats = "probability" if numbers[0] < 0 else "expected"
        found: list[tuple[str, Iterable[float]]] = [
            *((name, [numbers[i]]) for i, name in enumerate(NUMBERS)),
            ("moves", _listed(moves, numbers[2])),
            ("sufficient", _listed(sufficient, numbers[6])),
            ("tactical", _listed(tactical, numbers[7])),
            ("key", words.array[:1].tolist()),
            ("correction_keys", words.array[1:2].tolist()),
            ("structure_key", words.array[2:3].tolist()),
            ("play", words.array[3 : 3 + n * size].tolist()),
            ("pass_turn", words.array[3 + n * size :].tolist()),
            ("order or costly_order", numbers.array[ORDER : ORDER + n].tolist()),
            ("history_index", numbers.array[ORDER + n :].tolist()),
            ("quiet, threatens or exchange_at_least", quiet.array.tolist()),
            *(self._reals(reals) if numbers[1] else [(floats, reals.array.tolist())]),
        ]
        return [name for name, values in found for _ in values], [value for _, values in found for value in values]

    def _reals(self, reals: Reals) -> list[tuple[str, Iterable[float]]]:
        players = self.facts.players
        return [
            ("utility", reals.array[:players].tolist()),
            ("score", reals.array[players : 2 * players].tolist()),
        ]


def _listed(moves: Ints, n: int) -> list[int]:
    """The first n moves; behind them may stand what a generator left out."""
    return [*moves.array[:n].tolist(), *([0] * (len(moves) - n))]


def compare(game: Game, states: Iterable[tuple[State, Callable[[], str]]]) -> str | None:
    """The first difference over these states, each given with a function that says how it came about; None if there is
    none."""
    check = CompiledCheck(game)
    secrets = None if game.facts.perfect or why_not_compiled(game) else KnowledgeCheck(game)
    features = None if game.rules.features is None else FeaturesCheck(game)
    for number, (state, path) in enumerate(states):
        try:
            name = check.difference(state) or (secrets.difference(state, number) if secrets else None)
            if features is not None and not game.rules.is_over(state) and not game.rules.is_chance(state):
                name = name or features.difference(state)
        except CheckError as error:
            return f"{error}, after [{path()}]"
        if name is not None:
            return f"{name} differs, after [{path()}]: docs/compiler.md tells where compiled code goes another way"
    return None
