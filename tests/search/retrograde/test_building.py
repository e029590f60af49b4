"""Building: any number of threads, after a kill, wrong input."""

from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.games.checkers import indexing
from mossa.games.checkers.endgame import OWN
from mossa.search.retrograde import build, building
from mossa.search.retrograde.files import slice_path
from mossa.search.retrograde.indexing import Indexing

CHECKERS = mossa.game("checkers")


def codes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.table"))}


@pytest.mark.slow
def test_threads_and_the_way_of_looking_change_nothing(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(CHECKERS, 3, tmp_path / "three threads", threads=3)
    assert codes(tmp_path / "three threads") == codes(folder)
    forwards = Indexing.of(CHECKERS)
    object.__setattr__(forwards, "can_retract", False)
    monkeypatch.setattr(building.Indexing, "of", lambda game: forwards)
    build(CHECKERS, 3, tmp_path / "forwards")
    assert codes(tmp_path / "forwards") == codes(folder)


def test_a_build_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def kill(done: int, total: int, what: str) -> None:
        if what.startswith("KM-K, 5"):
            raise Killed

    with pytest.raises(Killed):
        build(CHECKERS, 3, tmp_path, progress=kill)
    kept = codes(tmp_path)
    assert list(kept) == ["K-K.table", "K-M.table", "KK-K.table", "KK-M.table", "M-M.table"]
    slice_path(tmp_path, Indexing.of(CHECKERS).slices(2)[1]).write_bytes(
        b"half a fi"
    )  # and a damaged file is made anew
    report = build(CHECKERS, 3, tmp_path)
    assert report.resumed == 4
    assert codes(tmp_path) == {f"{name}.table": (OWN / f"{name}.table").read_bytes() for name, _ in indexing.slices(3)}
    assert report.states == 199520


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("")
    with pytest.raises(MossaError, match="file cannot be made: File exists"):
        build(CHECKERS, 2, place)


@pytest.mark.parametrize(
    ("game", "pieces", "threads", "reason"),
    [
        ("tictactoe", 3, 1, "there are no endgame tables for tictactoe: its rules lack slices, index, state_at"),
        ("checkers", 1, 1, "no positions with 1 pieces"),
        ("checkers", 2, 0, "1 to 256 threads"),
    ],
)
def test_what_cannot_be_built(game: str, pieces: int, threads: int, reason: str, tmp_path: Path) -> None:
    with pytest.raises(MossaError, match=reason):
        build(mossa.game(game), pieces, tmp_path, threads=threads)


def test_more_than_memory_holds_is_refused_in_a_sentence() -> None:
    with pytest.raises(MossaError, match="positions do not fit the memory of this machine; ask for fewer pieces"):
        building.make_codes(1 << 62)
