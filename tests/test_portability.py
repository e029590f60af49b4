"""mossa on systems that have no modules of Unix: their absence is simulated, in processes of their own and all that
these start."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from tests.processes import ROOT, environment
from tests.web.browser import PATIENCE, serving

import mossa
from mossa.play.uci_client import command_words
from mossa.web import Owned, ownership

ABSENT = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
"""Modules that Windows does not have."""
WITHOUT = f"""
import builtins, mmap, os, signal, types

def absent(name, globals=None, *rest, **more):
    if (globals or {{}}).get("__name__", "").partition(".")[0] == "mossa":
        if name == "msvcrt":
            return msvcrt
        if name in {ABSENT!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
    return there(name, globals, *rest, **more)

msvcrt = types.SimpleNamespace(LK_NBLCK=2, locking=lambda file, mode, count: None)  # which Windows has
there, builtins.__import__ = builtins.__import__, absent
os_names = "nice fork forkpty getuid geteuid getgid setsid getpgid killpg sched_getaffinity pwrite pread O_CLOEXEC"
for module, names in (
    (os, os_names), (signal, "SIGALRM alarm setitimer SIGHUP SIGUSR1 pthread_kill"),
    (mmap, "MAP_PRIVATE MAP_ANONYMOUS MAP_SHARED MAP_NORESERVE"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """The environment of a process on such a system; what it starts is on that system too."""
    (tmp_path / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    found = environment(MOSSA_DATA=tmp_path / "data")
    return found | {"PYTHONPATH": os.pathsep.join((str(tmp_path), found["PYTHONPATH"]))}


def run(elsewhere: dict[str, str], *words: str, text: str = "") -> str:
    """What Python prints there; it must end well."""
    done = subprocess.run(
        [sys.executable, *words], env=elsewhere, input=text, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_is_imported(elsewhere: dict[str, str]) -> None:
    script = """
import importlib, os, pkgutil, mossa
assert not hasattr(os, "fork")
names = [one.name for one in pkgutil.walk_packages(mossa.__path__, "mossa.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
"""
    assert int(run(elsewhere, "-c", script)) > 400


def test_the_simulation_takes_something_away(elsewhere: dict[str, str]) -> None:
    script = "__name__ = 'mossa.trial'\ntry:\n    import fcntl\nexcept ImportError:\n    print('absent')"
    assert run(elsewhere, "-c", script).strip() == "absent"


def test_a_move_a_match_and_a_uci_engine(elsewhere: dict[str, str]) -> None:
    best = json.loads(run(elsewhere, "-m", "mossa", "best", "tictactoe", "--moves", "b2 a1 c1", "--json"))
    assert best["move"] == "a3"
    match = ("match", "tictactoe", "minimax", "random", "--games", "4", "--concurrency", "2", "--json")
    score = json.loads(run(elsewhere, "-m", "mossa", *match))
    assert score["games"] == 4
    said = run(elsewhere, "-m", "mossa", "uci", text="uci\nisready\nquit\n")
    assert "uciok" in said
    assert "readyok" in said


def test_tables_are_built(elsewhere: dict[str, str]) -> None:
    script = """
from mossa.search.retrograde import building
codes = building.make_codes(1 << 20)
codes[1 << 19] = 7
print(codes[1 << 19], codes[5], len(codes))
"""
    assert run(elsewhere, "-c", "import sys; sys.platform = 'win32'" + script) == f"7 0 {1 << 20}\n"


def test_the_site_serves_and_its_workers_work(
    elsewhere: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("PYTHONPATH", "MOSSA_DATA"):
        monkeypatch.setenv(name, elsewhere[name])
    with serving(tmp_path / "served") as address:
        asked = {"algorithm": "alphabeta", "tree": "((3 12 8) (2 4 6) (14 5 2))"}
        answer = httpx2.post(f"{address}/api/lab/run", json=asked, headers={"origin": address}, timeout=PATIENCE)
        assert answer.json()["value"] == "3"


def test_one_owner_on_windows_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    taken: set[tuple[int, int]] = set()

    class Msvcrt:
        LK_NBLCK = 2

        @staticmethod
        def locking(file: int, mode: int, count: int) -> None:
            place = (os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR))
            if place in taken:
                raise PermissionError(13, "Permission denied")
            taken.add(place)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt)
    own = ownership.Ownership(tmp_path)
    own.announce("http://127.0.0.1:1/")
    with pytest.raises(Owned, match=r"http://127\.0\.0\.1:1/"):
        ownership.Ownership(tmp_path)
    assert [offset for _, offset in taken] == [ownership.FAR]
    own.close()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\chess\stockfish.exe", [r"C:\chess\stockfish.exe"]),
        (r'"C:\Program Files\x\engine.exe" --uci', [r"C:\Program Files\x\engine.exe", "--uci"]),
        (r"..\engine.exe --hash 64", [r"..\engine.exe", "--hash", "64"]),
    ],
)
def test_backslashes_are_parts_of_paths_on_windows(command: str, words: list[str]) -> None:
    assert command_words(command, windows=True) == words


def test_a_path_with_blanks_is_one_word_on_windows(tmp_path: Path) -> None:
    program = tmp_path / "an engine.exe"
    program.write_bytes(b"")
    assert command_words(str(program), windows=True) == [str(program)]


def test_a_rules_file_on_a_drive_is_no_game_with_a_parameter() -> None:
    with pytest.raises(mossa.MossaError, match=r"there is no file .*kayles\.py"):
        mossa.game(r"C:\games\kayles.py:pins=4")


def test_no_text_is_read_in_the_encoding_of_the_system() -> None:
    """`open` and `read_text` without an encoding read other letters on Windows."""
    wrong = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            binary = any(isinstance(one, ast.Constant) and "b" in str(one.value) for one in node.args[:2])
            given = any(one.arg == "encoding" for one in node.keywords)
            if name == "read_text" and isinstance(node.func, ast.Attribute) and not node.args and not given:
                wrong.append(f"{path.name}:{node.lineno}")
            elif isinstance(node.func, ast.Name) and name == "open" and not binary and not given:
                wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []
