"""Chunks on a Ray cluster: nothing is lost and nothing is done twice, whatever becomes of the machines."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.jobs import work

from mossa import MossaError
from mossa.jobs import Job, Place, WorkReport, share_out
from mossa.play.match import Match, run
from mossa.play.referee import GameTerms

pytest.importorskip("ray", reason="no Ray here: clusters are not tested")

from tests.jobs.ray_cluster import HOST, cluster

MATCH = Match("tictactoe", ("minimax:depth=3", "random"), games=120, terms=GameTerms(), plies=1, seed=5)


def test_a_cluster_that_is_not_there() -> None:
    for place, sentence in (("127.0.0.1:1", "there is no Ray cluster at 127.0.0.1:1"), ("nonsense", "at nonsense")):
        with pytest.raises(MossaError, match=sentence):
            list(share_out(Job(work.square, work.begin, (0,)), range(3), Place(1, place)))


@pytest.mark.slow
def test_chunks_and_errors_on_a_cluster(tmp_path: Path) -> None:
    said: list[str] = []
    with cluster(3) as started:
        place, report = Place(1, started.address), WorkReport()
        job = Job(work.slow_square, work.begin, (100,))
        found = list(share_out(job, range(60), place, report=report, say=said.append))
        assert sorted(found) == [(number, 100 + number * number) for number in range(60)]
        assert report.chunks == 60
        assert 1 <= report.nodes <= 3
        assert said[0] == "at work: 1 worker on 1 machine"
        with pytest.raises(MossaError, match="three is refused"):
            list(share_out(Job(work.fail, work.begin, (0,)), range(20), place))
        with pytest.raises(MossaError, match=r"a worker failed: ZeroDivisionError"):
            list(share_out(Job(work.break_down, work.begin, (0,)), range(20), place))
        with pytest.raises(MossaError, match="these workers do not start"):
            list(share_out(Job(work.square, work.refuse, (0,)), range(20), place))

        report = WorkReport()  # workers die, what they had is done again
        chunks = [(str(tmp_path), number) for number in range(1, 12)]
        finished = list(share_out(Job(work.die_once, work.begin, (0,)), chunks, place, report=report))
        assert sorted(number for _, number in finished) == list(range(1, 12))
        assert report.lost >= 2

        stop = threading.Event()
        ended = share_out(Job(work.slow_square, work.begin, (0,)), range(10**6), place, stop=stop)
        next(ended)
        stop.set()
        assert len(list(ended)) < 1000


@pytest.mark.slow
def test_a_match_on_a_cluster_is_that_of_one_machine_though_machines_go_and_come(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    score = run(MATCH, record=alone)
    report = WorkReport()
    with cluster(3) as started:
        lost = threading.Event()

        def watch(so_far) -> None:
            if so_far.games >= 20 and not lost.is_set():
                lost.set()
                started.remove_node(started.workers.pop(), allow_graceful=False)
                started.workers.append(started.add_node(num_cpus=1, node_ip_address=HOST))

        again = run(MATCH, place=Place(1, started.address), record=shared, progress=watch, report=report)
    assert lost.is_set()
    assert again.as_dict() == score.as_dict()
    assert shared.read_bytes() == alone.read_bytes()
    assert report.chunks == MATCH.games


@pytest.mark.slow
def test_when_the_head_dies_the_command_ends_and_goes_on_with_a_new_cluster(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    words = ["match", "tictactoe", "minimax:depth=4", "random", "--plies", "1", "--seed", "5", "--games", "400"]

    def command(address: str) -> subprocess.Popen[str]:
        where = ["--on", f"ray:{address}", "--record", str(shared), "--json"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen([sys.executable, "-m", "mossa", *words, *where], **pipes)

    with cluster(2) as started:
        address = started.address
        process = command(address)
        while process.poll() is None and (not shared.exists() or shared.read_bytes().count(b"\n") < 10):
            time.sleep(0.1)
    out, err = process.communicate(timeout=250)
    assert (process.returncode, out) == (2, ""), err
    assert err.splitlines()[-1].startswith(f"mossa: the Ray cluster at {address} cannot be reached any more")
    played = shared.read_bytes().count(b"\n") - 1
    assert 0 < played < 400

    with cluster(2) as started:
        process = command(started.address)
        out, err = process.communicate(timeout=250)
    assert process.returncode == 0, err
    assert f'"chunks": {400 - played},' in out
    subprocess.run([sys.executable, "-m", "mossa", *words, "--record", str(alone)], check=True, capture_output=True)
    assert shared.read_bytes() == alone.read_bytes()
