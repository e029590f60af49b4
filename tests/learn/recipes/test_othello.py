"""The recipe of Othello's evaluation, run small: from nothing to a file of weights, with a stop in between."""

import json

import numpy as np
import pytest

from mossa.games.othello import weights
from mossa.games.othello.patterns import COUNT, SIZE, STAGES, features
from mossa.games.othello.rules import State
from mossa.kernel.words import u64
from mossa.learn.recipes import othello


@pytest.fixture
def few(monkeypatch):
    """Chunks so small that a run takes seconds. (The processes work on what they are sent, not on these numbers.)"""
    monkeypatch.setattr(othello.WorkerProcesses, "do", do_here)


def do_here(self, job, count, work, start, arguments=()):
    """As `WorkerProcesses.do`, in this process."""
    self.check_time()
    before = othello.evaluation.WEIGHTS.vector.array.copy()
    start(*arguments)
    for number in range(count):
        othello.save(self.folder / f"{job}-{number:05}.npy", work(number))
        self.report(job, number + 1, count)
    othello.evaluation.WEIGHTS.vector.array[:] = before


def test_places_are_the_groups_of_the_features():
    board = othello.game("othello").after("f5 d6 c3").state
    (places,) = othello.places_of(np.array([[board.mine, board.theirs]], np.uint64))
    _, group = weights.groups()
    assert places.tolist() == [group[place % SIZE] for place in features(State(board.mine, board.theirs, 0))]
    assert len(places) == COUNT


@pytest.mark.slow
def test_a_small_run_learns_and_goes_on_where_it_stopped(tmp_path, few, monkeypatch, capsys):
    monkeypatch.setattr(othello, "GAMES", 10)
    words = ["--out", str(tmp_path), "--games", "10", "--positions", "40", "--depth", "2", "--rounds", "5"]
    assert othello.main([*words, "--seconds", "0"]) == 3
    assert "call again to go on" in capsys.readouterr().out
    assert othello.main(words) == 0
    learnt = weights.read(tmp_path / "learnt.xz")
    assert learnt.shape == (STAGES * SIZE,)
    assert learnt.any()
    fits = [json.loads(line) for line in (tmp_path / "fits.jsonl").read_text().splitlines()]
    assert [fit["stage"] for fit in fits] == list(reversed(range(STAGES)))
    assert all(fit["error"] < max(fit["spread"], 1) for fit in fits)
    before = (tmp_path / "learnt.xz").read_bytes()
    assert othello.main(words) == 0
    assert (tmp_path / "learnt.xz").read_bytes() == before
    assert othello.main([*words[:-1], "6"]) == 2
    assert "a run with other settings" in capsys.readouterr().err


def test_positions_of_a_chunk_depend_on_the_seed_alone(monkeypatch):
    monkeypatch.setattr(othello, "GAMES", 3)
    othello.start_sampling("")
    settings = othello.Settings(games=3, positions=10, play_depth=1, depth=2, ridge=1.0, rounds=1, seed=5)
    boards = othello.SampleChunk(settings)(0)
    assert (boards == othello.SampleChunk(settings)(0)).all()
    assert boards.shape[1] == 2
    assert all(u64(mine) & u64(theirs) == 0 for mine, theirs in boards.tolist())
