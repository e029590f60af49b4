"""The cache: found again by other processes, never stale, and whatever happens to it costs time, never a crash."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.processes import environment, python
from tests.user_files import NIM
from tests.user_files import module as user_file

import mossa
from mossa.kernel import cache
from mossa.kernel.compiler.backend import toolchain
from mossa.kernel.specialise import specialise
from mossa.search.common.perft import perft


class Point(NamedTuple):
    x: int
    y: int


def work(point: Point, n: int) -> int:
    """What is compiled here over and over."""
    total = 0
    for i in range(n):
        total += point.x * i - point.y
    return total


ANSWER = work(Point(3, 4), 10)


def compiled_twice_and_lost(said: list[str]) -> bool:
    """Was a kernel compiled in each of two runs, and did somebody hear each time why it would be compiled again?"""
    compiling, lost, *again = said
    known = compiling.startswith("compiling cache test") and lost.startswith("cache test cannot be stored for the next")
    return known and again == [compiling, lost]


def run() -> int:
    """Specialised anew, as by a process that has just begun."""
    return int(specialise(work, {}, name="cache test")(Point(3, 4), 10))


SCRIPT = """if True:
    from mossa.kernel.specialise import compilation_listeners
    from tests.kernel.test_cache import run
    said = []
    compilation_listeners.append(said.append)
    print(run(), len(said))
"""


def test_another_process_finds_the_kernel(folder: Path) -> None:
    assert python(SCRIPT) == f"{ANSWER} 1"
    (kernel,) = folder.iterdir()
    before = kernel.read_bytes()
    assert kernel.name.startswith("cache-test.")
    assert python(SCRIPT, PYTHONHASHSEED=5) == f"{ANSWER} 0"
    assert kernel.read_bytes() == before


def test_a_compilation_is_announced_once(folder: Path, said: list[str]) -> None:
    assert run() == run() == ANSWER
    assert said == ["compiling cache test (once on this machine)"]
    assert len(cache.files()) == 1
    assert cache.clear() == 1
    assert not list(folder.iterdir())


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "only the manifest": lambda data: data.split(b"\n")[0],
    "a byte flipped": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "a byte more": lambda data: data + b"\0",
    "garbage": lambda data: b"\xff" * 1000,
    "another format": lambda data: data.replace(b"mossa object 2", b"mossa object 1", 1),
    "another symbol": lambda data: data.replace(b'"symbol": "mossa_', b'"symbol": "nossa_', 1),
    "another result": lambda data: data.replace(b'"result": "int"', b'"result": "float"', 1),
    "not a manifest": lambda data: b"[1, 2]\n" + data,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew(damage: str, folder: Path, said: list[str]) -> None:
    run()
    (kernel,) = cache.files()
    kernel.write_bytes(DAMAGES[damage](kernel.read_bytes()))
    assert run() == ANSWER
    assert len(said) == 2
    assert run() == ANSWER  # the new file is good
    assert len(said) == 2


def test_a_kernel_under_the_name_of_another_is_not_run(folder: Path, said: list[str]) -> None:
    """A file of one's own may be renamed by anybody who can write in the folder."""
    run()
    (path,) = cache.files()
    other = path.with_name(f"other.{'0' * 24}.kernel")
    os.rename(path, other)
    assert cache.load(other) is None
    assert run() == ANSWER
    assert len(said) == 2


def test_a_folder_in_the_place_of_the_file(folder: Path, said: list[str]) -> None:
    run()
    (kernel,) = cache.files()
    kernel.unlink()
    kernel.mkdir()
    assert run() == run() == ANSWER
    assert compiled_twice_and_lost(said[1:])
    assert list(folder.iterdir()) == [kernel]


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


def test_the_file_is_a_line_of_json_and_an_object_file(folder: Path, said: list[str]) -> None:
    assert run() == run() == ANSWER
    assert said == ["compiling cache test (once on this machine)"]
    (path,) = folder.iterdir()
    assert path.name.startswith("cache-test.")
    head, code = path.read_bytes().split(b"\n", 1)
    manifest = json.loads(head)
    signed = "\0".join([manifest["format"], path.name, manifest["symbol"], manifest["result"], ""])
    assert manifest["sha256"] == hashlib.sha256(signed.encode() + code).hexdigest()
    assert path.stat().st_mode & 0o077 == 0
    assert cache.clear() == 1


