"""A server in a process of its own, with a data folder of its own, and few file descriptors."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.attacks.clients import Server
from tests.processes import environment

DESCRIPTORS = 1024


def few_descriptors() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def start(folder: Path, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers; they end with the test."""
    with ExitStack() as ends:
        log = ends.enter_context((tmp_path / "log").open("w"))

        def begin(*arguments: str) -> Server:
            command = [sys.executable, "-m", "mossa", "serve", "--no-warm", "--port", "0", "--json", *arguments]
            process = ends.enter_context(
                subprocess.Popen(
                    command,
                    env=environment(MOSSA_DATA=folder),
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                    preexec_fn=few_descriptors,
                )
            )
            ends.callback(process.kill)
            assert process.stdout is not None
            return Server(json.loads(process.stdout.readline())["address"].rstrip("/"), process)

        yield begin


@pytest.fixture
def server(start: Callable[..., Server]) -> Server:
    return start()
