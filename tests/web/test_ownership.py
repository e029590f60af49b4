"""One data folder, one server."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.browser import PATIENCE, serving

from mossa.web import Owned
from mossa.web.ownership import Ownership


def serve(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Another server, which is expected to end at once."""
    return subprocess.run(
        [sys.executable, "-m", "mossa", "serve", "--no-warm", *arguments],
        env={**os.environ, "MOSSA_DATA": str(folder)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_a_second_server_says_where_the_first_runs(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        second = serve(tmp_path)
        assert (second.returncode, address in second.stdout, str(tmp_path) in second.stdout) == (0, True, True)
        third = json.loads(serve(tmp_path, "--json", "--port", "0").stdout)
        assert third == {"address": f"{address}/", "running": True}
        own = tmp_path / "mine.py"
        own.write_text("")
        other = serve(tmp_path, str(own))  # the one that runs does not have this game
        assert (other.returncode, address in other.stderr, "--folder" in other.stderr) == (2, True, True)


def test_another_folder_has_another_server(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as one, serving(tmp_path / "two") as two:
        assert one != two


def test_a_server_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time, pathlib; from mossa.web.ownership import Ownership;"
            "own = Ownership(pathlib.Path(sys.argv[1])); own.announce('http://127.0.0.1:1/');"
            "print(flush=True); time.sleep(600)",
            str(tmp_path),
        ],
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    with pytest.raises(Owned, match=r"http://127\.0\.0\.1:1/"):
        Ownership(tmp_path)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    ownership = Ownership(tmp_path)
    ownership.announce("http://127.0.0.1:2/")
    with pytest.raises(Owned) as owned:
        Ownership(tmp_path)
    assert owned.value.address == "http://127.0.0.1:2/"
    assert oct((tmp_path / "site.lock").stat().st_mode)[-2:] == "00"  # the address may hold a token
    ownership.close()
    Ownership(tmp_path).close()


def test_a_folder_that_cannot_be_written_is_owned_by_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for _ in range(2):
        Ownership(tmp_path / "file" / "below").close()
