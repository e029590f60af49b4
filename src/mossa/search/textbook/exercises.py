"""Exercises for a class: a name and a seed make a tree or a table with questions, and the same ones again.

An `Exercise` has the questions with their right answers. What a student writes is a file of answers by question,
with name and seed; it holds no solution and no mark. Marking makes the exercise again from name and seed and compares.
So a file can only be made right by right answers.

>>> one = make_exercise("minimax", 7)
>>> one.tree
'(((40 25) (67 4)) ((27 95) (33 35)))'
>>> [question.id for question in one.questions]
['a1/b1', 'a1/b2', 'a2/b1', 'a2/b2', 'a1', 'a2', 'root', 'best']
>>> one.mark({"a1/b1": "40", "a1": "40", "a2": "35", "root": "40", "best": "a2"}).wrong
('a1/b2', 'a2/b1', 'a2/b2', 'best')
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mossa.core import game
from mossa.kernel.errors import MossaError
from mossa.kernel.random_numbers import below
from mossa.kernel.words import u64

from .decisions import decide, parse_payoffs
from .registry import run
from .trace import Trace
from .values import show

__all__ = ["EXERCISES", "Answers", "Exercise", "Mark", "Question", "make_exercise", "mark_file", "read_answers"]

FORMAT = "mossa answers"
GREATEST_SEED = 2**64 - 1
MOST_TEXT = 2000
"""The longest answer that is read, in characters."""
TOLERANCE = 1e-3
"""A number may be off by this much, or this part of it: people round."""


@dataclass(frozen=True)
class Question:
    """A question with its right answer."""

    id: str
    kind: str
    """`number`, `move` (one name), or `leaves` (names in any order, or `none`)."""
    english: str
    italian: str
    right: str

    def is_right(self, answer: str) -> bool:
        """Is this the right answer? Decimal commas, fractions and blanks do not matter."""
        if self.kind == "number":
            given, wanted = _number(answer), _number(self.right)
            return given is not None and math.isclose(given, wanted or 0.0, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        return _names(answer) == _names(self.right)


@dataclass(frozen=True)
class Mark:
    """What a student's answers are worth."""

    right: int
    of: int
    wrong: tuple[str, ...]
    """The questions that are wrong or not answered."""


@dataclass(frozen=True)
class Exercise:
    """An exercise as it is given to a student, with its questions."""

    name: str
    seed: int
    english: str
    italian: str
    questions: tuple[Question, ...]
    tree: str = ""
    table: str = ""
    algorithm: str = "minimax"

    def trace(self) -> Trace | None:
        """The run that the questions are about; None where they are about a table."""
        return _run(self.algorithm, self.tree) if self.tree else None

    def lines(self) -> list[str]:
        """The tree with the names of its nodes, or the table, as text."""
        trace = self.trace()
        if trace is None:
            return self.table.splitlines()
        shapes = {"max": "△", "min": "▽", "chance": "○", "leaf": "□"}
        return [
            "   " * len(path)
            + (f"{spot.probability:g}: " if spot.probability is not None else "")
            + f"{trace.name(path) if path else 'root'} {shapes[spot.kind]}"
            + (f" {show(spot.worth)}" if spot.kind == "leaf" else "")
            for path, spot in sorted(trace.spots.items())
        ]

    def mark(self, answers: Mapping[str, str]) -> Mark:
        """Compare answers by question with the right ones."""
        wrong = tuple(one.id for one in self.questions if not one.is_right(answers.get(one.id, "")))
        return Mark(len(self.questions) - len(wrong), len(self.questions), wrong)


@dataclass(frozen=True)
class Answers:
    """A student's answers, as they are in a file."""

    exercise: str
    seed: int
    student: str
    answers: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """The file."""
        return {
            "format": FORMAT,
            "exercise": self.exercise,
            "seed": self.seed,
            "student": self.student,
            "answers": dict(self.answers),
        }


