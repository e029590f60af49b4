"""The conformance tests of one state: what the protocol promises and the facts declare there.

`conformance.py` plays the games that lead to the states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import islice

from mossa.kernel.layout import flatten, shape
from mossa.kernel.random_numbers import draw
from mossa.kernel.words import ALL_ONES, u64

from .facts import CHANCE, NO_MOVE
from .game import LONGEST_MOVE
from .network_rules import Predictor, features_of_states
from .position import Position

__all__ = ["TESTS", "VITAL"]

TOLERANCE = 1e-9
ROUNDING = 1e-5
"""Tolerance for an estimate, which may be computed in single precision."""
ROLLOUT_SEEDS = 8
"""Seeds with which `rollout_move` is asked in every state."""
GREATEST_ORDER = 1 << 15
GREATEST_ESTIMATE = 1 << 22
SAMPLE = 40
"""The most children of a state that are tested."""

LONGEST_DRAFT = 12
"""Parts after which the test of a move in the making gives up: pegs may be put in and taken out again."""


def _shape_kept(at: Position) -> Iterator[str]:
    first, here = shape(at.game.rules.start()), shape(at.state)
    if first != here:
        yield f"the state has become {here}, it began as {first}"
    for word in flatten(at.state):
        if not isinstance(word, u64) and not -(2**63) <= word < 2**63:
            yield f"a number of the state is {word}: an int has 64 bits with its sign (use u64 for all 64)"


def _moves_sound(at: Position) -> Iterator[str]:
    if at.is_over or at.is_sampled:
        return
    widest = at.game.facts.widest
    moves = list(islice(at.game.rules.moves(at.state), 2 * widest + 1))  # they may be infinite
    if len(moves) > widest:
        yield f"{len(moves)} moves or more, where the declared widest is {widest}"
    if moves != list(at.game.rules.moves(at.state)):
        yield "asked twice, moves lists other moves: rules must not depend on anything but the state"
    if len(set(moves)) != len(moves):
        yield "a move is listed twice"
    for move in moves:
        greatest = at.game.facts.greatest_move
        if not isinstance(move, int) or not 0 <= move <= greatest:
            yield f"the move {move!r} is not a whole number from 0 to {greatest} (greatest_move of FACTS)"
        if move == NO_MOVE:
            yield f"a move has the number {NO_MOVE}, which stands for no move"
    if moves and at.game.rules.play(at.state, moves[0]) is None:
        yield "play gives None: is a `return` missing?"
    for name in ("sufficient", "tactical"):
        some = getattr(at.game.rules, name)
        if some is not None and not at.is_chance:
            others = list(some(at.state))
            if not set(others) <= set(moves):
                yield f"{name} lists {min(set(others) - set(moves))}, which moves does not"
            if len(set(others)) != len(others):
                yield f"{name} lists a move twice"


def _rollout_moves_legal(at: Position) -> Iterator[str]:
    """A simulated game is played by the rules."""
    choose = at.game.rules.rollout_move
    if choose is None or at.is_over or at.is_chance:
        return
    own = at.game.rules.own  # where the line forbids all that it tries, it gives one of these
    legal = [*own["moves"](at.state.state)] if own else at.legal
    for seed in range(ROLLOUT_SEEDS):
        move = choose(at.state, draw(u64(seed)))
        if move not in legal:
            yield f"rollout_move gives {move!r}, which is not legal"
            return
        if move != choose(at.state, draw(u64(seed))):
            yield "asked twice with one seed, rollout_move gives two moves"
            return


def _plies_left_sound(at: Position) -> Iterator[str]:
    left, before = at.game.rules.plies_left, at.parent
    if left is None:
        return
    if left(at.state) < 0:
        yield f"plies_left gives {left(at.state)}"
    if before is not None and left(at.state) > left(before.state) - (len(before.legal) > 1):
        yield f"plies_left was {left(before.state)} a move ago and is {left(at.state)}: every choice takes one away"


def _utilities_sound(at: Position) -> Iterator[str]:
    if not at.is_over:
        return
    rules, facts = at.game.rules, at.game.facts
    low, high = facts.utility
    if any(rules.utility(at.state, player) is None for player in range(facts.players)):
        yield "utility gives None: is a `return` missing?"
        return
    utilities = rules.utilities(at.state)
    for player, utility in enumerate(utilities):
        if not math.isfinite(utility):
            yield f"the utility of player {player} is {utility}"
        elif not low <= utility <= high:
            yield f"the utility of player {player} is {utility}, outside the declared {low} … {high}"
        elif facts.whole and utility != int(utility):
            yield f"the utility of player {player} is {utility}, but whole bounds promise whole utilities"
    sides = rules.sides
    for player, utility in enumerate(utilities):
        first = sides.index(sides[player])
        if utility != utilities[first]:
            yield f"players {first} and {player} are partners, but their utilities are {utilities[first]} and {utility}"
    if facts.zero_sum and abs(sum(utilities)) > TOLERANCE:
        yield f"the utilities {utilities} do not add up to 0, yet zero_sum is declared"
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
    sides = at.game.rules.sides
    if not facts.alternate or len({*sides}) != 2 or not facts.perfect or facts.chance or at.parent is None:
        return
    if sides[at.parent.mover] == sides[mover]:
        yield f"the same {'player' if facts.players == 2 else 'side'} moves twice, yet alternate is declared"


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
        words = text.split(" ")
        if not all(words) or text.split() != words or len(words) > LONGEST_MOVE:
            yield f"the move {move} is written {text!r}: it is 1 to {LONGEST_MOVE} words with single blanks between"
        for count in range(1, len(words)):
            if " ".join(words[:count]) in at.moves:
                yield f"the move {move} is written {text!r}, which begins with another move"
        if at.read_move(text) != move:
            yield f"the move {move} is written {text!r} and read as {at.read_move(text)}"
        reader = at.game.rules.read_move
        if reader is not None and reader(at.state, text) != move:
            yield f"the move {move} is written {text!r} and read as {reader(at.state, text)}"


def _positions_readable(at: Position) -> Iterator[str]:
    text = at.text
    again, here = (at.game.rules.own_state(one.state) for one in (at.game.position(text), at))
    if again != here:
        yield f"{here} is written {text!r} and read as {again}"
    elif shape(again) != shape(here):
        yield f"{text!r} is read as a state of the shape {shape(again)}, not {shape(at.state)}"


def _keys_sound(at: Position) -> Iterator[str]:
    key = at.game.rules.key
    if not 0 <= key(at.state) <= ALL_ONES:
        yield f"the key {key(at.state)} is not a u64"
    rules = at.game.rules
    ways: dict[int, tuple[bool, int]] = {}
    step = 1 + len(at.legal) // SAMPLE  # with very many moves, only a sample
    for child in (rules.play(at.state, move) for move in at.legal[::step]):
        facts = (bool(rules.is_over(child)), len(rules.legal(child)))
        if ways.setdefault(key(child), facts) != facts:
            yield "two moves lead to states of one key that are not alike"


def _hidden_information_sound(at: Position) -> Iterator[str]:
    rules, facts = at.game.rules, at.game.facts
    if facts.perfect or rules.information_state is None or rules.redeal is None:
        return
    for player in range(facts.players):
        knowledge = rules.information_state(at.state, player)
        hash(knowledge)
        for seed in range(3):
            other = rules.redeal(at.state, player, u64(seed))
            if shape(other) != shape(at.state):
                yield f"a state redealt for player {player} has the shape {shape(other)}, not {shape(at.state)}"
            if rules.information_state(other, player) != knowledge:
                yield f"player {player} can tell a redealt state from the real one"
            if rules.mover(other) != at.mover and not at.is_over:
                yield f"in a state redealt for player {player} somebody else moves"
            if at.mover == player and not at.is_over and rules.legal(other) != rules.legal(at.state):
                yield f"player {player} has other moves in a state redealt for him"


def _evaluation_bounded(at: Position) -> Iterator[str]:
    """Evaluation, ordering and bounds keep the limits that the engines rely on."""
    rules, facts = at.game.rules, at.game.facts
    if at.is_over or at.is_chance:
        return
    if rules.evaluate is not None:
        estimate = rules.evaluate(at.state)
        if not isinstance(estimate, int) or abs(estimate) >= GREATEST_ESTIMATE:
            yield f"evaluate gives {estimate!r}: it is a whole number below {GREATEST_ESTIMATE} in size"
        if (
            rules.structure is not None
            and rules.structure_key is not None
            and rules.evaluate_with_structure is not None
        ):
            built = rules.evaluate_with_structure(at.state, rules.structure(at.state))
            if built != estimate:
                yield f"evaluate gives {estimate}, but {built} on the state's own structure"
        elif (
            rules.structure is not None or rules.structure_key is not None or rules.evaluate_with_structure is not None
        ):
            yield "some of structure, structure_key and evaluate_with_structure are missing: give all or none"
    if rules.refine is not None:
        scratch = rules.scratch()
        added = [rules.refine(at.state, scratch) for _ in range(2)]
        if rules.evaluate is None:
            yield "there is a refine, but no evaluate for it to add to"
        elif not isinstance(added[0], int) or abs(rules.evaluate(at.state) + added[0]) >= GREATEST_ESTIMATE:
            yield f"refine adds {added[0]!r}: with evaluate it is a whole number below {GREATEST_ESTIMATE} in size"
        elif added[0] != added[1]:
            yield f"asked twice, refine adds {added[0]} and {added[1]}"
    if rules.correction_keys is not None and not isinstance(rules.correction_keys(at.state), tuple):
        yield f"correction_keys gives {rules.correction_keys(at.state)!r}: it is a tuple of u64"
    if rules.order is not None:
        for move in at.legal:
            order = rules.order(at.state, move)
            if not isinstance(order, int) or abs(order) > GREATEST_ORDER:
                yield f"order gives {order!r} for the move {move}: it is a whole number within ±{GREATEST_ORDER}"
    if rules.bounds is not None:
        least, most = rules.bounds(at.state)
        if least > most:
            yield f"bounds gives at least {least} and at most {most}"
        outcome = rules.score or rules.utility
        for move in at.legal:
            child = rules.play(at.state, move)
            if rules.is_over(child) and outcome(child, at.mover) > most:
                yield f"bounds gives at most {most}, yet the move {move} ends the game with {outcome(child, at.mover)}"
    if rules.sufficient is not None and facts.perfect and not list(rules.sufficient(at.state)):
        settled = rules.bounds is not None and len(set(rules.bounds(at.state))) == 1
        if not settled:
            yield "sufficient lists nothing, and bounds does not settle the state"


def _estimates_sound(at: Position) -> Iterator[str]:
    """An estimate is an expected utility: within the bounds, and 0 in total if the game is zero-sum."""
    rules, facts = at.game.rules, at.game.facts
    if rules.estimate is None or at.is_over:
        return
    scratch = rules.scratch()
    worth = [rules.estimate(at.state, player, scratch) for player in range(facts.players)]
    low, high = facts.utility
    for player, value in enumerate(worth):
        if not low - ROUNDING <= value <= high + ROUNDING:
            yield f"estimate gives {value} for player {player}, where utilities are from {low} to {high}"
    if facts.zero_sum and facts.players > 1 and abs(sum(worth)) > ROUNDING:
        yield f"estimate gives {worth}, which does not add up to 0, yet zero_sum is declared"
    if worth != [rules.estimate(at.state, player, scratch) for player in range(facts.players)]:
        yield "asked twice, estimate says something else"


def _features_sound(at: Position) -> Iterator[str]:
    """What a network sees fits its shape, and its policy can tell the moves apart."""
    rules, facts = at.game.rules, at.game.facts
    if at.is_over or at.is_chance:
        return
    if facts.actions is not None:
        yield from _actions_sound(at, facts.actions - 1)
    if rules.features is None:
        return
    numbers = list(islice(rules.features(at.state), facts.inputs + 1))
    if len(numbers) != facts.inputs:
        more = " or more" if len(numbers) > facts.inputs else ""
        yield f"features yields {len(numbers)} numbers{more}: the declared shape {facts.features} has {facts.inputs}"
    for number in numbers:
        if not isinstance(number, int | float) or not math.isfinite(number):
            yield f"features yields {number!r}: it yields finite numbers"
    if numbers != list(islice(rules.features(at.state), facts.inputs + 1)):
        yield "asked twice, features yields other numbers"


def _actions_sound(at: Position, greatest: int) -> Iterator[str]:
    """Each legal move is an action of its own."""
    actions = [at.game.rules.action(at.state, move) for move in at.legal]
    for move, action in zip(at.legal, actions, strict=True):
        if not isinstance(action, int) or not 0 <= action <= greatest:
            yield f"action gives {action!r} for the move {move}: FACTS declares actions from 0 to {greatest}"
    if len(set(actions)) != len(actions):
        yield f"two legal moves are one action: action gives {actions}"


def _prediction_sound(at: Position) -> Iterator[str]:
    """The game's network answers in the shape that the protocol wants, once at the first state: it may be slow."""
    predict = at.game.extra("predict", "network") if at.game.rules.features is not None else None
    later = at.parent is not None and not at.parent.is_chance
    if predict is None or later or at.is_over or at.is_chance:
        return
    import numpy as np

    one = features_of_states(at.game, [at.state])
    predictor = Predictor(at.game, predict)
    policies, values = predictor(np.concatenate([one, one, one]))
    alone = predictor(one)
    for several, single, what in ((policies, alone[0], "policies"), (values, alone[1], "values")):
        if not np.allclose(several, single[:1], rtol=1e-3, atol=1e-3):
            yield f"predict gives other {what} for a state in a batch than for the state alone"


