"""Rules that do not end, at the command line: Ctrl-C and --time win, and the function is named."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import refusal, run
from tests.user_files import NIM, added, changed

LOOP = "    while state.matches == 5:\n        state = state._replace(turn=1 - state.turn)\n"
PLAY = changed(("def play(state, move):\n", f"def play(state, move):\n{LOOP}"))
EVALUATE = added(f"def evaluate(state):\n{LOOP}    return 1")


def file(folder: Path, text: str) -> str:
    path = folder / "mygame.py"
    path.write_text(text)
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["best", "solve"])
def test_the_time_wins_over_interpreted_rules(command: str, tmp_path: Path) -> None:
    said = refusal(command, file(tmp_path, PLAY), "--time", "0.5")
    assert "play (mygame.py, line 30) does not end: it was stopped" in said


@pytest.mark.slow
def test_the_time_wins_over_compiled_rules(tmp_path: Path) -> None:
    path = file(tmp_path, EVALUATE)
    run("perft", path, "2")
    run("best", path, "--time", "0.5")  # compiled now: after this, nothing but the sentence is said
    assert refusal("best", path, "--time", "0.5") == "evaluate (mygame.py, line 24) does not end: it was stopped"


@pytest.mark.slow
@pytest.mark.parametrize("words", [("play", "--vs", "minimax"), ("match", "random", "minimax", "--games", "2")])
@pytest.mark.parametrize("function", ["moves", "play", "utility"])
def test_a_game_with_interpreted_rules_ends_by_itself(words: tuple[str, ...], function: str, tmp_path: Path) -> None:
    """The game of the terminal and the referee call the rules themselves, beside the players."""
    head = next(line for line in NIM.splitlines(keepends=True) if line.startswith(f"def {function}(state"))
    loop = LOOP.replace("== 5", "<= 5")
    path = file(tmp_path, changed((head, f"{head}{loop}")))
    command, *rest = words
    answer = run(command, path, *rest, "--time", "0.1", says="1\n" * 10)
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    assert f"{function} (mygame.py, line " in answer.stderr
    assert "does not end: it was stopped" in answer.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "text", "name"),
    [
        (("perft", "8"), PLAY, "play (mygame.py, line 30)"),
        (("perft", "8", "--interpreted"), PLAY, "play (mygame.py, line 30)"),
        (("best", "--depth", "6"), EVALUATE, "evaluate (mygame.py, line 24)"),
        (("check",), PLAY, "play (mygame.py, line 30)"),
        (("play", "--vs", "minimax", "--side", "2", "--time", "30"), PLAY, "play (mygame.py, line 30)"),
        (("match", "alphabeta:depth=4", "random", "--games", "2"), EVALUATE, "evaluate (mygame.py, line 24)"),
    ],
)
def test_an_interrupt_wins(words: tuple[str, ...], text: str, name: str, tmp_path: Path) -> None:
    command, *rest = words
    path = file(tmp_path, text)
    if text == EVALUATE:
        run("warm", path)  # so that it is in the loop when the interrupt comes
    line = [sys.executable, "-m", "mossa", command, path, *rest]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        process.wait(6)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(f"stopped: (in )?{re.escape(name)}", said)
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_check_ends_by_itself(tmp_path: Path) -> None:
    from mossa.kernel.endless import LONGEST_CALL

    assert LONGEST_CALL < 60
    line = [sys.executable, "-m", "mossa", "check", file(tmp_path, PLAY)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "play (mygame.py, line 30) does not end: it was stopped" in done.stderr


LATE = changed(("def play(state, move):\n", f"def play(state, move):\n{LOOP.replace('== 5', '== 3')}"))
FIRST = changed(("def moves(state):\n", f"def moves(state):\n{LOOP.replace('== 5', '== 10')}"))
READ = f"{NIM}\nwhile True:\n    pass\n"


@pytest.mark.parametrize(
    ("words", "text", "name"),
    [
        (("perft", "8"), LATE, "play (mygame.py, line 30)"),
        (("perft", "8", "--interpreted"), LATE, "play (mygame.py, line 30)"),
        (("match", "alphabeta:depth=4", "random", "--games", "2"), LATE, "play (mygame.py, line 30)"),
        (("match", "mcts:nodes=9999", "random", "--games", "2"), LATE, "play (mygame.py, line 30)"),
        (("match", "mcts:nodes=9999,threads=2", "random", "--games", "2"), LATE, "play (mygame.py, line 30)"),
        (("match", "maxn:depth=9", "random", "--games", "2"), LATE, "play (mygame.py, line 30)"),
        (("match", "random", "random", "--games", "2"), FIRST, "moves (mygame.py, line 24)"),
        (("best",), READ, "the top level of mygame.py"),
        (("games",), READ, "the top level of mygame.py"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_without_a_time_ends_by_itself(
    words: tuple[str, ...], text: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("kernel.endless.LONGEST_CALL", "kernel.endless.LONGEST_IMPORT", "search.common.threads.LONGEST_CALL"):
        monkeypatch.setattr(f"mossa.{place}", 1.0)
    command, *rest = words
    answer = run(command, file(tmp_path, text), *rest)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert f"{name} does not end: it was stopped" in answer.stderr.splitlines()[-1]  # before it: what is compiled