def make_exercise(name: str, seed: int) -> Exercise:
    """The exercise of this name and seed."""
    if name not in EXERCISES:
        raise MossaError(f"there is no exercise {name!r}; exercises: {', '.join(EXERCISES)}")
    if not 0 <= seed <= GREATEST_SEED:
        raise MossaError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
    return EXERCISES[name](seed)


def read_answers(data: Any) -> Answers:
    """A file of answers, read as JSON; a MossaError says what is wrong with it."""
    wrong = (
        "it is no file of answers"
        if not isinstance(data, dict) or data.get("format") != FORMAT
        else "it does not name its exercise"
        if not isinstance(data.get("exercise"), str)
        else "its seed is no whole number from 0 to 2^64 - 1"
        if not isinstance(data.get("seed"), int)
        or isinstance(data["seed"], bool)
        or not 0 <= data["seed"] <= GREATEST_SEED
        else "its student is no text"
        if not isinstance(data.get("student"), str) or len(data["student"]) > MOST_TEXT
        else "its answers are no texts by question"
        if not isinstance(data.get("answers"), dict)
        or not all(isinstance(text, str) and len(text) <= MOST_TEXT for text in data["answers"].values())
        else ""
    )
    if wrong:
        raise MossaError(wrong)
    return Answers(data["exercise"], data["seed"], data["student"], data["answers"])


def mark_file(data: Any) -> tuple[Answers, Mark]:
    """A student's answers, read as JSON, and what they are worth."""
    answers = read_answers(data)
    return answers, make_exercise(answers.exercise, answers.seed).mark(answers.answers)


# ---- Making them


class _Draws:
    """Random numbers of an exercise: a function of its name and seed."""

    def __init__(self, name: str, seed: int) -> None:
        self._state = u64(seed)
        for letter in name:
            self._state = u64(self._state * u64(131) + u64(ord(letter)))

    def below(self, bound: int) -> int:
        """The next number in 0 … bound − 1."""
        self._state = self._state + u64(1)
        return below(self._state, bound)

    def distinct(self, count: int, bound: int) -> list[int]:
        """Different numbers in 0 … bound − 1."""
        found: list[int] = []
        while len(found) < count:
            number = self.below(bound)
            if number not in found:
                found.append(number)
        return found


def _run(algorithm: str, tree: str) -> Trace:
    return run(algorithm, game(f"tree:tree={tree}").rules)


def _nested(numbers: list[int], widths: list[int]) -> str:
    """A tree as nested brackets, with so many moves at each level."""
    texts = [str(number) for number in numbers]
    for width in reversed(widths):
        texts = [f"({' '.join(texts[i : i + width])})" for i in range(0, len(texts), width)]
    return texts[0]


def _value_of(trace: Trace, path: tuple[int, ...]) -> Question:
    value = show(trace.labels()[path].value)
    if not path:
        return Question("root", "number", "The value of the root", "Il valore della radice", value)
    name = trace.name(path)
    return Question(name, "number", f"The value of {name}", f"Il valore di {name}", value)


def _best(trace: Trace) -> Question:
    return Question("best", "move", "The best move of MAX", "La mossa migliore di MAX", str(trace.best))


def _minimax(seed: int) -> Exercise:
    draws = _Draws("minimax", seed)
    widths = [3, 3] if draws.below(2) else [2, 2, 2]
    tree = _nested(draws.distinct(math.prod(widths), 99), widths)
    trace = _run("minimax", tree)
    inner = sorted(
        (path for path, spot in trace.spots.items() if spot.kind != "leaf"), key=lambda path: (-len(path), path)
    )
    return Exercise(
        "minimax",
        seed,
        "Label the tree: MAX moves at the root, then MIN and MAX in turn.",
        "Etichetta l'albero: alla radice muove MAX, poi a turno MIN e MAX.",
        (*(_value_of(trace, path) for path in inner), _best(trace)),
        tree,
    )


