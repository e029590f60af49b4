"""The lab's answers: an algorithm on a tree, an example or a game, step by step; payoff tables; queens."""

from __future__ import annotations

import hashlib
import json
import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from mossa.core.position import Position
from mossa.core.rules import Rules
from mossa.kernel.errors import MossaError
from mossa.play.guess_exercise import guess_step
from mossa.play.textbook_player import LimitedRules, LimitReached
from mossa.search import textbook
from mossa.search.common.limits import Limits
from mossa.search.textbook import ALGORITHMS, EXAMPLES, Trace
from mossa.search.textbook.costs import in_mind, told_costs
from mossa.search.textbook.cursor import Cursor
from mossa.search.textbook.decisions import RULES, Payoffs, decide, parse_payoffs
from mossa.search.textbook.drawing import MOST_DRAWN, draw_svg
from mossa.search.textbook.exercises import Answers, make_exercise
from mossa.search.textbook.experiments import order_effect
from mossa.search.textbook.exports import exported
from mossa.search.textbook.listing import Listing, listing_of
from mossa.search.textbook.pseudocode import PSEUDOCODE, pseudo_lines
from mossa.search.textbook.queens import backtracking
from mossa.search.textbook.settings import ABOUT as SETTINGS
from mossa.search.textbook.values import show

from .catalogue import Catalogue
from .lab_exercises import finite, mistakes, questions
from .lab_trees import TraceNodes, boards_at, opened, read_path
from .trace_text import LANGUAGES, captions, known_language, node_name, side_tables, step_text

__all__ = ["Lab"]

RUN_TIME_LIMIT = 60.0
"""Seconds for a run."""
MOST_EVENTS = 120_000
"""The greatest number of events of a trace."""
MOST_TRACES, MOST_STEPS = 24, 300_000
"""Traces in memory, and their steps together; a page whose trace was dropped runs it again."""
MOST_SHOWN = 100_000
"""Nodes of a tree that a page gets."""
MOST_QUEENS = 8
MOST_BRANCHING, MOST_TREES, MOST_IDEAL = 8, 20, 1100
"""The limits of an experiment with move ordering: moves at a node, trees, leaves of a tree."""
MOST_SIMULATIONS = 100_000

T = TypeVar("T")


