"""The process of a rules file: what it says, and when it ends."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from tests.processes import environment
from tests.small_games import TAKE

COMMAND = (sys.executable, "-m", "mossa.web.own_game_process")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(TAKE)
    return path


def test_it_describes_its_game(file: Path) -> None:
    done = subprocess.run([*COMMAND, "describe", file], env=environment(), capture_output=True, check=True)
    told = json.loads(done.stdout)
    assert told["name"] == str(file)
    assert told["about"]["own"]
    assert told["about"]["scene"]["cells"]


def test_it_answers_only_with_its_token_and_ends_with_its_input(file: Path, tmp_path: Path) -> None:
    command = [*COMMAND, "serve", file, tmp_path, "secret"]
    with subprocess.Popen(command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        address = f"http://127.0.0.1:{json.loads(process.stdout.readline())['port']}/api/boards"
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(address, timeout=20)
        refused.value.close()
        assert refused.value.code == 403
        known = urllib.request.Request(address, headers={"cookie": "mossa_token=secret"})
        with urllib.request.urlopen(known, timeout=20) as answer:
            assert answer.status == 200
        process.stdin.close()
        assert process.wait(20) == 0