def _alphabeta(seed: int) -> Exercise:
    draws = _Draws("alphabeta", seed)
    widths = [[3, 3], [2, 2, 2], [2, 3, 2], [3, 2, 2]][draws.below(4)]
    while True:
        tree = _nested(draws.distinct(math.prod(widths), 99), widths)
        trace = _run("alphabeta", tree)
        if trace.cuts:
            break
    cut = [path for path, label in trace.labels().items() if label.status == "cut"]
    leaves = [path for path, spot in trace.spots.items() if spot.kind == "leaf"]
    unseen = [trace.name(path) for path in leaves if any(path[: len(above)] == above for above in cut)]
    looked = Question(
        "leaves", "number", "How many leaves are looked at?", "Quante foglie si guardano?", str(trace.leaves)
    )
    cut_leaves = Question(
        "cut", "leaves", "Which leaves are never looked at?", "Quali foglie non si guardano mai?", " ".join(unseen)
    )
    return Exercise(
        "alphabeta",
        seed,
        "Search the tree by alpha-beta, from left to right.",
        "Cerca nell'albero con alfa-beta, da sinistra a destra.",
        (_value_of(trace, ()), _best(trace), looked, cut_leaves),
        tree,
        algorithm="alphabeta",
    )  # fmt: skip


def _chance(seed: int) -> Exercise:
    draws = _Draws("chance", seed)
    while True:
        shares = [draws.below(9) + 1 for _ in range(2)]
        numbers = draws.distinct(4, 20)
        outcomes = [
            f"{{0.{share}:{first} 0.{10 - share}:{second}}}"
            for share, first, second in zip(shares, numbers[::2], numbers[1::2], strict=True)
        ]
        tree = f"({' '.join(outcomes)})"
        trace = _run("expectiminimax", tree)
        if len(trace.moves) == 1:
            break
    return Exercise(
        "chance",
        seed,
        "A circle is chance. Find the mean of each circle, and the best move.",
        "Un cerchio è il caso. Trova la media di ogni cerchio e la mossa migliore.",
        (_value_of(trace, (0,)), _value_of(trace, (1,)), _best(trace)),
        tree,
        algorithm="expectiminimax",
    )


def _regret(seed: int) -> Exercise:
    draws = _Draws("regret", seed)
    while True:
        rows = [[5 * draws.below(21) - 20 for _ in range(3)] for _ in range(3)]
        table = "\n".join([",up,stable,down", *(f"c{i},{','.join(map(str, row))}" for i, row in enumerate(rows, 1))])
        payoffs = parse_payoffs(table)
        found = {rule: decide(payoffs, rule) for rule in ("maximax", "maximin", "regret")}
        if all(len(decision.choice) == 1 for decision in found.values()):
            break
    regrets = found["regret"].regrets
    assert regrets is not None
    chosen = [
        Question(rule, "move", f"The choice of {rule}", f"La scelta di {rule}", decision.choice[0])
        for rule, decision in found.items()
    ]
    largest = [
        Question(name, "number", f"The largest regret of {name}", f"Il rammarico massimo di {name}", f"{max(row):g}")
        for name, row in regrets.items()
    ]
    return Exercise(
        "regret",
        seed,
        "Decide by the table: the best case, the worst case, the least regret.",
        "Decidi con la tabella: il caso migliore, il caso peggiore, il minimo rammarico.",
        (*chosen, *largest),
        table=table,
    )


EXERCISES: dict[str, Callable[[int], Exercise]] = {
    "minimax": _minimax,
    "alphabeta": _alphabeta,
    "chance": _chance,
    "regret": _regret,
}
"""By name."""


# ---- Reading answers


def _number(text: str) -> float | None:
    """The number that an answer is: 2.1, 2,1 or 21/10."""
    plain = text.strip().replace("−", "-").replace(",", ".")
    if not re.fullmatch(r"[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})(/[1-9]\d{0,8})?", plain):
        return None
    above, _, below_line = plain.partition("/")
    return float(above) / float(below_line or 1)


def _names(text: str) -> set[str]:
    """The names in an answer, in any order; none for `none` or nothing."""
    return {
        word
        for word in text.lower().replace(",", " ").replace(";", " ").split()
        if word not in ("none", "nessuna", "-")
    }
