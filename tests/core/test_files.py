"""Files that are there whole or not at all, and files that know whether they are sound."""

from contextlib import suppress
from pathlib import Path

import pytest

from mossa import MossaError
from mossa.core.files import (
    atomic_write,
    data_folder,
    read_json,
    read_text,
    seal,
    unseal,
    write_json,
    write_text,
)


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_text(path, "old")
    with suppress(ZeroDivisionError), atomic_write(path) as file:
        file.write(b"new" + bytes(1 // 0))
    assert path.read_text() == "old"
    with atomic_write(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("place", ["none/file", "file/file", "folder"])
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    with pytest.raises(MossaError, match=f"{place} cannot be written: "):
        write_text(tmp_path / place, "text")
    with pytest.raises(MossaError, match=f"{place} cannot be read: "):
        read_text(tmp_path / place)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "folder"]


def test_old_texts_are_latin_1(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig", "latin-1"):
        (tmp_path / "text").write_bytes("Müller".encode(encoding))
        assert read_text(tmp_path / "text") == "Müller"


def test_json(tmp_path: Path) -> None:
    write_json(tmp_path / "value", {"ply": [1, 2.5, "è"]})
    assert read_json(tmp_path / "value") == {"ply": [1, 2.5, "è"]}
    for wrong in (b"{", b"", b"\xff"):
        (tmp_path / "value").write_bytes(wrong)
        with pytest.raises(MossaError, match="value is not a JSON file"):
            read_json(tmp_path / "value")


def test_what_is_sealed_is_unsealed(tmp_path: Path) -> None:
    seal(tmp_path / "file", "mossa trial 1 of tests", b"\n\0data" * 100)
    assert unseal(tmp_path / "file", "mossa trial 1") == ("of tests", b"\n\0data" * 100)
    assert unseal(tmp_path / "file", "mossa trial 1 of tests")[0] == ""


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[:60],
        lambda data: data + b"\n",
        lambda data: data[:-9] + bytes([data[-9] ^ 4]) + data[-8:],
        lambda data: data.replace(b"trial 1", b"trial 12"),
        lambda data: b"1. e4 e5\n",
    ],
)
def test_a_seal_that_is_broken_is_noticed(tmp_path: Path, spoil) -> None:
    path = tmp_path / "file"
    seal(path, "mossa trial 1", b"data" * 100)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(MossaError, match="file is damaged, cut short, or not of the format 'mossa trial 1'"):
        unseal(path, "mossa trial 1")


def test_where_data_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("MOSSA_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "mossa"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "mossa"
