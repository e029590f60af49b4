"""Long jobs: chunks done once, resumed after a kill, stopped in time."""

from pathlib import Path

import numpy as np
import pytest

from mossa.jobs import Place
from mossa.kernel.errors import MossaError
from mossa.learn.worker_processes import OutOfTime, WorkerProcesses, chunks_done, read_chunks, remember_settings

base: list[int] = []


def begin(number: int) -> None:
    base[:] = [number]


def square(number: int) -> np.ndarray:
    return np.array([base[0] + number * number])


def make_workers(folder: Path, seconds: float = 60.0) -> tuple[WorkerProcesses, list[tuple[str, int, int]]]:
    heard: list[tuple[str, int, int]] = []
    return WorkerProcesses(folder, Place(2), seconds, lambda *what: heard.append(what)), heard


def test_a_job_is_shared_out_and_remembered(tmp_path):
    workers, heard = make_workers(tmp_path)
    workers.do("squares", 5, square, begin, (100,))
    assert read_chunks(tmp_path, "squares", 5).tolist() == [100, 101, 104, 109, 116]
    assert sorted(done for _, done, _ in heard) == [1, 2, 3, 4, 5]
    assert not list(tmp_path.glob("*.part"))


def test_only_what_is_missing_is_done(tmp_path):
    make_workers(tmp_path)[0].do("squares", 3, square, begin, (0,))
    (tmp_path / "squares-00001.npy").unlink()
    (tmp_path / "squares-00002.part").write_bytes(b"half a file")
    workers, heard = make_workers(tmp_path)
    workers.do("squares", 3, square, begin, (50,))
    assert read_chunks(tmp_path, "squares", 3).tolist() == [0, 51, 4]
    assert heard == [("squares", 3, 3)]


def test_a_job_stops_when_its_time_is_over(tmp_path):
    with pytest.raises(OutOfTime):
        make_workers(tmp_path, seconds=0)[0].do("squares", 3, square, begin, (0,))
    assert chunks_done(tmp_path, "squares", 3) == []


def test_a_folder_belongs_to_one_run(tmp_path):
    settings = {"games": 3, "range": (1, 2)}
    remember_settings(tmp_path / "run", settings)
    remember_settings(tmp_path / "run", settings)
    with pytest.raises(MossaError, match="run holds a run with other settings "):
        remember_settings(tmp_path / "run", {**settings, "games": 4})


def test_a_run_of_version_0_1_goes_on_under_the_names_of_today(tmp_path):
    (tmp_path / "settings.json").write_text('{"games": 3, "room": 500}')
    with pytest.raises(MossaError, match="holds a run with other settings"):
        remember_settings(tmp_path, {"games": 3, "capacity": 501})
    remember_settings(tmp_path, {"games": 3, "capacity": 500})
    remember_settings(tmp_path, {"games": 3, "capacity": 500})
