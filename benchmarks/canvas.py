"""A chess tree of more than 20,000 nodes on the lab's canvas: how many elements has the page, and what does a pan cost?

    mossa bench canvas

It starts a server on loopback and opens the lab in a chromium. The tree is made here, by compiled moves, and handed
to the page in place of the answer to a run. It is fitted, enlarged in steps and panned at each. The most elements in
the page at a time are counted; script, style and layout of each move of a pan are added up from the browser's trace.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

MOVES, DEPTH = "e4 e5 Nf3 Nc6", 3
MARKS = {"elements in the page at a time": 2000.0, "script and layout of a pan, median (ms)": 16.0}
"""The limits of the figures."""
PANS, STEPS = 4, 40
"""Pans at each scale, and moves of the pointer in each."""
PATIENCE = 180_000
"""Milliseconds for the run."""
WORK = {"UpdateLayoutTree", "Layout", "PrePaint"}


def run(report: Callable[[str], None]) -> dict[str, Any]:
    """Measure, and return the figures of `mossa bench --json`."""
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-m", "mossa", "serve", "--no-warm", "--port", "0"],
            env={**os.environ, "MOSSA_DATA": folder, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3].rstrip("/")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox"])
            figures = _measure(browser, address, report)
            browser.close()
        finally:
            server.terminate()
            server.wait()
    reached = {name: figures[name] <= most for name, most in MARKS.items()}
    return {"name": "canvas", "figures": figures, "marks": MARKS, "reached": reached}


def _measure(browser: Any, address: str, report: Callable[[str], None]) -> dict[str, float]:
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(PATIENCE)
    report("the tree")
    tree = chess_tree()
    answers = {"run": _run_answer(tree), "trace": tree}

    def hand(route: Any) -> None:
        address = route.request.url
        if address.endswith("/run"):
            route.fulfill(json=answers["run"])
        elif "since=" in address:
            route.fulfill(json=_step_answer(tree, "/1?" in address))
        else:
            route.fulfill(json=answers["trace"])

    page.route("**/api/lab/run", hand)
    page.route("**/api/lab/trace/**", hand)
    page.goto(f"{address}/lab#game=chess&moves={MOVES}&algorithm=minimax&depth={DEPTH}")
    page.locator(".node").first.wait_for()
    page.click("#last")
    page.wait_for_timeout(2000)
    nodes = len(tree["parents"])
    box = page.locator(".canvas").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    most, works = 0, []
    for scale in range(5):
        report(f"scale {scale + 1} of 5")
        most = max(most, page.evaluate("document.querySelectorAll('*').length"))
        for _ in range(PANS):
            trace = _pan(browser, page, *middle)
            most = max(most, page.evaluate("document.querySelectorAll('*').length"))
            works += pan_costs(trace)
        page.mouse.move(*middle)
        for _ in range(4):
            page.mouse.wheel(0, -200)
        page.wait_for_timeout(1000)
    return {
        "nodes": float(nodes),
        "elements in the page at a time": float(most),
        "moves of the pointer": float(len(works)),
        "script and layout of a pan, median (ms)": statistics.median(works),
        "script and layout of a pan, p95 (ms)": statistics.quantiles(works, n=20)[-1],
    }


def chess_tree() -> dict[str, list[Any]]:
    """The nodes of all lines of DEPTH plies, as the lab tells them to a page."""
    from mossa import game

    tree: dict[str, list[Any]] = {"parents": [], "places": [], "kinds": [], "moves": [], "worths": []}

    def add(at: Any, parent: int, place: int, move: str, depth: int) -> None:
        number = len(tree["parents"])
        kind = "leaf" if depth == DEPTH or at.is_over else ("max", "min")[at.mover]
        for name, value in zip(tree, (parent, place, kind, move, ""), strict=True):
            tree[name].append(value)
        if kind == "leaf":
            tree["worths"][number] = f"{(number * 37 % 200 - 100) / 1000:.3g}"
            return
        for i, (code, text) in enumerate(zip(at.legal, at.moves, strict=True)):
            add(at.play(code), number, i, text, depth + 1)

    add(game("chess").after(MOVES), -1, 0, "", 0)
    return tree


def _run_answer(tree: dict[str, list[Any]]) -> dict[str, Any]:
    counts = {"nodes": len(tree["parents"]), "leaves": 0, "cuts": 0, "held": 4}
    lists: dict[str, list[Any]] = {name: [] for name in ("source", "pseudocode", "cut_steps", "round_steps", "moves")}
    told = {"key": "0" * 16, "algorithm": "minimax", "steps": 1, "value": "0", "best": "", "message": "", "stage": None}
    flags = {"drawn": False, "shown": True, "windows": False, "boards": False}
    return {**counts, **lists, **told, **flags, "costs": {"en": [], "it": []}}


def _step_answer(tree: dict[str, list[Any]], last: bool) -> dict[str, Any]:
    labels = {number: ["done", worth or "0.01", ""] for number, worth in enumerate(tree["worths"])}
    beside = {"step": int(last), "words": "", "kind": "", "list": [], "line": 0, "pseudo_lines": [], "tables": []}
    return {**beside, "changes": labels if last else {}, "now": -1, "best": [0, 1, 2], "horizon": None, "tail": ""}


def _pan(browser: Any, page: Any, x: float, y: float) -> dict[str, Any]:
    """Drag the ground to one side and back, traced."""
    page.mouse.move(x, y + 40)
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.mouse.down()
    for step in range(STEPS):
        page.mouse.move(x - 12 * min(step, STEPS - step), y + 40)
        page.wait_for_timeout(16)
    page.mouse.up()
    trace: dict[str, Any] = json.loads(browser.stop_tracing())
    return trace


def pan_costs(trace: dict[str, Any]) -> list[float]:
    """Milliseconds of script, style and layout from each move of the pointer to the next."""
    costs: list[float] = []
    until = 0.0
    for event in sorted((one for one in trace["traceEvents"] if one.get("ph") == "X"), key=lambda one: one["ts"]):
        name, milliseconds = event["name"], event.get("dur", 0) / 1000
        if name == "EventDispatch" and event.get("args", {}).get("data", {}).get("type") == "pointermove":
            costs.append(milliseconds)
            until = event["ts"] + event.get("dur", 0)
        elif costs and name in WORK and event["ts"] >= until:
            costs[-1] += milliseconds
    return costs


if __name__ == "__main__":
    print(json.dumps(run(lambda line: print(line, file=sys.stderr)), indent=1))
