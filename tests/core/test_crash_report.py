"""What is left behind by an exception that nobody foresaw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mossa.core import crash_report
from mossa.core.crash_report import crash_sentence


def failed(text: str = "seven is no colour") -> Exception:
    try:
        raise LookupError(text)
    except LookupError as error:
        return error


def named(sentence: str) -> Path:
    found = re.search(r"the details are in (\S+), please report it$", sentence)
    assert found is not None, sentence
    return Path(found[1])


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path / "data"))
    monkeypatch.delenv(crash_report.DEBUG, raising=False)
    return tmp_path / "data"


def test_the_sentence_names_a_file_with_everything(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = crash_sentence(failed(), ["best", "chess"])
    assert sentence.startswith("this is a fault of mossa, not yours (LookupError: seven is no colour); ")
    assert named(sentence).parent == data / "crashes"
    text = named(sentence).read_text()
    for part in ("command: 'best' 'chess'", "mossa: ", "python: 3", "Traceback", "in failed", "seven is no colour"):
        assert part in text
    assert capsys.readouterr().err == ""


def test_debugging_shows_the_details(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(crash_report.DEBUG, "1")
    crash_sentence(failed())
    assert "Traceback" in capsys.readouterr().err


def test_long_and_odd_texts_stay_one_sentence(data: Path) -> None:
    sentence = crash_sentence(failed("two\nlines " + "x" * 1000 + "\udc80"))
    assert "\n" not in sentence
    assert len(sentence) < 600
    assert "\\udc80" in named(sentence).read_text()


def test_the_newest_files_are_kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(crash_report.KEPT + 5):
        monkeypatch.setattr(crash_report.os, "getpid", lambda number=number: 1000 + number)
        last = named(crash_sentence(failed()))
    kept = sorted((data / "crashes").glob("*.txt"))
    assert len(kept) == crash_report.KEPT
    assert last in kept


def test_a_data_folder_that_cannot_be_made(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data.write_text("a file in its place")
    monkeypatch.setattr(crash_report.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    assert named(crash_sentence(failed())).parent == tmp_path / "temporary" / "mossa-crashes"
    (tmp_path / "nothing").write_text("")
    monkeypatch.setattr(crash_report.tempfile, "gettempdir", lambda: str(tmp_path / "nothing"))
    assert "the details cannot be written, MOSSA_DEBUG=1 shows them" in crash_sentence(failed())