def refuse(number: int) -> Callable[..., Any]:
    """A system call that fails."""

    def fail(*arguments: Any, **settings: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file can be made, but not filled."""
    make = tempfile.NamedTemporaryFile

    def make_full(*arguments: Any, **settings: Any) -> Any:
        part = make(*arguments, **settings)
        monkeypatch.setattr(part, "write", refuse(errno.ENOSPC))
        return part

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", make_full)


TROUBLES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "read-only": lambda patch: patch.setattr(tempfile, "NamedTemporaryFile", refuse(errno.EACCES)),
    "read-only file system": lambda patch: patch.setattr(Path, "mkdir", refuse(errno.EROFS)),
    "full when written": full_disk,
    "full when renamed": lambda patch: patch.setattr(os, "replace", refuse(errno.ENOSPC)),
    "unreadable": lambda patch: patch.setattr(Path, "open", refuse(errno.EIO)),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_folder_that_cannot_be_used_costs_only_time(
    trouble: str, folder: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toolchain()  # reads files, once a process
    TROUBLES[trouble](monkeypatch)
    assert run() == run() == ANSWER
    assert compiled_twice_and_lost(said) or (trouble == "unreadable" and len(said) == 2)
    assert not list(folder.glob("*.part"))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_permission(folder: Path, said: list[str]) -> None:
    folder.mkdir(mode=0o500)
    assert run() == run() == ANSWER
    assert compiled_twice_and_lost(said)


def test_a_file_in_the_place_of_the_folder(folder: Path, said: list[str]) -> None:
    folder.write_text("I was here first")
    assert run() == run() == ANSWER
    assert compiled_twice_and_lost(said)
    assert cache.files() == []
    assert cache.clear() == 0
    assert folder.read_text() == "I was here first"


def test_where_kernels_are_kept(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    monkeypatch.setenv("MOSSA_CACHE", "/chosen")
    assert cache.folder() == Path("/chosen")
    monkeypatch.delenv("MOSSA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/tidy")
    assert cache.folder() == Path("/tidy/mossa/kernels")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert cache.folder() == Path("/home/somebody/.cache/mossa/kernels")

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert run() == run() == ANSWER
    assert compiled_twice_and_lost(said)


@pytest.mark.slow
def test_processes_that_compile_at_the_same_time(folder: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], env=environment(), stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = [process.communicate()[0].split()[0] for process in started]
    assert answers == [str(ANSWER)] * 3
    assert [path.suffix for path in folder.iterdir()] == [".kernel"]
    assert python(SCRIPT) == f"{ANSWER} 0"


def test_what_a_killed_process_left_is_cleared(folder: Path) -> None:
    run()
    (folder / "tmp123.part").write_bytes(b"half a ker")
    assert run() == ANSWER
    assert cache.clear() == 1
    assert not list(folder.iterdir())


# Never stale


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


@pytest.mark.slow
def test_an_edited_rules_file_plays_by_its_new_rules(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "mynim.py"
    script = f"""if True:
        import mossa
        from mossa.search.common.perft import perft
        game = mossa.game({str(path)!r})
        print(perft(game, game.rules.start(), 3))
    """
    for least, leaves in ((1, 27), (2, 8), (1, 27)):
        path.write_text(NIM.replace("LEAST = 1", f"LEAST = {least}"))
        game = mossa.game(str(path))
        assert perft(game, game.rules.start(), 3) == leaves
        assert python(script) == str(leaves)
    assert len(list(folder.iterdir())) == 2


def test_an_edited_helper_changes_the_result(folder: Path, tmp_path: Path, said: list[str]) -> None:
    rules = "from user_helper import helper\n\n\ndef f(n):\n    return helper(n) + 1\n"
    for by in (2, 3, 2):
        user_file(tmp_path, f"def helper(n):\n    return n * {by}\n", "user_helper")
        assert specialise(user_file(tmp_path, rules).f, {}, name="helped")(10) == 10 * by + 1
    assert len(said) == 2


STRUCT = """from mossa.kernel.memory import Ints, Struct


class Tally(Struct):
    {}: int
    {}: int
    items: Ints


def f(tally):
    return tally.first * 10 + tally.second


def run():
    from mossa.kernel.specialise import specialise

    return specialise(f, {{}}, name="fields")(Tally(first=1, second=2, items=Ints(1)))
"""


def test_fields_of_a_struct_that_have_moved(folder: Path, tmp_path: Path, said: list[str]) -> None:
    for names in (("first", "second"), ("second", "first"), ("first", "second")):
        assert user_file(tmp_path, STRUCT.format(*names)).run() == 12
    assert len(said) == 2


STATE = """from typing import NamedTuple


class State(NamedTuple):
    {}: int
    {}: int


def f(state):
    return state.first * 10 + state.second
"""


def test_fields_of_a_state_that_have_moved(folder: Path, tmp_path: Path, said: list[str]) -> None:
    for names in (("first", "second"), ("second", "first"), ("first", "second")):
        rules = user_file(tmp_path, STATE.format(*names))
        assert specialise(rules.f, {}, name="state")(rules.State(first=1, second=2)) == 12
    assert len(said) == 2


def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


def odd(n: int) -> bool:
    return False if n == 0 else third(n - 1)


def third(n: int) -> bool:
    return even(n) if n < 9 else even(n - 2)


def test_functions_that_call_each_other_in_a_circle_are_kept(folder: Path, said: list[str]) -> None:
    for _ in range(3):
        kernel = specialise(even, {}, name="circle")
        assert [kernel(n) for n in range(20)] == [even(n) for n in range(20)]
    assert len(said) == 1


def test_a_state_whose_class_cannot_be_found_by_name_is_kept(folder: Path, said: list[str]) -> None:
    """The class of a result is found among those of the arguments."""

    class Hidden(NamedTuple):
        x: int
        y: int

    for _ in range(2):
        found = specialise(moved, {}, name="cache test")(Hidden(3, 4))
        assert (found, type(found)) == (Hidden(4, 4), Hidden)
    assert len(said) == len(cache.files()) == 1


def moved(point: Any) -> Any:
    return point._replace(x=point.x + 1)