def _scenes_sound(at: Position) -> Iterator[str]:
    for viewer in (None, *range(at.game.facts.players)):
        scene = at.scene(viewer)
        if not scene.text() or not scene.svg().startswith("<svg"):
            yield f"the board for viewer {viewer} is empty"


def _drafts_sound(at: Position) -> Iterator[str]:
    """A move that is put together from parts ends as a legal one, and the board keeps its cells meanwhile."""
    draft = at.game.rules.draft
    if draft is None or at.is_over or at.is_chance:
        return
    cells = [(cell.x, cell.y) for cell in at.scene(at.mover).cells]
    for number in (0, 1, 2):
        made: tuple[str, ...] = ()
        so_far = draft(at.state, made, at.mover)
        while so_far.parts and not so_far.move and len(made) < LONGEST_DRAFT:
            made = (*made, so_far.parts[number % len(so_far.parts)])
            so_far = draft(at.state, made, at.mover)
        if [(cell.x, cell.y) for cell in so_far.scene.cells[: len(cells)]] != cells:
            yield f"the board of a draft after {made} has other cells than the board"
        if so_far.move and at.read_move(so_far.move) not in at.legal:
            yield f"the parts {made} make {so_far.move!r}, which is no legal move"
        if made and not so_far.parts and not so_far.move:
            yield f"the parts {made} lead to no move"


TESTS: dict[str, Callable[[Position], Iterator[str]]] = {
    "states keep their shape": _shape_kept,
    "moves are legal numbers, each once": _moves_sound,
    "utilities keep their bounds": _utilities_sound,
    "players move as declared": _movers_sound,
    "the end comes nearer": _plies_left_sound,
    "simulated games keep the rules": _rollout_moves_legal,
    "chance adds up": _chance_sound,
    "moves can be written and read": _moves_readable,
    "positions can be written and read": _positions_readable,
    "states of one key are alike": _keys_sound,
    "knowledge keeps its limits": _evaluation_bounded,
    "estimates are expected utilities": _estimates_sound,
    "networks see finite numbers and their own actions": _features_sound,
    "the network answers in its shape": _prediction_sound,
    "hidden information stays hidden": _hidden_information_sound,
    "boards can be drawn": _scenes_sound,
    "moves can be put together": _drafts_sound,
}
"""The tests of a state. A test yields its faults; the first one is reported."""

VITAL = ("states keep their shape", "moves are legal numbers, each once")
"""If one of these fails, the others make no sense."""
