"""Exercises on the trees of the lab: values, windows, what is cut, the bounds of UCB1; and their marks."""

from __future__ import annotations

import math
import re
from typing import Any

from mossa.kernel.errors import MossaError
from mossa.search.textbook.drawing import MOST_DRAWN, draw_svg
from mossa.search.textbook.events import Event
from mossa.search.textbook.trace import Trace
from mossa.search.textbook.values import show

from .trace_text import known_language, step_text

__all__ = ["finite", "mistakes", "questions"]

MOST_EXERCISE_NODES = 60
"""Nodes of an exercise."""


def questions(trace: Trace) -> dict[str, Any]:
    """The questions of an exercise: the values of the inner nodes of a run, and the nodes that it cuts; of Monte
    Carlo tree search, the bounds of the moves at the root, and the move that selection takes."""
    if any(event.kind == "ask" for event in trace.events):
        raise MossaError("there is no exercise for a search with a network: take mcts, or a smaller tree")
    if any(event.kind == "simulate" for event in trace.events):
        return _bound_exercise(trace)
    if len(trace.spots) > MOST_EXERCISE_NODES or trace.message or isinstance(trace.value, tuple):
        raise MossaError(
            f"an exercise is a tree of at most {MOST_EXERCISE_NODES} nodes whose values are single numbers"
        )
    inner = [path for path in trace.spots if trace.spots[path].kind != "leaf"]
    return {
        "svg": draw_svg(trace, 0, captions=[], named=True),
        "task": "values",
        "windows": bool(_windows(trace)),
        "nodes": [{"node": _dotted(path), "kind": trace.spots[path].kind, "name": trace.name(path)} for path in inner],
    }


def mistakes(trace: Trace, request: dict[str, Any]) -> dict[str, Any]:
    """The mistakes in an answer: `values` by node (empty where it is never evaluated), `cut` nodes, and the
    `windows` with which nodes are entered, as texts `alpha, beta`; windows that are left empty are not checked."""
    values, cut, windows = request.get("values"), request.get("cut"), request.get("windows", {})
    if not isinstance(windows, dict) or not all(isinstance(text, str) for text in windows.values()):
        raise MossaError("windows are an object of texts by node")
    if not (isinstance(values, dict) and isinstance(cut, list) and all(isinstance(node, str) for node in cut)):
        raise MossaError("an answer has values, an object by node, and cut, a list of nodes")
    if any(event.kind == "simulate" for event in trace.events):
        return _bound_check(trace, values, cut, known_language(str(request.get("lang", "en"))))
    labels = trace.labels()
    cut_nodes = {path for path, label in labels.items() if label.status == "cut"}
    below = {path for path in trace.spots if any(path[: len(above)] == above for above in cut_nodes)}
    cut_leaves = {_dotted(path) for path in below if trace.spots[path].kind == "leaf"}
    answered = {node for node in cut if node in {_dotted(path) for path in trace.spots}}
    wrong = {}
    for path, spot in trace.spots.items():
        if spot.kind == "leaf":
            continue
        label = labels.get(path)
        value = None if path in below or label is None else label.value
        given = values.get(_dotted(path))
        given = None if given == "" else given
        if value is None or isinstance(value, tuple):
            if given is not None:
                wrong[_dotted(path)] = ""
        elif given is None or not finite(given) or not math.isclose(given, value, rel_tol=1e-3, abs_tol=1e-3):
            wrong[_dotted(path)] = (label.bound if label else "") + show(value)
    language = known_language(str(request.get("lang", "en")))
    known = {_dotted(path): window for path, window in _windows(trace).items()}
    mistaken = [node for node, text in windows.items() if text.strip() and not _same_window(text, known.get(node))]
    return {
        "wrong": wrong,
        "windows": sorted(mistaken),
        "missed": sorted(cut_leaves - answered),
        "needed": sorted(answered - cut_leaves),
        "right": not wrong and not mistaken and cut_leaves == answered,
        "reasons": [step_text(trace, event, language) for event in trace.events if event.kind == "cut"],
    }


def _last_selection(trace: Trace) -> tuple[int, Event]:
    """The last event of a trace in which moves at the root were compared by their bounds, and its step."""
    for step in range(len(trace.events), 0, -1):
        event = trace.events[step - 1]
        if event.kind == "select" and len(event.path) == 1 and event.terms:
            return step, event
    raise MossaError("in this run no selection compared moves at the root: ask for more simulations")


def _bound_exercise(trace: Trace) -> dict[str, Any]:
    """The tree before the last selection at the root, and the question for its bounds."""
    step, event = _last_selection(trace)
    if len(trace.spots) > MOST_DRAWN:
        raise MossaError(f"an exercise is a tree of at most {MOST_DRAWN} nodes: ask for fewer simulations")
    label = trace.labels(step - 1)[()]
    _, bonus = event.terms[0]
    visits = trace.labels(step - 1)[event.paths[0]].visits
    return {
        "svg": draw_svg(trace, step - 1, captions=[], named=True, terms=False),
        "task": "bounds",
        "scale": show(round(bonus / math.sqrt(math.log(label.visits) / visits), 6)),
        "windows": False,
        "nodes": [
            {"node": _dotted(path), "kind": trace.spots[path].kind, "name": trace.name(path)} for path in event.paths
        ],
    }


def _bound_check(trace: Trace, values: dict[str, Any], chosen: list[str], language: str) -> dict[str, Any]:
    """The mistakes in the bounds and in the move chosen."""
    _, event = _last_selection(trace)
    bounds = {_dotted(path): sum(pair) for path, pair in zip(event.paths, event.terms, strict=True)}
    wrong = {}
    for node, bound in bounds.items():
        given: Any = values.get(node)
        if not finite(given) or not math.isclose(given, bound, rel_tol=1e-3, abs_tol=0.011):
            wrong[node] = show(round(bound, 3))
    right, answered = {_dotted(event.path)}, set(chosen) & bounds.keys()
    return {
        "wrong": wrong,
        "windows": [],
        "missed": sorted(right - answered),
        "needed": sorted(answered - right),
        "right": not wrong and answered == right,
        "reasons": [step_text(trace, event, language)],
    }


def finite(value: Any) -> bool:
    """Is it a finite number?"""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _windows(trace: Trace) -> dict[tuple[int, ...], tuple[float, float]]:
    """The window with which each inner node is first entered, where the algorithm has windows."""
    found: dict[tuple[int, ...], tuple[float, float]] = {}
    for event in trace.events:
        if event.kind == "enter" and event.alpha is not None and event.beta is not None:
            found.setdefault(event.path, (float(event.alpha), float(event.beta)))
    return found


def _same_window(text: str, window: tuple[float, float] | None) -> bool:
    """Does a text such as `-∞, 3` name the window?"""
    request = re.split(r"[\s;,]+", text.strip("[]() \t").replace("−", "-").replace("∞", "inf"))
    try:
        ends = [float(word) for word in request]
    except ValueError:
        return False
    return window is not None and len(ends) == 2 and all(map(math.isclose, ends, window))


def _dotted(path: tuple[int, ...]) -> str:
    """The name of a node in drawings and answers: `0.2` is the third child of the first child of the root."""
    return ".".join(map(str, path))