class Lab:
    """Runs algorithms and remembers their traces for a while."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._traces: OrderedDict[str, Trace] = OrderedDict()
        self._listings: dict[str, Listing | None] = {}
        self._nodes: dict[str, TraceNodes] = {}
        self._lock = threading.Lock()

    def listing(self) -> dict[str, Any]:
        """The algorithms and the examples."""
        return {
            "algorithms": [
                {
                    "name": one.name,
                    "about": one.about,
                    "samples": one.samples,
                    "settings": one.settings,
                    "chance": one.chance,
                }
                for one in ALGORITHMS.values()
            ],
            "examples": [
                {
                    "name": one.name,
                    "algorithm": one.algorithm,
                    "en": one.english,
                    "it": one.italian,
                    "tree": one.spec.removeprefix("tree:tree=") if one.spec.startswith("tree:") else "",
                    "game": "" if one.spec.startswith("tree:") else one.spec,
                    "position": one.position,
                    "moves": one.moves,
                    "table": one.table,
                    "options": dict(one.options),
                    "related": one.related,
                }
                for one in EXAMPLES.values()
            ],
            "games": [name for name in self.catalogue.names() if name != "tree"],
            "rules": dict(RULES),
        }

    # Traces

    def run(self, request: dict[str, Any]) -> dict[str, Any]:
        """Run an algorithm: `algorithm` on `tree`, or on `game` from `position` with `moves`; options `depth`,
        `window`, `bounds`, `simulations`, `exploration`, `seed`, and the settings of the techniques."""
        algorithm = request.get("algorithm")
        if not isinstance(algorithm, str):
            raise MossaError("a run has a field algorithm, the name of an algorithm")
        at, options = self._subject(request), _options(request)

        def search(rules: Rules) -> Trace:
            return textbook.run(algorithm, rules, at.state, limit=MOST_EVENTS, **options)

        options |= textbook.network_of(algorithm, at.game)

        trace = _time_limited(at, search)
        return self._remember(request, trace)

    def compare(self, request: dict[str, Any]) -> dict[str, Any]:
        """All algorithms that fit, on the same tree; where cards are hidden, with what each says of each move."""
        at, options = self._subject(request), _options(request)
        fitting = {key: value for key, value in options.items() if key in ("depth", "bounds")}
        rows = _time_limited(at, lambda rules: textbook.compare(rules, at.state, **fitting))
        moves = list(dict.fromkeys(move for row in rows for move in row.candidates)) if at.game.facts.hidden else []
        worths = [[show(row.candidates.get(move)) for move in moves] for row in rows]
        return {
            "rows": [
                {**asdict(row), "value": show(row.value), "candidates": worth, "mind": in_mind(row.held)}
                for row, worth in zip(rows, worths, strict=True)
            ],
            "moves": moves,
        }

    def step(self, key: str, step: int, language: str) -> dict[str, Any]:
        """What to show at a step: the drawing, the event as a sentence, the list L."""
        trace, listing = self._trace(key, step), self._listings.get(key)
        cursor = trace.cursor(step)
        event = cursor.event
        answer = self._told(trace, listing, cursor, known_language(language))
        if trace.algorithm == "backtracking":
            return answer | {"board": list(event.path) if event else [], "attacked": _attacked(event)}
        if len(trace.spots) <= MOST_DRAWN:
            answer["svg"] = draw_svg(trace, step, captions=[])
        return answer

    def _told(self, trace: Trace, listing: Listing | None, cursor: Cursor, language: str) -> dict[str, Any]:
        """What a step is in words, and what stands beside the tree."""
        event = cursor.event
        return {
            "step": cursor.step,
            "words": step_text(trace, event, language),
            "kind": event.kind if event else "",
            "list": [node_name(trace, path, language) for path in cursor.list],
            "line": listing.line_at(trace, cursor.step) if listing is not None else 0,
            "pseudo_lines": pseudo_lines(trace, event),
            "tables": side_tables(cursor, language),
        }

    def nodes(self, key: str) -> dict[str, Any]:
        """The nodes of a trace, without what its steps write."""
        return self._nodes_of(key, 0).nodes()

    def changes(self, key: str, since: int, step: int, language: str) -> dict[str, Any]:
        """What to show at a step on a page that shows another one (-1: none): as `step`, with changes for a drawing."""
        trace, listing = self._trace(key, step), self._listings.get(key)
        if since > len(trace.events):
            raise MossaError(f"the trace has steps 0 to {len(trace.events)}, not {since}")
        nodes = self._nodes_of(key, step)
        with self._lock:
            found = nodes.changes(since, step)
            return self._told(trace, listing, nodes.cursor, known_language(language)) | found

    def _nodes_of(self, key: str, step: int) -> TraceNodes:
        trace = self._trace(key, step)
        with self._lock:
            return self._nodes.setdefault(key, TraceNodes(trace))

    def open(self, request: dict[str, Any]) -> dict[str, Any]:
        """The children of a node of a game's tree: the run that a page asked for, and the `path` to the node."""
        at, path = self._subject(request), read_path(request.get("path"))
        return opened(at, path)

    def boards(self, request: dict[str, Any]) -> dict[str, Any]:
        """The boards of nodes: the run that a page asked for, and the `paths` to the nodes."""
        at, paths = self._subject(request), request.get("paths")
        if not isinstance(paths, list):
            raise MossaError("boards are asked for with a list of paths")
        return {"boards": boards_at(at, [read_path(path) for path in paths])}

    def drawing(self, key: str, step: int, language: str, kind: str = "svg") -> bytes:
        """The drawing at a step, or in a GIF at all steps, as a file."""
        trace = self._trace(key, step)
        at = len(trace.events) if kind == "gif" else step
        return exported(trace, kind, at, lambda one: captions(trace, one, known_language(language)))

    def _remember(self, request: dict[str, Any], trace: Trace) -> dict[str, Any]:
        key = hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()[:16]
        listing = listing_of(trace)
        self._keep(key, trace, listing)
        return {
            "key": key,
            "algorithm": trace.algorithm,
            "source": list(listing.lines) if listing is not None else [],
            "pseudocode": [line for line, _ in PSEUDOCODE.get(trace.algorithm, ())],
            "steps": len(trace.events),
            "cut_steps": [i for i, event in enumerate(trace.events, 1) if event.kind == "cut"],
            "round_steps": [i for i, event in enumerate(trace.events, 1) if event.kind == "backup" and not event.path],
            "value": show(trace.value),
            "best": trace.best,
            "moves": list(trace.moves),
            "nodes": trace.nodes,
            "leaves": trace.leaves,
            "cuts": trace.cuts,
            "held": trace.held,
            "message": trace.message,
            "stage": trace.stage,
            "drawn": len(trace.spots) <= MOST_DRAWN,
            "shown": 0 < len(trace.spots) <= MOST_SHOWN,
            "windows": any(event.alpha is not None or event.visits for event in trace.events),
            "boards": bool(trace.boards),
            "costs": {language: told_costs(trace, language) for language in LANGUAGES},
        }

    def _keep(self, key: str, trace: Trace, listing: Listing | None) -> None:
        with self._lock:
            self._traces[key], self._listings[key] = trace, listing
            self._traces.move_to_end(key)
            self._nodes.pop(key, None)
            while len(self._traces) > MOST_TRACES or (len(self._traces) > 1 and self._steps > MOST_STEPS):
                oldest, _ = self._traces.popitem(last=False)
                del self._listings[oldest]
                self._nodes.pop(oldest, None)

    @property
    def _steps(self) -> int:
        return sum(len(trace.events) for trace in self._traces.values())

    def packed(self, key: str) -> bytes:
        """A trace as bytes."""
        return pickle.dumps((self._trace(key, 0), self._listings[key]))

    def unpack(self, key: str, trace: bytes) -> None:
        """Take in a trace that another lab has packed, unless it is here."""
        if key not in self._traces:
            self._keep(key, *pickle.loads(trace))

    def _trace(self, key: str, step: int) -> Trace:
        with self._lock:
            trace = self._traces.get(key)
            if trace is None:
                raise MossaError("this trace is no longer there: run it again")
            self._traces.move_to_end(key)
        if not 0 <= step <= len(trace.events):
            raise MossaError(f"the trace has steps 0 to {len(trace.events)}, not {step}")
        return trace

    def _subject(self, request: dict[str, Any]) -> Position:
        tree, game = request.get("tree"), request.get("game")
        moves, position = request.get("moves", ""), request.get("position", "")
        for name, text in (("moves", moves), ("position", position)):
            if not isinstance(text, str) or len(text) > 2000:
                raise MossaError(f"the field {name} is a text of at most 2000 characters")
        if isinstance(tree, str) and tree.strip():
            return self.catalogue.game(f"tree:tree={' '.join(tree.split())}").start()
        if isinstance(game, str) and game:
            return self.catalogue.game(game).after(moves, position or None)
        raise MossaError("type a tree, such as ((3 12 8) (2 4 6) (14 5 2)), or name a game")

    # Exercises

    def exercise(self, key: str) -> dict[str, Any]:
        """The questions of an exercise."""
        return questions(self._trace(key, 0))

    def check(self, key: str, request: dict[str, Any]) -> dict[str, Any]:
        """The mistakes in an answer to an exercise."""
        return mistakes(self._trace(key, 0), request)

    # Other exhibits

    def decide(self, request: dict[str, Any]) -> dict[str, Any]:
        """What every rule says about a payoff `table` (CSV); `alpha` is for Hurwicz."""
        table, alpha = request.get("table"), request.get("alpha", 0.5)
        if not isinstance(table, str) or len(table) > 20_000:
            raise MossaError("the table is a text of at most 20000 characters")
        if not isinstance(alpha, int | float) or isinstance(alpha, bool):
            raise MossaError("alpha, the weight of the best case, is a number from 0 to 1")
        payoffs = parse_payoffs(table)
        names = [rule for rule in RULES if rule != "expected" or payoffs.probabilities is not None]
        return {
            **_plain_payoffs(payoffs),
            "decisions": [decide(payoffs, rule, alpha=alpha).as_dict() for rule in names],
        }

    def ordering(self, request: dict[str, Any]) -> dict[str, Any]:
        """What move ordering is worth: alpha-beta on ideal trees with `branching` moves, the mean of `trees`."""
        branching, trees = request.get("branching", 3), request.get("trees", 10)
        for name, number, most in (("branching", branching, MOST_BRANCHING), ("trees", trees, MOST_TREES)):
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
                raise MossaError(f"{name} is a whole number from 1 to {most}")
        deepest = max(depth for depth in range(1, 13) if branching**depth <= MOST_IDEAL)
        rows = order_effect(branching, deepest, trees=trees)
        return {"rows": [asdict(row) for row in rows]}

    def class_exercise(self, request: dict[str, Any]) -> dict[str, Any]:
        """The questions of a class exercise, by its `exercise` and `seed`, without their answers."""
        name, seed = request.get("exercise"), request.get("seed", 1)
        if not isinstance(name, str) or not isinstance(seed, int) or isinstance(seed, bool):
            raise MossaError("an exercise has a field exercise, its name, and a field seed, a whole number")
        made = make_exercise(name, seed)
        italian = known_language(str(request.get("lang", "en"))) == "it"
        trace = made.trace()
        return {
            "task": made.italian if italian else made.english,
            "svg": draw_svg(trace, 0, captions=[], named=True) if trace is not None else "",
            "table": [line.split(",") for line in made.table.splitlines()],
            "questions": [
                {"id": one.id, "kind": one.kind, "text": one.italian if italian else one.english}
                for one in made.questions
            ],
            "answers": Answers(name, seed, "", {}).as_dict(),
        }

    def guess(self, request: dict[str, Any]) -> dict[str, Any]:
        """The exercise in guessing a card, of a `seed`, after the student's `moves`."""
        seed, moves = request.get("seed", 1), request.get("moves", [])
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**64:
            raise MossaError("the seed is a whole number from 0 to 2^64 - 1")
        if not (isinstance(moves, list) and len(moves) <= 8 and all(isinstance(one, str) for one in moves)):
            raise MossaError("moves are a list of at most 8 cards")
        return guess_step(seed, moves).as_dict()

    def queens(self, request: dict[str, Any]) -> dict[str, Any]:
        """Backtracking on a board of `size`, as a trace."""
        size = request.get("size", MOST_QUEENS)
        if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= MOST_QUEENS:
            raise MossaError(f"the page shows from 1 to {MOST_QUEENS} queens")
        found = backtracking(size, trace=True)
        answer = self._remember({"queens": size}, found.trace)
        return answer | {
            "size": size,
            "solutions": len(found.solutions),
            "looked": found.looked,
            "brute": size**size,
            "solved_steps": [i for i, event in enumerate(found.trace.events, 1) if event.kind == "leaf"],
        }


