"""Class exercises: right answers are those of naive recursion, a seed is one exercise, a file holds no solution."""

import ast
import re

import pytest

from mossa import MossaError
from mossa.search.textbook.exercises import (
    EXERCISES,
    Answers,
    Question,
    make_exercise,
    mark_file,
    read_answers,
)


def as_lists(tree):
    """A tree of numbers in brackets as nested lists."""
    return ast.literal_eval(re.sub(r"\s+", ",", tree).replace("(", "[").replace(")", "]"))


def minimax(node, is_max=True):
    if not isinstance(node, list):
        return node
    values = [minimax(child, not is_max) for child in node]
    return max(values) if is_max else min(values)


def looked_at(node, alpha=-1e9, beta=1e9, is_max=True, path=()):
    """Plain fail-soft alpha-beta: the value, and the paths of the leaves it looks at."""
    if not isinstance(node, list):
        return node, [path]
    best, seen = (-1e9 if is_max else 1e9), []
    for i, child in enumerate(node):
        value, leaves = looked_at(child, alpha, beta, not is_max, (*path, i))
        seen += leaves
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best, seen


def leaves_of(node, path=()):
    return [path] if not isinstance(node, list) else [p for i, c in enumerate(node) for p in leaves_of(c, (*path, i))]


def named(path):
    return "/".join(f"{'abc'[ply]}{move + 1}" for ply, move in enumerate(path))


def right(exercise):
    return {one.id: one.right for one in exercise.questions}


@pytest.mark.parametrize("seed", range(12))
def test_minimax_by_naive_recursion(seed):
    made = make_exercise("minimax", seed)
    tree = as_lists(made.tree)
    assert float(right(made)["root"]) == minimax(tree)
    for i, child in enumerate(tree):
        assert float(right(made)[f"a{i + 1}"]) == minimax(child, is_max=False)
    values = [minimax(child, is_max=False) for child in tree]
    assert right(made)["best"] == f"a{values.index(max(values)) + 1}"


@pytest.mark.parametrize("seed", range(12))
def test_alphabeta_by_naive_recursion(seed):
    made = make_exercise("alphabeta", seed)
    tree = as_lists(made.tree)
    value, seen = looked_at(tree)
    unseen = {named(path) for path in leaves_of(tree)} - {named(path) for path in seen}
    assert (float(right(made)["root"]), int(right(made)["leaves"])) == (value, len(seen))
    assert set(right(made)["cut"].split()) == unseen != set()


@pytest.mark.parametrize("seed", range(12))
def test_means_by_hand(seed):
    made = make_exercise("chance", seed)
    means = [
        sum(float(share) * float(value) for share, value in re.findall(r"([\d.]+):(\d+)", circle))
        for circle in re.findall(r"\{(.*?)\}", made.tree)
    ]
    assert [float(right(made)[name]) for name in ("a1", "a2")] == pytest.approx(means, abs=1e-3)
    assert right(made)["best"] == f"a{means.index(max(means)) + 1}"


@pytest.mark.parametrize("seed", range(12))
def test_regrets_by_hand(seed):
    made = make_exercise("regret", seed)
    rows = {line.split(",")[0]: [int(cell) for cell in line.split(",")[1:]] for line in made.table.splitlines()[1:]}
    best = [max(column) for column in zip(*rows.values(), strict=True)]
    largest = {name: max(b - cell for b, cell in zip(best, row, strict=True)) for name, row in rows.items()}
    assert {name: float(right(made)[name]) for name in rows} == largest
    assert right(made)["regret"] == min(largest, key=largest.__getitem__)
    assert right(made)["maximax"] == max(rows, key=lambda name: max(rows[name]))
    assert right(made)["maximin"] == max(rows, key=lambda name: min(rows[name]))


@pytest.mark.parametrize("name", EXERCISES)
def test_a_seed_is_one_exercise_and_seeds_differ(name):
    assert make_exercise(name, 5) == make_exercise(name, 5)
    assert len({make_exercise(name, seed).tree + make_exercise(name, seed).table for seed in range(20)}) > 15
    made = make_exercise(name, 5)
    assert made.mark(right(made)).wrong == ()
    assert made.mark({}).right == 0
    assert made.lines()


@pytest.mark.parametrize("name", EXERCISES)
def test_the_file_holds_no_solution_and_editing_it_does_not_help(name):
    made = make_exercise(name, 3)
    data = Answers(name, 3, "Ada", dict.fromkeys(right(made), "")).as_dict()
    assert mark_file({**data, "right": 99, "mark": 99, "solutions": right(made)})[1].right == 0
    other = mark_file({**data, "seed": 4, "answers": right(made)})[1]
    assert other.right < other.of, "the answers to another seed are not right"
    assert mark_file({**data, "answers": right(made)})[1].wrong == ()


@pytest.mark.parametrize(
    ("kind", "wanted", "answer", "right"),
    [
        ("number", "2.1", "2,1", True),
        ("number", "2.1", " 21/10 ", True),
        ("number", "-0.5", "−.5", True),
        ("number", "2.1", "2.2", False),
        ("number", "0", "", False),
        ("number", "0", "1e-9", False),
        ("number", "0", "9/0", False),
        ("move", "a1", "A1", True),
        ("move", "a1", "a1 a2", False),
        ("leaves", "a1/b2 a2/b1", "a2/b1; a1/b2", True),
        ("leaves", "a1/b2", "none", False),
    ],
)
def test_how_answers_are_read(kind, wanted, answer, right):
    assert Question("x", kind, "", "", wanted).is_right(answer) == right


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "x"}, "no file of answers"),
        ({"exercise": 3}, "name its exercise"),
        ({"exercise": "chess"}, "no exercise 'chess'"),
        ({"seed": "7"}, "seed is no whole number"),
        ({"seed": -1}, "seed is no whole number"),
        ({"seed": True}, "seed is no whole number"),
        ({"student": None}, "student is no text"),
        ({"answers": ["3"]}, "no texts by question"),
        ({"answers": {"root": 3}}, "no texts by question"),
        ({"answers": {"root": "3" * 5000}}, "no texts by question"),
    ],
)
def test_wrong_files(change, sentence):
    data = {**Answers("minimax", 7, "Ada", {}).as_dict(), **change}
    with pytest.raises(MossaError, match=sentence):
        mark_file(data)
    with pytest.raises(MossaError, match="no file of answers"):
        read_answers([data])


def test_wrong_names():
    with pytest.raises(MossaError, match="exercises: minimax"):
        make_exercise("x", 1)
    with pytest.raises(MossaError, match="a seed is"):
        make_exercise("minimax", -1)
