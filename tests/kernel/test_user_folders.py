"""Where files of a user are kept: as ever on Linux, and as usual on other systems."""

from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS

from mossa.core.files import data_folder
from mossa.kernel import cache
from mossa.kernel.user_folders import user_folder


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty home, and none of the variables that name a folder."""
    for name in ("MOSSA_DATA", "MOSSA_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(platformdirs.PlatformDirs.__name__ != "Unix", reason="the folders of Linux")
@pytest.mark.parametrize("installed", [True, False])
def test_on_linux_they_are_where_they_were(monkeypatch: pytest.MonkeyPatch, home: Path, installed: bool) -> None:
    if not installed:
        monkeypatch.setitem(__import__("sys").modules, "platformdirs", None)
    assert data_folder() == home / ".local" / "share" / "mossa"
    assert cache.folder() == home / ".cache" / "mossa" / "kernels"


def test_on_a_mac_they_are_in_the_library(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert user_folder("data") == home / "Library" / "Application Support" / "mossa"
    assert user_folder("cache") == home / "Library" / "Caches" / "mossa"


def test_variables_come_first_on_every_system(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    assert data_folder() == home / "data" / "mossa"
    assert cache.folder() == home / "cache" / "mossa" / "kernels"
    monkeypatch.setenv("MOSSA_DATA", str(home / "mine"))
    monkeypatch.setenv("MOSSA_CACHE", str(home / "kernels"))
    assert data_folder() == home / "mine"
    assert cache.folder() == home / "kernels"


def test_a_user_without_a_home_has_no_folder_for_kernels(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    def nowhere() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", nowhere)
    assert cache.files() == []
    with pytest.raises(RuntimeError):
        user_folder("data")
