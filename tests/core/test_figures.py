"""Figures, and the sentence where matplotlib is not installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.processes import environment

from mossa import MossaError
from mossa.core.figures import new_figure, require_matplotlib, write_figure

WITHOUT = """
import sys
class Absent:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] in ("matplotlib", "PIL", "pillow"):
            raise ModuleNotFoundError(name)
sys.modules["matplotlib"] = None
sys.meta_path.insert(0, Absent())
"""


def test_a_plot_of_no_known_form(tmp_path: Path) -> None:
    with pytest.raises(MossaError, match=r"the plot cannot be written to .*plot\.xyz: Format 'xyz' is not supported"):
        write_figure(tmp_path / "plot.xyz", new_figure(3, 2))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "sign"), [("plot.png", b"\x89PNG"), ("plot", b"\x89PNG"), ("plot.pdf", b"%PDF")])
def test_a_figure_is_written_in_the_format_of_its_suffix(tmp_path: Path, name: str, sign: bytes) -> None:
    write_figure(tmp_path / name, new_figure(3, 2))
    assert (tmp_path / name).read_bytes().startswith(sign)


def test_without_matplotlib_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.core.figures.find_spec", lambda name: None)
    with pytest.raises(MossaError, match=r"a plot needs matplotlib, .*: `pip install mossa\[plot\]`"):
        require_matplotlib()
    with pytest.raises(MossaError, match="a drawing as PDF needs matplotlib"):
        new_figure(3, 2, "a drawing as PDF")


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        (["lab", "ordering", "--plot", "x.png"], 2),
        (["learn", "tictactoe", "--time", "100000", "--plot", "x.png"], 2),
        (["lab", "alphabeta", "--tree", "(1 2)", "--draw", "x.gif"], 2),
        (["lab", "alphabeta", "--tree", "(1 2)", "--draw", "x.svg"], 0),
    ],
)
def test_the_commands_say_so_before_they_work(tmp_path: Path, words: list[str], ends: int) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    found = environment()
    found["PYTHONPATH"] = f"{tmp_path}:{found['PYTHONPATH']}"
    done = subprocess.run(
        [sys.executable, "-m", "mossa", *words], env=found, cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == ends, done.stderr
    if ends:
        assert "needs matplotlib, which is not installed: `pip install mossa[plot]`" in done.stderr
        assert len(done.stderr.splitlines()) == 1
    else:
        assert (tmp_path / "x.svg").exists()
