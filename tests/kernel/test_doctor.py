"""The doctor: what it finds, and what it advises."""

from __future__ import annotations

from pathlib import Path

import pytest

from mossa.kernel import doctor
from mossa.kernel.memory import Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64


def test_a_healthy_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_CACHE", str(tmp_path))
    first, second = doctor.report(), doctor.report()
    assert first["healthy"]
    assert first["advice"] == []
    assert first["self_check"] == "passed"
    assert (first["cache"]["kernels"], second["cache"]["kernels"]) == (0, 1)
    assert second["cache"]["bytes"] > 0


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "kernels"
    folder.write_text("a file in its place")
    monkeypatch.setenv("MOSSA_CACHE", str(folder))
    found = doctor.report()
    assert not found["healthy"]
    assert found["advice"] == [f"the folder {folder} cannot be written, so kernels are compiled anew each time"]


def test_a_machine_that_reckons_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    real = specialise

    def wrong(*arguments: object, compiled: bool, **settings: object) -> object:
        return (lambda rounds, tally: 13) if compiled else real(*arguments, compiled=False, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(doctor, "specialise", wrong)
    found = doctor.report()
    assert not found["healthy"]
    assert found["self_check"].startswith("failed: compiled (13, 0), interpreted (")


def test_the_self_check_is_not_trivial() -> None:
    tally = doctor.Tally(sum=u64(0), words=Words(8))
    assert doctor.exercise(500, tally) == doctor.bit_count(tally.sum) > 0
    assert len(set(tally.words.array.tolist())) == 8