def _time_limited(at: Position, work: Callable[[Rules], T]) -> T:
    watch = LimitedRules(at.game.rules, Limits(RUN_TIME_LIMIT))
    rules = watch.rules.replace(evaluate=at.game.rules.evaluate)  # only the time is limited
    try:
        return work(rules)
    except LimitReached:
        raise MossaError(
            f"{watch.nodes:,} nodes in {RUN_TIME_LIMIT:g} s were not enough: give a smaller depth"
        ) from None


def _options(request: dict[str, Any]) -> dict[str, Any]:
    """The options of a run that a page gave, checked."""
    options: dict[str, Any] = {}
    depth = request.get("depth")
    if depth is not None:
        if not isinstance(depth, int) or isinstance(depth, bool) or not 0 <= depth <= 1000:
            raise MossaError("the depth is a whole number of plies from 0 to 1000")
        options["depth"] = depth
    for name in ("window", "bounds"):
        pair = request.get(name)
        if pair is None:
            continue
        if not (isinstance(pair, list) and len(pair) == 2 and all(map(finite, pair))):
            raise MossaError(f"{name} is a list of two numbers, the lesser first")
        options[name] = (pair[0], pair[1])
    for name, most in (("simulations", MOST_SIMULATIONS), ("seed", 2**64 - 1)):
        number = request.get(name)
        if number is None:
            continue
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
            raise MossaError(f"{name} is a whole number up to {most}")
        options[name] = number
    if (exploration := request.get("exploration")) is not None:
        if not finite(exploration):
            raise MossaError("the exploration is a number from 0 up")
        options["exploration"] = exploration
    for name in SETTINGS:
        if (setting := request.get(name)) is not None:
            if not isinstance(setting, int | float | str) or (isinstance(setting, str) and len(setting) > 100):
                raise MossaError(f"{name} is a number or a short text")
            options[name] = setting  # each algorithm checks its own
    for name in ("hurry", "all_moves"):
        if request.get(name) is True:
            options[name] = True
    if isinstance(request.get("boards"), bool):
        options["boards"] = request["boards"]
    return options


def _attacked(event: Any) -> list[int]:
    """The square that the last step refused, as column and row."""
    return [len(event.paths[0]) - 1, event.paths[0][-1]] if event and event.kind == "cut" else []


def _plain_payoffs(payoffs: Payoffs) -> dict[str, Any]:
    return {
        "choices": list(payoffs.choices),
        "states": list(payoffs.states),
        "rows": [list(row) for row in payoffs.rows],
        "probabilities": list(payoffs.probabilities) if payoffs.probabilities else None,
    }
