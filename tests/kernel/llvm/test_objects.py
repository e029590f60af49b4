"""The cache of object files: found again, never stale, and whatever happens to it costs time, never a crash."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.processes import ROOT, environment
from tests.user_files import module as user_file

from mossa.kernel import cache
from mossa.kernel.constant_table import ConstantTable
from mossa.kernel.llvm import objects
from mossa.kernel.specialise import specialise


class Point(NamedTuple):
    x: int
    y: int


SQUARES = ConstantTable(lambda: [i * i for i in range(100)])


def work(point: Point, n: int) -> Point:
    total = 0
    for i in range(n):
        total += point.x * i - point.y + SQUARES[i]
    return Point(total, n)


ANSWER = work(Point(3, 4), 10)
SCRIPT = """if True:
    from mossa.kernel.specialise import compilation_listeners
    from tests.kernel.llvm.test_objects import run
    said = []
    compilation_listeners.append(said.append)
    print(run()[0], len(said))
"""


def run() -> Any:
    """Specialised anew, as by a process that has just begun."""
    return specialise(work, {}, name="object test")(Point(3, 4), 10)


def test_the_file_is_a_line_of_json_and_an_object_file(folder: Path, said: list[str]) -> None:
    assert run() == run() == ANSWER
    assert said == ["compiling object test (once on this machine)"]
    (path,) = folder.iterdir()
    assert path.name.startswith("object-test.")
    head, code = path.read_bytes().split(b"\n", 1)
    assert json.loads(head)["sha256"] == hashlib.sha256(code).hexdigest()
    assert path.stat().st_mode & 0o077 == 0
    assert cache.clear() == 1


def processes(count: int) -> list[str]:
    """What so many processes print that run the script at the same time."""
    settings = environment(PYTHONPATH=f"{ROOT}{os.pathsep}{ROOT / 'src'}")
    command = [sys.executable, "-c", SCRIPT]
    started = [subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    return [process.communicate()[0].strip() for process in started]


def test_several_processes(folder: Path) -> None:
    assert {answer.split()[0] for answer in processes(3)} == {str(ANSWER.x)}
    assert [path.suffix for path in folder.iterdir()] == [".kernel"]
    assert processes(1) == [f"{ANSWER.x} 0"]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "only the manifest": lambda data: data.split(b"\n")[0],
    "a byte flipped": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "a byte more": lambda data: data + b"\0",
    "garbage": lambda data: b"\xff" * 1000,
    "another format": lambda data: data.replace(b"mossa object 1", b"mossa object 0", 1),
    "not a manifest": lambda data: b"[1, 2]\n" + data,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew(damage: str, folder: Path, said: list[str]) -> None:
    run()
    (path,) = cache.files()
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert run() == run() == ANSWER
    assert len(said) == 2


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_run(mode: int, folder: Path, said: list[str]) -> None:
    run()
    (path,) = cache.files()
    path.chmod(mode)
    assert run() == ANSWER
    assert len(said) == 2
    assert path.stat().st_mode & 0o777 == 0o600  # made anew
    assert run() == ANSWER
    assert len(said) == 2


def test_a_file_of_somebody_else_is_not_run(folder: Path, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    assert run() == ANSWER
    assert len(said) == 2


def refuse(*arguments: Any, **settings: Any) -> Any:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("what", ["tempfile.NamedTemporaryFile", "os.replace", "pathlib.Path.mkdir"])
def test_a_folder_that_cannot_be_written_costs_only_time(
    what: str, folder: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    objects.compiler()  # reads files, once a process
    monkeypatch.setattr(what, refuse)
    assert run() == run() == ANSWER
    assert [sentence.split(" (")[0] for sentence in said] == [
        "compiling object test",
        "object test cannot be stored for the next time",
    ] * 2
    assert not list(folder.glob("*.part"))


def test_a_folder_in_the_place_of_the_file(folder: Path, said: list[str]) -> None:
    run()
    (path,) = cache.files()
    path.unlink()
    path.mkdir()
    assert run() == run() == ANSWER
    assert len(said) == 5


def test_a_class_that_is_not_there_any_more(folder: Path, said: list[str]) -> None:
    run()
    (path,) = cache.files()
    head, code = path.read_bytes().split(b"\n", 1)
    changed = json.loads(head) | {"result": "( int int :elsewhere.State/x,y )"}
    path.write_bytes(json.dumps(changed).encode() + b"\n" + code)
    assert run() == ANSWER
    assert len(said) == 2


RULES = """from typing import NamedTuple
from mossa.kernel.constant_table import ConstantTable

TABLE = ConstantTable([1, 2, 3])


class State(NamedTuple):
    first: int
    second: int


def f(n) -> int:
    return g(n, State(n, 2)) + TABLE[1] if n else 0


def g(n, state) -> int:
    return 2 * state.first + state.second + f(n - 1)
"""
CHANGES = [
    ("[1, 2, 3]", "[1, 5, 3]"),
    ("first: int\n    second", "second: int\n    first"),
    ("2 * state", "3 * state"),
    ("state) -> int", "state) -> float"),
    ("f(n) -> int", "f(n)"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_stale(change: tuple[str, str], folder: Path, tmp_path: Path, said: list[str]) -> None:
    assert change[0] in RULES
    for text in (RULES, RULES.replace(*change), RULES):
        rules = user_file(tmp_path, text)
        assert specialise(rules.f, {}, name="rules")(5) == rules.f(5)
    assert len(said) == 2
