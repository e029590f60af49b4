"""The lab without a server answers all that the site's lab does, and alike."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from tests.processes import environment

from mossa.web.app import make_app
from mossa.web.live import answer

TREE = {"algorithm": "alphabeta", "tree": "((3 12 8) (2 4 6) (14 5 2))"}
ABSENT = (
    "click",
    "llvmlite",
    "matplotlib",
    "numpy",
    "platformdirs",
    "rich",
    "scipy",
    "starlette",
    "uvicorn",
    "websockets",
)


def found(address: str, body: dict[str, Any] | None = None) -> Any:
    status, kind, text = answer(address, None if body is None else json.dumps(body))
    assert (status, kind) == (200, "application/json"), text
    return json.loads(text)


def test_a_run_step_by_step() -> None:
    run = found("/api/lab/run", TREE)
    assert run["value"] == "3"
    step = found(f"/api/lab/trace/{run['key']}/{run['steps']}?lang=it")
    assert step["svg"].startswith("<svg")
    assert found(f"/api/lab/trace/{run['key']}")
    changes = found(f"/api/lab/trace/{run['key']}/2?since=-1&lang=en")
    assert changes["step"] == 2
    assert "svg" not in changes
    assert len(found("/api/lab/compare", TREE)["rows"]) > 5
    exercise = found(f"/api/lab/exercise/{run['key']}")
    assert exercise["nodes"]
    assert "right" in json.dumps(found(f"/api/lab/exercise/{run['key']}", {"values": {}, "cut": [], "lang": "en"}))


@pytest.mark.parametrize(("kind", "begins"), [("svg", "<svg"), ("tex", "% ")])
def test_a_drawing(kind: str, begins: str) -> None:
    key = found("/api/lab/run", TREE)["key"]
    status, _, text = answer(f"/api/lab/trace/{key}/3?as={kind}&lang=en")
    assert (status, text.startswith(begins)) == (200, True)


def test_every_address_of_the_lab_has_an_answer(tmp_path: Path) -> None:
    routes = [route for route in make_app((), tmp_path).routes if isinstance(route, Route)]
    asked = 0
    for route in routes:
        if route.path.startswith("/api/lab"):
            path = route.path.replace("{key}", "k").replace("{step:int}", "1")
            _, _, text = answer(path, "{}" if "POST" in (route.methods or ()) else None)
            assert "has no page" not in text
            asked += 1
    assert asked > 8
    assert "has no page" in answer("/api/lab/nothing")[2]


@pytest.mark.parametrize(
    ("address", "body", "sentence"),
    [
        ("/api/lab/run", '{"algorithm": "none", "tree": "(1 2)"}', "there is no algorithm"),
        ("/api/lab/run", "{", ""),
        ("/api/lab/trace/none/1", None, "run it again"),
    ],
)
def test_a_wrong_request_is_a_sentence(address: str, body: str | None, sentence: str) -> None:
    status, _, text = answer(address, body)
    assert status == 400
    assert sentence in json.loads(text)["error"]


def test_nothing_but_python_is_needed(tmp_path: Path) -> None:
    """The worked examples that a page shows first, and small games, without any other package."""
    script = f"""
import json, sys
for name in {ABSENT!r}:
    sys.modules[name] = None
import mossa
from mossa.web.live import answer
def ask(address, body=None):
    status, _, text = answer(address, body and json.dumps(body))
    return json.loads(text)
wrong = []
for one in ask("/api/lab")["examples"]:
    if one["tree"]:
        said = ask("/api/lab/run", {{"algorithm": one["algorithm"], "tree": one["tree"], **one["options"]}})
        if "error" in said:
            wrong.append((one["name"], said))
print(wrong)
print(ask("/api/lab/run", {{"algorithm": "alphabeta", "game": "chess", "depth": 1}})["error"])
print(ask("/api/lab/run", {{"algorithm": "alphabeta", "game": "gomoku", "depth": 1}})["error"])
print(mossa.game("tictactoe").after("b2 a1 c1").best(time=60).moves)
print(mossa.game("nim").start().best(time=60).value, mossa.game("trio").start().best(depth=2).player)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(), cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "[]",
        "this needs numpy, which a page does not have",
        "this needs numpy, which a page does not have",
        "('a3',)",
        "1.0 maxn-textbook",
    ]
